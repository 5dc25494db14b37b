//! The order in which refusals are checked, as docs/script.md writes it down.

use punto_rulebook::Rulebook;
use punto_table::{Actor, Command, Reason, Stamped, Table, Time, apply, decide};
use punto_vocab::Role;

fn staff(role: Role) -> Actor {
    Actor::Staff(role, if role == Role::Dealer { "dan" } else { "sue" }.parse().unwrap())
}

/// The refusal that a line gets after others have been said; each is `role: line`.
#[track_caller]
fn refusal(lines: &[&str], last: &str, at: i64) -> Reason {
    let book = Rulebook::embedded("nsw-2021").unwrap();
    let mut table = Table::default();
    let split = |line: &str| -> (Actor, Command) {
        let (role, said) = line.split_once(": ").unwrap();
        (staff(role.parse().unwrap()), said.parse().unwrap())
    };
    for line in lines {
        let (by, command) = split(line);
        let stamped = Stamped { at: Time(10), by, command };
        for event in decide(&book, &table, &stamped).unwrap_or_else(|refused| panic!("{line}: {refused}")) {
            apply(&mut table, Time(10), by, &event);
        }
    }
    let (by, command) = split(last);
    decide(&book, &table, &Stamped { at: Time(at), by, command }).unwrap_err().reason
}

const OPEN: [&str; 3] =
    ["tournament-manager: open limits 25..500, tournament yes", "dealer: prepare", "dealer: sit ada@1"];

#[test]
fn refusals_come_in_the_order_that_is_written_down() {
    // Too early, and a table that is closed: time is checked first.
    assert!(matches!(refusal(&OPEN, "dealer: close", 5), Reason::TimeRunsBack { .. }));
    // Closed, and a role that may not: closed comes first.
    assert_eq!(refusal(&[], "dealer: refuse-wager ada@1 player no reason", 10), Reason::Closed);
    // A rule the document does not have, before the role.
    assert!(matches!(refusal(&OPEN, "dealer: liability 100", 10), Reason::NoSuchRule { .. }));
    // The role, before the phase and the particulars.
    assert!(matches!(
        refusal(&OPEN, "dealer: refuse-wager zoe@9 player no reason", 10),
        Reason::WrongRole { .. }
    ));
    // The phase, before who and where.
    let dealt = [&OPEN[..], &["dealer: bet ada@1 player 100", "dealer: card Ks"]].concat();
    assert_eq!(refusal(&dealt, "dealer: bet zoe@9 player 100", 10), Reason::WagersClosed);
    // Who and where, before the particulars of the wager.
    assert!(matches!(refusal(&OPEN, "dealer: bet zoe@9 tiger 1", 10), Reason::NotHere(_)));
    assert!(matches!(refusal(&OPEN, "dealer: bet ada@2 tiger 1", 10), Reason::NotTheirBox { .. }));
    // Whose turn it is, before the particulars.
    let ordered = [&OPEN[..], &["dealer: sit ben@2", "tournament-manager: wager-order ben ada"]].concat();
    assert!(matches!(refusal(&ordered, "dealer: bet ada@1 player 1", 10), Reason::NotNext(..)));
    // The bet, before the stake; the stake, before its limits; limits, before what else the patron holds.
    let text = |reason: Reason| reason.to_string();
    assert!(text(refusal(&OPEN, "dealer: bet ada@1 tiger 0.33", 10)).contains("not offered"));
    assert!(text(refusal(&OPEN, "dealer: bet ada@1 player 0.33", 10)).contains("cannot be made"));
    assert!(text(refusal(&OPEN, "dealer: bet ada@1 player 10", 10)).contains("below the minimum"));
    let held = [&OPEN[..], &["dealer: bet ada@1 player 100"]].concat();
    assert!(text(refusal(&held, "dealer: bet ada@1 banker 10", 10)).contains("below the minimum"));
    assert!(text(refusal(&held, "dealer: bet ada@1 banker 100", 10)).contains("approval"));
}
