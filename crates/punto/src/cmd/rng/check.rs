//! `punto rng check`: self-tests, health tests and a quick battery, of the raw output and of what is dealt.

use std::fmt::Write;

use punto_shoe::{Decks, EntropySource, Generator, GeneratorFault, HmacDrbg, OsEntropy, Shares, ShoeId};
use serde_json::{Value, json};

use super::battery::{self, Finding};
use super::cards::cards;
use crate::cmd::game::read_count;
use crate::failure::{Answer, Failure};
use crate::print::{as_json, figures_from, lines, table};
use crate::progress::spaced;

#[derive(clap::Args)]
#[command(after_help = "Examples:
  punto rng check
  punto rng check --bytes 1e8 --shoes 1e5
  punto rng check --json

Known-answer tests and health tests come first. Then fresh output of the generator and freshly shuffled shoes are \
tested with the tests that standards name. Each p-value is the chance of a result like it or farther off; near 1 is as \
suspicious as near 0. Confidence is 99 per cent for all tests together: a test fails beyond 1 % divided by the number of \
tests, on either side, and only if it fails on fresh data again. An honest generator fails less than once in 10^5 runs. \
Exit code 1 if a test failed. docs/rng.md says what each test counts.")]
pub(crate) struct Args {
    /// How many bytes of raw output are tested, a million or more.
    #[arg(long, value_name = "N", default_value = "8388608")]
    bytes: String,
    /// How many shoes are tested, 3000 or more.
    #[arg(long, value_name = "N", default_value = "20000")]
    shoes: String,
    /// How many decks a shoe has.
    #[arg(long, value_name = "N", default_value_t = 8)]
    decks: u8,
    /// For programs.
    #[arg(long)]
    json: bool,
}

/// How much is tested.
struct Amount {
    bytes: usize,
    shoes: usize,
    decks: Decks,
}

/// A share of runs of an honest generator in which some test is beyond its limit the first time.
const RISK: f64 = 0.01;

pub(crate) fn run(args: &Args) -> Answer {
    let within = |text: &str, what: &str, least: u64, most: u64| match read_count(text, what)? {
        count if (least..=most).contains(&count) => Ok(count as usize),
        count => {
            Err(Failure::Message(format!("{count} {what} were asked for; {least} to {most} can be tested")))
        }
    };
    let amount = Amount {
        bytes: within(&args.bytes, "bytes", 1_000_000, 1 << 32)?,
        shoes: within(&args.shoes, "shoes", 3_000, 2_000_000)?,
        decks: Decks::new(args.decks).map_err(Failure::of)?,
    };
    let report = examine(OsEntropy, &amount).map_err(Failure::Message)?;
    let text = if args.json { as_json(&report.json(&amount)) } else { report.text(&amount) };
    if report.failed().next().is_none() { Ok(text) } else { Err(Failure::Disagreement(text)) }
}

/// What the tests came to, and the second try of those that failed.
struct Report {
    raw: Vec<Finding>,
    dealt: Vec<Finding>,
    again: Vec<Finding>,
}

fn examine<S: EntropySource>(source: S, amount: &Amount) -> Result<Report, String> {
    let mut generator = Generator::start(source).map_err(|fault| fault.to_string())?;
    let battery = |generator: &mut Generator<S>| -> Result<[Vec<Finding>; 2], String> {
        let bytes = raw_bytes(generator, amount.bytes).map_err(|fault| fault.to_string())?;
        let shoes = shoes(generator, amount)?;
        Ok([battery::raw(bytes), cards(&shoes, amount.decks)?])
    };
    let [raw, dealt] = battery(&mut generator)?;
    let mut report = Report { raw, dealt, again: Vec::new() };
    if report.beyond().next().is_some() {
        let fresh = battery(&mut generator)?.into_iter().flatten();
        let again = fresh.filter(|fresh| report.beyond().any(|first| same(first, fresh))).collect();
        report.again = again;
    }
    Ok(report)
}

fn same(one: &Finding, other: &Finding) -> bool {
    one.test == other.test && one.of == other.of
}

fn raw_bytes<S: EntropySource>(
    generator: &mut Generator<S>,
    count: usize,
) -> Result<Vec<u8>, GeneratorFault> {
    let mut raw = generator.raw(b"check")?;
    let mut bytes = vec![0; count];
    for request in bytes.chunks_mut(HmacDrbg::REQUEST_MAXIMUM) {
        raw.generate(request, &[])?;
    }
    Ok(bytes)
}

/// Shoes as a table gets them, each from fresh entropy.
fn shoes<S: EntropySource>(generator: &mut Generator<S>, amount: &Amount) -> Result<Vec<Vec<u8>>, String> {
    let shoe = |number: usize| -> Result<Vec<u8>, String> {
        let id =
            ShoeId::new("laboratory", "check", "cards", &number.to_string()).map_err(|e| e.to_string())?;
        let promised = generator.prepare(id, amount.decks).map_err(|fault| fault.to_string())?;
        let uncut = generator.mix(promised, &Shares::default()).map_err(|error| error.to_string())?;
        let mut shoe = uncut.cut(0).map_err(|error| error.to_string())?;
        Ok(std::iter::from_fn(|| shoe.draw()).map(|card| card.index() as u8).collect())
    };
    (0..amount.shoes).map(shoe).collect()
}

impl Report {
    fn all(&self) -> impl Iterator<Item = &Finding> {
        self.raw.iter().chain(&self.dealt)
    }

    fn tests(&self) -> usize {
        self.raw.len() + self.dealt.len()
    }

