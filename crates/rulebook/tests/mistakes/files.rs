//! Mistakes in the list of clauses, and files that hold no rulebook at all.

use std::fs;
use std::path::{Path, PathBuf};

use punto_rulebook::{LARGEST_FILE, Rulebook};

use super::{FILES, check_all, check_rws, read, texts};

#[test]
fn clauses() {
    let row = "{ id = \"2.1.1\", topic = \"t\", kind = \"engine\", standing = \"planned\", gist = \"g\" }";
    check_rws(
        "{ id = \"2.1.1\",",
        &format!("{row},\n<1>{{ id = \"2.1.1\","),
        &["clause 2.1.1 is listed twice"],
    );
    check_rws(
        "gist = \"Shoe too short to finish a round.\"",
        "<1>gist = \" \"",
        &["clause 5.1.3 has no gist"],
    );
    check_rws(
        "standing = \"planned\"",
        "<1>standing = \"outside\"",
        &["2.1.1: `reason` goes with the standing `outside`"],
    );
    check_rws(
        "standing = \"planned\"",
        "<1>standing = \"planned\", reason = \"r\"",
        &["`reason` goes with", "only with it"],
    );
    // A row that cannot be read is one mistake; the citations of its clause are none.
    let (from, to) = (
        "{ id = \"5.1.3\", topic = \"irregularities\", kind = \"engine\", standing = \"encoded\"",
        "<1>{ id = \"5.1.3\", topic = \"irregularities\", kind = \"engine\", standing = \"done\"",
    );
    check_rws(from, to, &["`done` is not a standing; expected encoded, recorded, shown"]);
    let (from, to) = (
        "{ id = \"5.1.3\", topic = \"irregularities\", kind = \"engine\"",
        "<1>{ id = \"5.1.3\", topic = \"irregularities\", kind = \"law\"",
    );
    check_rws(from, to, &["`law` is not a kind of clause; expected engine, table"]);
    check_rws(
        "{ id = \"2.1.1\",",
        "<1>{ id = \"2 1\",",
        &["`2 1` is not the number of a clause; expected one word"],
    );
    check_rws("{ id = \"2.1.1\",", "<1>{ id = \"\",", &["`` is not the number of a clause"]);
    check_rws(
        "{ id = \"2.1.1\",",
        "<1>7, { id = \"2.1.1\",",
        &["`clauses[9]` is a whole number; expected a table"],
    );
    // A clause decides something only once it is built.
    let tie = "{ id = \"4.1.1:tie\", topic = \"settlement\", kind = \"engine\", standing = ";
    let changes = [
        ("[\"4.1.1:tie\", \"1:tie\"]", "<1>[\"4.1.1:tie\", \"1:tie\"]"),
        (&format!("{tie}\"encoded\""), &format!("{tie}\"planned\"")),
    ];
    check_all(
        "rws-2016",
        &changes,
        &[&["`bets.tie.rows[0]` rests on clause 4.1.1:tie, whose standing is planned"]],
    );
}

#[test]
fn a_list_of_clauses_that_is_empty_or_missing() {
    let [rulebook, _] = texts("rws-2016");
    let clauses = "schema = 1\nclauses = []\n".to_owned();
    let problems = read(&[rulebook, clauses]).err().unwrap_or_default();
    let [problem] = &problems[..] else { panic!("one problem is reported, not {problems:?}") };
    assert_eq!(problem.to_string(), "clauses.toml:2:11: a document has clauses; expected at least one");
}

/// Makes this many of the planned clauses outside, each with its reason.
fn with_outside(book: &str, count: usize) -> [String; 2] {
    let [rulebook, clauses] = texts(book);
    [
        rulebook,
        clauses.replacen(
            "standing = \"planned\"",
            "standing = \"outside\", reason = \"of the building\"",
            count,
        ),
    ]
}

