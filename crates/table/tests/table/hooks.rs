//! What a tournament adds: limits switched off, an order of wagering, sealed wagers that no view shows.

use punto_rulebook::Rulebook;
use punto_seen::{Viewer, view};
use punto_table::{Actor, Command, Happening, Reason, Refused, Stamped, Table, Time, apply, decide};
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
        let (by, said) = line.split_once(": ").unwrap_or(("dealer dan", line));
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
    played.say("seal ada@1 player 125").unwrap();
    let stake = |played: &Played, viewer| view(&played.book, &played.table, viewer).wagers[0].stake;
    for viewer in [Viewer::Public, Viewer::Patron(patron("ben")), Viewer::Staff(Role::Dealer)] {
        assert_eq!(stake(&played, viewer), None);
    }
    assert_eq!(stake(&played, Viewer::Patron(patron("ada"))), "125".parse().ok());
    // While wagers are open it stays sealed; after the call it may be revealed.
    assert!(played.say("reveal ada@1 player").is_err());
    played.say("card Ks").unwrap();
    played.say("reveal ada@1 player").unwrap();
    assert_eq!(stake(&played, Viewer::Public), "125".parse().ok());
}

#[test]
fn a_limit_that_is_switched_off_is_not_enforced_after_the_deal() {
    for (off, back) in [(false, true), (true, false)] {
        let mut played = Played::new();
        played.say("bet ada@1 player 500").unwrap();
        if off {
            played.say("tournament-manager tom: limit-off above_maximum").unwrap();
        }
        // More is found to lie there than the maximum.
        for line in [
            "card Ks",
            "casino-supervisor sue: found ada@1 player 900",
            "card 2d",
            "card 9h",
            "card 3c",
            "call points",
        ] {
            played.say(line).unwrap();
        }
        let events = played.say("settle").unwrap();
        let returned = events
            .iter()
            .any(|event| matches!(event, Happening::StakeBack { amount, .. } if amount.to_string() == "400"));
        assert_eq!(returned, back);
    }
}
