//! Patrons' shares: the worked example of docs/shoe.md, and that nobody can leave one out, add one or choose after the others.

use proptest::prelude::*;
use punto_shoe::{
    Claim, Commitment, Cut, CutBy, Disagreement, Opening, Pledges, RevealedShare, Share, Shares, verify,
};
use punto_vocab::Card;

use crate::common::{promised, uncut};

const DOCUMENT: &str = include_str!("../../../../docs/shoe.md");
const COMMITMENT: &str = "7a7e9eae640e65ab6a880d9ca5395bc31ed38491222f79fffd310b5bd8e42c66";

/// The opening of the document: its first fenced block.
fn opening() -> Opening {
    let (_, rest) = DOCUMENT.split_once("```\n").unwrap();
    rest.split("```").next().unwrap().parse().unwrap()
}

/// The shares of the document's table: name, share, salt.
fn shares() -> Vec<(&'static str, Share)> {
    let (_, table) = DOCUMENT.split_once("| patron | share | salt |\n|---|---|---|\n").unwrap();
    let row = |line: &'static str| {
        let cells: Vec<&str> = line.split(['|', '`', ' ']).filter(|cell| !cell.is_empty()).collect();
        (cells[0], Share::from_hex(cells[1], cells[2]).unwrap())
    };
    table.lines().take_while(|line| line.starts_with('|')).map(row).collect()
}

fn pledges(shoe: &Commitment, shares: &[(&str, Share)]) -> Pledges {
    let mut pledges = Pledges::default();
    for (patron, share) in shares {
        assert!(pledges.take(share.pledge(shoe, patron), Some(share.shown(patron))));
    }
    pledges
}

#[test]
fn the_document_shows_what_the_software_does() {
    let (opening, commitment) = (opening(), COMMITMENT.parse().unwrap());
    assert_eq!(opening.commitment(), commitment);
    assert_eq!(shares().len(), 2);
    for (patron, share) in shares() {
        let (shown, pledge) = (share.shown(patron), share.pledge(&commitment, patron));
        let tag = shown.to_string().split(' ').next().unwrap().to_owned();
        assert!(DOCUMENT.contains(&format!("| `{patron}` | `{tag}` | `{pledge}` |")), "{patron}");
        assert!(DOCUMENT.contains(&format!("share {pledge} {shown}\n")), "{patron}");
    }
    let words = |cards: &[Card]| cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ");
    let all = pledges(&commitment, &shares()).shares().unwrap();
    let (order, own) = opening.order_and_cut(&all).unwrap();
    assert!(DOCUMENT.contains(&format!("first cards | `{}`", words(&order[..16]))));
    assert!(DOCUMENT.contains(&format!("last cards | `{}`", words(&order[408..]))));
    assert!(DOCUMENT.contains(&format!("own cut | after {own} cards")));
    assert!(DOCUMENT.contains(&format!("after a cut after 100 | `{}`", words(&order[100..116]))));
    let (_, alone) = opening.order_and_cut(&Shares::default()).unwrap();
    assert!(DOCUMENT.contains(&format!("own cut after {alone} cards")));
}

#[test]
fn a_share_left_out_added_or_changed_gives_another_order() {
    let (opening, commitment) = (opening(), COMMITMENT.parse().unwrap());
    let order =
        |shares: &[(&str, Share)]| opening.order(&pledges(&commitment, shares).shares().unwrap()).unwrap();
    let both = shares();
    let other = Share::from_hex(&"00".repeat(32), &"00".repeat(16)).unwrap();
    let orders = [
        order(&both),
        order(&both[..1]),
        order(&both[1..]),
        order(&[]),
        order(&[both[0], ("ben", other)]),
        order(&[both[0], both[1], ("cat", other)]),
        order(&[("ben", both[0].1), ("ada", both[1].1)]),
    ];
    for (n, one) in orders.iter().enumerate() {
        assert!(orders[..n].iter().all(|before| before != one), "{n}");
    }
    let turned: Vec<(&str, Share)> = both.iter().rev().copied().collect();
    assert_eq!(order(&turned), orders[0], "in whatever order they came");
}

