//! The house's own shoe at a table: promised, shuffled, cut, dealt, opened. The order of cards never leaves this module.

use std::sync::Mutex;

use punto_host::locked;
use punto_records::{Asked, Prepared, ShoeStep};
use punto_shoe::{
    Decks, Discard, EntropySource, Generator, GeneratorFault, NONCE, OsEntropy, PromisedShoe, Sealed,
    SealingKey,
};
use punto_shoe::{Shares, Shoe, ShoeId, UncutShoe, Unmixed};
use punto_vocab::{Card, Time};

use crate::dealer::ShoeStage;
use crate::shoe_track::{SharesStage, ShoeTrack};

/// The one generator of this process, and the key that seals what it makes.
pub(crate) struct House {
    generator: Mutex<Box<dyn Shuffles>>,
    key: SealingKey,
    site: String,
    node: String,
}

impl House {
    /// Starts the generator, with all its tests passed.
    pub(crate) fn start(key: SealingKey, site: &str, node: &str) -> Result<House, GeneratorFault> {
        Ok(House::with(Generator::start(OsEntropy)?, key, site, node))
    }

    /// The same, from a generator that is started.
    pub(crate) fn with(generator: impl Shuffles + 'static, key: SealingKey, site: &str, node: &str) -> House {
        let generator: Box<dyn Shuffles> = Box::new(generator);
        House { generator: Mutex::new(generator), key, site: site.into(), node: node.into() }
    }

    /// A new shoe for a table. Its name has the number of the record that publishes it, so that no two share one.
    fn promise(
        &self,
        table: &str,
        record: u64,
        decks: u32,
        shares: Asked,
    ) -> Result<(PromisedShoe, Prepared), String> {
        let id = ShoeId::new(&self.site, table, &self.node, &format!("record-{record}"));
        let id = id.map_err(|error| error.to_string())?;
        let decks = u8::try_from(decks).ok().and_then(|decks| Decks::new(decks).ok());
        let decks = decks.ok_or("the house's own shoe holds 1 to 8 decks")?;
        let made = locked(&self.generator).promise(&self.key, id, decks);
        let (promised, sealed) = made.map_err(|fault| fault.to_string())?;
        let prepared = Prepared {
            id: promised.id().clone(),
            decks,
            algorithm: promised.algorithm(),
            commitment: promised.commitment(),
            sealed,
            shares: Some(shares),
        };
        Ok((promised, prepared))
    }

    /// The shoe that the seal of a promise holds.
    fn unseal(&self, prepared: &Prepared) -> Result<PromisedShoe, String> {
        let Prepared { id, algorithm, decks, sealed, commitment, .. } = prepared;
        let promised = sealed.open(&self.key, id, *algorithm, *decks).map_err(|error| error.to_string())?;
        if promised.commitment() == *commitment {
            Ok(promised)
        } else {
            Err("the seal opens to another shoe than was promised".into())
        }
    }

    /// Fresh secret bytes from the one generator.
    pub(crate) fn secret(&self) -> Result<[u8; 32], GeneratorFault> {
        locked(&self.generator).secret()
    }

    /// Seals what nobody may read yet under its name.
    pub(crate) fn seal(&self, name: &str, secret: &[u8]) -> Result<Vec<u8>, String> {
        let nonce = locked(&self.generator).nonce().map_err(|fault| fault.to_string())?;
        self.key.seal_named(name, secret, nonce).map_err(|error| error.to_string())
    }

    /// Opens what was sealed under this name.
    pub(crate) fn open(&self, name: &str, sealed: &[u8]) -> Result<Vec<u8>, String> {
        self.key.open_named(name, sealed).map(|opened| opened.to_vec()).map_err(|error| error.to_string())
    }

    /// Runs the generator's own tests again.
    pub(crate) fn check(&self) -> Result<(), GeneratorFault> {
        locked(&self.generator).check()
    }
}

/// A generator, whatever its source of entropy.
pub(crate) trait Shuffles: Send {
    fn promise(
        &mut self,
        key: &SealingKey,
        id: ShoeId,
        decks: Decks,
    ) -> Result<(PromisedShoe, Sealed), GeneratorFault>;
    fn mix(&mut self, shoe: PromisedShoe, shares: &Shares) -> Result<UncutShoe, Unmixed>;
    fn check(&mut self) -> Result<(), GeneratorFault>;
    fn secret(&mut self) -> Result<[u8; 32], GeneratorFault>;
    fn nonce(&mut self) -> Result<[u8; NONCE], GeneratorFault>;
}

impl<S: EntropySource + Send> Shuffles for Generator<S> {
    fn promise(
        &mut self,
        key: &SealingKey,
        id: ShoeId,
        decks: Decks,
    ) -> Result<(PromisedShoe, Sealed), GeneratorFault> {
        let promised = self.prepare(id, decks)?;
        let sealed = self.seal(key, &promised)?;
        Ok((promised, sealed))
    }

