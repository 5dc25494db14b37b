//! A source that is stuck, repeats, fails, or gives back the generator's own output closes the table for good.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use punto_shoe::health::STARTUP_SAMPLES;
use punto_shoe::{
    Decks, EntropySource, Generator, GeneratorFault, HealthFailure, HmacDrbg, OsEntropy, SealingKey, Shares,
    SourceError,
};

use crate::common::{Seeded, id};

/// Gives the bytes it is told, and fails when there are none left.
#[derive(Clone, Default)]
struct Told(Rc<RefCell<VecDeque<u8>>>);

impl Told {
    fn tell(&self, bytes: &[u8]) {
        self.0.borrow_mut().extend(bytes);
    }

    /// Bytes enough for a start, and so many more.
    fn good(more: usize) -> Told {
        let told = Told::default();
        told.tell(&good(STARTUP_SAMPLES + more));
        told
    }
}

impl EntropySource for Told {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), SourceError> {
        let mut told = self.0.borrow_mut();
        if told.len() < bytes.len() {
            return Err(SourceError("nothing left".to_owned()));
        }
        let count = bytes.len();
        bytes.iter_mut().zip(told.drain(..count)).for_each(|(byte, told)| *byte = told);
        Ok(())
    }
}

fn good(length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    Seeded::new("good").fill(&mut bytes).unwrap();
    bytes
}

fn refused(source: &Told) -> GeneratorFault {
    Generator::start(source.clone()).unwrap_err()
}

#[test]
fn the_operating_system_passes() {
    let mut generator = Generator::start(OsEntropy).unwrap();
    let commitments: Vec<_> = (0..200)
        .map(|shoe| generator.prepare(id(&shoe.to_string()), Decks::EIGHT).unwrap().commitment().to_string())
        .collect();
    let mut distinct = commitments.clone();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), commitments.len());
    assert_eq!(generator.check(), Ok(()));
    assert!(generator.raw(b"test").is_ok());
}

#[test]
fn a_source_that_fails_or_is_stuck_or_skewed_does_not_start() {
    assert_eq!(refused(&Told::default()), GeneratorFault::Source(SourceError("nothing left".to_owned())));
    let stuck = Told::default();
    stuck.tell(&[0; STARTUP_SAMPLES]);
    assert_eq!(refused(&stuck), GeneratorFault::Health(HealthFailure::Stuck { count: 6 }));
    let two_values = Told::default();
    two_values.tell(&good(STARTUP_SAMPLES).iter().map(|byte| byte & 1).collect::<Vec<_>>());
    assert!(matches!(refused(&two_values), GeneratorFault::Health(_)));
    let counter = Told::default();
    counter.tell(&(0..STARTUP_SAMPLES).map(|n| n as u8).collect::<Vec<_>>());
    assert_eq!(refused(&counter), GeneratorFault::Health(HealthFailure::Repeated));
}

#[test]
fn a_fault_is_final() {
    let source = Told::good(48);
    let mut generator = Generator::start(source.clone()).unwrap();
    let key = SealingKey::new([1; 32]);
    let shoe = generator.prepare(id("1"), Decks::EIGHT).unwrap();
    assert_eq!(generator.fault(), None);
    let fault = generator.prepare(id("2"), Decks::EIGHT).unwrap_err();
    assert_eq!(fault.to_string(), "the source of entropy failed: nothing left");
    // Good bytes that come too late change nothing.
    source.tell(&good(9000)[8000..]);
    assert_eq!(generator.prepare(id("3"), Decks::EIGHT).unwrap_err(), fault);
    assert_eq!(generator.seal(&key, &shoe).unwrap_err(), fault);
    let commitment = shoe.commitment();
    let unmixed = generator.mix(shoe, &Shares::default()).unwrap_err();
    assert_eq!((unmixed.shoe.end().commitment(), unmixed.fault), (commitment, fault.clone()));
    assert_eq!(generator.check().unwrap_err(), fault);
    assert_eq!(generator.raw(b"").unwrap_err(), fault);
    assert_eq!(generator.fault(), Some(&fault));
}

#[test]
fn a_seed_that_comes_again_is_refused() {
    for again in [0..48, 7..55, 40..88] {
        let source = Told::good(96);
        let mut generator = Generator::start(source.clone()).unwrap();
        generator.prepare(id("1"), Decks::EIGHT).unwrap();
        generator.prepare(id("2"), Decks::EIGHT).unwrap();
        source.tell(&good(STARTUP_SAMPLES + 96)[STARTUP_SAMPLES..][again]);
        let fault = generator.prepare(id("3"), Decks::EIGHT).unwrap_err();
        assert_eq!(fault, GeneratorFault::Health(HealthFailure::Repeated));
    }
}

#[test]
fn the_generators_own_output_is_refused_as_a_seed() {
    for start in [0, 16, 21, 300] {
        let source = Told::good(48);
        let mut generator = Generator::start(source.clone()).unwrap();
        let promised = generator.prepare(id("1"), Decks::EIGHT).unwrap();
        let shoe = generator.mix(promised, &Shares::default()).unwrap().cut(0).unwrap();
        // The opening tells how the generator was seeded; from that follows what it put out.
        let opening = shoe.end().to_string();
        let named: String = opening.split_inclusive('\n').skip(1).take(6).chain(["shares 0\n"]).collect();
        let seed = good(STARTUP_SAMPLES + 48).split_off(STARTUP_SAMPLES);
        let mut twin = HmacDrbg::instantiate(&seed[..32], &seed[32..], named.as_bytes()).unwrap();
        let mut output = [0; 1024];
        twin.generate(&mut output, &[]).unwrap();
        source.tell(&output[start..start + 48]);
        let fault = generator.prepare(id("2"), Decks::EIGHT).unwrap_err();
        assert_eq!(fault, GeneratorFault::Health(HealthFailure::OwnOutput), "from byte {start}");
    }
}
