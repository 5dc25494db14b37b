//! `punto journal check-bundle` with a bundle that holds, and with ones that do not.

use std::fs;

use punto_journal::{Signer, bundle};
use serde_json::json;

use crate::support::{Ran, punto};

fn made(signer: &Signer) -> String {
    let dispute =
        json!({ "table": "nsw-1", "number": 2, "patron": "ada", "what": "paid too little", "at": 0 });
    let content = json!({
        "dispute": dispute, "version": "0.1.0", "software": ["binary punto aa"], "records": [],
        "seen": [{ "as": "public" }, { "as": "patron:ada" }],
    });
    bundle::sign(signer, &content).unwrap()
}

#[track_caller]
fn check(text: &str, more: &[&str]) -> Ran {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bundle.jsonl");
    fs::write(&file, text).unwrap();
    let mut args = vec!["journal", "check-bundle", file.to_str().unwrap()];
    args.extend(more);
    let ran = punto(&args);
    Ran { out: ran.out.replace(file.to_str().unwrap(), "FILE"), ..ran }
}

#[test]
fn a_bundle_that_holds_is_told_with_its_key() {
    let signer = Signer::new(&[7; 32]);
    let key = signer.public_key().to_string();
    let ran = check(&made(&signer), &["--key", &key]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(
        ran.out,
        format!(
            "FILE is as it was signed by {key}\n\
             dispute 2 at nsw-1 of ada: paid too little\n\
             raised at 1970-01-01T00:00:00Z\n\
             0 records, each as its hash says and behind the one before\n\
             views of public, patron:ada\n\
             punto 0.1.0, by these digests:\n\
             \x20 binary punto aa\n"
        )
    );
}

#[test]
fn a_changed_bundle_and_one_of_another_key_are_found_out() {
    let signer = Signer::new(&[7; 32]);
    let changed = check(&made(&signer).replacen("too little", "too mucht", 1), &[]);
    assert_eq!(
        (changed.code, changed.out.as_str()),
        (Some(1), "FILE: the bundle does not hold: it was changed after it was signed\n")
    );
    let other = Signer::new(&[8; 32]).public_key().to_string();
    let of_other = check(&made(&signer), &["--key", &other]);
    assert_eq!(of_other.code, Some(1));
    assert!(of_other.out.contains("it is signed by ") && of_other.out.contains(&other), "{of_other:?}");
    assert_eq!(punto(&["journal", "check-bundle", "no-such-file"]).code, Some(2));
    assert_eq!(check(&made(&signer), &["--key", "short"]).code, Some(2));
}
