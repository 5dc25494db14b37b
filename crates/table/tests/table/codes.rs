//! Every reason for a refusal has a name of its own that catalogues of sentences can go by.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use punto_coup::Why;
use punto_rulebook::{Rulebook, TermsReason};
use punto_table::{Actor, Command, NotDue, Reason, Stamped, Table, Time, apply, decide};
use punto_vocab::{Point, Role, Side};

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

/// What is said after this in a source file, if it is words in quotes.
fn words_after<'s>(text: &'s str, before: &str) -> Vec<&'s str> {
    let pieces = text.split(before).skip(1);
    let quoted = pieces.filter_map(|piece| piece.trim_start().strip_prefix('"'));
    quoted.filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn what_stands_in_the_way_has_a_code_wherever_it_is_said() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/decide");
    let mut found = 0;
    for file in fs::read_dir(folder).unwrap() {
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        for name in ["Reason::NotNow(", "Reason::TooLate(", "Reason::CardsNotReady("] {
            for words in words_after(&text, name) {
                // A reason keeps its words for good; a test may spend a few bytes on that.
                let reason = Reason::NotNow(words.to_owned().leak());
                let vague = ["not-now", "too-late", "cards-not-ready"].contains(&reason.code());
                assert!(!vague, "`{words}` has no code; list it in src/reason/hindrance.rs");
                assert_eq!(reason.args(), [("why", words.to_owned())]);
                found += 1;
            }
        }
    }
    assert!(found > 90, "only {found} found");
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
    let filled = |list: &[(&'static str, &str)]| -> Vec<(&'static str, String)> {
        list.iter().map(|(name, text)| (*name, (*text).to_owned())).collect()
    };
    assert_eq!(ask("settle"), Some(("closed", Vec::new())));
    let decks = filled(&[("asked", "7"), ("allowed", "3, 4, 6, 8")]);
    assert_eq!(ask("open usual, decks 7"), Some(("decks", decks)));
    for line in ["open limits 25..500", "prepare", "sit ada@1"] {
        assert_eq!(ask(line), None);
    }
    let low = filled(&[("bet", "player"), ("stake", "5"), ("minimum", "25")]);
    assert_eq!(ask("bet ada@1 player 5"), Some(("below-minimum", low)));
    let here = filled(&[("patron", "ada")]);
    assert_eq!(ask("sit ada@2"), Some(("here-already", here)));
    let limits = filled(&[("actor", "dealer dan"), ("needed", "casino-supervisor")]);
    assert_eq!(ask("change limits 50..500"), Some(("wrong-role", limits)));
    let due: Reason = NotDue::Nothing(Why::Natural(Side::Banker, Point::new(9).unwrap())).into();
    let natural = filled(&[("why", "natural"), ("hand", "Banker"), ("point", "9")]);
    assert_eq!((due.code(), due.args()), ("no-card-due", natural));
    let unknown = Reason::Terms(TermsReason::NoSuchSetting("colour".into()));
    assert_eq!((unknown.code(), unknown.args()), ("no-such-setting", filled(&[("setting", "colour")])));
}
