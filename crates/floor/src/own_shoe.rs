//! The house's own shoe at a table: shuffled, promised, cut, dealt, opened. The order of cards never leaves this module.

use std::sync::Mutex;

use punto_records::{Prepared, ShoeStep};
use punto_shoe::{ALGORITHM, Decks, EntropySource, Fault, Generator, OsEntropy, Sealed, SealingKey};
use punto_shoe::{Shoe, ShoeId, UncutShoe};
use punto_vocab::Card;

use crate::dealer::ShoeStage;
use crate::shoe_track::ShoeTrack;
use crate::time::locked;

/// The one generator of this process, and the key that seals what it makes.
pub(crate) struct House {
    generator: Mutex<Box<dyn Shuffles>>,
    key: SealingKey,
    site: String,
    node: String,
}

impl House {
    /// Starts the generator, with all its tests passed.
    pub(crate) fn start(key: SealingKey, site: &str, node: &str) -> Result<House, Fault> {
        Ok(House::with(Generator::start(OsEntropy)?, key, site, node))
    }

    /// The same, from a generator that is started.
    pub(crate) fn with(generator: impl Shuffles + 'static, key: SealingKey, site: &str, node: &str) -> House {
        let generator: Box<dyn Shuffles> = Box::new(generator);
        House { generator: Mutex::new(generator), key, site: site.into(), node: node.into() }
    }

    /// A new shoe for a table. Its name has the number of the record that publishes it, so that no two share one.
    fn shuffle(&self, table: &str, record: u64, decks: u32) -> Result<(UncutShoe, Prepared), String> {
        let id = ShoeId::new(&self.site, table, &self.node, &format!("record-{record}"));
        let id = id.map_err(|error| error.to_string())?;
        let decks = u8::try_from(decks).ok().and_then(|decks| Decks::new(decks).ok());
        let decks = decks.ok_or("the house's own shoe holds 1 to 8 decks")?;
        let made = locked(&self.generator).shuffle(&self.key, id, decks);
        let (uncut, sealed) = made.map_err(|fault| fault.to_string())?;
        let prepared = Prepared {
            id: uncut.id().clone(),
            decks,
            algorithm: ALGORITHM.to_owned(),
            commitment: uncut.commitment(),
            sealed,
        };
        Ok((uncut, prepared))
    }

    /// Runs the generator's own tests again.
    pub(crate) fn check(&self) -> Result<(), Fault> {
        locked(&self.generator).check()
    }
}

/// A generator, whatever its source of entropy.
pub(crate) trait Shuffles: Send {
    fn shuffle(&mut self, key: &SealingKey, id: ShoeId, decks: Decks) -> Result<(UncutShoe, Sealed), Fault>;
    fn check(&mut self) -> Result<(), Fault>;
}

impl<S: EntropySource + Send> Shuffles for Generator<S> {
    fn shuffle(&mut self, key: &SealingKey, id: ShoeId, decks: Decks) -> Result<(UncutShoe, Sealed), Fault> {
        let uncut = self.prepare(id, decks)?;
        let sealed = self.seal(key, &uncut)?;
        Ok((uncut, sealed))
    }

    fn check(&mut self) -> Result<(), Fault> {
        Generator::check(self)
    }
}

/// The shoe of one table. There is no `Debug`: it knows the order.
pub(crate) struct OwnShoe(State);

enum State {
    None,
    /// Made, and not yet recorded or not yet cut.
    Uncut(Box<UncutShoe>, Box<Prepared>),
    /// In play, with the card that has been drawn and is not recorded yet.
    Cut(Box<Shoe>, Option<Card>),
    /// Over, and its opening not recorded yet.
    Ended {
        opening: String,
        cut: u16,
    },
}

