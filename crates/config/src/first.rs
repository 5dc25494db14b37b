//! First passwords of the founders of a house: each in a file of its own, so that they can be handed out apart.

use std::io::Write;
use std::path::{Path, PathBuf};

use punto_vocab::PersonId;

/// Where a founder's first password lies until there is another.
pub fn file(data: &Path, name: PersonId) -> PathBuf {
    data.join("first-passwords").join(format!("{name}.txt"))
}

/// Writes a first password for its owner; only the account that runs the server reads it.
pub fn write(data: &Path, name: PersonId, password: &str) -> std::io::Result<PathBuf> {
    let file = file(data, name);
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    forget(data, name);
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut open = options.open(&file)?;
    writeln!(open, "{password}")?;
    open.sync_all()?;
    Ok(file)
}

/// Deletes a first password that is of no use any more; deleting a missing one is not an error.
pub fn forget(data: &Path, name: PersonId) {
    let _ = std::fs::remove_file(file(data, name));
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

    use super::*;

    #[test]
    fn each_has_a_file_of_their_own_that_nobody_else_reads_and_that_goes() {
        let data = std::env::temp_dir().join(format!("punto-first-{}", std::process::id()));
        let (one, two): (PersonId, PersonId) = ("admin".parse().unwrap(), "operator".parse().unwrap());
        let file = write(&data, one, "abcd").unwrap();
        assert_eq!(std::fs::read_to_string(write(&data, one, "efgh").unwrap()).unwrap(), "efgh\n");
        assert_ne!(write(&data, two, "x").unwrap(), file);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        }
        forget(&data, one);
        forget(&data, one);
        assert!(!file.exists());
        std::fs::remove_dir_all(&data).unwrap();
    }
}
