//! Keys in files of their own, outside the database: one seals the seeds of shoes, one makes the numbers of
//! vouchers, one wraps the keys of personal data.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use punto_shoe::SealingKey;
use punto_vocab::hex;

/// The key that seals the seeds of shoes.
pub fn sealing_key(path: &Path) -> Result<SealingKey, String> {
    key(path, "punto sealing key 1\n", "shoes").map(SealingKey::new)
}

/// The key that makes the check codes of vouchers.
pub fn voucher_key(path: &Path) -> Result<[u8; 32], String> {
    key(path, "punto voucher key 1\n", "vouchers")
}

/// The key that wraps the keys of personal data.
pub fn person_key(path: &Path) -> Result<[u8; 32], String> {
    key(path, "punto person key 1\n", "personal data")
}

/// Reads a key from its file, or makes a new one there that only its owner can read.
fn key(path: &Path, title: &str, for_what: &str) -> Result<[u8; 32], String> {
    let wrong = |what: String| format!("the key file {} {what}", path.display());
    match fs::read_to_string(path) {
        Ok(text) => {
            let secret = text.strip_prefix(title).and_then(|rest| hex::decode(rest.trim_end()));
            let secret = secret.ok_or_else(|| wrong(format!("holds no key for {for_what}")))?;
            private(path).map_err(wrong)?;
            Ok(secret)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let mut secret = [0; 32];
            getrandom::fill(&mut secret).map_err(|error| wrong(format!("cannot be made: {error}")))?;
            write(path, &format!("{title}{}\n", hex::encode(&secret)))
                .map_err(|error| wrong(format!("cannot be written: {error}")))?;
            Ok(secret)
        }
        Err(error) => Err(wrong(format!("cannot be read: {error}"))),
    }
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(folder)?;
    }
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

#[cfg(unix)]
fn private(path: &Path) -> Result<(), String> {
    use std::os::unix::fs::PermissionsExt;
    let mode = fs::metadata(path).map_err(|error| error.to_string())?.permissions().mode() & 0o777;
    match mode & 0o077 {
        0 => Ok(()),
        // What a service manager hands over: nobody writes it, and the group is the access list of the one service.
        _ if mode == 0o440 => Ok(()),
        _ => Err(format!("can be read by others (mode {mode:o}): make it 600, and think about a new key")),
    }
}

#[cfg(not(unix))]
fn private(_: &Path) -> Result<(), String> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_made_once_and_kept_private() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("keys/sealing.key");
        sealing_key(&path).unwrap();
        let first = fs::read_to_string(&path).unwrap();
        sealing_key(&path).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), first);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
            assert!(sealing_key(&path).unwrap_err().contains("mode 644"));
            fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        }
        assert!(
            voucher_key(&path).unwrap_err().contains("holds no key for vouchers"),
            "each key has its own use"
        );
        fs::write(&path, "something else").unwrap();
        assert!(sealing_key(&path).unwrap_err().contains("holds no key"));
    }
}