impl OwnShoe {
    /// The shoe as the records leave it; if its seal does not open or its cards are others, why.
    pub(crate) fn restore(house: &House, track: &ShoeTrack) -> (OwnShoe, Option<String>) {
        let Some(prepared) = &track.prepared else { return (OwnShoe(State::None), None) };
        match reopen(house, prepared, track) {
            Ok(state) => (OwnShoe(state), None),
            Err(why) => (OwnShoe(State::None), Some(why)),
        }
    }

    /// How far it is, with what the records say of it.
    pub(crate) fn stage(&self, track: &ShoeTrack) -> ShoeStage {
        match (&self.0, &track.prepared) {
            (State::Uncut(..), Some(prepared)) => ShoeStage::Uncut {
                since: punto_vocab::Time(track.since),
                decks: u8::from(prepared.decks).into(),
            },
            (State::Cut(..) | State::Ended { .. }, Some(_)) => ShoeStage::Cut,
            _ if track.lost => ShoeStage::Lost,
            _ => ShoeStage::None,
        }
    }

    /// Shuffles a new shoe; asked again before it is recorded, the same one.
    pub(crate) fn shuffle(
        &mut self,
        house: &House,
        table: &str,
        record: u64,
        decks: u32,
    ) -> Result<ShoeStep, String> {
        if let State::Uncut(_, prepared) = &self.0
            && u32::from(u8::from(prepared.decks)) == decks
        {
            return Ok(ShoeStep::Prepared(prepared.clone()));
        }
        let (uncut, prepared) = house.shuffle(table, record, decks)?;
        let prepared = Box::new(prepared);
        self.0 = State::Uncut(Box::new(uncut), prepared.clone());
        Ok(ShoeStep::Prepared(prepared))
    }

    /// The card that a shoe which waits for its cut would begin with, if it were cut there.
    pub(crate) fn first_after(&self, house: &House, depth: u32) -> Option<Card> {
        let State::Uncut(_, prepared) = &self.0 else { return None };
        let uncut = prepared.sealed.open(&house.key, &prepared.id, prepared.decks).ok()?;
        uncut.cut(u16::try_from(depth).ok()?).ok()?.draw()
    }

    /// The next card. Until it is recorded, asking again gives the same one.
    pub(crate) fn card(&mut self) -> Option<Card> {
        match &mut self.0 {
            State::Cut(shoe, drawn) => {
                if drawn.is_none() {
                    *drawn = shoe.draw();
                }
                *drawn
            }
            State::None | State::Uncut(..) | State::Ended { .. } => None,
        }
    }

    /// The opening, once the shoe is over. No card can leave it after this.
    pub(crate) fn end(&mut self) -> Option<ShoeStep> {
        self.0 = match std::mem::replace(&mut self.0, State::None) {
            State::Cut(shoe, _) => State::Ended { cut: shoe.cut_at(), opening: shoe.end().to_string() },
            other => other,
        };
        match &self.0 {
            State::Ended { opening, cut } => Some(ShoeStep::Opened { opening: opening.clone(), cut: *cut }),
            State::None | State::Uncut(..) | State::Cut(..) => None,
        }
    }

    /// Follows the records: cuts where they say it was cut, and lets go of the cards they have.
    pub(crate) fn follow(&mut self, track: &ShoeTrack) -> Result<(), String> {
        if track.prepared.is_none() {
            self.0 = State::None;
            return Ok(());
        }
        self.0 = match (std::mem::replace(&mut self.0, State::None), track.cut) {
            (State::Uncut(uncut, _), Some(cut)) => {
                State::Cut(Box::new(uncut.cut(cut).map_err(|error| error.to_string())?), None)
            }
            (other, _) => other,
        };
        if let State::Cut(shoe, drawn) = &mut self.0 {
            let before = shoe.dealt().count() - usize::from(drawn.is_some());
            for left in track.left.iter().skip(before) {
                let card = drawn.take().or_else(|| shoe.draw());
                if card.is_none() || left.is_some() && *left != card {
                    return Err("the records have another card than the shoe".into());
                }
            }
        }
        Ok(())
    }
}

