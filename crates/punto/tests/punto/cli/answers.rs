//! Rulebooks, clauses and help, for people and for programs.

use std::process::{Command, Stdio};

use serde_json::Value;

use crate::support::{json, punto, text, words};

const BOOKS: [(&str, usize); 5] =
    [("nsw-2021", 494), ("tas-2013", 215), ("tas-2018", 239), ("nz-1998", 178), ("rws-2016", 52)];

/// Every command that has a `--help`.
const COMMANDS: [&str; 9] = [
    "",
    "rulebook",
    "rulebook list",
    "rulebook show",
    "rulebook check",
    "rulebook diff",
    "explain",
    "clauses",
    "deal",
];

fn array(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_else(|| panic!("expected an array, found {value}"))
}

fn str_of<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_else(|| panic!("`{key}` is no text in {value}"))
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().map(|object| object.keys().map(String::as_str).collect()).unwrap_or_default()
}

#[test]
fn the_list_has_the_five_documents() {
    let shown = text("rulebook list");
    let listed = json("rulebook list --json");
    assert_eq!(array(&listed).len(), BOOKS.len());
    for (book, (id, clauses)) in array(&listed).iter().zip(BOOKS) {
        assert!(shown.contains(id), "{shown}");
        assert_eq!((str_of(book, "id"), book["clauses"].as_u64()), (id, Some(clauses as u64)));
        assert_eq!(str_of(book, "digest").len(), 64);
    }
    assert_eq!(listed[0]["decks"], serde_json::json!([3, 4, 6, 8]));
    assert_eq!(listed[2]["in_force"], Value::Null, "tas-2018 states no date");
}

#[test]
fn a_rulebook_shows_every_question_with_what_answers_it() {
    for (id, _) in BOOKS {
        let shown = text(&format!("rulebook show {id}"));
        assert!(shown.starts_with(&format!("{id}: ")), "{shown}");
        let value = json(&format!("rulebook show {id} --json"));
        let questions = array(&value["questions"]);
        assert!(questions.len() > 80, "{id} answers {} questions", questions.len());
        for question in questions {
            assert_eq!(keys(question), ["question", "answer", "by"]);
            let rests = !array(&question["by"]).is_empty();
            assert!(rests || str_of(question, "question").starts_with("house / "), "{id}: {question}");
        }
    }
}

#[test]
fn a_sound_rulebook_has_no_mistakes() {
    for (id, clauses) in BOOKS {
        let said = text(&format!("rulebook check rulebooks/{id}"));
        assert!(said.starts_with(&format!("{id}: no mistake found; {clauses} clauses")), "{said}");
        let value = json(&format!("rulebook check rulebooks/{id} --json"));
        assert_eq!(value["ok"], true);
        assert_eq!(str_of(&value["rulebook"], "id"), id);
        assert!(array(&value["problems"]).is_empty());
    }
}

#[test]
fn two_rulebooks_stand_side_by_side() {
    let shown = text("rulebook diff tas-2013 tas-2018");
    assert!(shown.contains("bets / perfect pair player") && shown.contains("says nothing"), "{shown}");
    assert!(shown.contains("6, 7, 8 (4.1:perfect-pairs)"), "{shown}");
    let some = json("rulebook diff tas-2013 tas-2018 --json");
    let all = json("rulebook diff tas-2013 tas-2018 --all --json");
    let same = some["same"].as_u64().unwrap() as usize;
    assert_eq!(array(&all["rows"]).len(), array(&some["rows"]).len() + same);
    assert!(array(&some["rows"]).iter().all(|row| row["same"] == false));
    let last = shown.lines().last().unwrap();
    assert!(last.starts_with(&format!("{} of ", array(&some["rows"]).len())), "{last}");
}

#[test]
fn a_rulebook_does_not_differ_from_itself() {
    for (id, _) in BOOKS {
        assert!(array(&json(&format!("rulebook diff {id} {id} --json"))["rows"]).is_empty());
    }
}

#[test]
fn a_clause_is_explained_by_gist_standing_and_place() {
    let shown = text("explain nsw-2021 12.2");
    for part in [
        "nsw-2021 12.2  irregularities (engine)",
        "standing    encoded:",
        "irregularities.stray-player-card.banker-must-draw (rulebook.toml line ",
        "crates/coup/src/irregularity/",
        "left open   house:stray-card-exposed:",
        "scenarios   12.2-",
    ] {
        assert!(shown.contains(part), "no `{part}` in\n{shown}");
    }
    let value = json("explain nsw-2021 12.2 --json");
    assert_eq!((str_of(&value, "rulebook"), str_of(&value, "clause")), ("nsw-2021", "12.2"));
    assert_eq!((str_of(&value, "kind"), str_of(&value, "standing")), ("engine", "encoded"));
    assert!(!array(&value["shown_by"]).is_empty());
    assert!(!array(&value["decided_in"]).is_empty());
}

