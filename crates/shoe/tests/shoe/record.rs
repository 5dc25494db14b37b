//! The record of a shoe: one text, read without tolerance, and a check that says what does not agree.

use proptest::prelude::*;
use punto_shoe::{Commitment, Decks, Disagreement, Generator, Opening, ShoeRecord};
use punto_vocab::Card;

use crate::common::{Seeded, id};

const DOCUMENT: &str = include_str!("../../../../docs/shoe.md");

/// The worked example of docs/shoe.md: the first fenced block that begins with `shoe-record 1`.
fn example() -> &'static str {
    let (_, rest) = DOCUMENT.split_once("```\nshoe-record 1\n").unwrap();
    let end = rest.find("```").unwrap();
    let start = DOCUMENT.len() - rest.len() - "shoe-record 1\n".len();
    &DOCUMENT[start..start + "shoe-record 1\n".len() + end]
}

fn seeded(label: &str, decks: u8, cut: u16, dealt: usize) -> ShoeRecord {
    let uncut =
        Generator::start(Seeded::new(label)).unwrap().prepare(id(label), Decks::new(decks).unwrap()).unwrap();
    let commitment = uncut.commitment();
    let mut shoe = uncut.cut(cut).unwrap();
    let cards: Vec<Card> = (0..dealt).filter_map(|_| shoe.draw()).collect();
    let burned = cards.len().min(1) as u16;
    ShoeRecord::new(shoe.end(), commitment, cut, burned, cards).unwrap()
}

#[test]
fn the_record_in_the_document_reads_and_agrees() {
    let record: ShoeRecord = example().parse().unwrap();
    assert_eq!(record.to_string(), example());
    assert_eq!((record.cut(), record.burned(), record.dealt().len()), (100, 1, 20));
    assert_eq!(record.opening().commitment(), record.commitment());
    let verified = record.verify().unwrap();
    assert_eq!((verified.dealt, verified.cards), (20, 416));
}

#[test]
fn nothing_is_tolerated() {
    #[track_caller]
    fn check(from: &str, to: &str, line: usize, says: &str) {
        let changed = example().replacen(from, to, 1);
        assert_ne!(changed, example());
        let error = changed.parse::<ShoeRecord>().unwrap_err();
        assert_eq!(error.line, line, "{error}");
        assert!(error.to_string().contains(says), "{error}");
    }
    check("record 1", "record 2", 1, "`shoe-record 1` is expected and `shoe-record 2` is there");
    check("shoe-opening 1", "shoe-opening 2", 2, "`shoe-opening 1` is expected");
    check("decks 8", "decks 9", 8, "number of decks");
    check("commitment aa", "commitment AA", 11, "64 hexadecimal digits");
    check("commitment ", "promise ", 11, "`commitment` and a space");
    check("cut 100", "cut +100", 12, "`+100` is not a number of cards");
    check("cut 100", "cut 0100", 12, "it is written `cut 100`");
    check("cut 100", "cut 70000", 12, "is not a number of cards");
    check("burned 1", "burned 21", 13, "21 cards were burned of 20");
    check("dealt 20", "dealt 21", 14, "21 cards are said to follow and 20 do");
    check("dealt 20", "dealt 19", 16, "more than the 19 cards of line 14");
    check("5c Ah", "5c  Ah", 15, "it is written `5c Ah 3s");
    check("5c Ah", "5c\nAh", 15, "it is written `5c Ah 3s");
    check("5c Ah", "5♣ Ah", 15, "it is written `5c Ah 3s");
    check("5c Ah", "5c Zh", 15, "`Zh`");
    check("\ncut", "\r\ncut", 11, "commitment");
    let whole = example().to_owned();
    assert_eq!((whole.clone() + "\n").parse::<ShoeRecord>().unwrap_err().line, 17);
    assert!(whole.trim_end().parse::<ShoeRecord>().is_err(), "the last line feed belongs to it");
    assert!("".parse::<ShoeRecord>().is_err());
}

#[test]
fn what_does_not_agree_is_named_in_order() {
    let told = |from: &str, to: &str| {
        let changed: ShoeRecord = example().replacen(from, to, 1).parse().unwrap();
        changed.verify().unwrap_err().list().to_vec()
    };
    assert!(matches!(told("commitment aa72", "commitment aa73")[..], [Disagreement::Commitment { .. }]));
    assert_eq!(told("cut 100", "cut 99"), [Disagreement::OtherCut { cut: 99, fits: 100 }]);
    assert_eq!(told("cut 100", "cut 416"), [Disagreement::Cut { cut: 416, cards: 416 }]);
    let card = |text: &str| text.parse::<Card>().unwrap();
    assert_eq!(
        told("5c Ah", "5c Kh"),
        [Disagreement::Card { place: 2, dealt: card("Kh"), ordered: card("Ah") }]
    );
}

#[test]
fn a_record_has_no_more_cards_than_a_shoe() {
    let record = seeded("most", 8, 0, 416);
    let mut cards = record.dealt().to_vec();
    cards.push(cards[0]);
    let opening: Opening = record.opening().to_string().parse().unwrap();
    let commitment: Commitment = record.commitment();
    assert!(ShoeRecord::new(opening, commitment, 0, 0, cards).unwrap_err().to_string().contains("417 cards"));
}

proptest! {
    #[test]
    fn every_record_reads_back_and_agrees(label in "[a-z]{8}", decks in 1u8..=8, dealt in 0usize..=416, cut in 0u16..52) {
        let record = seeded(&label, decks, cut, dealt);
        let text = record.to_string();
        let read: ShoeRecord = text.parse().unwrap();
        prop_assert_eq!(read.to_string(), text);
        prop_assert_eq!(read.dealt(), record.dealt());
        prop_assert_eq!(read.verify().unwrap().dealt, dealt.min(usize::from(decks) * 52));
    }

    #[test]
    fn one_changed_byte_is_refused_or_found(at in 0..example().len(), to in 0x20u8..0x7f) {
        let mut text = example().as_bytes().to_vec();
        prop_assume!(text[at] != to);
        text[at] = to;
        if let Ok(record) = String::from_utf8(text).unwrap().parse::<ShoeRecord>() {
            // How many cards were burned is the table's to say: every card agrees all the same.
            prop_assert!(record.verify().is_err() || record.burned() != 1);
        }
    }

    #[test]
    fn any_text_is_read_without_panic(text in "\\PC{0,300}", lines in 0usize..20) {
        let _ = text.parse::<ShoeRecord>();
        let beginning: String = example().split_inclusive('\n').take(lines).collect();
        let _ = (beginning + &text).parse::<ShoeRecord>();
    }
}
