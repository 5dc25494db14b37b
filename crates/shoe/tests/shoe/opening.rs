//! The opening: one text, one digest, and a check that says exactly what does not agree. The shoe here is of the first
//! algorithm, as older software has made them; that of docs/shoe.md is in `share.rs`.

use proptest::prelude::*;
use punto_shoe::{Commitment, Disagreement, Opening, Shares};
use punto_vocab::Card;

use crate::common::{alone, uncut};

const TEXT: &str = "\
shoe-opening 1
algorithm punto-shoe/1
site demo-house
table rws-2016/1
node node-a
shoe 2026-11-15/7
decks 8
entropy 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
nonce 202122232425262728292a2b2c2d2e2f
";
const COMMITMENT: &str = "aa724985aa43f1ba489e33f63a53de4af434fe1b575e1fd60ba8a3454081737f";

fn example() -> (Opening, Commitment, Vec<Card>) {
    let opening: Opening = TEXT.parse().unwrap();
    let mut cards = opening.order(&Shares::default()).unwrap();
    cards.rotate_left(100);
    (opening, COMMITMENT.parse().unwrap(), cards)
}

fn disagreements(commitment: &Commitment, cut: u16, dealt: &[Card]) -> Vec<Disagreement> {
    alone(&example().0, commitment, cut, dealt).unwrap_err().list().to_vec()
}

#[test]
fn a_shoe_dealt_whole_in_part_or_not_at_all_agrees() {
    let (opening, commitment, cards) = example();
    for dealt in [0, 1, 8, 400, 416] {
        assert_eq!(alone(&opening, &commitment, 100, &cards[..dealt]).unwrap().dealt, dealt);
    }
}

#[test]
fn each_card_that_differs_is_named() {
    let (_, commitment, mut cards) = example();
    let (third, last) = (cards[2], cards[415]);
    cards[2] = "Ks".parse().unwrap();
    cards[415] = "2d".parse().unwrap();
    assert_eq!(
        disagreements(&commitment, 100, &cards),
        [
            Disagreement::Card { place: 3, dealt: cards[2], ordered: third },
            Disagreement::Card { place: 416, dealt: cards[415], ordered: last },
        ]
    );
    let said = alone(&example().0, &commitment, 100, &cards).unwrap_err().to_string();
    assert_eq!(
        said.lines().next(),
        Some(&*format!("card 3 was dealt as Ks, and the shoe has {third} there"))
    );
    assert_eq!(said.lines().count(), 2);
}

#[test]
fn another_cut_another_commitment_and_too_many_cards_are_named() {
    let (opening, commitment, cards) = example();
    assert_eq!(disagreements(&commitment, 99, &cards), [Disagreement::OtherCut { cut: 99, fits: 100 }]);
    assert_eq!(disagreements(&commitment, 416, &cards), [Disagreement::Cut { cut: 416, cards: 416 }]);
    let more: Vec<Card> = cards.iter().chain(&cards[..1]).copied().collect();
    assert_eq!(disagreements(&commitment, 100, &more), [Disagreement::TooMany { dealt: 417, cards: 416 }]);
    let published: Commitment = COMMITMENT.replace("aa72", "aa73").parse().unwrap();
    let computed = opening.commitment();
    assert_eq!(disagreements(&published, 100, &cards), [Disagreement::Commitment { published, computed }]);
    // Too few cards to tell another cut: each is named.
    assert!(matches!(disagreements(&commitment, 99, &cards[..4])[..], [Disagreement::Card { .. }, ..]));
}

#[test]
fn a_text_that_differs_is_refused_with_its_line() {
    #[track_caller]
    fn check(from: &str, to: &str, line: usize) {
        assert_ne!(TEXT.replacen(from, to, 1), TEXT);
        let error = TEXT.replacen(from, to, 1).parse::<Opening>().unwrap_err();
        assert_eq!(error.line, line, "{error}");
    }
    check("opening 1", "opening 2", 1);
    check("punto-shoe/1", "punto-shoe/3", 2);
    check("site ", "place ", 3);
    check("demo-house", "demo house", 3);
    check("table ", "table  ", 3);
    check("decks 8", "decks 9", 7);
    check("decks 8", "decks 08", 7);
    check("0a0b", "0A0B", 8);
    check("0001", "001", 8);
    check("nonce ", "nonce\t", 9);
    check("2f\n", "2f\n\n", 10);
    check("node node-a\n", "", 5);
    assert_eq!(
        "".parse::<Opening>().unwrap_err().to_string(),
        "line 1 of the opening: `shoe-opening 1` is missing"
    );
    let windows = TEXT.replace('\n', "\r\n");
    assert_eq!(windows.trim_end().parse::<Opening>().unwrap().to_string(), TEXT);
}

proptest! {
    #[test]
    fn one_changed_byte_is_refused_or_opens_another_commitment(at in 0..TEXT.len(), to in 0x20u8..0x7f) {
        let mut text = TEXT.as_bytes().to_vec();
        prop_assume!(text[at] != to);
        text[at] = to;
        if let Ok(opening) = String::from_utf8(text).unwrap().parse::<Opening>() {
            prop_assert_ne!(opening.commitment().to_string(), COMMITMENT);
        }
    }

    #[test]
    fn any_text_is_read_without_panic(text in "\\PC{0,200}") {
        let _ = text.parse::<Opening>();
        let _ = text.parse::<Commitment>();
    }

    #[test]
    fn what_is_published_reads_back(label in "[a-z]{8}", decks in 1u8..=8) {
        let shoe = uncut(&label, decks);
        let commitment = shoe.commitment();
        let text = shoe.cut(1).unwrap().end().to_string();
        let opening: Opening = text.parse().unwrap();
        prop_assert_eq!(opening.commitment(), commitment);
        prop_assert_eq!(opening.to_string(), text);
        let json = serde_json::to_string(&commitment).unwrap();
        prop_assert_eq!(serde_json::from_str::<Commitment>(&json).unwrap(), commitment);
    }
}
