//! Flat tables against the meters and the ledger of the same records, and against the page that documents them.

use std::collections::BTreeMap;

use punto_figures::{FlatCell, FlatFile, FlatForm, FlatRow, FlatTable, flat_rows};
use punto_journal::SqliteJournal;
use punto_journal::export::records;
use punto_report::BetMeters;
use punto_table::{Account, Coin};
use punto_vocab::Money;

use crate::night::Played;

/// What a night comes to: its table, and every row of it.
fn night() -> (Played, Vec<FlatRow>) {
    let folder = tempfile::tempdir().unwrap();
    let journal = SqliteJournal::open(folder.path()).unwrap();
    let mut played =
        Played::new("syd", "nsw-2021", "limits 25..500, chips 5 25 100, float 20000, cash yes", 7);
    played.coups_with_disputes(150);
    played.written(&journal);
    let mut rows = Vec::new();
    let read = flat_rows(records(&journal, |_| true).unwrap(), |row| {
        rows.push(row);
        Ok(())
    });
    assert!(read.unwrap() > 1_000);
    (played, rows)
}

/// The cell of a column.
fn cell<'r>(row: &'r FlatRow, name: &str) -> &'r FlatCell {
    let place = row.of.columns().iter().position(|column| column.name == name);
    &row.cells[place.unwrap_or_else(|| panic!("{} has no column {name}", row.of))]
}

fn whole(row: &FlatRow, name: &str) -> i64 {
    let FlatCell::Whole(number) = cell(row, name) else { panic!("{name} of {row:?}") };
    *number
}

fn text<'r>(row: &'r FlatRow, name: &str) -> &'r str {
    let FlatCell::Text(text) = cell(row, name) else { panic!("{name} of {row:?}") };
    text
}

fn of(rows: &[FlatRow], table: FlatTable) -> impl Iterator<Item = &FlatRow> {
    rows.iter().filter(move |row| row.of == table)
}

#[test]
fn coups_and_wagers_come_to_what_the_meters_have() {
    let (played, rows) = night();
    let meters = &played.meters;
    let numbers: Vec<i64> = of(&rows, FlatTable::Coups).map(|row| whole(row, "number")).collect();
    assert_eq!(numbers, Vec::from_iter(1..=150), "each coup once, in order");
    let with_result = of(&rows, FlatTable::Coups).filter(|row| *cell(row, "winner") != FlatCell::Absent);
    assert_eq!(with_result.count() as u64, meters.coups);
    for table in [FlatTable::Coups, FlatTable::Wagers] {
        let sum = |name| Money::from_minor(of(&rows, table).map(|row| whole(row, name)).sum());
        let BetMeters { stakes, paid, collected, tokens, commission, .. } = meters.all;
        assert_eq!(
            [sum("paid"), sum("collected"), sum("tokens"), sum("commission"), sum("win")],
            [paid, collected, tokens, commission, meters.all.win()],
            "{table}"
        );
        assert_eq!(sum(if table == FlatTable::Coups { "stakes" } else { "stake" }), stakes, "{table}");
    }
}

#[test]
fn every_card_stands_once_in_its_coup_and_counts_what_the_hand_shows() {
    let (_, rows) = night();
    let mut points: BTreeMap<(i64, String), i64> = BTreeMap::new();
    let mut cards: BTreeMap<i64, i64> = BTreeMap::new();
    for row in of(&rows, FlatTable::Cards) {
        let number = whole(row, "number");
        *points.entry((number, text(row, "hand").to_owned())).or_default() += whole(row, "point");
        *cards.entry(number).or_default() += 1;
        assert_eq!(whole(row, "place"), cards[&number], "in the order they left the shoe");
        assert_eq!(text(row, "card"), format!("{}{}", text(row, "rank"), text(row, "suit")));
    }
    for coup in of(&rows, FlatTable::Coups) {
        let number = whole(coup, "number");
        assert_eq!(whole(coup, "cards"), cards[&number]);
        for (hand, point) in [("player", "player_point"), ("banker", "banker_point")] {
            assert_eq!(whole(coup, point), points[&(number, hand.to_owned())] % 10, "{hand} of {number}");
        }
    }
}

