//! Known-answer tests, run before the first card and on demand: the generator against a published NIST vector, and
//! a whole shoe against an order that is written here.

use punto_vocab::hex;
use sha2::{Digest, Sha256};

use crate::{HmacDrbg, Opening, Pledges, Share};

/// The software does not compute what it did when it was certified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("known-answer test of the {part} failed; this software must not deal")]
pub struct SelfTestFailure {
    /// Which part: `generator`, `reseed counter`, `shuffle` or `commitment`.
    pub part: &'static str,
}

/// Runs every test.
pub(crate) fn run() -> Result<(), SelfTestFailure> {
    let passed = |part, passed: Option<bool>| {
        if passed == Some(true) { Ok(()) } else { Err(SelfTestFailure { part }) }
    };
    passed("generator", generator(&NIST))?;
    passed("reseed counter", reseed_counter())?;
    for shoe in [&SHOE, &OLDER] {
        passed("shuffle", shuffle(shoe))?;
        passed("commitment", commitment(shoe))?;
    }
    Ok(())
}

struct Vector {
    entropy: &'static str,
    nonce: &'static str,
    personalisation: &'static str,
    reseed: &'static str,
    reseed_additional: &'static str,
    first_additional: &'static str,
    second_additional: &'static str,
    output: &'static str,
}

/// NIST CAVP drbgvectors_pr_false, HMAC_DRBG, SHA-256, personalisation and additional input of 256 bits, count 0.
const NIST: Vector = Vector {
    entropy: "cdb0d9117cc6dbc9ef9dcb06a97579841d72dc18b2d46a1cb61e314012bdf416",
    nonce: "d0c0d01d156016d0eb6b7e9c7c3c8da8",
    personalisation: "6f0fb9eab3f9ea7ab0a719bfa879bf0aaed683307fda0c6d73ce018b6e34faaa",
    reseed: "8ec6f7d5a8e2e88f43986f70b86e050d07c84b931bcf18e601c5a3eee3064c82",
    reseed_additional: "1ab4ca9014fa98a55938316de8ba5a68c629b0741bdd058c4d70c91cda5099b3",
    first_additional: "16e2d0721b58d839a122852abd3bf2c942a31c84d82fca74211871880d7162ff",
    second_additional: "53686f042a7b087d5d2eca0d2a96de131f275ed7151189f7ca52deaa78b79fb2",
    output: concat!(
        "dda04a2ca7b8147af1548f5d086591ca4fd951a345ce52b3cd49d47e84aa31a1",
        "83e31fbc42a1ff1d95afec7143c8008c97bc2a9c091df0a763848391f68cb4a3",
        "66ad89857ac725a53b303ddea767be8dc5f605b1b95f6d24c9f06be65a973a08",
        "9320b3cc42569dcfd4b92b62a993785b0301b3fc452445656fce22664827b88f",
    ),
};

fn generator(vector: &Vector) -> Option<bool> {
    let bytes = hex::decode::<32>;
    let (entropy, nonce) = (bytes(vector.entropy)?, hex::decode::<16>(vector.nonce)?);
    let mut generator = HmacDrbg::instantiate(&entropy, &nonce, &bytes(vector.personalisation)?).ok()?;
    generator.reseed(&bytes(vector.reseed)?, &bytes(vector.reseed_additional)?).ok()?;
    let mut output = [0; 128];
    generator.generate(&mut output, &bytes(vector.first_additional)?).ok()?;
    generator.generate(&mut output, &bytes(vector.second_additional)?).ok()?;
    Some(hex::decode(vector.output)? == output)
}

/// SP 800-90A 11.3 asks that the refusals be tested too.
fn reseed_counter() -> Option<bool> {
    let mut spent = HmacDrbg::instantiate(&[0; 32], &[0; 16], b"").ok()?.with_reseed_interval(1);
    let mut out = [0; 32];
    spent.generate(&mut out, b"").ok()?;
    Some(spent.generate(&mut out, b"").is_err() && HmacDrbg::instantiate(&[0; 31], &[0; 16], b"").is_err())
}

