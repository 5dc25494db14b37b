//! Mistakes in the list of clauses, and files that hold no rulebook at all.

use std::fs;
use std::path::{Path, PathBuf};

use punto_rulebook::{LARGEST_FILE, Rulebook};

use super::{FILES, check_all, check_rws, read, texts};

/// One row more than the document has clauses, which nothing cites: one mistake.
#[track_caller]
fn check_row(row: &str, words: &[&str]) {
    check_rws("\nclauses = [\n", &format!("\nclauses = [\n<1>{row},\n"), words);
}

#[test]
fn clauses() {
    let row = |id: &str, rest: &str| format!("{{ id = \"{id}\", topic = \"t\", kind = \"engine\", {rest} }}");
    let changes = [(
        "{ id = \"5.1.3\",",
        &*format!("{},\n<1>{{ id = \"5.1.3\",", row("5.1.3", "standing = \"encoded\", gist = \"g\"")),
    )];
    check_all("rws-2016", &changes, &[&["clause 5.1.3 is listed twice"]]);
    check_row(&row("0", "standing = \"planned\", gist = \" \""), &["clause 0 has no gist"]);
    check_row(&row("0", "standing = \"planned\""), &["`clauses[0]` has no `gist`"]);
    let reason = "clause 0: `reason` goes with the standing `outside`, and only with it";
    check_row(&row("0", "standing = \"outside\", gist = \"g\""), &[reason]);
    check_row(&row("0", "standing = \"planned\", gist = \"g\", reason = \"r\""), &[reason]);
    let standing = "`done` is not a standing; expected encoded, recorded, shown";
    check_row(&row("0", "standing = \"done\", gist = \"g\""), &[standing]);
    check_row(
        "{ id = \"0\", topic = \"t\", kind = \"law\", standing = \"planned\", gist = \"g\" }",
        &["`law` is not a kind of clause; expected engine, table"],
    );
    for id in ["", "2 1", "2,1", "2\\n1"] {
        let words = ["is not the number of a clause; expected one word, like 12.1(b)"];
        check_row(&row(id, "standing = \"planned\", gist = \"g\""), &words);
    }
    check_row("7", &["`clauses[0]` is a whole number; expected a table"]);
}

#[test]
fn clauses_that_something_rests_on() {
    // A row that cannot be read is one mistake; the citations of its clause are none.
    let tie = "{ id = \"4.1.1:tie\", topic = \"settlement\", kind = \"engine\", standing = ";
    let standing = |word: &str| format!("{tie}\"{word}\"");
    let (encoded, unknown) = (standing("encoded"), format!("<1>{}", standing("done")));
    check_rws(&encoded, &unknown, &["`done` is not a standing"]);
    // A clause decides something only once it is built.
    let cited = ("[\"4.1.1:tie\", \"1:tie\"]", "<1>[\"4.1.1:tie\", \"1:tie\"]");
    let rests = "`bets.tie.rows[0]` rests on clause 4.1.1:tie, whose standing is";
    check_all("rws-2016", &[cited, (&encoded, &standing("planned"))], &[&[rests, "planned"]]);
    let outside = format!("{}, reason = \"r\"", standing("outside"));
    check_all("rws-2016", &[cited, (&encoded, &outside)], &[&[rests, "outside"]]);
}

#[test]
fn a_list_of_clauses_that_is_empty_or_missing() {
    let [rulebook, _] = texts("rws-2016");
    let clauses = "schema = 1\nclauses = []\n".to_owned();
    let problems = read(&[rulebook, clauses]).err().unwrap_or_default();
    let [problem] = &problems[..] else { panic!("one problem is reported, not {problems:?}") };
    assert_eq!(problem.to_string(), "clauses.toml:2:11: a document has clauses; expected at least one");
}

#[test]
fn at_most_one_clause_in_twenty_is_outside() {
    let [rulebook, clauses] = texts("rws-2016");
    let with_outside = |count: usize| {
        let row = |n| {
            format!(
                "{{ id = \"0.{n}\", topic = \"t\", kind = \"staff\", standing = \"outside\", gist = \"g\", reason = \"r\" }},\n"
            )
        };
        let rows: String = (0..count).map(row).collect();
        read(&[rulebook.clone(), clauses.replace("\nclauses = [\n", &format!("\nclauses = [\n{rows}"))])
    };
    // Of 54 two may be outside; of 55 not three.
    assert!(with_outside(2).is_ok());
    let problems = with_outside(3).err().unwrap_or_default();
    let [problem] = &problems[..] else { panic!("one problem is reported, not {problems:?}") };
    assert_eq!(problem.message, "3 of 55 clauses are outside; expected no more than one in 20");
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
