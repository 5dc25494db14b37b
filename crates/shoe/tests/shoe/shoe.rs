//! The shoe keeps its cards: what was dealt and what is left are always whole decks, whatever the cut.

use proptest::prelude::*;
use punto_shoe::{Algorithm, Decks, Generator, NotThisShoe, SealingKey, Shares, Shoe};
use punto_vocab::Card;

use crate::common::{Seeded, alone, id, uncut};

fn cards_of(shoe: &mut Shoe) -> Vec<Card> {
    std::iter::from_fn(|| shoe.draw()).collect()
}

fn tally(cards: impl IntoIterator<Item = Card>) -> [u8; 52] {
    cards.into_iter().fold([0; 52], |mut tally, card| {
        tally[card.index()] += 1;
        tally
    })
}

proptest! {
    #[test]
    fn dealt_and_remaining_are_whole_decks_at_every_step(label in "[a-z]{8}", decks in 1u8..=8, cut in 0.0..1.0) {
        let cards = u16::from(decks) * 52;
        let cut = (f64::from(cards) * cut) as u16;
        let all = cards_of(&mut uncut(&label, decks).cut(cut).unwrap());
        let mut shoe = uncut(&label, decks).cut(cut).unwrap();
        for step in 0..=usize::from(cards) {
            prop_assert_eq!(shoe.remaining(), usize::from(cards) - step);
            let dealt: Vec<Card> = shoe.dealt().collect();
            prop_assert_eq!(&dealt, &all[..step], "a card that has left stays out, in its order");
            let whole = tally(dealt.into_iter().chain(all[step..].iter().copied()));
            prop_assert_eq!(whole, [decks; 52]);
            prop_assert_eq!(shoe.draw(), all.get(step).copied());
        }
        prop_assert_eq!(shoe.draw(), None);
        prop_assert_eq!(shoe.remaining(), 0);
    }

    #[test]
    fn a_cut_is_a_rotation_of_what_was_committed_to(label in "[a-z]{8}", cut in 0u16..416) {
        let whole = cards_of(&mut uncut(&label, 8).cut(0).unwrap());
        let shoe = uncut(&label, 8);
        let commitment = shoe.commitment();
        let mut shoe = shoe.cut(cut).unwrap();
        prop_assert_eq!((shoe.commitment(), shoe.cut_at()), (commitment, cut));
        let mut rotated = whole.clone();
        rotated.rotate_left(cut.into());
        prop_assert_eq!(&cards_of(&mut shoe), &rotated);
        let opening = shoe.end();
        prop_assert_eq!(opening.order(&Shares::default()).unwrap(), whole);
        prop_assert_eq!(alone(&opening, &commitment, cut, &rotated).unwrap().cards, 416);
    }

    #[test]
    fn a_restart_resumes_exactly_there(label in "[a-z]{8}", cut in 0u16..416, before in 0usize..=416) {
        let mut generator = Generator::start(Seeded::new(&label)).unwrap();
        let key = SealingKey::new([3; 32]);
        let shoe = generator.prepare(id(&label), Decks::EIGHT).unwrap();
        let sealed = generator.seal(&key, &shoe).unwrap();
        let mut shoe = generator.mix(shoe, &Shares::default()).unwrap().cut(cut).unwrap();
        let journal: Vec<Card> = (0..before).filter_map(|_| shoe.draw()).collect();
        let again = sealed.open(&key, &id(&label), Algorithm::NEWEST, Decks::EIGHT).unwrap();
        prop_assert_eq!(again.commitment(), shoe.commitment());
        let mut again = again.mix(&Shares::default()).unwrap().cut(cut).unwrap();
        again.resume(journal).unwrap();
        prop_assert_eq!(cards_of(&mut again), cards_of(&mut shoe));
    }
}

#[test]
fn a_cut_outside_gives_the_shoe_back() {
    let shoe = uncut("cut", 6);
    let commitment = shoe.commitment();
    let refused = shoe.cut(312).unwrap_err();
    assert_eq!(refused.to_string(), "the cut after 312 cards is not in the shoe, which has 312 cards");
    assert_eq!(refused.shoe.commitment(), commitment);
    assert!(refused.shoe.cut(311).is_ok());
}

#[test]
fn a_journal_of_another_shoe_does_not_resume() {
    let mut other = cards_of(&mut uncut("one", 8).cut(5).unwrap());
    let mut shoe = uncut("one", 8).cut(5).unwrap();
    let differs = 11 + other[11..].iter().position(|card| *card != other[10]).unwrap();
    other.swap(10, differs);
    assert_eq!(shoe.resume(other.clone()), Err(NotThisShoe { place: 11, journal: other[10] }));
    assert_eq!(shoe.remaining(), 416, "the shoe is as it was");
    let too_many = cards_of(&mut uncut("one", 8).cut(5).unwrap()).into_iter().chain([other[0]]);
    assert_eq!(shoe.resume(too_many), Err(NotThisShoe { place: 417, journal: other[0] }));
}
