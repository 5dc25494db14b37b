//! `punto journal check-bundle` with a bundle that holds, and with ones that do not.

use std::fs;

use punto_journal::{Checkpoint, Entry, Hash, Record, Signer, bundle};
use serde_json::{Value, json};

use crate::support::{Ran, punto};

fn made(signer: &Signer) -> String {
    made_of(signer, &[], &Value::Null)
}

fn made_of(signer: &Signer, records: &[Record], checkpoint: &Value) -> String {
    let line = |Record { entry, prev, hash }: &Record| {
        json!({
            "stream": entry.stream, "seq": entry.seq, "at": entry.at, "actor": entry.actor, "schema": entry.schema,
            "engine": entry.engine, "key": entry.key, "body": entry.body, "prev": prev, "hash": hash,
        })
    };
    let records: Vec<Value> = records.iter().map(line).collect();
    let dispute =
        json!({ "table": "nsw-1", "number": 2, "patron": "ada", "what": "paid too little", "at": 0 });
    let content = json!({
        "dispute": dispute, "version": "0.1.0", "software": ["binary punto aa"], "records": records,
        "checkpoint": checkpoint, "seen": [{ "as": "public" }, { "as": "patron:ada" }],
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
             no checkpoint: only the signature speaks for the records\n\
             views of public, patron:ada\n\
             punto 0.1.0, by these digests:\n\
             \x20 binary punto aa\n"
        )
    );
}

#[test]
fn what_is_left_out_and_how_far_the_checkpoint_reaches_is_told() {
    let signer = Signer::new(&[7; 32]);
    let record = |seq: u64| {
        let (stream, actor, body) = ("table/nsw-1".parse().unwrap(), "system".into(), "{}".into());
        Entry { stream, seq, at: 7, actor, schema: 1, engine: 1, key: None, body }.seal(Hash::ZERO)
    };
    let apart = [record(1), record(40)];
    let signed = |record: &Record| {
        let heads = vec![record.head()];
        json!(Checkpoint::sign(&signer, 3, 0, Some(3), Hash::ZERO, &heads.clone(), heads).to_line())
    };
    let ran = check(&made_of(&signer, &apart, &signed(&apart[1])), &[]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let left_out = "but of table/nsw-1 what is between 1 and 40 is left out, and nothing shows it\n";
    assert!(ran.out.contains(left_out), "{ran:?}");
    let reach = format!("signed by {}: it vouches for record 40\n", signer.public_key());
    assert!(
        ran.out.contains("checkpoint 3 of 1970-01-01T00:00:00Z, ") && ran.out.contains(&reach),
        "{ran:?}"
    );
    let later = check(&made_of(&signer, &apart, &signed(&record(41))), &[]);
    assert!(later.out.contains(": it ends at none of these records\n"), "{later:?}");
    let forged = json!(signed(&apart[1]).as_str().unwrap().replacen("\"at\":0", "\"at\":9", 1));
    let forged = check(&made_of(&signer, &apart, &forged), &[]);
    assert_eq!(forged.code, Some(1));
    assert!(forged.out.contains("its checkpoint was changed after it was signed"), "{forged:?}");
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