#[test]
fn movements_add_up_to_the_ledger_on_every_account() {
    let (played, rows) = night();
    let mut books: BTreeMap<(String, String), i64> = BTreeMap::new();
    for row in of(&rows, FlatTable::Movements) {
        let (coin, amount) = (text(row, "coin"), whole(row, "amount"));
        assert!(amount > 0, "{row:?}");
        *books.entry((coin.to_owned(), text(row, "from_account").to_owned())).or_default() -= amount;
        *books.entry((coin.to_owned(), text(row, "to_account").to_owned())).or_default() += amount;
    }
    let on = |coin, account| played.table.ledger.on(coin, account).minor();
    for (coin, word, account) in [
        (Coin::Chips, "float", Account::Float),
        (Coin::Chips, "layout", Account::Layout),
        (Coin::Chips, "pocket", Account::Pocket),
        (Coin::Chips, "cage", Account::Cage),
        (Coin::Chips, "miscount", Account::Miscount),
        (Coin::Chips, "tips", Account::Tips),
        (Coin::Cash, "drop-box", Account::DropBox),
        (Coin::Tokens, "float", Account::Float),
        (Coin::Tokens, "cage", Account::Cage),
    ] {
        let own = books.get(&(coin.to_string(), word.to_owned())).copied().unwrap_or_default();
        assert_eq!(own, on(coin, account), "{coin} on {word}");
    }
    // Tokens are their patron's here, and all together in the ledger.
    let tokens = books.get(&("tokens".to_owned(), "balance".to_owned())).copied().unwrap_or_default();
    assert_eq!(tokens, on(Coin::Tokens, Account::Pocket));
}

#[test]
fn a_duty_has_a_row_from_when_it_arose_until_it_was_discharged() {
    let (played, rows) = night();
    let waits =
        of(&rows, FlatTable::Duties).filter(|row| *cell(row, "discharged") == FlatCell::Absent).count();
    assert_eq!(waits, played.table.duties.len());
    let done: Vec<&FlatRow> =
        of(&rows, FlatTable::Duties).filter(|row| *cell(row, "discharged") != FlatCell::Absent).collect();
    assert_eq!(done.iter().filter(|row| text(row, "duty").starts_with("decide ")).count(), 6);
    let complaints = of(&rows, FlatTable::Rulings).filter(|row| text(row, "event") == "disputed");
    assert_eq!(complaints.count(), 6);
    for row in done {
        assert!(whole(row, "discharged_record") >= whole(row, "owed_record") && whole(row, "waited_ms") >= 0);
        assert!(!text(row, "clauses").is_empty(), "{row:?}");
    }
}

