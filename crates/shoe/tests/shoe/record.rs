//! The record of a shoe: one text, read without tolerance, and a check that says what does not agree.

use proptest::prelude::*;
use punto_shoe::{
    Cut, CutBy, Disagreement, Discard, Ended, Journalled, Opening, Pledges, RecordError, ShoeRecord,
};
use punto_vocab::Card;

use crate::common::uncut;

const DOCUMENT: &str = include_str!("../../../../docs/shoe.md");

/// The worked example of docs/shoe.md: the first fenced block that begins with `shoe-record 2`.
fn example() -> &'static str {
    let (_, rest) = DOCUMENT.split_once("```\nshoe-record 2\n").unwrap();
    let end = rest.find("```").unwrap();
    let start = DOCUMENT.len() - rest.len() - "shoe-record 2\n".len();
    &DOCUMENT[start..start + "shoe-record 2\n".len() + end]
}

fn signed(
    opening: Opening,
    cut: Option<u16>,
    discarded: Option<Discard>,
    dealt: Vec<Card>,
) -> Result<ShoeRecord, RecordError> {
    let at = |seq| Journalled { seq, hash: [seq as u8; 32].into() };
    let ended = Ended {
        commitment: opening.commitment(),
        opening,
        stream: "table/t".to_owned(),
        promised: at(7),
        ended: at(99),
        discarded,
        pledges: Pledges::default(),
        cut: cut.map(|at| Cut { at, by: CutBy::Patron }),
        burned: dealt.len().min(1) as u16,
        dealt,
    };
    ShoeRecord::sign(ended, [3; 32].into(), |text| [text.len() as u8; 64])
}

fn seeded(label: &str, decks: u8, cut: u16, dealt: usize) -> ShoeRecord {
    let mut shoe = uncut(label, decks).cut(cut).unwrap();
    let cards: Vec<Card> = (0..dealt).filter_map(|_| shoe.draw()).collect();
    signed(shoe.end(), Some(cut), None, cards).unwrap()
}

#[test]
fn the_record_in_the_document_reads_and_agrees() {
    let record: ShoeRecord = example().parse().unwrap();
    assert_eq!(record.to_string(), example());
    let shoe = record.shoe();
    assert_eq!((shoe.cut.map(|cut| cut.at), shoe.burned, shoe.dealt.len()), (Some(100), 1, 20));
    assert_eq!((shoe.stream.as_str(), shoe.promised.seq, shoe.ended.seq), ("table/rws-1", 7, 99));
    assert_eq!(shoe.opening.commitment(), shoe.commitment);
    assert_eq!(format!("{}signature ", record.statement()), example()[..example().len() - 129]);
    let verified = record.verify().unwrap();
    assert_eq!((verified.dealt, verified.cards), (20, 416));
}

#[test]
fn a_shoe_that_was_given_up_has_a_record_too() {
    let record = signed(uncut("given-up", 8).end(), None, Some(Discard::TableClosed), Vec::new()).unwrap();
    let text = record.to_string();
    assert!(text.contains(" table-closed\n") && text.contains("\ncut none\n"), "{text}");
    let read: ShoeRecord = text.parse().unwrap();
    assert_eq!((read.shoe().discarded, read.verify().unwrap().dealt), (Some(Discard::TableClosed), 0));
    let other = uncut("another", 8).end();
    let mut lied = signed(other, None, Some(Discard::TableClosed), Vec::new()).unwrap().to_string();
    lied = lied.replace(
        &lied[lied.find("commitment").unwrap()..][..75],
        &text[text.find("commitment").unwrap()..][..75],
    );
    assert!(lied.parse::<ShoeRecord>().unwrap().verify().is_err(), "another opening than was promised");
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
    check("record 2", "record 3", 1, "`shoe-record 2` is expected and `shoe-record 3` is there");
    check("record 2", "record 1", 1, "this record is not signed");
    check("shoe-opening 1", "shoe-opening 2", 2, "`shoe-opening 1` is expected");
    check("decks 8", "decks 9", 8, "number of decks");
    check("commitment 7a", "commitment 7A", 11, "64 hexadecimal digits");
    check("commitment ", "promise ", 11, "`commitment` and a space");
    check("stream table/rws-1", "stream table/r\u{e9}", 12, "names no stream");
    check("promised 7", "promised x", 13, "`x` is not a record's number");
    check("promised 7", "promised 07", 13, "it is written `promised 7");
    check(" played", " forgotten", 14, "forgotten");
    check("shares 2", "shares 3", 18, "`share` and a space");
    check("shares 2", "shares 1", 17, "`cut` and a space");
    check("share a1f3", "share 01f3", 16, "it is written `share 01f3");
    check("cut 100 patron", "cut +100 patron", 18, "`+100` is not a number of cards");
    check("cut 100 patron", "cut 0100 patron", 18, "it is written `cut 100 patron`");
    check("cut 100 patron", "cut 100", 18, "who cuts");
    check("cut 100", "cut 70000", 18, "is not a number of cards");
    check("burned 1", "burned 21", 19, "21 cards were burned of 20");
    check("dealt 20", "dealt 21", 20, "21 cards are said to follow and 20 do");
    check("dealt 20", "dealt 19", 22, "more than the 19 cards of line 20");
    check("6d Ah", "6d  Ah", 21, "it is written `6d Ah Ad");
    check("6d Ah", "6d\nAh", 21, "it is written `6d Ah Ad");
    check("6d Ah", "6♦ Ah", 21, "it is written `6d Ah Ad");
    check("6d Ah", "6d Zh", 21, "`Zh`");
    check("\ncut", "\r\ncut", 17, "a share");
    check("key d7", "key D7", 23, "64 hexadecimal digits");
    check("signature 92", "signature 9", 24, "128 hexadecimal digits");
    let whole = example().to_owned();
    assert_eq!((whole.clone() + "\n").parse::<ShoeRecord>().unwrap_err().line, 25);
    assert!(whole.trim_end().parse::<ShoeRecord>().is_err(), "the last line feed belongs to it");
    assert!("".parse::<ShoeRecord>().is_err());
}

