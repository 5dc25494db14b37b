//! The name of a stream of records.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// Names one stream, such as `table/nsw-1`, `patron/ada` or `site`.
///
/// Parts of `a` to `z`, `0` to `9` and `-`, joined by `/`; 80 bytes at most. Names sort as bytes. A clone is cheap.
///
/// ```
/// use punto_journal::StreamName;
/// let name: StreamName = "table/nsw-1".parse().unwrap();
/// assert_eq!(name.kind(), "table");
/// for wrong in ["", "/", "table/", "Table/1", "table//1", "patron/ad\u{e4}"] {
///     assert!(wrong.parse::<StreamName>().is_err());
/// }
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct StreamName(Arc<str>);

impl StreamName {
    /// The longest name, in bytes.
    pub const LONGEST: usize = 80;

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The first part: what sort of stream this is.
    pub fn kind(&self) -> &str {
        self.0.split('/').next().unwrap_or_default()
    }
}

impl fmt::Display for StreamName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for StreamName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StreamName({})", self.0)
    }
}

impl FromStr for StreamName {
    type Err = BadStreamName;

    fn from_str(text: &str) -> Result<StreamName, BadStreamName> {
        let fits = text.len() <= StreamName::LONGEST
            && text.split('/').all(|part| !part.is_empty() && part.bytes().all(is_letter));
        if fits { Ok(StreamName(text.into())) } else { Err(BadStreamName(text.chars().take(80).collect())) }
    }
}

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'
}

impl From<StreamName> for String {
    fn from(name: StreamName) -> String {
        name.0.as_ref().to_owned()
    }
}

impl TryFrom<String> for StreamName {
    type Error = BadStreamName;

    fn try_from(text: String) -> Result<StreamName, BadStreamName> {
        text.parse()
    }
}

/// A text that names no stream.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no name of a stream: parts of a-z, 0-9 and '-' joined by '/', 80 bytes at most")]
pub struct BadStreamName(String);