fn reopen(house: &House, prepared: &Prepared, track: &ShoeTrack) -> Result<State, String> {
    let uncut = prepared.sealed.open(&house.key, &prepared.id, prepared.decks);
    let uncut = uncut.map_err(|error| error.to_string())?;
    if uncut.commitment() != prepared.commitment {
        return Err("the seal opens to another shoe than was promised".into());
    }
    let mut own = OwnShoe(State::Uncut(Box::new(uncut), Box::new(prepared.clone())));
    own.follow(track)?;
    Ok(own.0)
}

#[cfg(test)]
pub(crate) mod tests {
    #![allow(clippy::unwrap_used)]

    use punto_shoe::SourceError;

    use super::*;

    /// A source that gives good bytes for a while, and then the same byte for ever.
    pub(crate) struct Stuck {
        pub(crate) good: u32,
    }

    impl EntropySource for Stuck {
        fn fill(&mut self, bytes: &mut [u8]) -> Result<(), SourceError> {
            match self.good.checked_sub(1) {
                Some(left) => {
                    self.good = left;
                    OsEntropy.fill(bytes)
                }
                None => {
                    bytes.fill(7);
                    Ok(())
                }
            }
        }
    }

    fn key() -> SealingKey {
        SealingKey::new([7; 32])
    }

    #[test]
    fn a_generator_that_fails_makes_no_shoe_and_never_recovers() {
        // The start-up test, one seed and one nonce are good.
        let house = House::with(Generator::start(Stuck { good: 3 }).unwrap(), key(), "site", "node");
        let mut own = OwnShoe(State::None);
        assert!(own.shuffle(&house, "t", 1, 8).is_ok());
        let mut other = OwnShoe(State::None);
        let why = other.shuffle(&house, "t", 2, 8).unwrap_err();
        assert!(why.contains("not healthy"), "{why}");
        assert!(other.shuffle(&house, "t", 3, 8).is_err() && house.check().is_err());
        assert!(own.shuffle(&house, "t", 1, 8).is_ok(), "what was made before is still there");
    }

    #[test]
    fn a_card_is_the_same_until_it_is_recorded_and_the_shoe_follows_the_records() {
        let house = House::start(key(), "site", "node").unwrap();
        let mut own = OwnShoe(State::None);
        let mut track = ShoeTrack::default();
        let at = punto_vocab::Time(5);
        let step = own.shuffle(&house, "t", 1, 8).unwrap();
        assert_eq!(own.shuffle(&house, "t", 2, 8).unwrap(), step, "asked again, the same shoe");
        assert_eq!(own.card(), None, "no card leaves a shoe that is not cut");
        track.step(at, &step).unwrap();
        track.cut = Some(100);
        own.follow(&track).unwrap();
        let first = own.card().unwrap();
        assert_eq!(own.card(), Some(first));
        track.left.push(Some(first));
        own.follow(&track).unwrap();
        // One is burned unseen, and the next is drawn.
        track.left.push(None);
        own.follow(&track).unwrap();
        let third = own.card().unwrap();
        let (mut again, lost) = OwnShoe::restore(&house, &track);
        assert_eq!((again.card(), lost), (Some(third), None), "a restart draws the same card");

        let mut wrong = track.clone();
        wrong.left[0] = Card::all().find(|card| *card != first);
        assert!(OwnShoe::restore(&house, &wrong).1.is_some());
        let other = House::start(SealingKey::new([8; 32]), "site", "node").unwrap();
        assert!(OwnShoe::restore(&other, &track).1.unwrap().contains("the seal does not open"));

        track.left.push(Some(third));
        own.follow(&track).unwrap();
        let opened = own.end().unwrap();
        assert_eq!(own.end().as_ref(), Some(&opened));
        assert_eq!(own.card(), None, "no card leaves a shoe that is opened");
        track.step(at, &opened).unwrap();
        own.follow(&track).unwrap();
        assert_eq!(own.stage(&track), ShoeStage::None);
        assert!(own.end().is_none());
    }
}
