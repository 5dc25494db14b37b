//! Mistakes in a rulebook: each is reported with its file, its line and what was expected.
//!
//! Every case takes a book that loads, makes a change to its text, and says what the loader must answer. Here:
//! the form of a rulebook; beside it: what it means, and its files.

mod files;
mod meaning;

use std::fs;
use std::path::{Path, PathBuf};

use punto_rulebook::{Problem, Rulebook};

const FILES: [&str; 2] = ["rulebook.toml", "clauses.toml"];

/// The texts of the two files of a book that comes with the software.
fn texts(book: &str) -> [String; 2] {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulebooks").join(book);
    FILES.map(|file| fs::read_to_string(folder.join(file)).expect("the books of the workspace can be read"))
}

fn read(texts: &[String; 2]) -> Result<Rulebook, Vec<Problem>> {
    let [rulebook, clauses] = [0, 1].map(|i| (Path::new(FILES[i]), texts[i].as_str()));
    Rulebook::read(rulebook, clauses).map_err(|problems| problems.0)
}

/// Makes changes to a good book and checks that just these mistakes are reported, each with all its words.
///
/// In each change `(from, to)` the text `from` stands once in the two files together. The line of the first
/// expected mistake has a `<1>` in `to`, that of the second a `<2>`; one without a mark is on the first line of
/// the rulebook.
#[track_caller]
fn check_all(book: &str, changes: &[(&str, &str)], expected: &[&[&str]]) {
    let mut texts = texts(book);
    for (from, to) in changes {
        let count: usize = texts.iter().map(|text| text.matches(from).count()).sum();
        assert_eq!(count, 1, "{book} has {count} times: {from}");
        texts = texts.map(|text| text.replace(from, to));
    }
    let mut places = Vec::new();
    for n in 1..=expected.len() {
        let mark = format!("<{n}>");
        let file = texts.iter().position(|text| text.contains(&mark)).unwrap_or(0);
        let before = texts[file].split_once(&mark).map_or("", |(before, _)| before);
        places.push((PathBuf::from(FILES[file]), before.matches('\n').count() + 1));
        texts = texts.map(|text| text.replace(&mark, ""));
    }
    let problems = read(&texts).err().unwrap_or_default();
    let listed = problems.iter().map(|problem| problem.to_string()).collect::<Vec<_>>().join("\n");
    assert_eq!(problems.len(), expected.len(), "expected {expected:#?}, reported:\n{listed}");
    let in_order = problems.is_sorted_by_key(|problem| (problem.file != Path::new(FILES[0]), problem.at));
    assert!(in_order, "expected the order of the files, reported:\n{listed}");
    for ((file, line), words) in places.iter().zip(expected) {
        let found = problems.iter().any(|problem| {
            problem.file == *file
                && problem.at.is_some_and(|(reported, column)| reported == *line && column >= 1)
                && words.iter().all(|word| problem.message.contains(word))
        });
        assert!(found, "expected at {}:{line} {words:#?}, reported:\n{listed}", file.display());
    }
}

/// One change, one mistake.
#[track_caller]
fn check(book: &str, from: &str, to: &str, words: &[&str]) {
    check_all(book, &[(from, to)], &[words]);
}

/// One change to the smallest book, one mistake.
#[track_caller]
fn check_rws(from: &str, to: &str, words: &[&str]) {
    check("rws-2016", from, to, words);
}

#[test]
fn the_books_are_good_before_they_are_changed() {
    for book in Rulebook::embedded_ids() {
        assert!(read(&texts(book)).is_ok(), "{book}");
    }
}

#[test]
fn syntax() {
    check_rws("schema = 1\nid", "<1>schema 1\nid", &["key with no value, expected `=`"]);
    check_rws("zh = \"和\"", "<1>zh = \"和", &["invalid basic string"]);
    check_rws("[cards]", "<1>[cards", &["unclosed table, expected `]`"]);
    check_rws("value = 1,", "<1>value = 1_,", &["digit"]);
    // Citations are not judged by a list of clauses that could not be read.
    check_rws("{ id = \"3.8\",", "<1>{ id = = \"3.8\",", &["extra assignment", "expected value"]);
}