    fn mix(&mut self, shoe: PromisedShoe, shares: &Shares) -> Result<UncutShoe, Unmixed> {
        Generator::mix(self, shoe, shares)
    }

    fn check(&mut self) -> Result<(), GeneratorFault> {
        Generator::check(self)
    }

    fn secret(&mut self) -> Result<[u8; 32], GeneratorFault> {
        Generator::secret(self)
    }

    fn nonce(&mut self) -> Result<[u8; NONCE], GeneratorFault> {
        Generator::secret(self)
    }
}

/// The shoe of one table. There is no `Debug`: it knows the order.
pub(crate) struct OwnShoe(State);

enum State {
    None,
    /// Made, and not yet recorded, or shares are still missing.
    Promised(Box<PromisedShoe>, Box<Prepared>),
    /// Its order could not be made.
    Unfit(Box<PromisedShoe>),
    /// Shuffled, and not yet cut.
    Uncut(Box<UncutShoe>),
    /// In play, with the card that has been drawn and is not recorded yet.
    Cut(Box<Shoe>, Option<Card>),
    /// Over, and what opens it not recorded yet.
    Ended(ShoeStep),
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

    /// How far it is, with what the records say of it. `missing` tells whether a terminal is waited for.
    pub(crate) fn stage(&self, track: &ShoeTrack, missing: impl FnOnce(&ShoeTrack) -> bool) -> ShoeStage {
        let Some(prepared) = &track.prepared else {
            return if track.lost { ShoeStage::Lost } else { ShoeStage::None };
        };
        let (since, decks) = (Time(track.since), u8::from(prepared.decks).into());
        match (&self.0, track.shared()) {
            (State::None, _) if track.lost => ShoeStage::Lost,
            (State::None, _) => ShoeStage::None,
            (State::Promised(..), Some(SharesStage::Pledging)) => {
                ShoeStage::Pledging { since, decks, missing: missing(track) }
            }
            (State::Promised(..), _) => ShoeStage::Revealing { since, decks },
            (State::Unfit(_), _) => ShoeStage::Unfit { decks },
            (State::Uncut(_), _) => ShoeStage::Uncut { since, decks },
            (State::Ended(ShoeStep::Discarded { .. }), _) => ShoeStage::Unfit { decks },
            (State::Cut(..) | State::Ended(_), _) => ShoeStage::Cut,
        }
    }

    /// Promises a new shoe; asked again before it is recorded, the same one.
    pub(crate) fn promise(
        &mut self,
        house: &House,
        table: &str,
        record: u64,
        decks: u32,
        shares: Asked,
    ) -> Result<ShoeStep, String> {
        if let State::Promised(_, prepared) = &self.0
            && u32::from(u8::from(prepared.decks)) == decks
        {
            return Ok(ShoeStep::Prepared(prepared.clone()));
        }
        let (promised, prepared) = house.promise(table, record, decks, shares)?;
        let prepared = Box::new(prepared);
        self.0 = State::Promised(Box::new(promised), prepared.clone());
        Ok(ShoeStep::Prepared(prepared))
    }

    /// Where a shoe that waits for its cut is cut if nobody cuts it.
    pub(crate) fn own_cut(&self) -> Option<u16> {
        match &self.0 {
            State::Uncut(uncut) => Some(uncut.own_cut()),
            State::None | State::Promised(..) | State::Unfit(_) | State::Cut(..) | State::Ended(_) => None,
        }
    }

