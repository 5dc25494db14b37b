//! Every line reads back as it prints, anything else is refused, and the document shows what the software does.

use proptest::prelude::*;
use punto_rulebook::Burn;
use punto_scanner::{
    BadLine, Challenge, Cited, Code, Framer, FromHouse, FromShoe, LONGEST, Parting, Proof, Sentence,
    StrictLine, TokenDigest,
};
use punto_table::HandName;
use punto_vocab::Card;

const DOCUMENT: &str = include_str!("../../../../docs/scanning-shoe.md");

fn card() -> impl Strategy<Value = Card> {
    (0..Card::COUNT).prop_map(|place| Card::from_index(place).unwrap())
}

fn from_shoe() -> impl Strategy<Value = FromShoe> {
    let burn = prop::sample::select(Burn::ALL);
    prop_oneof![
        ("[a-z0-9][a-z0-9-]{0,31}", "[a-z0-9]{1,8}", any::<u32>(), any::<u32>()).prop_map(
            |(device, run, next, shoe)| FromShoe::Hello {
                version: 1,
                device: device.parse().unwrap(),
                run: run.parse().unwrap(),
                next,
                shoe,
                proof: Proof::NONE
            }
        ),
        (any::<u32>(), any::<u32>(), any::<u8>()).prop_map(|(n, shoe, decks)| FromShoe::Shoe {
            n,
            shoe,
            decks
        }),
        (any::<u32>(), any::<u32>(), card()).prop_map(|(n, shoe, card)| FromShoe::Card { n, shoe, card }),
        (any::<u32>(), any::<u32>()).prop_map(|(n, shoe)| FromShoe::CutCard { n, shoe }),
        (any::<u32>(), any::<u32>(), burn.clone()).prop_map(|(n, shoe, form)| FromShoe::Burn {
            n,
            shoe,
            form
        }),
        (any::<u32>(), any::<u32>(), burn, card()).prop_map(|(n, shoe, form, card)| FromShoe::BurnCard {
            n,
            shoe,
            form,
            card
        }),
        (any::<u32>(), any::<u32>()).prop_map(|(n, shoe)| FromShoe::Unreadable { n, shoe }),
        (any::<u32>(), any::<u32>(), card()).prop_map(|(n, shoe, card)| FromShoe::OverDrawn {
            n,
            shoe,
            card
        }),
        (any::<u32>(), any::<u32>(), card()).prop_map(|(n, shoe, card)| FromShoe::Reversed { n, shoe, card }),
        Just(FromShoe::Beat),
        Just(FromShoe::Bye),
    ]
}

fn from_house() -> impl Strategy<Value = FromHouse> {
    let sentence = || "\\PC{0,300}".prop_map(|text| Sentence::new(&text));
    prop_oneof![
        any::<[u8; 16]>()
            .prop_map(|bytes| FromHouse::Greeting { version: 1, challenge: Challenge::new(bytes) }),
        any::<u32>().prop_map(|next| FromHouse::Welcome { next }),
        any::<u32>().prop_map(|n| FromHouse::Ok { n }),
        (any::<u32>(), prop::sample::select(Code::ALL), "[0-9.]{1,20}", 1usize..30, sentence()).prop_map(
            |(n, code, clause, times, why)| {
                let by = cited(&vec![clause; times]);
                FromHouse::Refused { n, code, by, why }
            }
        ),
        (prop::sample::select(HandName::ALL), any::<u8>())
            .prop_map(|(hand, nth)| FromHouse::DueCard { hand, nth }),
        prop::sample::select(Burn::ALL).prop_map(|form| FromHouse::DueBurn { form }),
        Just(FromHouse::DueShoe),
        sentence().prop_map(|why| FromHouse::DueNothing { why }),
        Just(FromHouse::Beat),
        (prop::sample::select(Parting::ALL), sentence()).prop_map(|(code, why)| FromHouse::Bye { code, why }),
    ]
}

fn cited(clauses: &[String]) -> Cited {
    let book = "nsw-2021".into();
    let clauses = clauses.iter().enumerate().map(|(place, clause)| {
        punto_vocab::Authority::Clause(punto_vocab::ClauseId::new(&book, &format!("{clause}.{place}")))
    });
    Cited::from(&punto_vocab::Citation::of(clauses).unwrap())
}

