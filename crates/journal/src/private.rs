//! Files and folders that nobody but their owner can read: a journal holds what people staked, and the
//! hashes of their passwords. None of them is written through a link that somebody has laid in its place.

use std::fs::{DirBuilder, OpenOptions};
use std::io;
use std::path::Path;

/// How a file is opened for writing; where it is made, it is made for its owner alone. A link is not followed.
pub(crate) fn writing() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600).custom_flags(libc::O_NOFOLLOW);
    }
    options
}

/// Whether what lies at a path, if anything does, is a file that has this name only: what is written to another, such as a
/// link to a key, would be written elsewhere.
pub(crate) fn is_plain(path: &Path) -> bool {
    let Ok(found) = std::fs::symlink_metadata(path) else { return true };
    #[cfg(unix)]
    let alone = std::os::unix::fs::MetadataExt::nlink(&found) == 1;
    #[cfg(not(unix))]
    let alone = true;
    found.is_file() && alone
}

/// Makes a folder, and those above it where they are missing, for its owner alone.
pub(crate) fn make_folder(dir: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(dir)
}
