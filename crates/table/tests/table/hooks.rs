//! What a tournament adds: limits switched off, an order of wagering, sealed wagers that no view shows.

use punto_rulebook::Rulebook;
use punto_seen::{Viewer, view};
use punto_table::{
    Actor, Command, Happening, Hindrance, Reason, Refused, Stamped, Table, Time, apply, decide,
};
use punto_vocab::{PersonId, Role};

struct Played {
    book: Rulebook,
    table: Table,
}

impl Played {
    fn new() -> Played {
        let mut played = Played { book: Rulebook::embedded("nsw-2021").unwrap(), table: Table::default() };
        for line in ["open limits 25..500, tournament yes", "prepare", "sit ada@1", "sit ben@2"] {
            played.say(line).unwrap();
        }
        played
    }

    /// What a line causes; the dealer's, unless it begins with who says it.
    fn say(&mut self, line: &str) -> Result<Vec<Happening>, Refused> {
        let (by, said) = line
            .split_once(": ")
            .unwrap_or((if line.starts_with("open") { "system" } else { "dealer dan" }, line));
        let by: Actor = by.parse().unwrap();
        let command: Command = said.parse().unwrap();
        let events = decide(&self.book, &self.table, &Stamped { at: Time(0), by, command })?;
        for event in &events {
            apply(&mut self.table, Time(0), by, event);
        }
        Ok(events.into_iter().map(|event| event.what).collect())
    }
}

fn patron(name: &str) -> PersonId {
    name.parse().unwrap()
}

#[test]
fn patrons_wager_in_the_order_that_is_set() {
    let mut played = Played::new();
    played.say("tournament-manager tom: wager-order ben ada").unwrap();
    let refused = played.say("bet ada@1 player 100").unwrap_err();
    assert_eq!(refused.reason, Reason::NotNext(patron("ada"), patron("ben")));
    played.say("bet ben@2 banker 100").unwrap();
    played.say("bet ada@1 player 100").unwrap();
}

#[test]
fn a_sealed_stake_is_known_to_its_patron_alone_until_it_is_revealed() {
    let mut played = Played::new();
    assert!(played.say("seal ada@1 player 125").is_err(), "not the dealer's to make");
    played.say("patron ada: seal ada@1 player 125").unwrap();
    let stake = |played: &Played, viewer| view(&played.book, &played.table, viewer).wagers[0].stake;
    for viewer in [Viewer::Patron(patron("ben")), Viewer::Staff(Role::Dealer)] {
        assert_eq!(stake(&played, viewer), None);
    }
    assert!(view(&played.book, &played.table, Viewer::Public).wagers.is_empty());
    assert_eq!(stake(&played, Viewer::Patron(patron("ada"))), "125".parse().ok());
    // While wagers are open it stays sealed; after the call it may be revealed.
    assert!(played.say("table-inspector tina: reveal ada@1 player").is_err());
    played.say("card Ks").unwrap();
    for other in ["dealer dan", "patron ada", "casino-supervisor sue"] {
        let refused = played.say(&format!("{other}: reveal ada@1 player")).unwrap_err();
        assert!(matches!(refused.reason, Reason::WrongRole { .. }), "{other}: {refused}");
    }
    played.say("table-inspector tina: reveal ada@1 player").unwrap();
    assert_eq!(stake(&played, Viewer::Patron(patron("ben"))), "125".parse().ok());
}

#[test]
fn a_wager_that_its_tournament_kept_is_laid_by_the_tournament_alone() {
    let mut played = Played::new();
    played.say("bet ben@2 player 100").unwrap();
    played.say("card Ks").unwrap();
    for other in ["tournament-manager tom", "table-inspector tina"] {
        let refused = played.say(&format!("{other}: reveal ada@1 banker 125")).unwrap_err();
        assert!(matches!(refused.reason, Reason::WrongRole { .. }), "{other}: {refused}");
    }
    // It is a wager as others are: within the limits, and beside what lies.
    assert!(played.say("system: reveal ada@1 banker 600").is_err());
    let laid = played.say("system: reveal ada@1 banker 125").unwrap();
    assert!(matches!(laid[..], [Happening::Relaxed { .. }, Happening::Revealed { .. }]), "{laid:?}");
    let added = played.say("system: reveal ben@2 player 50").unwrap();
    assert_eq!(added[0].to_string(), "altered ben@2 player 150");
}

#[test]
fn the_tournament_itself_sees_to_the_order_of_wagers() {
    let mut played = Played::new();
    played.say("tournament-manager tom: wager-order ben ada").unwrap();
    assert!(played.say("bet ada@1 player 100").is_err());
    played.say("system: bet ada@1 player 100").unwrap();
}

#[test]
fn a_secret_wager_is_on_one_hand_beside_others_on_the_same() {
    let mut played = Played::new();
    let one_hand = Reason::NotNow(Hindrance::OneHandSealed);
    played.say("patron ada: seal ada@1 player 100").unwrap();
    assert_eq!(played.say("patron ada: seal ada@1 banker 100").unwrap_err().reason, one_hand);
    assert_eq!(played.say("bet ada@1 banker 100").unwrap_err().reason, one_hand);
    played.say("patron ada: seal ada@1 tie 25").unwrap();
    played.say("bet ben@2 banker 100").unwrap();
    assert_eq!(played.say("patron ben: seal ben@2 player 100").unwrap_err().reason, one_hand);
}

#[test]
fn the_tables_of_a_tournament_are_opened_by_those_who_run_it() {
    for (by, may) in
        [("dealer dan", false), ("casino-supervisor sue", false), ("tournament-manager tom", true)]
    {
        let book = Rulebook::embedded("nsw-2021").unwrap();
        let mut played = Played { book, table: Table::default() };
        assert_eq!(played.say(&format!("{by}: open limits 25..500, tournament yes")).is_ok(), may, "{by}");
    }
}

#[test]
fn what_takes_the_place_of_a_limit_that_is_off_holds() {
    for off in [false, true] {
        let mut played = Played::new();
        played.say("bet ada@1 player 500").unwrap();
        if off {
            played.say("tournament-manager tom: limit-off above_maximum").unwrap();
        }
        // More is found to lie there than the maximum, and not in whole units of the minimum.
        for line in [
            "card Ks",
            "casino-supervisor sue: found ada@1 player 910",
            "card 2d",
            "card 9h",
            "card 3c",
            "call points",
        ] {
            played.say(line).unwrap();
        }
        let events = played.say("settle").unwrap();
        let back = |event: &Happening| matches!(event, Happening::StakeReturned { amount, .. } if amount.to_string() == "410");
        assert!(events.iter().any(back), "{events:?}");
    }
}

#[test]
fn only_what_a_tournament_has_other_clauses_for_is_switched_off() {
    let mut played = Played::new();
    for breach in ["placed_late", "badly_placed", "above_differential"] {
        let refused = played.say(&format!("tournament-manager tom: limit-off {breach}")).unwrap_err();
        assert_eq!(refused.reason, Reason::NotNow(Hindrance::NoSuchPower), "{breach}");
    }
    for breach in ["below_minimum", "above_maximum", "above_area_maximum"] {
        played.say(&format!("tournament-manager tom: limit-off {breach}")).unwrap();
    }
}