    /// How unlikely a result must be on both sides together for its test to fail.
    fn limit(&self) -> f64 {
        RISK / self.tests() as f64
    }

    /// Those beyond the limit the first time.
    fn beyond(&self) -> impl Iterator<Item = &Finding> {
        self.all().filter(|finding| finding.both_sides() < self.limit())
    }

    /// Those beyond it both times.
    fn failed(&self) -> impl Iterator<Item = &Finding> {
        self.beyond().filter(|first| {
            self.again.iter().any(|again| same(first, again) && again.both_sides() < self.limit())
        })
    }

    fn text(&self, amount: &Amount) -> String {
        let mut text = String::from(
            "known-answer tests passed: generator, reseed counter, shuffle, commitment\n\
             health tests passed: repetition count and adaptive proportion of the seed input\n\n",
        );
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{} bytes of raw output\n{}", spaced(amount.bytes as u64), rows(&self.raw));
        let _ = writeln!(
            text,
            "{} shoes of {} decks\n{}",
            spaced(amount.shoes as u64),
            amount.decks,
            rows(&self.dealt)
        );
        let outside = self.all().filter(|finding| finding.both_sides() < RISK).count();
        let _ = writeln!(
            text,
            "{} tests; at 99 % each, {:.1} would be outside by chance, and {outside} {}",
            self.tests(),
            RISK * self.tests() as f64,
            if outside == 1 { "is" } else { "are" }
        );
        let _ = writeln!(
            text,
            "at 99 % for all together, a test fails beyond {:.5} on either side",
            self.limit() / 2.0
        );
        for again in &self.again {
            let _ = writeln!(text, "{} of {}, on fresh data: {:.5}", again.test, again.of, again.p);
        }
        let failed: Vec<&str> = self.failed().map(|finding| finding.test.as_str()).collect();
        text.push_str(&match failed[..] {
            [] => "all passed\n".to_owned(),
            _ => format!("failed: {}\n", failed.join(", ")),
        });
        text
    }

    fn json(&self, amount: &Amount) -> Value {
        let rows = |findings: &[Finding]| -> Value {
            let row = |finding: &Finding| {
                json!({
                    "test": finding.test, "of": finding.of, "sample": finding.sample, "p": finding.p,
                })
            };
            findings.iter().map(row).collect()
        };
        json!({
            "known_answer_tests": "passed",
            "health_tests": "passed",
            "bytes": amount.bytes,
            "raw": rows(&self.raw),
            "shoes": amount.shoes,
            "decks": u8::from(amount.decks),
            "dealt": rows(&self.dealt),
            "limit": self.limit(),
            "again": rows(&self.again),
            "failed": self.failed().map(|finding| finding.test.clone()).collect::<Vec<_>>(),
        })
    }
}

fn rows(findings: &[Finding]) -> String {
    let mut shown = table(["test", "of", "sample", "p"]);
    for finding in findings {
        shown.add_row([
            finding.test.clone(),
            finding.of.to_owned(),
            spaced(finding.sample),
            format!("{:.5}", finding.p),
        ]);
    }
    figures_from(&mut shown, 2);
    lines(&shown)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use punto_shoe::SourceError;

    /// A source that is the same in every run.
    struct Seeded(HmacDrbg);

    impl Seeded {
        fn new(label: &[u8]) -> Seeded {
            Seeded(HmacDrbg::instantiate(&[0x5e; 32], &[0xed; 16], label).unwrap())
        }
    }

    impl EntropySource for Seeded {
        fn fill(&mut self, bytes: &mut [u8]) -> Result<(), SourceError> {
            self.0.generate(bytes, &[]).map_err(|error| SourceError(error.to_string()))
        }
    }

    pub(crate) fn honest_bytes(count: usize) -> Vec<u8> {
        raw_bytes(&mut Generator::start(Seeded::new(b"bytes")).unwrap(), count).unwrap()
    }

    pub(crate) fn honest_shoes(count: usize, decks: Decks) -> Vec<Vec<u8>> {
        let amount = Amount { bytes: 0, shoes: count, decks };
        shoes(&mut Generator::start(Seeded::new(b"shoes")).unwrap(), &amount).unwrap()
    }

    #[test]
    fn a_failure_must_come_twice() {
        let finding = |p| Finding::new("gap", "bytes", 1, p);
        let mut report =
            Report { raw: vec![finding(0.5), finding(1e-9)], dealt: Vec::new(), again: Vec::new() };
        report.raw[0].test = "poker".to_owned();
        assert_eq!(report.beyond().count(), 1);
        assert_eq!(report.failed().count(), 0);
        report.again = vec![finding(0.3)];
        assert_eq!(report.failed().count(), 0);
        report.again = vec![finding(1.0 - 1e-9)];
        assert_eq!(report.failed().map(|finding| finding.test.as_str()).collect::<Vec<_>>(), ["gap"]);
        let amount = Amount { bytes: 1, shoes: 1, decks: Decks::EIGHT };
        assert!(report.text(&amount).ends_with("failed: gap\n"));
        assert_eq!(report.json(&amount)["failed"], json!(["gap"]));
    }

    #[test]
    fn a_source_that_is_not_healthy_is_not_tested_at_all() {
        struct Stuck;
        impl EntropySource for Stuck {
            fn fill(&mut self, bytes: &mut [u8]) -> Result<(), SourceError> {
                bytes.fill(7);
                Ok(())
            }
        }
        let amount = Amount { bytes: 1_000_000, shoes: 3_000, decks: Decks::EIGHT };
        let refused = examine(Stuck, &amount).err().unwrap();
        assert!(refused.contains("not healthy: repetition count test"), "{refused}");
    }
}