#[test]
fn each_falsehood_about_shares_and_the_cut_is_named() {
    let (opening, commitment): (_, Commitment) = (opening(), COMMITMENT.parse().unwrap());
    let honest = pledges(&commitment, &shares());
    let (order, own) = opening.order_and_cut(&honest.shares().unwrap()).unwrap();
    let after = |cut: u16| -> Vec<Card> { order.iter().cycle().skip(cut.into()).take(60).copied().collect() };
    let told = |pledges: &Pledges, cut: Option<Cut>, dealt: &[Card]| {
        let found = verify(&opening, &Claim { commitment: &commitment, pledges, cut, dealt });
        found.map(drop).map_err(|all| all.list().to_vec())
    };
    let (own_cut, patrons) = (Cut { at: own, by: CutBy::Own }, Cut { at: 99, by: CutBy::Patron });
    assert_eq!(told(&honest, Some(own_cut), &after(own)), Ok(()));
    assert_eq!(told(&honest, Some(patrons), &after(99)), Ok(()));
    // Nobody cut it, and so there is one cut: another with cards to fit is found.
    let lied = Cut { at: 99, by: CutBy::Own };
    assert_eq!(told(&honest, Some(lied), &after(own)), Err(vec![Disagreement::OwnCut { cut: 99, own }]));
    assert!(told(&honest, Some(lied), &after(99)).is_err());

    let mut broken = Pledges::default();
    let swapped: RevealedShare = shares()[1].1.shown("ada");
    broken.take(shares()[0].1.pledge(&commitment, "ada"), Some(swapped));
    assert_eq!(told(&broken, None, &[]), Err(vec![Disagreement::Share { place: 1 }]));
    let mut withheld = Pledges::default();
    withheld.take(shares()[0].1.pledge(&commitment, "ada"), None);
    assert_eq!(told(&withheld, None, &[]), Ok(()), "it was given up, and nothing was dealt");
    assert_eq!(told(&withheld, Some(patrons), &[]), Err(vec![Disagreement::Withheld]));
    assert_eq!(told(&honest, None, &after(99)), Err(vec![Disagreement::NotCut { dealt: 60 }]));
}

proptest! {
    #[test]
    fn the_shoes_own_cut_lies_in_its_middle_half(label in "[a-z]{8}", decks in 1u8..=8) {
        let cards = u16::from(decks) * 52;
        let own = uncut(&label, decks).own_cut();
        prop_assert!((cards / 4..=cards / 4 + cards / 2).contains(&own), "{own} of {cards}");
    }

    #[test]
    fn a_shoe_given_up_at_any_time_opens_its_commitment(label in "[a-z]{8}", mixed: bool) {
        let shoe = promised(&label, 8);
        let commitment = shoe.commitment();
        let opening = if mixed { uncut(&label, 8).end() } else { shoe.end() };
        prop_assert_eq!(opening.commitment(), commitment);
    }
}

#[test]
fn the_shoes_own_cut_is_spread_evenly() {
    let mut counts = [0u32; 209];
    for n in 0..20_900u32 {
        let text = format!(
            "shoe-opening 1\nalgorithm punto-shoe/2\nsite s\ntable t\nnode n\nshoe 1\ndecks 8\n\
             entropy {n:064x}\nnonce {:032x}\n",
            0
        );
        let (_, own) = text.parse::<Opening>().unwrap().order_and_cut(&Shares::default()).unwrap();
        counts[usize::from(own) - 104] += 1;
    }
    // 208 degrees of freedom: chance exceeds 310 once in 200,000, and the seeds are the same in every run.
    let statistic: f64 = counts.iter().map(|count| (f64::from(*count) - 100.0).powi(2) / 100.0).sum();
    assert!(statistic < 310.0, "{statistic}");
}
