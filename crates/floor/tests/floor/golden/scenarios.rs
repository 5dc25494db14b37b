//! Tables that scenarios make: of each document as many as it takes to have every word that its scenarios record.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use punto_accounts::{AccountKind, Command as Move};
use punto_journal::{Entry, Journal, SqliteJournal, StreamName};
use punto_records::{Body, Spoken, TableBody};
use punto_rulebook::{BookSource, Rulebook, Scenario};
use punto_script::{Said, Script};
use punto_table::{Actor, Happening, Stamped, Table, Time, With, apply, decide, says_itself};
use punto_vocab::PersonId;
use serde_json::{Value, json};

use crate::common::*;

/// So many tables share one snapshot: the others are read from their first record on.
const A_SNAPSHOT_EVERY: usize = 20;

/// Writes the tables of all documents into a journal in `folder`.
pub(super) async fn write(folder: &Path) {
    let (draft, own) = (folder.join("draft"), folder.join("journal"));
    {
        let journal = journal(&draft).await;
        for source in BookSource::all_embedded() {
            document(&journal, source).await;
        }
    }
    // A floor that starts and stops leaves a snapshot of every table.
    let clock = punto_floor::SimulatedClock::at(START);
    floor(&draft, &clock).await.stop().await;
    copy(&*journal(&draft).await, &*journal(&own).await).await;
}

async fn document(journal: &SqliteJournal, source: BookSource) {
    let texts = json!({ "rulebook": source.rulebook, "clauses": source.clauses });
    let book = source.load().unwrap();
    journal.put("rulebook", &book.digest, texts.to_string().as_bytes()).unwrap();
    let mut all = Vec::new();
    for (scenario, number) in enough(&book).into_iter().zip(1..) {
        let stream: StreamName = format!("table/{}-{number}", book.id).parse().unwrap();
        let plan = json!({
            "title": scenario.name, "rulebook": &*book.id, "opening": "usual, limits 5..5000", "dealer": "person",
            "currency": "AUD", "bet_seconds": null,
        });
        journal.put("setting", stream.as_str(), plan.to_string().as_bytes()).unwrap();
        all.extend(records(&book, scenario, &stream));
    }
    all.extend(accounts(&all));
    journal.append(all).await.unwrap();
}

/// Scenarios that together record every word that any of them does, in as few records as the next best choice finds.
fn enough(book: &Rulebook) -> Vec<&Scenario> {
    let stream: StreamName = "table/none".parse().unwrap();
    let mut left: Vec<(&Scenario, usize, BTreeSet<String>)> = Vec::new();
    for scenario in &book.scenarios {
        let (entries, mut words) = (records(book, scenario, &stream), BTreeSet::new());
        for entry in &entries {
            words_of(None, &serde_json::from_str(&entry.body).unwrap(), &mut words);
        }
        left.push((scenario, entries.len(), words));
    }
    let mut chosen = Vec::new();
    loop {
        left.retain(|(_, _, new)| !new.is_empty());
        // The most new words for a record.
        let best = (0..left.len()).max_by_key(|place| left[*place].2.len() * 1_000 / left[*place].1);
        let Some((scenario, _, words)) = best.map(|place| left.swap_remove(place)) else { return chosen };
        left.iter_mut().for_each(|(_, _, new)| new.retain(|word| !words.contains(word)));
        chosen.push(scenario);
    }
}

/// The other side of all credits that tables have from accounts: each patron's own stream.
fn accounts(tables: &[Entry]) -> Vec<Entry> {
    let (mut moved, mut credits) = (BTreeMap::<PersonId, Vec<Move>>::new(), false);
    for entry in tables {
        let table = entry.stream.as_str().trim_start_matches("table/").parse().unwrap();
        for event in TableBody::of(entry).unwrap().said().unwrap().events {
            match event.what {
                Happening::Opened { terms, .. } => credits = terms.credits && !terms.demonstration,
                Happening::Bought { patron, amount, with: With::Balance, .. } if credits => {
                    moved.entry(patron).or_default().push(Move::ToTable { table, amount });
                }
                Happening::CashedOut { patron, amount } if credits => {
                    moved.entry(patron).or_default().push(Move::FromTable { table, amount });
                }
                _ => {}
            }
        }
    }
    moved.into_iter().flat_map(|(patron, moves)| account(patron, moves)).collect()
}