#[test]
fn a_key_or_a_section_written_twice() {
    check_rws("issuer = \"Res", "<1>title = \"Second\"\nissuer = \"Res", &["duplicate key"]);
    check_rws("[settlement]", "<1>[shoe]\n[settlement]", &["duplicate key"]);
    check_rws("schema = 1\n\nclauses", "schema = 1\n<1>schema = 1\n\nclauses", &["duplicate key"]);
    // The rest of the file is judged all the same.
    let changes = [("name = \"Tie\"", "name = \"Tie\"\n<1>name = \"x\""), ("\"8:1\"", "<2>\"0:1\"")];
    check_all("rws-2016", &changes, &[&["duplicate key"], &["is not odds"]]);
}

#[test]
fn a_field_nobody_knows() {
    check_rws("schema = 1\nid", "<1>tilte = 1\nschema = 1\nid", &["unknown field `tilte`", "`title`"]);
    check_rws(
        "\ncollect = {",
        "\n<1>collects = 1\ncollect = {",
        &["`collects` in `settlement`", "`collect`"],
    );
    check_rws(
        "\nopening = { c",
        "\n<1>opening = { value = 4, c",
        &["`value` in `drawing.opening`", "`house`"],
    );
    check_rws(
        "{ point = 7,",
        "<1>{ point = 7, draw = 1,",
        &["`draw` in `drawing.banker[7]`", "`point`, `row`"],
    );
    let (from, to) = ("on = { pair = \"banker\" }", "on = <1>{ pair = \"banker\", suit = \"red\" }");
    check_rws(from, to, &["`suit` in `bets.banker_pair.rows[0].on`", "`grade`"]);
    let header = "[irregularities.misdeal]";
    check_rws(header, &format!("{header}\n<1>rain = 1"), &["`rain` in `irregularities.misdeal`", "`reconst"]);
    check_rws(
        header,
        &format!("<1>[irregularities.rain]\n{header}"),
        &["`rain` in `irregularities`", "`misdeal`"],
    );
    let header = "[limits.found_late]";
    check_rws(header, &format!("{header}\n<1>late = 1"), &["`late` in `limits.found_late`", "`placed_late`"]);
    check_rws(
        "in_terms = true",
        "<1>in_terms = true, house = \"burn\"",
        &["`house` in `house.limits`", "`choices`"],
    );
    check_rws("{ id = \"5.1.3\",", "<1>{ id = \"5.1.3\", say = 1,", &["`say` in `clauses[51]`", "`gist`"]);
}

#[test]
fn a_field_or_a_section_left_out() {
    check_rws("schema = 1\nid", "id", &["this file has no `schema`"]);
    check_rws("title = \"Non-Commission Baccarat, ele", "# \"", &["this file has no `title`"]);
    check_rws("[wagers]\nstakes", "<1>[wagers]\n# stakes", &["`wagers` has no `stakes`"]);
    check_rws("{ point = 7, ", "<1>{ ", &["`drawing.banker[7]` has no `point`"]);
    check_rws("closing = { value = \"display\", ", "<1>closing = { ", &["`wagers.closing` has no `value`"]);
    check_rws(
        "window = { value = \"next-betting\", ",
        "<1>window = { ",
        &["`irregularities.window` has no `value`"],
    );
    // The other fields of the section are not mistaken for unknown ones.
    check_rws("[limits]\nposted = {", "<1>[limits]\n# {", &["`limits` has no `posted`"]);
    check_rws("[bets.tie]\nname = \"Tie\"", "<1>[bets.tie]", &["`bets.tie` has no `name`"]);
    check_rws("{ id = \"5.1.3\", topic = \"irregularities\",", "<1>{ id = \"5.1.3\",", &["no `topic`"]);
    check_rws("[variants]\nnon-commission = {", "<1>[variants]\n# {", &["at least one form of the game"]);
    let roles = "[roles]\n\
                 casino-operator = { title = \"House\", clause = \"1:house\" }\n\
                 dealer = { title = \"Dealer\", clause = \"1:house\" }\n\
                 game-supervisor = { title = \"Supervisor\", clause = \"1:house\" }\n\
                 gaming-manager = { title = \"Manager\", clause = \"1:house\" }";
    // Whoever is named further down is then nobody.
    let named = "correction = { clause = \"5.1.2\", roles = [\"casino-operator\"] }";
    let settings = "house-settings = { clause = \"1:house\", roles = [\"casino-operator\"] }";
    let changes = [(roles, ""), (named, &*format!("<2>{named}")), (settings, &*format!("<3>{settings}"))];
    let nobody: &[&str] = &["`casino-operator` is not a role of this document"];
    let expected = [&["this file has no `roles`"][..], nobody, nobody];
    check_all("rws-2016", &changes, &expected);
    let wagers = "[wagers]\nstakes = { value = [\"credits\"], clause = \"1:player-terminal\" }\n\
                  closing = { value = \"display\", clause = \"3.2\" }";
    check_rws(wagers, "", &["this file has no `wagers`"]);
}

