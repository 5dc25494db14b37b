//! Files and folders that nobody but their owner can read: a journal holds what people staked, and the
//! hashes of their passwords.

use std::fs::{DirBuilder, OpenOptions};
use std::io;
use std::path::Path;

/// How a file is opened for writing; where it is made, it is made for its owner alone.
pub(crate) fn writing() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Makes a folder, and those above it where they are missing, for its owner alone.
pub(crate) fn make_folder(dir: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(dir)
}
