//! What a client says, before anybody acts on it: an id, and a line that can be seen and read.

use std::str::FromStr;

use punto_floor::CommandKey;
use punto_wire::Command as Spoken;

use crate::problem::ApiError;

/// The id of a command: 8 to 64 letters, figures and `-`.
pub(crate) fn id(text: &str) -> Result<CommandKey, ApiError> {
    let plain = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    let key = CommandKey::from_str(text).ok().filter(|_| plain && (8..=64).contains(&text.len()));
    key.ok_or_else(|| ApiError::bad_request("the id of a command is 8 to 64 letters, figures and -"))
}

/// Reads a line; what is wrong with it is said with its column and what was expected.
pub(crate) fn read(line: &str) -> Result<Spoken, ApiError> {
    Spoken::read(line).map_err(ApiError::bad_request)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

    use super::*;

    #[test]
    fn ids_are_plain() {
        assert!(id("a1b2c3d4").is_ok());
        assert!(id("0192f0c1-7a0e-7cc3-9be4-6a52d6c6b3a1").is_ok());
        for wrong in
            ["", "short", "has space", "has_underscore", "käse-1234", &"x".repeat(65), "a1b2c3d\u{200b}"]
        {
            assert!(id(wrong).is_err(), "{wrong}");
        }
    }
}