#[test]
fn what_does_not_agree_is_named_in_order() {
    let told = |from: &str, to: &str| {
        let changed: ShoeRecord = example().replacen(from, to, 1).parse().unwrap();
        changed.verify().unwrap_err().list().to_vec()
    };
    assert!(matches!(
        told("commitment 7a7e", "commitment 7a7f")[..],
        [Disagreement::Commitment { .. }, Disagreement::Share { place: 1 }]
    ));
    assert_eq!(told("cut 100", "cut 99"), [Disagreement::OtherCut { cut: 99, fits: 100 }]);
    assert_eq!(told("cut 100", "cut 416"), [Disagreement::Cut { cut: 416, cards: 416 }]);
    let card = |text: &str| text.parse::<Card>().unwrap();
    assert_eq!(
        told("6d Ah", "6d Kh"),
        [Disagreement::Card { place: 2, dealt: card("Kh"), ordered: card("Ah") }]
    );
}

#[test]
fn a_record_has_no_more_cards_than_a_shoe() {
    let record = seeded("most", 8, 0, 416);
    let mut cards = record.shoe().dealt.clone();
    cards.push(cards[0]);
    let opening: Opening = record.shoe().opening.to_string().parse().unwrap();
    assert!(signed(opening, Some(0), None, cards).unwrap_err().to_string().contains("417 cards"));
}

proptest! {
    #[test]
    fn every_record_reads_back_and_agrees(label in "[a-z]{8}", decks in 1u8..=8, dealt in 0usize..=416, cut in 0u16..52) {
        let record = seeded(&label, decks, cut, dealt);
        let text = record.to_string();
        let read: ShoeRecord = text.parse().unwrap();
        prop_assert_eq!(read.to_string(), text);
        prop_assert_eq!(&read.shoe().dealt, &record.shoe().dealt);
        prop_assert_eq!(read.verify().unwrap().dealt, dealt.min(usize::from(decks) * 52));
    }

    #[test]
    fn one_changed_byte_is_refused_found_or_not_what_was_signed(at in 0..example().len(), to in 0x20u8..0x7f) {
        let mut text = example().as_bytes().to_vec();
        prop_assume!(text[at] != to);
        text[at] = to;
        if let Ok(record) = String::from_utf8(text).unwrap().parse::<ShoeRecord>() {
            let honest: ShoeRecord = example().parse().unwrap();
            prop_assert!(record.statement() != honest.statement() || record.signature() != honest.signature());
        }
    }

    #[test]
    fn any_text_is_read_without_panic(text in "\\PC{0,300}", lines in 0usize..20) {
        let _ = text.parse::<ShoeRecord>();
        let beginning: String = example().split_inclusive('\n').take(lines).collect();
        let _ = (beginning + &text).parse::<ShoeRecord>();
    }
}
