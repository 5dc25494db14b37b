//! Nobody reads or sees what they may not know: a card that lies face down, an undisclosed stake, another's money.

use punto_coup::{DealtCard, Place};
use punto_rulebook::Rulebook;
use punto_seen::{Viewer, told, told_values, view};
use punto_table::{Dealing, Event, Happening, Phase, Placed, Table};
use punto_vocab::{Card, Role, Side, Valued};

use super::patron;

const STAFF: [Role; 3] = [Role::Dealer, Role::CasinoSupervisor, Role::Surveillance];

/// Who looks this time: everybody in turn, and a second one where something is hidden.
fn viewers(table: &Table, turn: usize) -> impl Iterator<Item = Viewer> {
    let hides = hidden_cards(table, Viewer::Public).next().is_some() || sealed(table).next().is_some();
    let places = [Some(turn % 8), Some(turn / 2 % 8).filter(|_| hides)];
    places.into_iter().flatten().map(|place| match place {
        0..=3 => Viewer::Patron(patron(place as u8)),
        4..=6 => Viewer::Staff(STAFF[place - 4]),
        _ => Viewer::Public,
    })
}

fn dealing(table: &Table) -> Option<&Dealing> {
    match &table.open.as_ref()?.phase {
        Phase::Dealing(dealing) => Some(dealing),
        Phase::Preparing | Phase::Betting(_) => None,
    }
}

fn sealed(table: &Table) -> impl Iterator<Item = &Placed> {
    table.open.iter().flat_map(|open| open.wagers()).filter(|placed| placed.sealed)
}

/// The cards that lie: those of the coup in progress, or of the one before while it is on view.
fn lie(table: &Table) -> &[DealtCard] {
    let shown = || table.open.as_ref().and_then(|open| open.shown.as_ref()).map(|shown| &shown.dealt[..]);
    dealing(table).map(|dealing| &dealing.dealt[..]).or_else(shown).unwrap_or_default()
}

/// Whether a viewer may know a card that lies face down.
fn may_know(table: &Table, viewer: Viewer, card: &DealtCard) -> bool {
    match (viewer, dealing(table), card.to) {
        (Viewer::Staff(Role::Surveillance), _, _) => true,
        (Viewer::Patron(own), Some(dealing), Place::Hand(side)) => {
            let holding = &dealing.holders[side];
            holding.out && holding.nominee.or(holding.designated) == Some(own)
        }
        _ => false,
    }
}

/// Cards that the viewer may not know, and of which no copy lies open.
fn hidden_cards(table: &Table, viewer: Viewer) -> impl Iterator<Item = Card> {
    let knows = move |card: &DealtCard| card.exposed || may_know(table, viewer, card);
    let hidden = lie(table).iter().filter(move |card| !knows(card)).map(|card| card.card);
    hidden.filter(move |hidden| !lie(table).iter().any(|card| card.card == *hidden && knows(card)))
}

/// What a viewer sees holds nothing that is hidden from them.
pub(crate) fn of_view(book: &Rulebook, table: &Table, turn: usize) {
    for viewer in viewers(table, turn) {
        let seen = view(book, table, viewer);
        let hidden: Vec<Card> = hidden_cards(table, viewer).collect();
        // All of it as it would cross the wire, where there is something to find.
        let text = if hidden.is_empty() { String::new() } else { serde_json::to_string(&seen).unwrap() };
        for card in hidden {
            assert!(!text.contains(&format!("\"{card}\"")), "{viewer:?} sees {card} in {text}");
        }
        for side in Side::ALL {
            let cards = lie(table).iter().filter(|card| card.to == Place::Hand(side));
            assert_eq!(cards.clone().count(), seen.hands[side].len());
            for (card, shown) in cards.zip(&seen.hands[side]) {
                assert!(
                    card.exposed || may_know(table, viewer, card) || shown.is_none(),
                    "{viewer:?}: {card:?}"
                );
                assert!(!card.exposed || shown.is_some(), "{viewer:?} does not see {card:?}");
            }
        }
        for placed in sealed(table).filter(|placed| viewer != Viewer::Patron(placed.wager.patron)) {
            let shown = seen.wagers.iter().find(|wager| (wager.patron, wager.at, wager.bet) == placed.spot());
            assert!(shown.is_some_and(|wager| wager.stake.is_none()), "{viewer:?}: {shown:?}");
            assert!(seen.till.as_ref().is_none_or(|till| till.layout.is_none()), "{viewer:?}");
        }
        // Money is for its owner, and the house's for the house.
        let staff = matches!(viewer, Viewer::Staff(_));
        assert_eq!(seen.till.is_some(), staff && seen.open);
        assert_eq!(seen.balance.is_some() || seen.owed.is_some(), seen.balance.is_some());
        assert!(seen.balance.is_none() || matches!(viewer, Viewer::Patron(_)));
        assert!(staff || seen.on_duty.is_empty() && seen.waiting.is_empty());
    }
}

/// A line as a viewer reads it tells nothing that is hidden from them, at the time or later.
pub(crate) fn of_line(table: &Table, event: &Event, turn: usize) {
    for viewer in viewers(table, turn) {
        let (line, values) = (told(event, table, viewer), told_values(event, table, viewer));
        assert_eq!(line.is_some(), values.is_some(), "{viewer:?}: {event}");
        let (Some(line), Some((_, values))) = (line, values) else { continue };
        let patron = |own: &str| format!("{own} ");
        // A card that is burned for all to see is another than one that still lies there, though it may look alike.
        let burned = matches!(event.what, Happening::BurnShown { .. });
        for card in hidden_cards(table, viewer).filter(|_| !burned) {
            assert!(values.iter().all(|(_, value)| *value != card.value()), "{viewer:?} is sent {values:?}");
            let card = card.to_string();
            assert!(!line.split(' ').any(|word| word == card), "{viewer:?} reads `{line}`");
        }
        let watcher = viewer == Viewer::Staff(Role::Surveillance);
        match &event.what {
            Happening::Dealt { card, lies: punto_table::Lies::Down, .. } => {
                assert_eq!(line.contains(&patron(&card.to_string())), watcher, "{viewer:?} reads `{line}`");
            }
            Happening::Wagered { patron, at, bet, .. } | Happening::Altered { patron, at, bet, .. } => {
                let sealed = sealed(table).any(|placed| placed.spot() == (*patron, *at, *bet));
                let hides = sealed && viewer != Viewer::Patron(*patron);
                assert!(!hides || line.ends_with(" ?"), "{viewer:?} reads `{line}`");
            }
            Happening::CashedOut { patron, .. } | Happening::Owes { patron, .. } => {
                let may = matches!(viewer, Viewer::Staff(_)) || viewer == Viewer::Patron(*patron);
                assert!(may, "{viewer:?} reads `{line}`");
            }
            _ => {}
        }
    }
}
