//! Whether what runs is what was approved: binary, page, rulebooks and configuration against a signed manifest.

mod accepted;
mod watch;

use punto_config::Config;
use punto_software::{Checked, SoftwareParts, digest_of};
use punto_vocab::hex;

pub(crate) use accepted::{Verdict, could_be, judge};
pub use watch::routes;
pub(crate) use watch::{changed, record, rounds, run};

/// The digests of everything that decides what this process does.
pub fn parts(config: &Config) -> Result<SoftwareParts, String> {
    let mut parts = SoftwareParts::default();
    let binary = std::env::current_exe()
        .map_err(|error| format!("the program does not know its own file: {error}"))?;
    parts.add("binary", "punto", &digest_of(&binary)?);
    for (name, digest) in crate::page::digests() {
        parts.add("page", &name, &hex::encode(&digest));
    }
    for book in config.books.iter() {
        parts.add("rulebook", &book.id, &book.digest);
    }
    if let Some(digest) = &config.digest {
        parts.add("configuration", "file", digest);
    }
    Ok(parts)
}

/// Compares what runs with what was approved, if the operator has a manifest.
pub fn check(config: &Config) -> Checked {
    let software = &config.software;
    punto_software::check(software.manifest.as_deref().zip(software.key), parts(config))
}