proptest! {
    #[test]
    fn what_a_shoe_says_reads_back(line in from_shoe()) {
        let text = line.to_string();
        prop_assert!(text.len() < LONGEST, "{text}");
        prop_assert_eq!(FromShoe::read(text.as_bytes()).unwrap(), line);
    }

    #[test]
    fn what_the_house_says_reads_back(line in from_house()) {
        let text = line.to_string();
        prop_assert!(text.len() < LONGEST, "{text}");
        prop_assert_eq!(FromHouse::read(text.as_bytes()).unwrap(), line);
    }

    #[test]
    fn any_bytes_are_read_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = (FromShoe::read(&bytes), FromHouse::read(&bytes));
        let mut framer = Framer::default();
        framer.feed(&bytes);
        while let Ok(Some(line)) = framer.next_line() {
            prop_assert!(line.len() < LONGEST);
        }
    }

    #[test]
    fn lines_do_not_depend_on_how_they_arrive(lines in prop::collection::vec("[ -~]{0,150}", 0..8), cut in 1usize..40) {
        let whole: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let (mut framer, mut found) = (Framer::default(), Vec::new());
        for part in whole.as_bytes().chunks(cut) {
            framer.feed(part);
            while let Some(line) = framer.next_line().unwrap() {
                found.push(String::from_utf8(line).unwrap());
            }
        }
        prop_assert_eq!(found, lines);
    }
}

#[test]
fn one_line_has_one_spelling() {
    #[track_caller]
    fn refused(line: &str) -> BadLine {
        FromShoe::read(line.as_bytes()).unwrap_err()
    }
    assert!(FromShoe::read(b"card 5 1 Td").is_ok());
    for other in
        ["card 05 1 Td", "card 5  1 Td", " card 5 1 Td", "card 5 1 Td ", "card 5 1 10d", "card 5 1 td"]
    {
        assert_eq!(refused(other), BadLine::NotCanonical("card 5 1 Td".to_owned()), "{other}");
    }
    for none in
        ["", "card", "card 5 1", "card 5 1 Td x", "card -5 1 Td", "card 4294967296 1 Td", "draw 5 1 Td"]
    {
        assert!(matches!(refused(none), BadLine::Unknown(_)), "{none}");
    }
    assert_eq!(refused("card 5 1 T♦"), BadLine::NotPlain { at: 11 });
    assert_eq!(refused("beat\r"), BadLine::NotPlain { at: 5 });
    assert_eq!(refused(&"b".repeat(200)), BadLine::TooLong);
    assert!(matches!(refused(&"b".repeat(199)), BadLine::Unknown(_)));
}

#[test]
fn a_line_without_end_is_not_kept() {
    let mut framer = Framer::default();
    framer.feed(&[b'x'; LONGEST - 1]);
    assert_eq!(framer.next_line(), Ok(None));
    framer.feed(b"x");
    assert_eq!(framer.next_line(), Err(BadLine::TooLong));
    let mut framer = Framer::default();
    framer.feed(&[&[b'x'; LONGEST][..], b"\nbeat\n"].concat());
    assert_eq!(framer.next_line(), Err(BadLine::TooLong), "a line feed further on does not help");
}

/// The lines of the document's grammar are those of the software, and its example is answered so.
#[test]
fn the_document_has_every_line_and_a_proof_that_holds() {
    for pattern in FromShoe::PATTERNS.iter().chain(FromHouse::PATTERNS) {
        let shown = pattern.replace(['{', '}'], "").to_uppercase();
        let found = DOCUMENT.lines().any(|line| line.to_uppercase().starts_with(&format!("| `{shown}`")));
        assert!(found, "docs/scanning-shoe.md does not explain `{pattern}`");
    }
    let codes = Code::ALL.iter().map(|code| code.word()).chain(Parting::ALL.iter().map(|code| code.word()));
    for code in codes {
        assert!(DOCUMENT.contains(&format!("`{code}`")), "docs/scanning-shoe.md does not explain `{code}`");
    }
    let line = |starts: &str| {
        let found =
            DOCUMENT.lines().find(|line| line.trim_start_matches(['>', '<', ' ']).starts_with(starts));
        found.unwrap().trim_start_matches(['>', '<', ' ']).as_bytes()
    };
    let greeting = FromHouse::read(line("punto-shoe 1 ")).unwrap();
    let hello = FromShoe::read(line("hello 1 ")).unwrap();
    assert!(TokenDigest::of_token("correct horse battery staple").accepts(&greeting, &hello));
    assert!(!TokenDigest::of_token("correct horse battery stapler").accepts(&greeting, &hello));
}
