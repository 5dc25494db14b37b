//! Questions as JSON: `{"ask":"coup","document":"nsw-2021","cards":"Ks 2d 6h 3c 9d"}`.

use std::collections::BTreeMap;

use punto_answers::{TableChoice, ToldTable, Unanswered};
use serde::Deserialize;
use serde_json::{Value, json};

/// What answers, with the tables that it was asked to open.
#[derive(Default)]
pub struct Answerer {
    tables: BTreeMap<u32, ToldTable>,
    opened: u32,
}

#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
enum Question {
    Version {},
    Documents {},
    Clause {
        document: String,
        id: String,
    },
    Coup {
        document: String,
        cards: String,
    },
    Settle(Settle),
    Odds {
        document: String,
        variant: Option<String>,
        decks: Option<u32>,
        removed: Option<String>,
    },
    Roads {
        entries: String,
        tail: Option<String>,
    },
    RunScript {
        text: String,
        document: Option<String>,
    },
    NewTable {
        document: String,
    },
    Say {
        table: u32,
        line: String,
        by: Option<String>,
    },
    Wait {
        table: u32,
        time: String,
    },
    Phase {
        table: u32,
    },
    TableRoads {
        table: u32,
    },
    /// Forgets a table.
    Leave {
        table: u32,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Settle {
    document: String,
    cards: String,
    wagers: Vec<(String, String)>,
    variant: Option<String>,
    chips: Option<String>,
    #[serde(default)]
    house: Vec<(String, String)>,
}

impl Answerer {
    /// Answers a question: `{"answer":…}`, `{"refused":{"reason":…,"by":…}}` where a document does not allow it, or `{"wrong":…}` where
    /// it cannot be read.
    pub fn ask(&mut self, question: &str) -> String {
        let read = serde_json::from_str(question).map_err(|error| Unanswered::Wrong(error.to_string()));
        let answer = match read.and_then(|question| self.answered(question)) {
            Ok(answer) => json!({ "answer": answer }),
            Err(Unanswered::Refused { reason, by }) => json!({ "refused": { "reason": reason, "by": by } }),
            Err(Unanswered::Wrong(why)) => json!({ "wrong": why }),
        };
        answer.to_string()
    }

    fn answered(&mut self, question: Question) -> Result<Value, Unanswered> {
        match question {
            Question::Version {} => Ok(json!(env!("CARGO_PKG_VERSION"))),
            Question::Documents {} => Ok(json!(punto_answers::documents())),
            Question::Clause { document, id } => punto_answers::clause(&document, &id).map(Value::from),
            Question::Coup { document, cards } => punto_answers::coup(&document, &cards),
            Question::Settle(Settle { document, cards, wagers, variant, chips, house }) => {
                punto_answers::settle(&document, &cards, &wagers, TableChoice { variant, chips, house })
            }
            Question::Odds { document, variant, decks, removed } => {
                let removed = removed.unwrap_or_default();
                punto_answers::odds(&document, variant.as_deref(), decks.unwrap_or(8), &removed)
            }
            Question::Roads { entries, tail } => {
                punto_answers::roads(&entries, tail.as_deref().unwrap_or("straight"))
            }
            Question::RunScript { text, document } => {
                punto_answers::run_script(&text, document.as_deref()).map(Value::from)
            }
            Question::NewTable { document } => {
                let table = ToldTable::new(&document)?;
                self.opened += 1;
                self.tables.insert(self.opened, table);
                Ok(json!(self.opened))
            }
            Question::Say { table, line, by } => self.table(table)?.say(&line, by.as_deref()),
            Question::Wait { table, time } => self.table(table)?.wait(&time).map(|()| Value::Null),
            Question::Phase { table } => Ok(json!(self.table(table)?.phase())),
            Question::TableRoads { table } => Ok(self.table(table)?.roads()),
            Question::Leave { table } => {
                self.tables.remove(&table);
                Ok(Value::Null)
            }
        }
    }

    fn table(&mut self, number: u32) -> Result<&mut ToldTable, Unanswered> {
        self.tables.get_mut(&number).ok_or_else(|| Unanswered::Wrong(format!("there is no table {number}")))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

    use super::*;

    fn ask(engine: &mut Answerer, question: Value) -> Value {
        serde_json::from_str(&engine.ask(&question.to_string())).unwrap()
    }

    #[test]
    fn every_question_has_its_answer() {
        let mut engine = Answerer::default();
        let documents = ask(&mut engine, json!({ "ask": "documents" }))["answer"].clone();
        assert_eq!(documents.as_array().unwrap().len(), 5);
        let book = "nsw-2021";
        assert!(
            ask(&mut engine, json!({ "ask": "clause", "document": book, "id": "5.8" }))["answer"].is_string()
        );
        let coup = ask(&mut engine, json!({ "ask": "coup", "document": book, "cards": "Ks 2d 6h 3c 9d" }));
        assert_eq!(coup["answer"]["winner"], "player");
        let settle = json!({ "ask": "settle", "document": book, "cards": "Ks 2d 3h 4c Qs", "wagers": [["player", "100"]] });
        assert_eq!(ask(&mut engine, settle)["answer"][0]["became"], "lost");
        let odds = ask(&mut engine, json!({ "ask": "odds", "document": book }));
        let banker = odds["answer"].as_array().unwrap().iter().find(|bet| bet["bet"] == "banker").unwrap();
        assert_eq!(banker["house_edge_decimal"], "0.010579057842");
        let roads = ask(&mut engine, json!({ "ask": "roads", "entries": "BBPTP" }));
        assert_eq!(roads["answer"]["count"]["coups"], 5);
        let script = "script 1\nrulebook nsw-2021\nopen limits 25..5000\nprepare\nexpect shoe-ready\nexpect wagers-closed\n";
        let ran = ask(&mut engine, json!({ "ask": "run-script", "text": script }));
        assert_eq!(ran["answer"].as_array().map(Vec::len), Some(1), "{ran}");
        assert_eq!(ask(&mut engine, json!({ "ask": "version" }))["answer"], env!("CARGO_PKG_VERSION"));
    }

    #[test]
    fn tables_are_kept_apart_and_forgotten() {
        let mut engine = Answerer::default();
        let open = |engine: &mut Answerer| {
            ask(engine, json!({ "ask": "new-table", "document": "nsw-2021" }))["answer"].clone()
        };
        let (one, other) = (open(&mut engine), open(&mut engine));
        assert_ne!(one, other);
        let said = ask(&mut engine, json!({ "ask": "say", "table": one, "line": "open limits 25..5000" }));
        assert!(said["answer"][0]["what"].as_str().unwrap().starts_with("opened"), "{said}");
        let phase = |engine: &mut Answerer, table: &Value| {
            ask(engine, json!({ "ask": "phase", "table": table }))["answer"].clone()
        };
        assert_eq!(
            (phase(&mut engine, &one), phase(&mut engine, &other)),
            (json!("preparing"), json!("closed"))
        );
        ask(&mut engine, json!({ "ask": "leave", "table": one }));
        assert!(ask(&mut engine, json!({ "ask": "phase", "table": one }))["wrong"].is_string());
    }

    #[test]
    fn what_cannot_be_answered_says_why() {
        let mut engine = Answerer::default();
        assert!(engine.ask("no question").contains("wrong"));
        for wrong in [
            json!({ "ask": "all" }),
            json!({ "ask": "coup", "document": "x", "cards": "" }),
            json!({ "ask": "phase", "table": 7 }),
        ] {
            assert!(ask(&mut engine, wrong)["wrong"].is_string());
        }
        let refused =
            ask(&mut engine, json!({ "ask": "coup", "document": "nsw-2021", "cards": "Ks 2d 6h 3c 9d 9s" }));
        assert!(refused["refused"]["by"].is_string(), "{refused}");
    }

    #[test]
    fn a_question_crosses_the_border_as_bytes() {
        assert!(!crate::punto_question(18).is_null());
        // Blanks are no question; that they were read is seen by the answer.
        let length = crate::punto_answer();
        assert!(length > 10 && !crate::punto_place().is_null());
    }
}
