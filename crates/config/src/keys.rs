//! Where the keys lie: a credential of the service manager, where the file says, or a folder of their own.

use std::path::{Component, Path, PathBuf};

/// Where to look for keys.
pub(crate) struct KeyPlaces<'a> {
    /// The folder of the journal.
    pub(crate) data: &'a Path,
    /// The folder of the service manager's credentials.
    pub(crate) credentials: Option<&'a Path>,
    /// Whether keys may lie in the data folder: in a demonstration, and where the file says so.
    pub(crate) inside: bool,
}

impl KeyPlaces<'_> {
    /// The file of a key: a credential goes before what the file names, and that before the usual place.
    pub(crate) fn of(&self, name: &str, named: Option<PathBuf>) -> PathBuf {
        let credential = self.credentials.map(|folder| folder.join(name)).filter(|file| file.is_file());
        credential.or(named).unwrap_or_else(|| self.folder().join(name))
    }

    /// The file of the chain key. It is never a credential: the anchor beside it is written, and credentials are not.
    pub(crate) fn of_chain(&self, named: Option<PathBuf>) -> PathBuf {
        named.unwrap_or_else(|| self.folder().join(CHAIN))
    }

    fn folder(&self) -> PathBuf {
        if self.inside { inside(self.data) } else { beside(self.data) }
    }
}

const CHAIN: &str = "chain.key";

/// Where the chain key of a data folder lies, as long as no configuration names another place: in the folder itself if the
/// house is a demonstration, else in the one beside it.
///
/// Who can write the data folder can lay a key of their own there. So one that lies there does not count in a house that
/// plays for money, and two are one too many.
pub fn usual_chain_key(data: &Path, demonstration: impl FnOnce() -> bool) -> Result<PathBuf, String> {
    let (own, apart) = (inside(data).join(CHAIN), beside(data).join(CHAIN));
    if !own.exists() {
        return Ok(apart);
    }
    let which = match apart.exists() {
        true => format!("there are two keys of the chain, {} and {}", own.display(), apart.display()),
        false if demonstration() => return Ok(own),
        false => format!(
            "the key of the chain {} lies in the data folder, and this house plays for money",
            own.display()
        ),
    };
    Err(format!(
        "{which}: anybody who can write the folder could have laid it there; say --chain-key with the one that is the house's"
    ))
}

/// Where keys of a demonstration lie, and lay in every house before they were kept apart.
pub(crate) fn inside(data: &Path) -> PathBuf {
    data.join("keys")
}

/// `data-keys` for `data`: whoever is given the one folder is not given the other with it.
pub(crate) fn beside(data: &Path) -> PathBuf {
    let whole = match data.file_name() {
        Some(_) => data.to_owned(),
        // `.` and `..` have a name only where they are.
        None => std::path::absolute(data).unwrap_or_else(|_| data.to_owned()),
    };
    let mut name = whole.file_name().unwrap_or_default().to_owned();
    name.push("-keys");
    whole.with_file_name(name)
}

/// Whether a file lies in a folder, whatever way its path takes.
pub(crate) fn is_in(file: &Path, folder: &Path) -> bool {
    let (file, folder) = (plain(file), plain(folder));
    file.starts_with(folder)
}

/// The path without links as far as it exists, and without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut plain = PathBuf::new();
    for part in whole.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => plain.push(part),
        }
        plain = plain.canonicalize().unwrap_or(plain);
    }
    plain
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

    use super::*;

    #[test]
    fn a_credential_goes_before_the_file_and_the_file_before_the_usual_place() {
        let folder = tempfile::tempdir().unwrap();
        let credentials = folder.path().join("credentials");
        std::fs::create_dir(&credentials).unwrap();
        std::fs::write(credentials.join("sealing.key"), "a key").unwrap();
        let data = Path::new("var/punto");
        let places = |inside| KeyPlaces { data, credentials: Some(&credentials), inside };
        let named = || Some(PathBuf::from("elsewhere/sealing.key"));
        assert_eq!(places(false).of("sealing.key", named()), credentials.join("sealing.key"));
        assert_eq!(places(false).of("voucher.key", named()), Path::new("elsewhere/sealing.key"));
        assert_eq!(places(false).of("voucher.key", None), Path::new("var/punto-keys/voucher.key"));
        assert_eq!(places(true).of("voucher.key", None), Path::new("var/punto/keys/voucher.key"));
    }

    #[test]
    fn a_key_in_the_data_folder_is_known_whatever_way_its_path_takes() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        std::fs::create_dir(&data).unwrap();
        assert!(is_in(&data.join("keys/a.key"), &data) && is_in(&data.join("../data/a.key"), &data));
        assert!(!is_in(&beside(&data).join("a.key"), &data) && !is_in(&data.join("../a.key"), &data));
        #[cfg(unix)]
        {
            let link = folder.path().join("elsewhere");
            std::os::unix::fs::symlink(&data, &link).unwrap();
            assert!(is_in(&link.join("a.key"), &data), "a link into the folder");
        }
        assert!(beside(Path::new(".")).to_string_lossy().ends_with("config-keys"), "of the folder it is");
    }
}
