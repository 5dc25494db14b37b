use std::io::Cursor;

use punto_journal::export::{self, records};
use punto_journal::import::{self, ImportError, import};
use punto_journal::{Journal, SqliteReader};

use crate::{all, entry, fill, folder, open, stream};

/// A journal of two streams with bodies that are hard to write down, and its JSON lines.
fn lines() -> (tempfile::TempDir, String) {
    let folder = folder();
    let journal = open(&folder);
    fill(&journal, "table/nsw-1", 1_100);
    for (n, body) in ["", "\"quoted\"\n\ttwo lines\r", "a,b;c", "\u{0}\u{feff}百家樂 🂡"].iter().enumerate()
    {
        let mut entry = entry("patron/ada", n as u64 + 1);
        (entry.key, entry.body) = (None, (*body).into());
        journal.append(vec![entry]).wait().unwrap();
    }
    let mut out = Vec::new();
    let count = export::jsonl(records(&journal, |_| true).unwrap(), &mut out).unwrap();
    assert_eq!(count, 1_104);
    (folder, String::from_utf8(out).unwrap())
}

#[test]
fn what_is_exported_can_be_imported_to_the_same_chain() {
    let (from, lines) = lines();
    let (source, to) = (open(&from), folder());
    let journal = open(&to);
    let imported = import(&journal, Cursor::new(&lines)).unwrap();
    assert_eq!(imported, import::check(lines.as_bytes()).unwrap());
    assert_eq!(imported.records, 1_104);
    assert_eq!(imported.heads, source.heads().unwrap());
    for name in ["table/nsw-1", "patron/ada"] {
        assert_eq!(all(&journal, name), all(&source, name));
    }
    drop(source);
    // The same from a reader, of one stream.
    let reader = SqliteReader::open(to.path()).unwrap();
    let mut out = Vec::new();
    let one = stream("patron/ada");
    export::jsonl(records(&reader, |name| *name == one).unwrap(), &mut out).unwrap();
    let out = String::from_utf8(out).unwrap();
    assert_eq!(out.lines().count(), 4);
    assert!(lines.starts_with(&out));
}

#[test]
fn an_import_refuses_what_is_not_whole_and_writes_nothing_of_it() {
    let (_from, lines) = lines();
    let to = folder();
    let journal = open(&to);
    let refused = |text: String| {
        let error = import(&journal, Cursor::new(text)).unwrap_err();
        assert_eq!(journal.heads().unwrap(), []);
        error.to_string()
    };
    let without = |n: usize| -> String {
        lines.split_inclusive('\n').enumerate().filter(|(m, _)| *m != n).map(|(_, line)| line).collect()
    };
    assert!(
        refused(without(900))
            .starts_with("line 901: record 898 of table/nsw-1 comes where record 897 is due")
    );
    assert!(refused(without(0)).starts_with("line 1: record 2 of patron/ada comes where record 1 is due"));
    assert!(
        refused(lines.replace("player 700", "player 701"))
            .starts_with("line 704: record 700 of table/nsw-1 was changed")
    );
    assert!(refused(lines.replacen("\"at\"", "\"when\"", 1)).starts_with("line 1: unknown field `when`"));
    assert!(refused(lines[..lines.len() - 9].to_owned()).starts_with("line 1104: EOF"));
    let twice = format!("{lines}{lines}");
    assert!(refused(twice).starts_with("line 1105: record 1 of patron/ada comes where record 5 is due"));

    fill(&journal, "patron/ada", 1);
    let there = import(&journal, Cursor::new(&lines)).unwrap_err();
    assert_eq!(there, ImportError::Exists { line: 1, stream: stream("patron/ada") });
    assert_eq!(journal.heads().unwrap().len(), 1);
}

#[test]
fn csv_has_all_fields_and_survives_any_text() {
    let (from, _) = lines();
    let journal = open(&from);
    let mut out = Vec::new();
    let count = export::csv(records(&journal, |name| name.kind() == "patron").unwrap(), &mut out).unwrap();
    assert_eq!(count, 4);
    let mut reader = csv::Reader::from_reader(out.as_slice());
    let names: Vec<_> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    assert_eq!(names.join(" "), "stream seq at actor schema engine key body prev hash");
    let written = all(&journal, "patron/ada");
    for (row, record) in reader.records().zip(&written) {
        let row = row.unwrap();
        assert_eq!(row[0], *record.entry.stream.as_str());
        assert_eq!(row[1], record.entry.seq.to_string());
        assert_eq!(row[7], record.entry.body);
        assert_eq!(row[9], record.hash.to_string());
    }
}
