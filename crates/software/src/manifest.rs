//! The signed list of what may run: one line a part, in plain text that `sha256sum` can check, too.
//!
//! ```text
//! punto manifest 1
//! version 0.1.0
//! binary punto 9f86d081…
//! page index.html 60303ae2…
//! rulebook nsw-2021 fd61a03a…
//! key d75a9801…
//! signature e5564300…
//! ```
//!
//! The signature is Ed25519 over every byte before its own line.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use punto_vocab::hex;

use crate::key::{VouchedKey, VouchingKey};

/// The parts of the software and their SHA-256, by what they are and what they are called.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SoftwareParts(BTreeMap<(String, String), String>);

impl SoftwareParts {
    /// Adds a part: `binary`, `page` or `rulebook`, its name, its digest in hexadecimal.
    pub fn add(&mut self, what: &str, name: &str, digest: &str) {
        self.0.insert((what.to_owned(), name.to_owned()), digest.to_owned());
    }

    /// Every part with its digest, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str, &str)> {
        self.0.iter().map(|((what, name), digest)| (what.as_str(), name.as_str(), digest.as_str()))
    }

    /// The lines of what is here, and the first difference from what was approved.
    pub fn compare(&self, approved: &SoftwareParts) -> (Vec<String>, Option<String>) {
        let mut wrong = None;
        let mut lines = Vec::new();
        for ((what, name), digest) in &self.0 {
            let told = match approved.0.get(&(what.clone(), name.clone())) {
                Some(approved) if approved == digest => "approved",
                Some(_) => "changed",
                None => "not approved",
            };
            if told != "approved" {
                wrong.get_or_insert_with(|| format!("{what} {name} is {told}: its digest is {digest}"));
            }
            lines.push(format!("{what} {name} {digest} {told}"));
        }
        for (what, name) in approved.0.keys().filter(|key| !self.0.contains_key(*key)) {
            wrong.get_or_insert_with(|| format!("{what} {name} is approved and is not here"));
            lines.push(format!("{what} {name} missing"));
        }
        (lines, wrong)
    }
}

/// A list of parts that somebody vouches for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manifest {
    /// The version.
    pub version: String,
    /// The parts.
    pub parts: SoftwareParts,
}

const TITLE: &str = "punto manifest 1";

impl Manifest {
    /// The text with its signature.
    pub fn sign(&self, key: &VouchingKey) -> String {
        let mut text = format!("{TITLE}\nversion {}\n", self.version);
        for (what, name, digest) in self.parts.iter() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{what} {name} {digest}");
        }
        let _ = writeln!(text, "key {}", key.public());
        let signature = hex::encode(&key.sign(text.as_bytes()));
        let _ = writeln!(text, "signature {signature}");
        text
    }

    /// Reads a manifest, if this key has signed it.
    pub fn read(text: &str, key: VouchedKey) -> Result<Manifest, String> {
        let start = text.rfind("signature ").ok_or("the manifest has no signature")?;
        let (signed, last) = text.split_at(start);
        let signature = last.strip_prefix("signature ").and_then(|rest| rest.strip_suffix('\n'));
        let signature = signature
            .and_then(hex::decode)
            .ok_or("the manifest's signature is not 128 hexadecimal digits")?;
        if !key.accepts(signed.as_bytes(), &signature) {
            return Err(format!("the manifest is not signed by {key}, or was changed afterwards"));
        }
        let mut lines = signed.lines();
        if lines.next() != Some(TITLE) {
            return Err(format!("the manifest does not begin with `{TITLE}`"));
        }
        let mut manifest = Manifest { version: String::new(), parts: SoftwareParts::default() };
        for line in lines {
            match line.split(' ').collect::<Vec<_>>()[..] {
                ["version", version] => manifest.version = version.to_owned(),
                ["key", named] if named == key.to_string() => {}
                [what, name, digest] => manifest.parts.add(what, name, digest),
                _ => return Err(format!("`{line}` is no line of a manifest")),
            }
        }
        Ok(manifest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts() -> SoftwareParts {
        let mut parts = SoftwareParts::default();
        parts.add("binary", "punto", "aa");
        parts.add("rulebook", "nsw-2021", "bb");
        parts
    }

    #[test]
    fn a_manifest_is_read_back_only_with_the_key_that_signed_it() {
        let (key, other) = (VouchingKey::make().unwrap(), VouchingKey::make().unwrap());
        let manifest = Manifest { version: "0.1.0".into(), parts: parts() };
        let text = manifest.sign(&key);
        assert_eq!(Manifest::read(&text, key.public()), Ok(manifest));
        assert!(Manifest::read(&text, other.public()).unwrap_err().contains("not signed by"));
        for place in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[place] ^= 1;
            let changed = String::from_utf8(bytes).unwrap();
            assert!(Manifest::read(&changed, key.public()).is_err(), "byte {place}");
        }
    }

    #[test]
    fn what_differs_is_named() {
        assert_eq!(parts().compare(&parts()).1, None);
        let mut changed = parts();
        changed.add("binary", "punto", "cc");
        assert_eq!(changed.compare(&parts()).1.unwrap(), "binary punto is changed: its digest is cc");
        let mut more = parts();
        more.add("page", "index.html", "dd");
        assert_eq!(more.compare(&parts()).1.unwrap(), "page index.html is not approved: its digest is dd");
        assert_eq!(parts().compare(&more).1.unwrap(), "page index.html is approved and is not here");
    }
}