#[test]
fn at_most_one_clause_in_twenty_is_outside() {
    assert!(read(&with_outside("nz-1998", 178 / 20)).is_ok());
    let problems = read(&with_outside("nz-1998", 178 / 20 + 1)).err().unwrap_or_default();
    let [problem] = &problems[..] else { panic!("one problem is reported, not {problems:?}") };
    assert_eq!(problem.message, "9 of 178 clauses are outside; expected no more than one in 20");
    assert_eq!((problem.file.as_path(), problem.at.map(|at| at.0)), (Path::new("clauses.toml"), Some(5)));
}

/// A folder for one test, with what its two files contain; `None` leaves a file out.
fn folder(name: &str, rulebook: Option<&[u8]>, clauses: Option<&[u8]>) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made");
    for (file, bytes) in FILES.iter().zip([rulebook, clauses]) {
        if let Some(bytes) = bytes {
            fs::write(folder.join(file), bytes).expect("a file can be written");
        }
    }
    folder
}

/// Loads a folder and checks that just these sentences are reported, each of a whole file.
#[track_caller]
fn check_folder(folder: &Path, expected: &[(&str, &str)]) {
    let problems = Rulebook::load(folder).expect_err("the folder holds no rulebook");
    let found: Vec<(PathBuf, String)> =
        problems.0.iter().map(|p| (p.file.clone(), p.message.clone())).collect();
    assert_eq!(found.len(), expected.len(), "{problems}");
    for ((file, sentence), problem) in expected.iter().zip(&problems.0) {
        assert_eq!((problem.file.clone(), problem.at), (folder.join(file), None));
        assert!(problem.message.contains(sentence), "{problems}");
    }
}

#[test]
fn files_that_are_no_rulebook() {
    let [rulebook, clauses] = texts("rws-2016").map(String::into_bytes);
    let (rulebook, clauses) = (rulebook.as_slice(), clauses.as_slice());
    assert!(Rulebook::load(&folder("good", Some(rulebook), Some(clauses))).is_ok());

    let missing = "cannot be read: No such file";
    check_folder(&folder("one-missing", Some(rulebook), None), &[("clauses.toml", missing)]);
    let both: [(&str, &str); 2] = [("rulebook.toml", missing), ("clauses.toml", missing)];
    check_folder(&folder("both-missing", None, None), &both);
    check_folder(Path::new("no-such-folder"), &both);

    check_folder(
        &folder("empty", Some(b" \n"), Some(clauses)),
        &[("rulebook.toml", "is empty; expected a rulebook")],
    );
    let not_text = "is not UTF-8 text: the byte at position 3 belongs to no character";
    check_folder(&folder("not-text", Some(b"id=\xff\xfe"), Some(clauses)), &[("rulebook.toml", not_text)]);

    let large = vec![b'#'; 10 * 1024 * 1024];
    let sentence = format!("is 10485760 bytes long; a rulebook file has at most {LARGEST_FILE}");
    check_folder(&folder("large", Some(rulebook), Some(&large)), &[("clauses.toml", &sentence)]);

    let folders = folder("folders", None, Some(clauses));
    fs::create_dir_all(folders.join("rulebook.toml")).expect("a folder can be made");
    check_folder(&folders, &[("rulebook.toml", "expected a file, found a folder")]);
}

#[test]
fn a_file_full_of_mistakes_is_answered_soon_and_briefly() {
    let [_, clauses] = texts("rws-2016");
    let many: String = (0..300_000).map(|n| format!("k{n} = 1\n")).collect();
    let one_line = format!("clauses = [{}]", "1,".repeat(500_000));
    for texts in [[many, clauses], [String::new(), one_line]] {
        let problems = read(&texts).err().unwrap_or_default();
        assert!((200..500).contains(&problems.len()), "{} problems", problems.len());
        assert!(
            problems.iter().any(|problem| problem.message.ends_with("further mistakes, not listed here"))
        );
    }
}