#[test]
fn every_form_has_the_same_columns_and_a_row_for_each() {
    let (_, rows) = night();
    for table in FlatTable::ALL {
        let own: Vec<&FlatRow> = of(&rows, *table).collect();
        let lines = |form| {
            let mut out = Vec::new();
            let mut file = FlatFile::new(*table, form, &mut out).unwrap();
            rows.iter().for_each(|row| file.write(row).unwrap());
            assert_eq!(file.finish().unwrap(), own.len() as u64);
            String::from_utf8(out).unwrap().lines().map(str::to_owned).collect::<Vec<_>>()
        };
        let names: Vec<&str> = table.columns().iter().map(|column| column.name).collect();
        let (jsonl, csv) = (lines(FlatForm::Jsonl), lines(FlatForm::Csv));
        assert_eq!((jsonl.len(), csv.len()), (own.len(), own.len() + 1), "{table}");
        assert_eq!(csv[0], names.join(","));
        for (line, row) in jsonl.iter().zip(&own) {
            let read: serde_json::Map<String, serde_json::Value> = serde_json::from_str(line).unwrap();
            assert_eq!(read.keys().map(String::as_str).collect::<Vec<_>>(), names);
            assert_eq!(row.cells.len(), names.len());
            for (column, value) in table.columns().iter().zip(read.values()) {
                assert!(column.optional || !value.is_null(), "{table}.{} of {line}", column.name);
            }
        }
    }
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_has_the_same_rows_with_types() {
    use parquet::file::reader::{FileReader, SerializedFileReader};

    let (_, rows) = night();
    for table in FlatTable::ALL {
        let mut out = Vec::new();
        let mut file = FlatFile::new(*table, FlatForm::Parquet, &mut out).unwrap();
        rows.iter().for_each(|row| file.write(row).unwrap());
        let count = file.finish().unwrap();
        let read = SerializedFileReader::new(bytes::Bytes::from(out)).unwrap();
        let names: Vec<String> = read
            .metadata()
            .file_metadata()
            .schema_descr()
            .columns()
            .iter()
            .map(|own| own.name().into())
            .collect();
        assert_eq!(names, table.columns().iter().map(|column| column.name).collect::<Vec<_>>());
        assert_eq!(read.get_row_iter(None).unwrap().count() as u64, count);
    }
}

/// The page of the columns, as the code has them.
fn page() -> String {
    let mut text = String::new();
    for table in FlatTable::ALL {
        text += &format!(
            "### `{table}`\n\n{}\n\n| column | type | what it says |\n|---|---|---|\n",
            table.about().join("\n")
        );
        for column in table.columns() {
            let optional = if column.optional { ", or absent" } else { "" };
            text += &format!("| `{}` | {}{optional} | {} |\n", column.name, column.kind.name(), column.gist);
        }
        text.push('\n');
    }
    text
}

#[test]
fn the_page_documents_every_column() {
    const BEGIN: &str = "<!-- columns: written by a test -->\n\n";
    const END: &str = "<!-- end of columns -->\n";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/analysts.md");
    let text = std::fs::read_to_string(path).unwrap();
    let (before, rest) = text.split_once(BEGIN).unwrap();
    let (_, after) = rest.split_once(END).unwrap();
    let written = format!("{before}{BEGIN}{}{END}{after}", page());
    if std::env::var_os("PUNTO_WRITE").is_some() {
        std::fs::write(path, &written).unwrap();
    } else {
        assert_eq!(text, written, "docs/analysts.md: PUNTO_WRITE=1 cargo test -p punto-figures page");
    }
}

/// Asks everything that the page asks, in a folder with the files of a night, and prints each answer as rows of texts.
const ASKS: &str = r#"
import duckdb, re, sys
page = open(sys.argv[1], encoding="utf-8").read()
base = duckdb.connect()
for kind, sql in re.findall(r"```sql( setup)?\n(.*?)```", page, re.S):
    answer = base.execute(sql)
    if kind:
        continue
    rows = [[column[0] for column in answer.description]]
    rows += [["-" if value is None else str(value) for value in row] for row in answer.fetchall()]
    wide = [max(map(len, column)) for column in zip(*rows)]
    print("\n".join("  ".join(value.ljust(width) for value, width in zip(row, wide)).rstrip() for row in rows))
    print("---")
"#;

/// The program that has DuckDB: the one that `./test` fetched, or any; none where nobody has installed it.
fn duckdb() -> Option<std::ffi::OsString> {
    let fetched = std::env::var_os("PUNTO_DUCKDB");
    let has = |python: &std::ffi::OsString| {
        let told = std::process::Command::new(python).args(["-c", "import duckdb"]).output();
        told.is_ok_and(|told| told.status.success())
    };
    if let Some(python) = &fetched {
        assert!(has(python), "{} has no DuckDB", python.display());
    }
    fetched.or_else(|| Some("python3".into()).filter(has))
}

#[test]
fn the_page_of_questions_is_answered_as_it_says() {
    let Some(python) = duckdb() else { return };
    let folder = tempfile::tempdir().unwrap();
    let journal = SqliteJournal::open(&folder.path().join("data")).unwrap();
    for mut played in crate::periods::tables() {
        played.coups_with_disputes(120);
        played.written(&journal);
    }
    std::fs::create_dir(folder.path().join("night")).unwrap();
    let mut files: Vec<FlatFile<std::fs::File>> = FlatTable::ALL
        .iter()
        .map(|table| {
            let path = folder.path().join(format!("night/{table}.csv"));
            FlatFile::new(*table, FlatForm::Csv, std::fs::File::create(path).unwrap()).unwrap()
        })
        .collect();
    let all = records(&journal, |_| true).unwrap();
    flat_rows(all, |row| files.iter_mut().try_for_each(|file| file.write(&row))).unwrap();
    let rows: u64 = files.into_iter().map(|file| file.finish().unwrap()).sum();
    assert!(rows > 1_000);

    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/analysts.md");
    let told = std::process::Command::new(python)
        .args(["-c", ASKS, path])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    let told = String::from_utf8(told.stdout).unwrap();
    let mut answers = told.split("---\n");
    let text = std::fs::read_to_string(path).unwrap();
    let mut parts = text.split("```text answer\n");
    let mut written = parts.next().unwrap().to_owned();
    let mut asked = 0;
    for part in parts {
        let (_, rest) = part.split_once("```").unwrap();
        written += &format!("```text answer\n{}```{rest}", answers.next().unwrap());
        asked += 1;
    }
    assert_eq!(
        (asked, answers.next()),
        (5, Some("")),
        "a question without an answer, or the other way round"
    );
    if std::env::var_os("PUNTO_WRITE").is_some() {
        std::fs::write(path, &written).unwrap();
    } else {
        assert_eq!(text, written, "docs/analysts.md: PUNTO_WRITE=1 cargo test -p punto-figures questions");
    }
}
