//! Notes for the house's record, left in its folder by programs that cannot write the journal themselves.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use punto_site::Kind;

fn file(folder: &Path) -> PathBuf {
    folder.join("notes")
}

/// Leaves a note that a backup was made or put back; the house records it when it runs.
pub fn leave(folder: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().append(true).create(true).open(file(folder))?;
    file.write_all(format!("{}\n", text.replace('\n', " ")).as_bytes())?;
    file.sync_all()
}

/// Takes all notes. Who can write the folder can say that there was a backup, and nothing else.
pub(crate) fn take(folder: &Path) -> Vec<(Kind, String)> {
    let (left, taken) = (file(folder), folder.join("notes.taken"));
    if !left.exists() || fs::rename(&left, &taken).is_err() {
        return Vec::new();
    }
    let text = fs::read_to_string(&taken).unwrap_or_default();
    let _ = fs::remove_file(&taken);
    text.lines().take(100).map(|line| (Kind::BackupMade, line.to_owned())).collect()
}
