//! Where seeds come from: the operating system, behind a trait so that tests can give broken sources.

/// A source of seed material. The house uses [`OsEntropy`] and nothing else.
pub trait EntropySource {
    /// Fills all of `bytes`, or says why it cannot; there is no partial answer.
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), SourceError>;
}

/// The operating system's generator, which on Linux is the system call `getrandom`.
#[derive(Clone, Copy, Debug, Default)]
pub struct OsEntropy;

impl EntropySource for OsEntropy {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), SourceError> {
        getrandom::fill(bytes).map_err(|error| SourceError(error.to_string()))
    }
}

/// The source gave nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the source of entropy failed: {0}")]
pub struct SourceError(pub String);
