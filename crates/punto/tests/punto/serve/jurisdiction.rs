//! A jurisdiction that the program has never heard of: a folder with its rulebook and its scenarios, and not a line of Rust.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::house::{House, QUICK};
use crate::support::{Ran, punto, root};

/// As long as the id of the copied one, so that tables come out alike.
const ID: &str = "atl-2026";
const CHANGED: &str = "3.6-banker-follows-the-printed-row";

/// A folder of rulebooks with one of the five under another id, one of its scenarios changed, and strays beside it.
fn shelf() -> TempDir {
    let shelf = tempfile::tempdir().unwrap();
    let (from, to) = (root().join("rulebooks/rws-2016"), shelf.path().join(ID));
    fs::create_dir_all(to.join("scenarios")).unwrap();
    let copy = |from: &Path, to: &Path| {
        fs::write(to, fs::read_to_string(from).unwrap().replace("rws-2016", ID)).unwrap();
    };
    for file in ["rulebook.toml", "clauses.toml"] {
        copy(&from.join(file), &to.join(file));
    }
    for entry in fs::read_dir(from.join("scenarios")).unwrap().flatten() {
        copy(&entry.path(), &to.join("scenarios").join(entry.file_name()));
    }
    let changed = to.join("scenarios").join(format!("{CHANGED}.script"));
    let text = fs::read_to_string(&changed).unwrap();
    fs::write(&changed, text.replacen("script 1\n", "script 1\n# As they do it in Atlantis.\n", 1)).unwrap();
    fs::create_dir_all(shelf.path().join(".git/refs")).unwrap();
    fs::create_dir(shelf.path().join("empty")).unwrap();
    fs::write(shelf.path().join("README.md"), "Our rulebooks.\n").unwrap();
    shelf
}

/// Runs `punto` with the folder, which must go well; the strays are warned of and nothing else is.
#[track_caller]
fn told(shelf: &Path, args: &[&str]) -> String {
    let Ran { code, out, err } = punto(&[args, &["--rulebooks", shelf.to_str().unwrap()]].concat());
    assert_eq!(code, Some(0), "{args:?}: {out}{err}");
    let warned: Vec<&str> = err.lines().collect();
    assert_eq!(warned.len(), 3, "{args:?}: {err}");
    for (line, stray) in warned.iter().zip([".git", "README.md", "empty"]) {
        assert!(
            line.starts_with("punto: warning: ") && line.contains(&format!("/{stray} is left out")),
            "{line}"
        );
    }
    out
}