fn account(patron: PersonId, moves: Vec<Move>) -> Vec<Entry> {
    let stream = punto_floor::account_stream(patron).unwrap();
    let cat = punto_site::Principal::Staff(crate::common::patron("cat"));
    let opened = [
        (cat, Move::Register { patron, kind: AccountKind::Real }),
        (punto_site::Principal::Patron(patron), Move::SetPin),
        (cat, Move::Deposit { amount: money("1000000"), seconded: None, exchanged: None }),
        (punto_site::Principal::System, Move::StartSession { on: punto_site::On(None) }),
    ];
    let moves = moves.into_iter().map(|command| (punto_site::Principal::System, command));
    let mut account = punto_accounts::Account::default();
    let said = opened.into_iter().chain(moves).zip(1..).map(|((by, command), seq)| {
        let stamped = punto_vocab::Stamped { at: START, by, command: command.clone() };
        let events = punto_accounts::decide(&account, &stamped)
            .unwrap_or_else(|refused| panic!("{patron}, {command}: {refused}"));
        events.iter().for_each(|event| punto_accounts::apply(&mut account, START, &by, event));
        Body::Said(Spoken::new(command, events)).entry((&stream, seq), START.0, &by, None)
    });
    said.collect()
}

/// What a scenario's commands record; those that are refused leave nothing.
fn records(book: &Rulebook, scenario: &Scenario, stream: &StreamName) -> Vec<Entry> {
    let script: Script = scenario.text.parse().unwrap();
    let (mut table, mut entries) = (Table::default(), Vec::new());
    let (mut at, mut speaks): (Time, Option<Actor>) = (START, None);
    for line in script.lines {
        match line.said {
            Said::As(actor) => speaks = Some(actor),
            Said::At(later) => at = Time(at.0 + later.0.0),
            Said::Command(command) => {
                // Until somebody is named, the dealer speaks once the house has opened, and for patrons their own terminals.
                let itself = || says_itself(book, &command);
                let by = speaks.or_else(itself).unwrap_or_else(|| "dealer dan".parse().unwrap());
                let Ok(events) = decide(book, &table, &Stamped { at, by, command: (*command).clone() })
                else {
                    continue;
                };
                events.iter().for_each(|event| apply(&mut table, at, by, event));
                table.now = table.now.max(at);
                let body = Body::Said(Spoken::new(*command, events));
                entries.push(body.entry((stream, entries.len() as u64 + 1), at.0, &by, None));
            }
            Said::Nothing
            | Said::Rulebook(_)
            | Said::Expect(_)
            | Said::Tournament(_)
            | Said::Promotion(_) => {}
        }
    }
    entries
}

/// Every field and every word in a body: names of commands and events, mishaps, cures, roles, rules, settings.
fn words_of(field: Option<&str>, value: &Value, words: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| {
            words.insert(name.clone());
            words_of(Some(name), value, words);
        }),
        Value::Array(list) => list.iter().for_each(|value| words_of(field, value, words)),
        Value::String(text) if text.chars().all(|c| c.is_ascii_lowercase() || c == '-') => {
            words.insert(format!("{} {text}", field.unwrap_or_default()));
        }
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Copies a journal with some of its snapshots, so that nothing is in the file but what is kept.
async fn copy(from: &SqliteJournal, to: &SqliteJournal) {
    for shelf in ["setting", "rulebook"] {
        for name in from.names(shelf).unwrap() {
            to.put(shelf, &name, &from.get(shelf, &name).unwrap().unwrap()).unwrap();
        }
    }
    for name in from.names("snapshot").unwrap().into_iter().step_by(A_SNAPSHOT_EVERY) {
        to.put("snapshot", &name, &from.get("snapshot", &name).unwrap().unwrap()).unwrap();
    }
    for head in Journal::heads(from).unwrap() {
        let records = from.read(&head.stream, 0, 10_000).unwrap();
        to.append(records.into_iter().map(|record| record.entry).collect()).await.unwrap();
    }
    to.checkpoint(&punto_journal::Signer::new(&[9; 32]), START.0).unwrap();
}
