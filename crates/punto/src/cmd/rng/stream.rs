//! `punto rng stream`: the generator's raw bytes, or shoe after shoe of cards, until the reader has enough.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use punto_shoe::{Decks, DrbgError, EntropySource, Generator, HmacDrbg, OsEntropy, Shares, ShoeId};

use crate::cmd::game::read_count;
use crate::failure::{Answer, Failure};
use crate::progress::spaced;

#[derive(clap::Args)]
#[command(after_help = "Examples:
  punto rng stream | dieharder -g 200 -a          the whole battery; see docs/rng.md
  punto rng stream --bytes 125e6 > bits.bin       10^9 bits in a file, for NIST SP 800-22
  punto rng stream --cards --shoes 1000           a thousand shuffled shoes, one a line

The bytes come from the generator that shuffles every shoe, seeded by the operating system after all self-tests and \
health tests have passed, in requests of 65,536 bytes, the most that NIST SP 800-90A allows. No card is ever dealt \
from this instance, and no two runs give the same bytes.")]
pub(crate) struct Args {
    /// Stop after so many bytes; without it the stream has no end.
    #[arg(long, value_name = "N", conflicts_with = "cards")]
    bytes: Option<String>,
    /// Shuffled shoes instead of bytes: each from fresh entropy as at a table, one a line.
    #[arg(long)]
    cards: bool,
    /// Stop after so many shoes.
    #[arg(long, value_name = "N", requires = "cards")]
    shoes: Option<String>,
    /// How many decks a shoe has.
    #[arg(long, value_name = "N", default_value_t = 8, requires = "cards")]
    decks: u8,
    /// Say on the error stream how much has gone out and how fast.
    #[arg(long)]
    progress: bool,
}

pub(crate) fn run(args: &Args) -> Answer {
    let bytes = args.bytes.as_deref().map(|text| read_count(text, "bytes")).transpose()?;
    let shoes = args.shoes.as_deref().map(|text| read_count(text, "shoes")).transpose()?;
    let decks = Decks::new(args.decks).map_err(Failure::of)?;
    let generator = Generator::start(OsEntropy).map_err(Failure::of)?;
    let mut out = Counted { out: io::stdout().lock(), meter: Meter::new(args.progress) };
    let end = if args.cards {
        cards(generator, decks, shoes, &mut out)
    } else {
        raw(generator, HmacDrbg::RESEED_INTERVAL, bytes, &mut out)
    };
    out.meter.done();
    match end {
        Ok(()) => Ok(String::new()),
        // The reader has seen enough.
        Err(End::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(String::new()),
        Err(End::Output(error)) => Err(Failure::Message(format!("the output could not be written: {error}"))),
        Err(End::Chance(message)) => Err(Failure::Message(message)),
    }
}

/// Why a stream stopped before its time.
enum End {
    Output(io::Error),
    Chance(String),
}

impl End {
    fn chance(error: impl std::fmt::Display) -> End {
        End::Chance(error.to_string())
    }
}

/// Bytes in the longest requests the standard allows; a generator that has answered `interval` of them is replaced by
/// one of fresh entropy.
fn raw<S: EntropySource>(
    mut source: Generator<S>,
    interval: u64,
    limit: Option<u64>,
    out: &mut impl Write,
) -> Result<(), End> {
    let mut fresh = || {
        source.raw(b"stream").map(|generator| generator.with_reseed_interval(interval)).map_err(End::chance)
    };
    let mut generator = fresh()?;
    let mut request = vec![0; HmacDrbg::REQUEST_MAXIMUM];
    let mut left = limit.unwrap_or(u64::MAX);
    while left > 0 {
        let now = request.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        match generator.generate(&mut request[..now], &[]) {
            Ok(()) => {}
            Err(DrbgError::ReseedRequired { .. }) => {
                generator = fresh()?;
                continue;
            }
            Err(error) => return Err(End::chance(error)),
        }
        out.write_all(&request[..now]).map_err(End::Output)?;
        if limit.is_some() {
            left -= now as u64;
        }
    }
    out.flush().map_err(End::Output)
}

/// Shoe after shoe, made as at a table, one a line.
fn cards<S: EntropySource>(
    mut source: Generator<S>,
    decks: Decks,
    limit: Option<u64>,
    out: &mut impl Write,
) -> Result<(), End> {
    let mut number = 0u64;
    while limit.is_none_or(|limit| number < limit) {
        number += 1;
        let id = ShoeId::new("laboratory", "stream", "cards", &number.to_string()).map_err(End::chance)?;
        let promised = source.prepare(id, decks).map_err(End::chance)?;
        let uncut = source.mix(promised, &Shares::default()).map_err(End::chance)?;
        let mut shoe = uncut.cut(0).map_err(End::chance)?;
        let mut line = String::with_capacity(3 * usize::from(decks.cards()));
        while let Some(card) = shoe.draw() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(&card.to_string());
        }
        line.push('\n');
        out.write_all(line.as_bytes()).map_err(End::Output)?;
    }
    out.flush().map_err(End::Output)
}