    /// The card that a shoe which waits for its cut would begin with, if it were cut there.
    pub(crate) fn first_after(&self, house: &House, track: &ShoeTrack, depth: u32) -> Option<Card> {
        let (State::Uncut(_), Some(prepared), Some(shares)) = (&self.0, &track.prepared, track.shares())
        else {
            return None;
        };
        let uncut = house.unseal(prepared).ok()?.mix(&shares).ok()?;
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
            State::None | State::Promised(..) | State::Unfit(_) | State::Uncut(_) | State::Ended(_) => None,
        }
    }

    /// The opening, once the shoe is over. No card can leave it after this.
    pub(crate) fn end(&mut self) -> Option<ShoeStep> {
        self.0 = match std::mem::replace(&mut self.0, State::None) {
            State::Cut(shoe, _) => {
                let (cut, opening) = (shoe.cut_at(), shoe.end().to_string());
                State::Ended(ShoeStep::Opened { opening, cut })
            }
            other => other,
        };
        self.ended()
    }

    /// The opening of a shoe that is given up before its cut. Asked again before it is recorded, the same one.
    pub(crate) fn discard(&mut self, why: Discard) -> Option<ShoeStep> {
        let discarded = |opening: punto_shoe::Opening| {
            State::Ended(ShoeStep::Discarded { opening: opening.to_string(), why })
        };
        self.0 = match std::mem::replace(&mut self.0, State::None) {
            State::Promised(promised, _) | State::Unfit(promised) => discarded(promised.end()),
            State::Uncut(uncut) => discarded(uncut.end()),
            other @ (State::None | State::Cut(..) | State::Ended(_)) => other,
        };
        self.ended()
    }

    fn ended(&self) -> Option<ShoeStep> {
        match &self.0 {
            State::Ended(step) => Some(step.clone()),
            State::None | State::Promised(..) | State::Unfit(_) | State::Uncut(_) | State::Cut(..) => None,
        }
    }

    /// Follows the records: shuffles when the shares are in, cuts where they say it was cut, and lets go of the cards they
    /// have.
    pub(crate) fn follow(&mut self, house: &House, track: &ShoeTrack) -> Result<(), String> {
        if track.prepared.is_none() {
            self.0 = State::None;
            return Ok(());
        }
        self.0 = match (std::mem::replace(&mut self.0, State::None), track.shares()) {
            (State::Promised(promised, _), Some(shares)) => {
                match locked(&house.generator).mix(*promised, &shares) {
                    Ok(uncut) => State::Uncut(Box::new(uncut)),
                    Err(Unmixed { shoe, fault }) => {
                        tracing::error!(%fault, "a promised shoe cannot be shuffled");
                        State::Unfit(shoe)
                    }
                }
            }
            (other, _) => other,
        };
        self.0 = match (std::mem::replace(&mut self.0, State::None), track.cut) {
            (State::Uncut(uncut), Some(cut)) => {
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
    let promised = house.unseal(prepared)?;
    // The generator has seen the output of this shoe before, and is not shown it again.
    let state = match track.shares() {
        Some(shares) => State::Uncut(Box::new(promised.mix(&shares).map_err(|error| error.to_string())?)),
        None => State::Promised(Box::new(promised), Box::new(prepared.clone())),
    };
    let mut own = OwnShoe(state);
    own.follow(house, track)?;
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
        let mut track = ShoeTrack::default();
        track.step(Time(5), "", &own.promise(&house, "t", 1, 8, Asked::Off).unwrap()).unwrap();
        let mut other = OwnShoe(State::None);
        let why = other.promise(&house, "t", 2, 8, Asked::Off).unwrap_err();
        assert!(why.contains("not healthy"), "{why}");
        assert!(other.promise(&house, "t", 3, 8, Asked::Off).is_err() && house.check().is_err());
        assert!(own.promise(&house, "t", 1, 8, Asked::Off).is_ok(), "what was made before is still there");
        // Its promise is kept all the same: it is opened with the reason.
        own.follow(&house, &track).unwrap();
        assert_eq!(own.stage(&track, |_| false), ShoeStage::Unfit { decks: 8 });
        let opened = own.discard(Discard::GeneratorFault).unwrap();
        assert_eq!(own.discard(Discard::TableClosed).as_ref(), Some(&opened), "asked again, the same");
        track.step(Time(6), "", &opened).unwrap();
        own.follow(&house, &track).unwrap();
        assert_eq!(own.stage(&track, |_| false), ShoeStage::None);
    }

    #[test]
    fn a_card_is_the_same_until_it_is_recorded_and_the_shoe_follows_the_records() {
        let house = House::start(key(), "site", "node").unwrap();
        let mut own = OwnShoe(State::None);
        let mut track = ShoeTrack::default();
        let at = punto_vocab::Time(5);
        let step = own.promise(&house, "t", 1, 8, Asked::Off).unwrap();
        assert_eq!(own.promise(&house, "t", 2, 8, Asked::Off).unwrap(), step, "asked again, the same shoe");
        assert_eq!(own.card(), None, "no card leaves a shoe that is not cut");
        track.step(at, "", &step).unwrap();
        track.cut = Some(100);
        own.follow(&house, &track).unwrap();
        let first = own.card().unwrap();
        assert_eq!(own.card(), Some(first));
        track.left.push(Some(first));
        own.follow(&house, &track).unwrap();
        // One is burned unseen, and the next is drawn.
        track.left.push(None);
        own.follow(&house, &track).unwrap();
        let third = own.card().unwrap();
        let (mut again, lost) = OwnShoe::restore(&house, &track);
        assert_eq!((again.card(), lost), (Some(third), None), "a restart draws the same card");

        let mut wrong = track.clone();
        wrong.left[0] = Card::all().find(|card| *card != first);
        assert!(OwnShoe::restore(&house, &wrong).1.is_some());
        let other = House::start(SealingKey::new([8; 32]), "site", "node").unwrap();
        assert!(OwnShoe::restore(&other, &track).1.unwrap().contains("the seal does not open"));

        track.left.push(Some(third));
        own.follow(&house, &track).unwrap();
        let opened = own.end().unwrap();
        assert_eq!(own.end().as_ref(), Some(&opened));
        assert_eq!(own.card(), None, "no card leaves a shoe that is opened");
        track.step(at, "", &opened).unwrap();
        own.follow(&house, &track).unwrap();
        assert_eq!(own.stage(&track, |_| false), ShoeStage::None);
        assert!(own.end().is_none());
    }
}
