//! What several tests need: a source that is the same in every run, and names.
use punto_shoe::{
    Claim, Commitment, Cut, CutBy, Decks, Disagreements, EntropySource, Generator, HmacDrbg, Opening,
    Pledges, PromisedShoe, RandomWords, Shares, ShoeId, SourceError, UncutShoe, Verified, verify,
};
use punto_vocab::Card;

/// A healthy source that gives the same bytes in every run.
pub(crate) struct Seeded(HmacDrbg);

impl Seeded {
    pub(crate) fn new(label: &str) -> Seeded {
        Seeded(HmacDrbg::instantiate(&[0x5e; 32], &[0xed; 16], label.as_bytes()).unwrap())
    }
}

impl EntropySource for Seeded {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), SourceError> {
        self.0.generate(bytes, &[]).map_err(|error| SourceError(error.to_string()))
    }
}

/// Words of a generator, for shuffles other than the house's.
pub(crate) struct GeneratorWords {
    generator: HmacDrbg,
    bytes: Vec<u8>,
}

impl GeneratorWords {
    pub(crate) fn new(label: &str) -> GeneratorWords {
        let generator = HmacDrbg::instantiate(&[0x77; 32], &[0x88; 16], label.as_bytes()).unwrap();
        GeneratorWords { generator, bytes: Vec::new() }
    }

    pub(crate) fn byte(&mut self) -> u8 {
        if self.bytes.is_empty() {
            self.bytes.resize(HmacDrbg::REQUEST_MAXIMUM, 0);
            self.generator.generate(&mut self.bytes, &[]).unwrap();
        }
        self.bytes.pop().unwrap()
    }
}

impl RandomWords for GeneratorWords {
    type Error = std::convert::Infallible;

    fn word(&mut self) -> Result<u16, Self::Error> {
        Ok(u16::from_be_bytes([self.byte(), self.byte()]))
    }
}

pub(crate) fn id(shoe: &str) -> ShoeId {
    ShoeId::new("house", "table-1", "node-a", shoe).unwrap()
}

/// How many shoes the statistical tests make: 10^5, or as many as `PUNTO_SHOES` says.
pub(crate) fn shoes() -> u32 {
    std::env::var("PUNTO_SHOES").ok().and_then(|shoes| shoes.parse().ok()).unwrap_or(100_000)
}

/// A new shoe of a seeded generator.
pub(crate) fn promised(label: &str, decks: u8) -> PromisedShoe {
    Generator::start(Seeded::new(label)).unwrap().prepare(id(label), Decks::new(decks).unwrap()).unwrap()
}

/// The same, shuffled by the house alone.
pub(crate) fn uncut(label: &str, decks: u8) -> UncutShoe {
    promised(label, decks).mix(&Shares::default()).unwrap()
}

/// Checks a shoe of the house alone that a patron cut.
pub(crate) fn alone(
    opening: &Opening,
    commitment: &Commitment,
    cut: u16,
    dealt: &[Card],
) -> Result<Verified, Disagreements> {
    let cut = Some(Cut { at: cut, by: CutBy::Patron });
    verify(opening, &Claim { commitment, pledges: &Pledges::default(), cut, dealt })
}
