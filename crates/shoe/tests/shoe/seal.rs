//! The seal opens for its key and its shoe and for nothing else, and no secret is ever printed.

use punto_shoe::{
    Algorithm, Decks, Generator, HmacDrbg, PromisedShoe, SealError, Sealed, SealingKey, Shares, ShoeId,
};
use zeroize::ZeroizeOnDrop;

use crate::common::{Seeded, id};

const KEY: [u8; 32] = [0xc3; 32];

fn sealed() -> (PromisedShoe, Sealed) {
    let mut generator = Generator::start(Seeded::new("seal")).unwrap();
    let shoe = generator.prepare(id("7"), Decks::EIGHT).unwrap();
    let sealed = generator.seal(&SealingKey::new(KEY), &shoe).unwrap();
    (shoe, sealed)
}

fn open(sealed: &Sealed, key: [u8; 32], id: &ShoeId, decks: Decks) -> Result<PromisedShoe, SealError> {
    sealed.open(&SealingKey::new(key), id, Algorithm::NEWEST, decks)
}

#[test]
fn the_right_key_and_name_open_it() {
    let (shoe, sealed) = sealed();
    let opened = open(&sealed, KEY, &id("7"), Decks::EIGHT).unwrap();
    assert_eq!(opened.commitment(), shoe.commitment());
    let json = serde_json::to_string(&sealed).unwrap();
    assert_eq!(serde_json::from_str::<Sealed>(&json).unwrap(), sealed);
}

#[test]
fn another_key_is_refused() {
    let (_, sealed) = sealed();
    for bit in 0..256 {
        let mut key = KEY;
        key[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(open(&sealed, key, &id("7"), Decks::EIGHT).unwrap_err(), SealError::Refused, "bit {bit}");
    }
}

#[test]
fn another_table_or_shoe_is_refused() {
    let (_, sealed) = sealed();
    let words = ["house", "table-1", "node-a", "7"];
    for place in 0..4 {
        let mut words = words;
        words[place] = "other";
        let [site, table, node, shoe] = words;
        let other = ShoeId::new(site, table, node, shoe).unwrap();
        assert_eq!(open(&sealed, KEY, &other, Decks::EIGHT).unwrap_err(), SealError::Refused);
    }
    let six = Decks::new(6).unwrap();
    assert_eq!(open(&sealed, KEY, &id("7"), six).unwrap_err(), SealError::Refused);
    let older = sealed.open(&SealingKey::new(KEY), &id("7"), Algorithm::One, Decks::EIGHT);
    assert_eq!(older.unwrap_err(), SealError::Refused);
}

#[test]
fn any_changed_digit_is_refused() {
    let text = sealed().1.to_string();
    assert_eq!(text.len(), 178);
    for at in 0..text.len() {
        let mut changed = text.clone().into_bytes();
        changed[at] = if changed[at] == b'0' { b'1' } else { b'0' };
        let changed: Sealed = String::from_utf8(changed).unwrap().parse().unwrap();
        let refused = open(&changed, KEY, &id("7"), Decks::EIGHT).unwrap_err();
        if at < 2 {
            assert!(matches!(refused, SealError::Version(_)), "{refused}");
        } else {
            assert_eq!(refused, SealError::Refused, "digit {at}");
        }
    }
    assert_eq!(text[1..].parse::<Sealed>(), Err(SealError::Text));
}

#[test]
fn two_seals_of_one_shoe_differ() {
    let mut generator = Generator::start(Seeded::new("seal")).unwrap();
    let shoe = generator.prepare(id("7"), Decks::EIGHT).unwrap();
    let key = SealingKey::new(KEY);
    assert_ne!(generator.seal(&key, &shoe).unwrap(), generator.seal(&key, &shoe).unwrap());
}

#[test]
fn debug_never_prints_a_secret() {
    let mut generator = Generator::start(Seeded::new("seal")).unwrap();
    let shoe = generator.prepare(id("7"), Decks::EIGHT).unwrap();
    let sealed = generator.seal(&SealingKey::new(KEY), &shoe).unwrap();
    let drbg = generator.raw(b"").unwrap();
    let mut said = format!("{shoe:?} {shoe:#?} {generator:?} {drbg:?} {:?} {sealed:?}", SealingKey::new(KEY));
    let shoe = generator.mix(shoe, &Shares::default()).unwrap();
    said += &format!("{shoe:?} {shoe:#?}");
    let refused = shoe.cut(999).unwrap_err();
    said += &format!("{refused:?} {refused}");
    let shoe = refused.shoe.cut(9).unwrap();
    said += &format!("{shoe:?} {shoe:#?}");
    let opening = shoe.end();
    said += &format!("{opening:?} {opening:#?}");

    let text = opening.to_string();
    for line in text.lines().skip(7) {
        let secret = line.split_once(' ').unwrap().1;
        let bytes: Vec<u8> = (0..secret.len())
            .step_by(2)
            .map(|at| u8::from_str_radix(&secret[at..at + 2], 16).unwrap())
            .collect();
        for four in bytes.windows(4) {
            let hex: String = four.iter().map(|byte| format!("{byte:02x}")).collect();
            let list = format!("{four:?}");
            assert!(!said.contains(&hex) && !said.contains(list.trim_matches(['[', ']'])), "{said}");
        }
    }
    let order: Vec<usize> =
        opening.order(&Shares::default()).unwrap().iter().map(|card| card.index()).collect();
    assert!(!said.contains(format!("{:?}", &order[..4]).trim_matches(['[', ']'])));
    assert!(!said.contains("c3c3") && !said.contains("195, 195"));
}

#[test]
fn secrets_are_wiped_when_dropped() {
    fn wiped<T: ZeroizeOnDrop>() {}
    wiped::<SealingKey>();
    wiped::<HmacDrbg>();
}
