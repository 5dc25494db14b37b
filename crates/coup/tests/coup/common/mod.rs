//! What the tests share: tables under each document, and cards and wagers in short text.
pub(crate) mod naive;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use punto_coup::{AfterWin, BoxId, Coup, Stake, Wager};
use punto_rulebook::{Draft, Outcome, Rulebook, Terms};
use punto_vocab::{BetId, Card, Citation, Money};

/// The five documents.
pub(crate) const BOOKS: [&str; 5] = ["nsw-2021", "tas-2013", "tas-2018", "nz-1998", "rws-2016"];

static LOADED: LazyLock<BTreeMap<&str, Rulebook>> = LazyLock::new(|| {
    BOOKS.into_iter().map(|id| (id, Rulebook::embedded(id).expect("every embedded book loads"))).collect()
});

/// A document, loaded once.
#[track_caller]
pub(crate) fn book(id: &str) -> &'static Rulebook {
    LOADED.get(id).unwrap_or_else(|| panic!("{id} is not one of the five documents"))
}

/// A table under a document's usual terms, after a change.
#[track_caller]
pub(crate) fn table(id: &str, change: impl FnOnce(&mut Draft)) -> Terms {
    let mut draft = Draft::usual(book(id));
    change(&mut draft);
    Terms::under(book(id), draft).unwrap_or_else(|refused| panic!("{id}: {refused}"))
}

/// Chooses a setting of the house.
pub(crate) fn choose(draft: &mut Draft, setting: &str, choice: &str) {
    draft.house.insert(setting.to_owned(), choice.to_owned());
}

/// A table in each form of each document's game, so that together they offer every bet there is.
pub(crate) fn every_table() -> Vec<(&'static str, Terms)> {
    let tigers = ["tiger_tie", "tiger_pair", "tiger", "big_tiger", "small_tiger"];
    let nsw: [&[&str]; 2] = [&["player_pair", "banker_pair", "super_six"], &tigers];
    let tas = ["perfect_pair_player", "perfect_pair_banker"];
    let games: [(&str, &str, &[&[&str]]); 8] = [
        ("nsw-2021", "standard", &nsw),
        ("nsw-2021", "even-money", &nsw),
        ("tas-2013", "standard", &[&[]]),
        ("tas-2013", "federal", &[&[]]),
        ("tas-2018", "standard", &[&tas]),
        ("tas-2018", "federal", &[&tas]),
        ("nz-1998", "standard", &[&[]]),
        ("rws-2016", "non-commission", &[&["player_pair", "banker_pair"]]),
    ];
    let mut tables = Vec::new();
    for (id, variant, offers) in games {
        for offered in offers {
            let terms = table(id, |draft| {
                draft.variant = Some(variant.into());
                draft.offered = offered.iter().map(|name| bet(name)).collect();
            });
            tables.push((id, terms));
        }
    }
    tables
}

#[track_caller]
pub(crate) fn money(text: &str) -> Money {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

#[track_caller]
pub(crate) fn bet(name: &str) -> BetId {
    name.parse().unwrap_or_else(|error| panic!("{error}"))
}

#[track_caller]
pub(crate) fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(|word| word.parse().unwrap_or_else(|error| panic!("{error}"))).collect()
}

/// A wager in text: `ada@1 player 100`, with tokens `100+50`, with tokens that a win does not give back `100+50!`.
#[track_caller]
pub(crate) fn wager(text: &str) -> Wager {
    let words: Vec<&str> = text.split_whitespace().collect();
    let &[who, name, stake] = &words[..] else { panic!("`{text}` is no wager") };
    let (patron, at) = who.split_once('@').unwrap_or_else(|| panic!("`{who}` names no box"));
    let (chips, tokens) = stake.split_once('+').unwrap_or((stake, "0"));
    let after_win = if tokens.ends_with('!') { AfterWin::Collected } else { AfterWin::Returned };
    let stake = Stake { chips: money(chips), tokens: money(tokens.trim_end_matches('!')), after_win };
    Wager { patron: patron.parse().unwrap(), at: BoxId(at.parse().unwrap()), bet: bet(name), stake }
}

#[track_caller]
pub(crate) fn wagers(texts: &[&str]) -> Vec<Wager> {
    texts.iter().map(|text| wager(text)).collect()
}

/// What a whole coup came to.
#[track_caller]
pub(crate) fn outcome(id: &str, text: &str) -> Outcome {
    let coup = Coup::of(book(id), cards(text)).unwrap_or_else(|error| panic!("{error}"));
    coup.outcome(book(id)).unwrap_or_else(|| panic!("{text}: a card is still due"))
}

/// The authority that comes first in a citation, as it prints.
pub(crate) fn first(by: &Citation) -> String {
    by.authorities()[0].to_string()
}

/// A card of this point: a king for nought, else the card of that number.
#[track_caller]
pub(crate) fn card_of(point: u8) -> Card {
    let ranks = "K A 2 3 4 5 6 7 8 9";
    let rank = ranks.split(' ').nth(point.into()).unwrap_or_else(|| panic!("{point} is no point"));
    format!("{rank}s").parse().unwrap()
}
