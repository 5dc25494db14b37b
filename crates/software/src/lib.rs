//! Which software may run: its parts with their digests, and the signed manifest that they are compared with.

mod key;
mod manifest;
mod rounds;

use std::fs::File;
use std::io::Read;
use std::path::Path;

use punto_vocab::hex;
use sha2::{Digest, Sha256};

pub use key::{VouchedKey, VouchingKey};
pub use manifest::{Manifest, SoftwareParts};
pub use rounds::{Rounds, Watched};

/// What a check came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// A line a part, with its digest.
    pub lines: Vec<String>,
    /// What was wrong first.
    pub wrong: Option<String>,
    /// Whether there was a manifest to compare with.
    pub compared: bool,
    /// The digest of the manifest, if it could be read.
    pub manifest: Option<String>,
}

/// Compares what runs with what was approved, if the operator has a manifest.
pub fn check(approved: Option<(&Path, VouchedKey)>, found: Result<SoftwareParts, String>) -> Checked {
    let found = match found {
        Ok(found) => found,
        Err(error) => {
            return Checked { lines: Vec::new(), wrong: Some(error), compared: true, manifest: None };
        }
    };
    let Some((manifest, key)) = approved else {
        let lines = found.iter().map(|(what, name, digest)| format!("{what} {name} {digest}")).collect();
        return Checked { lines, wrong: None, compared: false, manifest: None };
    };
    let text = std::fs::read_to_string(manifest)
        .map_err(|error| format!("the manifest {} cannot be read: {error}", manifest.display()));
    let digest = text.as_ref().ok().map(|text| self::digest(text.as_bytes()));
    match text.and_then(|text| Manifest::read(&text, key)) {
        Ok(approved) => {
            let (lines, wrong) = found.compare(&approved.parts);
            Checked { lines, wrong, compared: true, manifest: digest }
        }
        Err(error) => {
            let lines = found.iter().map(|(what, name, digest)| format!("{what} {name} {digest}")).collect();
            Checked { lines, wrong: Some(error), compared: true, manifest: digest }
        }
    }
}

/// The SHA-256 of some bytes, in hexadecimal.
pub fn digest(bytes: &[u8]) -> String {
    hex::encode(&Sha256::digest(bytes))
}

/// The SHA-256 of a file, in hexadecimal.
pub fn digest_of(path: &Path) -> Result<String, String> {
    let unreadable = |error: std::io::Error| format!("{} cannot be read: {error}", path.display());
    let mut file = File::open(path).map_err(unreadable)?;
    let mut digest = Sha256::new();
    let mut piece = vec![0; 1 << 20];
    loop {
        match file.read(&mut piece).map_err(unreadable)? {
            0 => return Ok(hex::encode(&digest.finalize())),
            read => digest.update(&piece[..read]),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

    use super::*;

    #[test]
    fn a_digest_is_the_published_sha_256_of_the_bytes() {
        let published = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(digest(b"abc"), published);
        let file = tempfile::tempdir().unwrap();
        let file = file.path().join("abc");
        std::fs::write(&file, "abc").unwrap();
        assert_eq!((digest_of(&file).unwrap().as_str(), published.len() * 4), (published, 256));
    }
}
