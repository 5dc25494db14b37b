use punto_journal::v1::{Body, Event, Opened, Prepared, ReadError, SCHEMA, Said, Shoe, ShoeId, Under, Void};
use serde_json::json;

/// Bodies as they were written when version 1 was new, one a line. This file never changes.
const SAMPLE: &str = include_str!("../samples/body-1.jsonl");

/// What they mean.
fn meaning() -> Vec<Body> {
    let event = |what: &str, by: &[&str]| Event {
        what: what.into(),
        by: by.iter().map(|clause| (*clause).into()).collect(),
    };
    vec![
        Body::Said(Said {
            said: "open decks 8, method A, limits 25..5000, chips 5 25 100 500".into(),
            events: vec![event("opened", &["3.1", "house:layout"])],
            under: Some(Under {
                rulebook: "nsw-2021".into(),
                digest: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08".into(),
                terms: json!({ "decks": 8, "limits": { "minimum": 2500, "maximum": 500000 }, "bets": ["player", "tie"] }),
            }),
        }),
        Body::Said(Said {
            said: "bet ada@1 player 100".into(),
            events: vec![event("wagered ada@1 player 100", &["5.1"])],
            under: None,
        }),
        Body::Said(Said { said: "call \"no more bets\"".into(), events: vec![], under: None }),
        Body::Said(Said {
            said: "note 百家樂 \\ \u{1f0a1}\u{7f}\u{1}".into(),
            events: vec![event("noted", &["house:notes"]), event("signed", &[])],
            under: None,
        }),
        Body::Shoe(Shoe::Prepared(Prepared {
            id: ShoeId {
                site: "demo-house".into(),
                table: "rws-2016/1".into(),
                node: "node-a".into(),
                shoe: "2026-11-15/7".into(),
            },
            decks: 8,
            algorithm: "punto-shoe/1".into(),
            commitment: "5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9".into(),
            sealed: "01aa".into(),
        })),
        Body::Shoe(Shoe::Opened(Opened { opening: "opening 1\nalgorithm punto-shoe/1\n".into(), cut: 123 })),
        Body::Shoe(Shoe::Void(Void { why: "the sealing key is lost".into() })),
    ]
}

#[test]
fn the_frozen_sample_is_read_to_its_meaning_and_written_to_the_same_bytes() {
    let meaning = meaning();
    assert_eq!(SAMPLE.lines().count(), meaning.len());
    for (line, body) in SAMPLE.lines().zip(&meaning) {
        assert_eq!(Body::read(SCHEMA, line).as_ref(), Ok(body));
        assert_eq!(body.write(), line);
    }
}

#[test]
fn what_is_not_of_schema_1_is_refused_with_a_reason() {
    let good = SAMPLE.lines().nth(1).unwrap();
    assert_eq!(Body::read(2, good), Err(ReadError::Schema(2)));
    assert!(Body::read(0, good).unwrap_err().to_string().contains("schema 0 cannot be read"));
    for wrong in [
        "",
        "{}",
        r#"{"said":"prepare"}"#,
        r#"{"said":"prepare","events":[],"shoe":{"void":{"why":""}}}"#,
        r#"{"said":"prepare","events":[],"round":1}"#,
        r#"{"said":"prepare","events":[{"what":"prepared"}]}"#,
        r#"{"shoe":{"lost":{}}}"#,
        r#"{"shoe":{"void":{"why":"x"}},"under":{"rulebook":"","digest":"","terms":{}}}"#,
    ] {
        assert!(matches!(Body::read(1, wrong), Err(ReadError::Text(_))), "{wrong}");
    }
    for other in [
        r#"{"events":[],"said":"prepare"}"#,
        r#"{"said": "prepare","events":[]}"#,
        r#"{"said":"\u0061","events":[]}"#,
    ] {
        assert_eq!(Body::read(1, other), Err(ReadError::Spelling), "{other}");
    }
}
