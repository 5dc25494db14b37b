//! Citations and paytables in the words of the wire.

use punto_rulebook::{Bet, Row, Rulebook};
use punto_table::HandName;
use punto_vocab::Citation;
use punto_wire::{Offer, PayLine, PayOn, Pays, Side, Span};

/// The clauses and settings of a citation, most important first.
pub fn cited(by: &Citation) -> Vec<String> {
    by.authorities().iter().map(ToString::to_string).collect()
}

/// Beside which hand's area a bet lies: all that it pays for is that hand's own pair.
pub(crate) fn beside(bet: &Bet) -> Option<Side> {
    let first = bet.rows.first()?.on.pair?;
    bet.rows.iter().all(|row| row.on.pair == Some(first)).then(|| HandName::of(first).into())
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
            beside: beside(bet),
            pays: bet.rows_in(variant).map(line).chain([loses]).collect(),
            limits: Span { min: 0, max: 0 },
            restricted: false,
        }
    };
    book.bets.iter().map(offer).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bet_on_one_hands_pair_lies_beside_that_hand_and_others_beside_none() {
        let places = |id: &str| -> Vec<(String, Option<String>)> {
            let book = Rulebook::embedded(id).unwrap();
            let variant = book.variants.first().map_or("", |variant| &*variant.id);
            let place = |offer: Offer| (offer.bet, offer.beside.map(|side| side.0.to_string()));
            offers(&book, variant).into_iter().map(place).filter(|(_, beside)| beside.is_some()).collect()
        };
        let at = |bet: &str, side: &str| (bet.to_owned(), Some(side.to_owned()));
        assert_eq!(places("nsw-2021"), [at("player_pair", "player"), at("banker_pair", "banker")]);
        let perfect = [at("perfect_pair_player", "player"), at("perfect_pair_banker", "banker")];
        assert_eq!(places("tas-2018"), perfect);
        assert_eq!(places("nz-1998"), []);
    }
}