#[test]
fn a_folder_is_checked_explained_and_listed_like_the_five() {
    let shelf = shelf();
    let shelf = shelf.path();
    let own = told(shelf, &["check", "--coverage"]);
    let five = punto(&["check", "rws-2016", "--coverage"]).out;
    assert!(own.starts_with(&format!("{ID}: 0 clauses without a scenario")), "{own}");
    assert_eq!(own.replace(ID, "rws-2016"), five);
    for args in [&["explain", ID, "3.1"][..], &["clauses", "--rulebook", ID], &["rulebook", "show", ID]] {
        let five: Vec<&str> = args.iter().map(|word| if *word == ID { "rws-2016" } else { word }).collect();
        let lines = |text: &str| {
            text.lines().filter(|line| !line.starts_with("digest ")).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(lines(&told(shelf, args).replace(ID, "rws-2016")), lines(&punto(&five).out), "{args:?}");
    }
    let explained: Value = told(shelf, &["explain", ID, "3.1", "--json"]).parse().unwrap();
    let places = explained["decided_in"].as_array().unwrap();
    let place = places.iter().find(|place| place["field"] == "procedure.place-bets").unwrap();
    assert_eq!(
        place["modules"],
        json!(["coup", "spoken", "wagers"].map(|name| format!("crates/table/src/decide/{name}.rs")))
    );
    let all = told(shelf, &["clauses"]);
    assert_eq!(all.lines().filter(|line| line.contains("-20") || line.contains("-19")).count(), 6, "{all}");
    assert!(told(shelf, &["rulebook", "list"]).contains(ID));
    // The folder may be the rulebook itself.
    let one = punto(&["check", "--coverage", "--rulebooks", shelf.join(ID).to_str().unwrap()]);
    assert_eq!((one.code, one.err.as_str()), (Some(0), ""), "{}", one.out);
    assert_eq!(punto(&["check", "--coverage", shelf.join(ID).to_str().unwrap()]).out, one.out);
}

#[test]
fn what_a_folder_does_not_show_is_named_and_fails() {
    let shelf = shelf();
    let scenarios = shelf.path().join(ID).join("scenarios");
    fs::remove_file(scenarios.join("3.8-a-tie-returns-the-stakes-on-the-hands.script")).unwrap();
    let args = ["check", "--coverage", "--rulebooks", shelf.path().to_str().unwrap()];
    let Ran { code, out, .. } = punto(&args);
    assert_eq!(code, Some(1), "{out}");
    assert!(out.contains(&format!("{ID}: ")) && out.contains(" clauses without a scenario: 3.8"), "{out}");
    let Ran { code, out, .. } = punto(&[&args[..], &["--json"]].concat());
    let value: Value = out.parse().unwrap();
    assert_eq!((code, &value["missing"][ID][0]), (Some(1), &json!("3.8")), "{out}");
    // The same for one of the five.
    let Ran { code, out, .. } =
        punto(&["check", scenarios.to_str().unwrap(), "--coverage", "--rulebook", "rws-2016"]);
    assert_eq!(code, Some(1), "{out}");
    assert!(out.contains("rws-2016: "), "{out}");
    // A script that is no scenario of this rulebook is a mistake, and a file that is no script is a stray.
    fs::write(scenarios.join("notes.txt"), "to do\n").unwrap();
    assert!(punto(&args).err.contains("notes.txt is left out: it is not a scenario"));
    fs::write(scenarios.join("9-other.script"), "script 1\nrulebook nsw-2021\n").unwrap();
    let Ran { code, err, .. } = punto(&args);
    assert_eq!(code, Some(2), "{err}");
    assert!(err.contains("9-other.script: the script names `nsw-2021`"), "{err}");
}

#[test]
fn a_broken_rulebook_of_a_folder_is_refused_with_its_place() {
    let shelf = shelf();
    let book = shelf.path().join(ID).join("rulebook.toml");
    let args = ["serve", "--check-config", "--rulebooks", shelf.path().to_str().unwrap()];
    let Ran { code, out, .. } = punto(&args);
    assert_eq!(code, Some(0), "{out}");
    assert!(out.contains("6 rulebooks") && out.contains("README.md is left out"), "{out}");
    let sound = fs::read_to_string(&book).unwrap();
    fs::write(&book, sound.replacen("schema = 1", "schema = 2", 1)).unwrap();
    let Ran { code, err, .. } = punto(&args);
    assert_eq!(code, Some(2), "{err}");
    assert!(err.contains(&format!("{ID}/rulebook.toml:")) && err.contains("schema 2"), "{err}");
    fs::write(&book, sound.replacen(ID, "nsw-2021", 1)).unwrap();
    let Ran { code, err, .. } = punto(&args);
    assert_eq!(code, Some(2), "{err}");
    assert!(err.contains("which is another rulebook's id"), "{err}");
    // One of the two files alone is meant to be a rulebook.
    fs::remove_file(&book).unwrap();
    assert_eq!(punto(&args).code, Some(2));
}

#[test]
fn a_table_opens_under_a_folders_rulebook_and_the_page_reads_its_rules() {
    let shelf = shelf();
    let folder = tempfile::tempdir().unwrap();
    let rules = format!("[rulebooks]\nfolder = {:?}\n", shelf.path());
    let house =
        House::open(&folder.path().join("house"), &format!("{rules}{}", QUICK.replace("rws-2016", ID)));
    let mut client = house.client();
    let tables = client.get("/api/v1/tables").ok();
    assert!(tables.as_array().unwrap().iter().any(|table| table["rulebook"] == ID), "{tables}");
    let books = client.get("/api/v1/rulebooks").ok();
    assert!(books.as_array().unwrap().iter().any(|book| book["id"] == ID));
    let of = |id: &str, what: &str| house.client().get(&format!("/api/v1/rulebooks/{id}/{what}")).ok();
    assert_eq!(of(ID, "clauses"), of("rws-2016", "clauses"));
    let (own, five) = (of(ID, "scenarios"), of("rws-2016", "scenarios"));
    assert_eq!(own.as_array().unwrap().len(), five.as_array().unwrap().len());
    let changed = of(ID, &format!("scenarios/{CHANGED}"));
    assert!(changed["about"].as_str().unwrap().starts_with("As they do it in Atlantis."), "{changed}");
    assert!(!changed.to_string().contains("does not hold"), "{changed}");
    assert!(house.log().contains("README.md is left out"), "{}", house.log());
    house.stop();
}