/// Counts what goes out.
struct Counted<W> {
    out: W,
    meter: Meter,
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.meter.add(written);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// How much and how fast, said once a second if asked for.
struct Meter {
    wanted: bool,
    bytes: u64,
    began: Instant,
    said: Instant,
}

impl Meter {
    fn new(wanted: bool) -> Meter {
        let now = Instant::now();
        Meter { wanted, bytes: 0, began: now, said: now }
    }

    fn add(&mut self, bytes: usize) {
        self.bytes += bytes as u64;
        if self.wanted && self.said.elapsed() > Duration::from_secs(1) {
            self.said = Instant::now();
            self.say('\r');
        }
    }

    fn done(&self) {
        if self.wanted {
            self.say('\n');
        }
    }

    fn say(&self, end: char) {
        let speed = self.bytes as f64 / 1e6 / self.began.elapsed().as_secs_f64().max(1e-9);
        // Nobody is there to be told if this cannot be said.
        let _ = write!(io::stderr(), "{} bytes, {speed:.0} MB/s{end}", spaced(self.bytes));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use punto_shoe::SourceError;

    /// Counts how often it was asked for a seed.
    struct Asked(u64, std::rc::Rc<std::cell::Cell<u32>>);

    impl EntropySource for Asked {
        fn fill(&mut self, bytes: &mut [u8]) -> Result<(), SourceError> {
            self.1.set(self.1.get() + 1);
            for byte in bytes {
                self.0 =
                    self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                *byte = (self.0 >> 56) as u8;
            }
            Ok(())
        }
    }

    fn generator() -> (Generator<Asked>, std::rc::Rc<std::cell::Cell<u32>>) {
        let asked = std::rc::Rc::default();
        (Generator::start(Asked(1, std::rc::Rc::clone(&asked))).unwrap(), asked)
    }

    #[test]
    fn a_spent_generator_is_replaced_by_a_fresh_one() {
        let (source, asked) = generator();
        let before = asked.get();
        let mut out = Vec::new();
        assert!(raw(source, 2, Some(5 * 65_536 + 7), &mut out).is_ok());
        assert_eq!((out.len(), asked.get() - before), (5 * 65_536 + 7, 3));
        assert_ne!(out[..65_536], out[2 * 65_536..3 * 65_536]);
    }

    #[test]
    fn shoes_are_whole_decks_one_a_line() {
        let mut out = Vec::new();
        assert!(cards(generator().0, Decks::new(2).unwrap(), Some(3), &mut out).is_ok());
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text.lines().count(), 3);
        for line in text.lines() {
            let mut cards: Vec<&str> = line.split(' ').collect();
            cards.sort_unstable();
            assert_eq!(cards.len(), 104);
            assert!(cards.chunks(2).all(|pair| pair[0] == pair[1]));
        }
    }
}