struct KnownShoe {
    opening: &'static str,
    commitment: &'static str,
    /// Of each patron, what their terminal put into it: the name, the share and the salt.
    shares: &'static [(&'static str, &'static str, &'static str)],
    /// SHA-256 of the order, one byte a card: its place in `Card::all`.
    order: &'static str,
    own_cut: u16,
}

/// The worked example of docs/shoe.md.
const SHOE: KnownShoe = KnownShoe {
    opening: "\
shoe-opening 1
algorithm punto-shoe/2
site demo-house
table rws-2016/1
node node-a
shoe 2026-11-15/7
decks 8
entropy 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
nonce 202122232425262728292a2b2c2d2e2f
",
    commitment: "7a7e9eae640e65ab6a880d9ca5395bc31ed38491222f79fffd310b5bd8e42c66",
    shares: &[
        (
            "ada",
            "303132333435363738393a3b3c3d3e3f404142434445464748494a4b4c4d4e4f",
            "707172737475767778797a7b7c7d7e7f",
        ),
        (
            "ben",
            "505152535455565758595a5b5c5d5e5f606162636465666768696a6b6c6d6e6f",
            "808182838485868788898a8b8c8d8e8f",
        ),
    ],
    order: "0dc14ff35e9a942973eb74a483b53c281644bc2ec8b20e64415b106801fa4797",
    own_cut: 274,
};

/// A shoe of the first algorithm, as older software has made them.
const OLDER: KnownShoe = KnownShoe {
    opening: "\
shoe-opening 1
algorithm punto-shoe/1
site demo-house
table rws-2016/1
node node-a
shoe 2026-11-15/7
decks 8
entropy 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
nonce 202122232425262728292a2b2c2d2e2f
",
    commitment: "aa724985aa43f1ba489e33f63a53de4af434fe1b575e1fd60ba8a3454081737f",
    shares: &[],
    order: "7194b433074b1314b740bfaa2b873a2e196f9848e8996024faa7fbe913cb753b",
    own_cut: 208,
};

fn shuffle(shoe: &KnownShoe) -> Option<bool> {
    let opening = shoe.opening.parse::<Opening>().ok()?;
    let mut pledges = Pledges::default();
    for (patron, share, salt) in shoe.shares {
        let share = Share::from_hex(share, salt).ok()?;
        pledges.take(share.pledge(&opening.commitment(), patron), Some(share.shown(patron)));
    }
    let (order, own_cut) = opening.order_and_cut(&pledges.shares()?).ok()?;
    let places: Vec<u8> = order.iter().map(|card| card.index() as u8).collect();
    Some(hex::encode(&Sha256::digest(places)) == shoe.order && own_cut == shoe.own_cut)
}

fn commitment(shoe: &KnownShoe) -> Option<bool> {
    Some(shoe.opening.parse::<Opening>().ok()?.commitment().to_string() == shoe.commitment)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_software_passes() {
        assert_eq!(run(), Ok(()));
    }

    #[test]
    fn a_wrong_answer_is_noticed() {
        assert_eq!(generator(&Vector { output: NIST.entropy, ..NIST }), None);
        assert_eq!(generator(&Vector { second_additional: NIST.first_additional, ..NIST }), Some(false));
        assert_eq!(shuffle(&KnownShoe { order: SHOE.commitment, ..SHOE }), Some(false));
        assert_eq!(shuffle(&KnownShoe { shares: &SHOE.shares[..1], ..SHOE }), Some(false));
        assert_eq!(shuffle(&KnownShoe { own_cut: 273, ..SHOE }), Some(false));
        assert_eq!(commitment(&KnownShoe { commitment: SHOE.order, ..SHOE }), Some(false));
    }
}
