//! A bundle for somebody outside: one line of JSON, and behind it a line with who signed it.
//!
//! ```text
//! {"table":"nsw-1",…,"records":[{"stream":"table/nsw-1","seq":7,…,"prev":"…","hash":"…"},…]}
//! {"key":"d75a9801…","signature":"e5564300…"}
//! ```
//!
//! The signature is Ed25519 over `punto bundle 1`, a line feed, and every byte of the first line. What is in the line is its
//! maker's business, but for `records`, of which each must match its hash and follow the one before it unless some are left
//! out between them, and for `checkpoint`, which must be signed and agree with the records.

use punto_vocab::hex;
use serde::{Deserialize, Serialize};

use crate::export::Line;
use crate::secret::Hex;
use crate::{Checkpoint, PublicKey, Record, Signer};

/// A bundle that was checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Bundle {
    /// Who signed it.
    pub key: PublicKey,
    /// What is in it.
    pub content: serde_json::Value,
    /// The records among that.
    pub records: Vec<Record>,
    /// The checkpoint among that, if there is one.
    pub checkpoint: Option<Checkpoint>,
}

impl Bundle {
    /// The records of a stream that stand side by side though others were left out between them.
    pub fn gaps(&self) -> impl Iterator<Item = (&Record, &Record)> {
        let pairs = self.records.windows(2).map(|pair| (&pair[0], &pair[1]));
        pairs.filter(|(one, next)| one.entry.stream == next.entry.stream && !are_neighbours(one, next))
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Seal {
    key: PublicKey,
    signature: String,
}

const TITLE: &[u8] = b"punto bundle 1\n";

/// Signs what goes into a bundle; the text of the whole bundle.
pub fn sign(signer: &Signer, content: &impl Serialize) -> Result<String, BadBundle> {
    let line = serde_json::to_string(content).map_err(|error| BadBundle(error.to_string()))?;
    let signature = Hex(&signer.sign(&message(&line))).to_string();
    let seal = Seal { key: signer.public_key(), signature };
    let seal = serde_json::to_string(&seal).map_err(|error| BadBundle(error.to_string()))?;
    Ok(format!("{line}\n{seal}\n"))
}

/// Checks a bundle: its signature, every record in it, and the checkpoint with them.
pub fn check(text: &str) -> Result<Bundle, BadBundle> {
    let wrong = |why: &str| BadBundle(why.to_owned());
    let lines = text.strip_suffix('\n').and_then(|text| text.split_once('\n'));
    let (line, last) = lines.ok_or_else(|| wrong("it has not two lines, each with its end"))?;
    let seal: Seal = serde_json::from_str(last)
        .map_err(|error| BadBundle(format!("its last line is no seal: {error}")))?;
    if serde_json::to_string(&seal).ok().as_deref() != Some(last) {
        return Err(wrong("its last line is not written as a seal is"));
    }
    let signature = hex::decode(&seal.signature).ok_or_else(|| wrong("its signature is no signature"))?;
    if !seal.key.accepts(&message(line), &signature) {
        return Err(wrong("it was changed after it was signed"));
    }
    let content: serde_json::Value =
        serde_json::from_str(line).map_err(|error| BadBundle(format!("its content is no JSON: {error}")))?;
    let records = content.get("records").cloned().unwrap_or_else(|| serde_json::Value::Array(Vec::new()));
    let records: Vec<Line> = serde_json::from_value(records)
        .map_err(|error| BadBundle(format!("its records are no records: {error}")))?;
    let records: Vec<Record> = records.into_iter().map(Record::from).collect();
    linked(&records)?;
    let checkpoint = checkpoint(&content, &records)?;
    Ok(Bundle { key: seal.key, content, records, checkpoint })
}

/// The checkpoint, if it is signed and every record that it ends a stream with is as it says.
fn checkpoint(content: &serde_json::Value, records: &[Record]) -> Result<Option<Checkpoint>, BadBundle> {
    let line = match content.get("checkpoint") {
        None | Some(serde_json::Value::Null) => return Ok(None),
        Some(line) => line.as_str().ok_or_else(|| BadBundle("its checkpoint is no line".to_owned()))?,
    };
    let checkpoint = Checkpoint::from_line(line).map_err(|error| BadBundle(error.to_string()))?;
    if !checkpoint.holds() {
        return Err(BadBundle("its checkpoint was changed after it was signed".to_owned()));
    }
    for record in records {
        let ends = |head: &&crate::Head| (&head.stream, head.seq) == (&record.entry.stream, record.entry.seq);
        if checkpoint.heads.iter().find(ends).is_some_and(|head| head.hash != record.hash) {
            let (seq, stream) = (record.entry.seq, &record.entry.stream);
            return Err(BadBundle(format!("record {seq} of {stream} is not the one of its checkpoint")));
        }
    }
    Ok(Some(checkpoint))
}

/// Whether two records of one stream follow one another without any between.
fn are_neighbours(one: &Record, next: &Record) -> bool {
    one.entry.seq.checked_add(1) == Some(next.entry.seq)
}

/// Whether each record matches its hash, and those that stand side by side in a stream follow each other.
fn linked(records: &[Record]) -> Result<(), BadBundle> {
    let wrong = |record: &Record, what: &str| {
        Err(BadBundle(format!("record {} of {} {what}", record.entry.seq, record.entry.stream)))
    };
    for record in records {
        if !record.holds() {
            return wrong(record, "does not match its hash");
        }
    }
    for pair in records.windows(2) {
        let (one, next) = (&pair[0], &pair[1]);
        if one.entry.stream != next.entry.stream {
            continue;
        }
        let follows = next.entry.seq > one.entry.seq && (!are_neighbours(one, next) || next.prev == one.hash);
        if !follows {
            return wrong(next, "does not follow the one before it");
        }
    }
    Ok(())
}

fn message(line: &str) -> Vec<u8> {
    [TITLE, line.as_bytes()].concat()
}

/// Why a bundle proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the bundle does not hold: {0}")]
pub struct BadBundle(String);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Entry, Hash, Head};

