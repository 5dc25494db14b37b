//! Citations and paytables in the words of the wire.

use punto_rulebook::{Bet, Row, Rulebook};
use punto_vocab::Citation;
use punto_wire::{Offer, PayLine, PayOn, Pays, Span};

/// The clauses and settings of a citation, most important first.
pub fn cited(by: &Citation) -> Vec<String> {
    by.authorities().iter().map(ToString::to_string).collect()
}

/// The bets of a document in one variant; no table has posted limits for them.
pub fn offers(book: &Rulebook, variant: &str) -> Vec<Offer> {
    let line = |row: &Row| PayLine { on: row.on.into(), pays: (&row.pays).into(), by: cited(&row.by) };
    let offer = |bet: &Bet| {
        let loses = PayLine { on: PayOn::default(), pays: Pays::Loses, by: cited(&bet.loses) };
        Offer {
            bet: bet.id.to_string(),
            name: bet.name.clone(),
            name_zh: bet.name_zh.clone(),
            kind: bet.kind.into(),
            pays: bet.rows_in(variant).map(line).chain([loses]).collect(),
            limits: Span { min: 0, max: 0 },
            restricted: false,
        }
    };
    book.bets.iter().map(offer).collect()
}