#[test]
fn clauses_are_named_as_the_documents_number_them() {
    for (book, clause) in
        [("nsw-2021", "12.1.1"), ("nsw-2021", "1.1:coup"), ("nsw-2021", "12.1(b)"), ("tas-2013", "9.3.c")]
    {
        assert_eq!(str_of(&json(&format!("explain {book} {clause} --json")), "clause"), clause);
    }
}

#[test]
fn the_matrix_has_every_clause_of_every_document() {
    let rows = json("clauses --json");
    for (id, count) in BOOKS {
        assert_eq!(array(&rows).iter().filter(|row| row["rulebook"] == id).count(), count, "{id}");
    }
    assert_eq!(array(&rows).len(), 1178);
    for row in array(&rows) {
        assert_eq!(keys(row)[..5], ["rulebook", "clause", "kind", "standing", "shown_by"]);
        let decides = row["standing"] == "encoded" || row["standing"] == "recorded";
        assert!(!decides || !array(&row["shown_by"]).is_empty(), "{row} is seen in no scenario");
    }
    for clause in ["12.1.1", "9.3.c", "1.1:coup"] {
        assert!(array(&rows).iter().any(|row| row["clause"] == clause), "{clause}");
    }
}

#[test]
fn the_matrix_can_be_narrowed() {
    let rows = json("clauses --rulebook rws-2016 --standing encoded --json");
    assert!(!array(&rows).is_empty());
    assert!(array(&rows).iter().all(|row| row["rulebook"] == "rws-2016" && row["standing"] == "encoded"));
    let shown = text("clauses --rulebook rws-2016 --standing encoded");
    assert!(shown.contains("2.2.1") && !shown.contains("2.1.1"), "{shown}");
}

#[test]
fn the_totals_add_up() {
    let shown = text("clauses");
    for (id, count) in BOOKS {
        let line = shown.lines().find(|line| line.trim_start().starts_with(id)).unwrap();
        let figures: Vec<usize> = line.split_whitespace().skip(1).map(|cell| cell.parse().unwrap()).collect();
        let [standings @ .., all, seen] = &figures[..] else { panic!("{line}") };
        assert_eq!((*all, standings.iter().sum::<usize>()), (count, count), "{line}");
        assert!(*seen <= count, "{line}");
    }
}

#[test]
fn a_folder_serves_wherever_a_document_is_named() {
    assert_eq!(text("rulebook show rulebooks/nz-1998"), text("rulebook show nz-1998"));
    assert_eq!(text("explain rulebooks/nz-1998 5.8"), text("explain nz-1998 5.8"));
    assert_eq!(text("clauses --rulebook rulebooks/nz-1998"), text("clauses --rulebook nz-1998"));
}

#[test]
fn the_help_of_every_command_has_an_example_that_runs() {
    for command in COMMANDS {
        let help = text(&format!("{command} --help"));
        let (_, examples) =
            help.split_once("\nExample").unwrap_or_else(|| panic!("`punto {command} --help` has no example"));
        let mut ran = 0;
        let mut expected = Some(0);
        for line in examples.lines() {
            let line = line.trim_start_matches(['s', ':', ' ']);
            if line.contains("refused") {
                expected = Some(2);
            }
            let Some(line) = line.strip_prefix("punto ") else { continue };
            // What stands two blanks to the right of an example explains it.
            let line = line.split_once("  ").map_or(line, |(line, _)| line);
            assert!(line.starts_with(command), "an example of another command: {line}");
            assert_eq!(punto(&words(line)).code, expected, "{line}");
            ran += 1;
        }
        assert!(ran > 0, "{help}");
    }
}

#[test]
fn the_version_is_the_workspaces() {
    assert_eq!(text("--version"), format!("punto {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn a_reader_who_has_seen_enough_is_no_failure() {
    for line in ["clauses --json", "rulebook show nsw-2021", "clauses --help"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_punto"));
        command.args(words(line)).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), &*err), (Some(0), ""), "{line}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_is_a_failure() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_punto"));
    let output = command.args(["clauses", "--json"]).stdout(full).output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(err.starts_with("punto: the answer could not be written: "), "{err}");
}