#[test]
fn a_value_of_another_kind() {
    check_rws("schema = 1\nid", "<1>schema = \"1\"\nid", &["`schema` is text; expected a whole number"]);
    check_rws(
        "schema = 1\nid",
        "<1>schema = 2\nid",
        &["this text is of schema 2, and this program reads schemas up to 1"],
    );
    check_rws("\"rws-2016\"", "<1>\"rws 2016\"", &["letters, figures and -, like nsw-2021"]);
    check_rws("value = 2016-05-12T23:59:00+08:00", "<1>value = \"May\"", &["is text; expected a date"]);
    check_rws("[\"credits\"]", "<1>\"credits\"", &["`wagers.stakes.value` is text; expected a list"]);
    check_rws("value = \"display\"", "<1>value = 3.5", &["is a fraction; expected text in quotes"]);
    check_rws("value = \"display\"", "<1>value = \"bell\"", &["`bell` is not a closing", "first-card, call"]);
    check_rws("draws = false", "<1>draws = \"no\"", &["is text; expected true or false"]);
    check_rws("point = 7,", "<1>point = 7.0,", &["is a fraction; expected a whole number"]);
    check_rws("\"S SSSSSSSSSS\"", "<1>false", &["is true or false; expected text in quotes"]);
    check_rws("on = { pair = \"banker\" }", "<1>on = \"b\"", &["is text; expected a table"]);
    check_rws("title = \"House\"", "<1>title = [1]", &["is a list; expected text in quotes"]);
    check_rws("ace = { value = 1,", "<1>ace = { value = 11,", &["`cards.ace.value` is out of range"]);
    check_rws("ten = { value = 0", "<1>ten = { value = 5", &["`cards.ten.value` is 5; expected 0, or 10"]);
    check_rws("value = \"face\"", "<1>value = \"half\"", &["is `half`; expected `face`"]);
    check_rws("ace = { value = 1,", "<1>ace = { value = 99999999999999999999,", &["out of range"]);
    check_rws("ace = { value = 1,", "<1>ace = { value = -1,", &["out of range"]);
}

#[test]
fn citations() {
    check_rws(
        "\ncollect = { clause = \"4.1.1\"",
        "\n<1>collect = { clause = \"9.9\"",
        &["`9.9` is not a clause of rws-2016"],
    );
    check_rws("[\"5.1.3\", \"5.1\"]", "<1>[\"5.1.3\", \"5.9\"]", &["`5.9` is not a clause"]);
    check_rws(
        "\ncollect = { clause = \"4.1.1\"",
        "\n<1>collect = {",
        &["`settlement.collect` cites nothing", "`clause ="],
    );
    check_rws("\ncollect = { clause = \"4.1.1\"", "\n<1>collect = { clause = []", &["names no clause"]);
    check_rws(
        "\ncollect = { clause = \"4.1.1\"",
        "\n<1>collect = { clause = 4",
        &["expected text in quotes"],
    );
    check_rws("\ncollect = { clause = \"4.1.1\"", "\n<1>collect = { house = 4", &["expected text in quotes"]);
    // A clause of another document is no clause of this one.
    check(
        "nz-1998",
        "natural = { clause = [\"9.2\",",
        "<1>natural = { clause = [\"12.1.1\",",
        &["`12.1.1`", "nz-1998"],
    );
}

#[test]
fn several_mistakes_are_reported_together() {
    let changes = [
        ("schema = 1\nid", "<1>schema = 3\nid"),
        ("ace = { value = 1,", "<2>ace = { value = 2,"),
        ("house = \"uncovered-irregularity\"\nordered_by", "<3>house = \"uncovered\"\nordered_by"),
        ("clause = \"5.1.1:previous\"", "<4>clause = \"5.1.1:later\""),
        ("\nclauses = [\n", "\nclauses = [\n<5>7,\n"),
        ("gist = \"Shoe too short to finish a round.\"", "<6>gist = \"\""),
    ];
    let expected: [&[&str]; 6] = [
        &["this text is of schema 3"],
        &["`cards.ace.value` is out of range"],
        &["`irregularities.uncovered` rests on `house:uncovered`"],
        &["`5.1.1:later` is not a clause"],
        &["`clauses[0]` is a whole number; expected a table"],
        &["clause 5.1.3 has no gist"],
    ];
    check_all("rws-2016", &changes, &expected);
}
