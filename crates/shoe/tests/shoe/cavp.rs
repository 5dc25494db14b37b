//! The generator against every SHA-256 case that NIST published for HMAC_DRBG.

use punto_shoe::HmacDrbg;

const NO_RESEED: &str = include_str!("../data/hmac_drbg_sha256_no_reseed.rsp");
const RESEED: &str = include_str!("../data/hmac_drbg_sha256_pr_false.rsp");
const RESISTANT: &str = include_str!("../data/hmac_drbg_sha256_pr_true.rsp");

/// One case: its lines in order, as the response file has them.
struct Case<'a> {
    section: String,
    lines: Vec<(&'a str, Vec<u8>)>,
}

impl Case<'_> {
    /// The `nth` value of this name.
    fn get(&self, name: &str, nth: usize) -> &[u8] {
        let mut found = self.lines.iter().filter(|(n, _)| *n == name);
        &found.nth(nth).unwrap_or_else(|| panic!("{} has no {name}", self.section)).1
    }

    fn instantiate(&self) -> HmacDrbg {
        let [entropy, nonce, personalisation] =
            ["EntropyInput", "Nonce", "PersonalizationString"].map(|name| self.get(name, 0));
        HmacDrbg::instantiate(entropy, nonce, personalisation).unwrap()
    }
}

fn cases(text: &str) -> Vec<Case<'_>> {
    let mut cases: Vec<Case<'_>> = Vec::new();
    let mut section = String::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if line == "[SHA-256]" {
            section.clear();
        } else if let Some(setting) = line.strip_prefix('[') {
            section.push_str(setting.trim_end_matches(']'));
            section.push(' ');
        } else {
            let (name, value) = line.split_once('=').expect("name = value");
            let (name, value) = (name.trim(), value.trim());
            if name == "COUNT" {
                cases.push(Case { section: format!("{section}count {value}"), lines: Vec::new() });
            } else {
                cases.last_mut().expect("COUNT comes first").lines.push((name, bytes(value)));
            }
        }
    }
    cases
}

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

#[track_caller]
fn check(text: &str, second_output: impl Fn(&Case<'_>, &mut [u8])) {
    let cases = cases(text);
    assert_eq!(cases.len(), 240);
    for (personalised, additional) in [(0, 0), (0, 256), (256, 0), (256, 256)] {
        let section =
            format!("PersonalizationStringLen = {personalised} AdditionalInputLen = {additional} Ret");
        assert_eq!(cases.iter().filter(|case| case.section.contains(&section)).count(), 60, "{section}");
    }
    for case in &cases {
        let expected = case.get("ReturnedBits", 0);
        assert_eq!(expected.len(), 128);
        let mut out = [0; 128];
        second_output(case, &mut out);
        assert_eq!(out, expected, "{}", case.section);
    }
}

#[test]
fn without_reseeding() {
    check(NO_RESEED, |case, out| {
        let mut generator = case.instantiate();
        generator.generate(out, case.get("AdditionalInput", 0)).unwrap();
        generator.generate(out, case.get("AdditionalInput", 1)).unwrap();
    });
}

#[test]
fn with_a_reseed() {
    check(RESEED, |case, out| {
        let mut generator = case.instantiate();
        generator.reseed(case.get("EntropyInputReseed", 0), case.get("AdditionalInputReseed", 0)).unwrap();
        generator.generate(out, case.get("AdditionalInput", 0)).unwrap();
        generator.generate(out, case.get("AdditionalInput", 1)).unwrap();
    });
}

#[test]
fn with_prediction_resistance() {
    check(RESISTANT, |case, out| {
        let mut generator = case.instantiate();
        for call in 0..2 {
            generator
                .generate_resistant(out, case.get("EntropyInputPR", call), case.get("AdditionalInput", call))
                .unwrap();
        }
    });
}
