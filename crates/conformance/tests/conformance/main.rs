//! The set in `conformance/` is what the engine answers, and another implementation can be held against it.

#![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use punto_conformance::{
    AskError, AskedTable, PublicQuestion, QuestionKind, Verdict, differences, lines, of_document, of_roads,
    read, run,
};
use punto_rulebook::Rulebook;
use serde_json::json;

const PATIENCE: Duration = Duration::from_secs(60);

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance")
}

/// All questions with the tables that they are asked of.
fn set() -> (Vec<AskedTable>, Vec<PublicQuestion>) {
    let mut cases = of_roads();
    let documents = Rulebook::embedded_ids().map(|id| of_document(&Rulebook::embedded(id).unwrap()).unwrap());
    let tables = documents.map(|(table, own)| {
        cases.extend(own);
        table
    });
    (tables.collect(), cases)
}

/// Compares a file with what it should be, or writes it.
#[track_caller]
fn is(path: &Path, text: &str) {
    if std::env::var_os("PUNTO_WRITE").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        return fs::write(path, text).unwrap();
    }
    let kept = fs::read_to_string(path).unwrap_or_default();
    assert!(
        kept == text,
        "{} is not what the engine answers; write it with PUNTO_WRITE=1 cargo test -p punto-conformance",
        path.display()
    );
}

#[test]
fn the_files_are_what_the_engine_answers() {
    let (tables, cases) = set();
    let v1 = folder().join("v1");
    for table in &tables {
        let text = serde_json::to_string_pretty(table).unwrap() + "\n";
        is(&v1.join(&table.document).join("table.json"), &text);
        for part in QuestionKind::ALL.iter().copied().filter(|part| *part != QuestionKind::Roads) {
            let own = cases
                .iter()
                .filter(|case| case.document.as_ref() == Some(&table.document) && case.part == part);
            let own: Vec<PublicQuestion> = own.cloned().collect();
            assert_eq!(read(&lines(&own)).unwrap(), own, "what is written is read again");
            is(&v1.join(&table.document).join(format!("{part}.jsonl")), &lines(&own));
        }
    }
    let roads: Vec<PublicQuestion> =
        cases.into_iter().filter(|case| case.part == QuestionKind::Roads).collect();
    is(&v1.join("roads.jsonl"), &lines(&roads));
}

#[test]
fn every_question_has_a_name_of_its_own_and_an_answer_with_clauses() {
    let (tables, cases) = set();
    assert_eq!(tables.len(), 5);
    let names: BTreeSet<&str> = cases.iter().map(|case| case.id.as_str()).collect();
    assert_eq!(names.len(), cases.len());
    for case in &cases {
        assert!(case.part == QuestionKind::Roads || !case.by.is_empty(), "{}", case.id);
    }
    for table in &tables {
        let of = |part: QuestionKind| {
            cases
                .iter()
                .filter(move |case| case.part == part && case.document.as_ref() == Some(&table.document))
        };
        for part in
            [QuestionKind::Coup, QuestionKind::Settlement, QuestionKind::Irregularity, QuestionKind::Odds]
        {
            assert!(of(part).count() >= 3, "{} {part}: {}", table.document, of(part).count());
        }
        // Every row of Banker's in the drawing table, with every third card of Player's and with none.
        let book = Rulebook::embedded(&table.document).unwrap();
        let mut cells = BTreeSet::new();
        for case in of(QuestionKind::Coup) {
            let cards: Vec<punto_vocab::Card> = case.ask["cards"]
                .as_array()
                .unwrap()
                .iter()
                .map(|card| card.as_str().unwrap().parse().unwrap())
                .collect();
            let banker =
                punto_vocab::Point::of_total(u32::from(cards[1].point().value() + cards[3].point().value()));
            let third = (case.answer["to"][4] == "player").then(|| cards[4].point());
            let player =
                punto_vocab::Point::of_total(u32::from(cards[0].point().value() + cards[2].point().value()));
            if !banker.is_natural() && !player.is_natural() {
                cells.insert((banker, third));
            }
        }
        assert_eq!(cells.len(), 8 * 11, "{}", book.id);
        // Whatever can be staked wins somewhere, where it can win at all.
        let mut won = BTreeSet::new();
        let mut staked = BTreeSet::new();
        for case in of(QuestionKind::Settlement) {
            let wagers = case.ask["wagers"].as_array().unwrap();
            for (wager, settled) in wagers.iter().zip(case.answer["settled"].as_array().unwrap()) {
                staked.insert(wager["bet"].to_string());
                if settled["became"] == "won" {
                    won.insert(wager["bet"].to_string());
                }
            }
        }
        assert_eq!(staked, won, "{}", table.document);
    }
}

/// Python, where it is there.
fn python() -> Option<String> {
    let found = Command::new("python3").arg("--version").output().is_ok_and(|told| told.status.success());
    found.then(|| "python3".to_owned())
}

#[test]
fn an_implementation_of_its_own_passes_its_parts_and_skips_the_rest() {
    let Some(python) = python() else { return };
    let (tables, cases) = set();
    let program = folder().join("example/baccarat.py").display().to_string();
    let mut wrong = Vec::new();
    let asked = run(&[python, program], &tables, &cases, PATIENCE, |case, told| {
        if let Verdict::Wrong(found) = told {
            wrong.push(format!("{}: {found:?}", case.id));
        }
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for asked in asked.unwrap() {
        let all = cases.iter().filter(|case| case.part == asked.part).count();
        let own = matches!(asked.part, QuestionKind::Coup | QuestionKind::Roads);
        let (right, skipped) = if own { (all, 0) } else { (0, all) };
        assert_eq!((asked.right, asked.skipped), (right, skipped), "{}", asked.part);
    }
}

#[cfg(unix)]
#[test]
fn a_program_that_answers_wrongly_or_not_is_told_so() {
    let (_, cases) = set();
    let coup: Vec<PublicQuestion> =
        cases.into_iter().filter(|case| case.part == QuestionKind::Coup).take(1).collect();
    let shell = |script: String| ["sh".to_owned(), "-c".to_owned(), script];
    let says = |line: &str| shell(format!("read q; echo '{line}'; read q"));
    let mut answer = coup[0].answer.clone();
    answer["winner"] = json!("nobody");
    let mut found = Vec::new();
    let line = json!({ "id": coup[0].id, "answer": answer }).to_string();
    let asked = run(&says(&line), &[], &coup, PATIENCE, |case, told| {
        if let Verdict::Wrong(differences) = told {
            found.extend(differences.iter().map(|one| format!("{one} ({})", one.by(&case.by).unwrap())));
        }
    });
    assert_eq!(asked.unwrap()[0].wrong, 1);
    assert_eq!((found.len(), found[0].contains("answered was \"nobody\"")), (1, true), "{found:?}");
    assert_eq!(differences(&coup[0].answer, &answer).len(), 1);

    let ask = |script: [String; 3], patience| run(&script, &[], &coup, patience, |_, _| {}).unwrap_err();
    assert!(matches!(ask(says("what?"), PATIENCE), AskError::Odd { .. }));
    assert!(matches!(ask(says(r#"{"id":"another","answer":{}}"#), PATIENCE), AskError::Odd { .. }));
    assert!(matches!(ask(shell("exit 0".into()), PATIENCE), AskError::Ended { .. }));
    assert!(matches!(ask(shell("sleep 30".into()), Duration::from_millis(200)), AskError::Silent { .. }));
    let none = run(&["/nowhere/at/all".into()], &[], &coup, PATIENCE, |_, _| {});
    assert!(matches!(none.unwrap_err(), AskError::Start { .. }));
}
