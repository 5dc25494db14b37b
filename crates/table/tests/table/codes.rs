//! Every reason for a refusal has a name of its own that catalogues of sentences can go by.

use std::collections::BTreeSet;

use punto_coup::Why;
use punto_rulebook::{Rulebook, TermsReason};
use punto_table::{Actor, Command, NotDue, Reason, Stamped, Table, Time, apply, decide};
use punto_vocab::{Money, Point, Role, Side, Value, Valued};

#[test]
fn every_reason_has_a_code_of_its_own() {
    let mut seen = BTreeSet::new();
    for code in Reason::codes() {
        let plain = code.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        assert!(plain && !code.starts_with('-') && !code.ends_with('-'), "`{code}` is no word");
        assert!(seen.insert(code), "`{code}` stands for two reasons");
    }
    assert!(seen.len() > 150, "{}", seen.len());
    let why: BTreeSet<&str> = Why::CODES.iter().copied().collect();
    assert_eq!(why.len(), Why::CODES.len());
}

#[test]
fn sentences_are_filled_with_what_was_asked_and_what_would_be_right() {
    let book = Rulebook::embedded("nsw-2021").unwrap();
    let by = Actor::Staff(Role::Dealer, "dan".parse().unwrap());
    let mut table = Table::default();
    let mut ask = |line: &str| {
        let command: Command = line.parse().unwrap();
        let answer = decide(&book, &table, &Stamped { at: Time(0), by, command });
        for event in answer.iter().flatten() {
            apply(&mut table, Time(0), by, event);
        }
        answer.err().map(|refused| (refused.reason.code(), refused.reason.args()))
    };
    let money = |minor| Value::Money(Money::from_minor(minor));
    assert_eq!(ask("settle"), Some(("closed", Vec::new())));
    let decks = vec![("asked", Value::Count(7)), ("allowed", vec![3_u32, 4, 6, 8].value())];
    assert_eq!(ask("open usual, decks 7"), Some(("decks", decks)));
    for line in ["open limits 25..500", "prepare", "sit ada@1"] {
        assert_eq!(ask(line), None);
    }
    let player = Value::Bet("player".parse().unwrap());
    let low = vec![("bet", player), ("stake", money(500)), ("minimum", money(2_500))];
    assert_eq!(ask("bet ada@1 player 5"), Some(("below-minimum", low)));
    let here = vec![("patron", Value::name("ada"))];
    assert_eq!(ask("sit ada@1"), Some(("here-already", here)));
    let needed = vec![Role::CasinoSupervisor].value();
    let limits = vec![("actor", by.value()), ("needed", needed)];
    assert_eq!(ask("change limits 50..500"), Some(("wrong-role", limits)));
    let due: Reason = NotDue::Nothing(Why::Natural(Side::Banker, Point::new(9).unwrap())).into();
    let why = Value::Because { code: "natural".into() };
    let natural = vec![("why", why), ("hand", Value::word("HandName", "banker")), ("point", Value::Count(9))];
    assert_eq!((due.code(), due.args()), ("no-card-due", natural));
    let unknown = Reason::Terms(TermsReason::NoSuchSetting("colour".into()));
    assert_eq!(
        (unknown.code(), unknown.args()),
        ("no-such-setting", vec![("setting", Value::Setting("colour".into()))])
    );
}