    fn records() -> Vec<Record> {
        let mut prev = Hash::ZERO;
        let record = |seq: u64| {
            let entry = Entry {
                stream: "table/t".parse().unwrap(),
                seq,
                at: 7,
                actor: "system".into(),
                schema: 1,
                engine: 1,
                key: None,
                body: "{}".into(),
            };
            let record = Record { hash: entry.hash(&prev), prev, entry };
            prev = record.hash;
            record
        };
        (1..=3).map(record).collect()
    }

    fn bundle(records: &[Record]) -> String {
        with_checkpoint(records, &serde_json::Value::Null)
    }

    fn with_checkpoint(records: &[Record], checkpoint: &serde_json::Value) -> String {
        let lines: Vec<Line> = records.iter().cloned().map(Line::from).collect();
        let content = serde_json::json!({ "table": "t", "records": lines, "checkpoint": checkpoint });
        sign(&Signer::new(&[9; 32]), &content).unwrap()
    }

    #[test]
    fn a_bundle_is_read_back_and_every_flipped_bit_is_found() {
        let text = bundle(&records());
        let checked = check(&text).unwrap();
        assert_eq!((checked.key, checked.records), (Signer::new(&[9; 32]).public_key(), records()));
        assert_eq!(checked.content["table"], "t");
        for place in 0..text.len() {
            for bit in 0..8 {
                let mut bytes = text.clone().into_bytes();
                bytes[place] ^= 1 << bit;
                let changed = String::from_utf8(bytes).map(|text| check(&text));
                assert!(!matches!(changed, Ok(Ok(_))), "bit {bit} of byte {place}");
            }
        }
        for cut in [&text[1..], &text[..text.len() - 1], "", "\n\n", "{}\n{}\n"] {
            assert!(check(cut).is_err());
        }
    }

    #[test]
    fn a_signer_who_changes_a_record_is_found_out_by_its_hash() {
        let mut forged = records();
        forged[1].entry.actor = "somebody".into();
        assert!(
            check(&bundle(&forged)).unwrap_err().to_string().contains("record 2 of table/t does not match")
        );
        let mut torn = records();
        torn[2].prev = Hash::ZERO;
        torn[2].hash = torn[2].entry.hash(&Hash::ZERO);
        assert!(
            check(&bundle(&torn)).unwrap_err().to_string().contains("record 3 of table/t does not follow")
        );
        // What lies further apart says nothing of what is between, and that is told.
        let apart = check(&bundle(&[records()[0].clone(), records()[2].clone()])).unwrap();
        let gaps: Vec<_> = apart.gaps().map(|(one, next)| (one.entry.seq, next.entry.seq)).collect();
        assert_eq!(gaps, [(1, 3)]);
        assert_eq!(check(&bundle(&records())).unwrap().gaps().count(), 0);
        for order in [[1, 0], [1, 1]] {
            let turned = order.map(|place: usize| records()[place].clone());
            assert!(check(&bundle(&turned)).unwrap_err().to_string().contains("does not follow"));
        }
        let mut last = records()[2].clone();
        last.entry.seq = u64::MAX;
        last.hash = last.entry.hash(&last.prev);
        assert!(check(&bundle(&[last.clone(), last])).is_err(), "also at the end of all numbers");
    }

    #[test]
    fn a_checkpoint_is_checked_with_the_records() {
        let head = |seq: u64, hash: Hash| Head { stream: "table/t".parse().unwrap(), seq, hash };
        let signed = |head: Head| {
            let heads = vec![head];
            Checkpoint::sign(&Signer::new(&[9; 32]), 1, 7, None, Hash::ZERO, &heads.clone(), heads).to_line()
        };
        let right = signed(head(3, records()[2].hash));
        let checked = check(&with_checkpoint(&records(), &right.as_str().into())).unwrap();
        assert_eq!(checked.checkpoint.unwrap().to_line(), right);
        let later = signed(head(9, Hash::ZERO));
        assert!(check(&with_checkpoint(&records(), &later.into())).is_ok(), "it ends behind these");
        for (wrong, why) in [
            (signed(head(3, Hash::ZERO)).into(), "record 3 of table/t is not the one of its checkpoint"),
            (right.replacen("\"at\":7", "\"at\":8", 1).into(), "its checkpoint was changed"),
            ("no line of one".into(), "this is no checkpoint"),
            (serde_json::json!(7), "its checkpoint is no line"),
        ] {
            let bad = check(&with_checkpoint(&records(), &wrong)).unwrap_err().to_string();
            assert!(bad.contains(why), "{bad}");
        }
    }
}
