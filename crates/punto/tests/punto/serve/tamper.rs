//! Somebody who can write the database, and nothing else of the house, changes it: whatever they change is found.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use punto_journal::{Entry, Hash, Record, Signer, SqliteReader, statement};
use punto_report::ended_shoe;
use punto_shoe::ShoeRecord;
use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};
use serde_json::json;

use super::house::{House, QUICK, data, punto, punto_told};
use super::load::{Fate, Patron};
use super::real::{self, PLAIN, Real};
use super::tournament;
use crate::support::eventually;

/// A house with some play in it, stopped in order.
pub(crate) fn played(folder: &Path) -> House {
    let house = House::open(folder, QUICK);
    let mut patron = Patron::arrive(house.client(), "ada", "slow", 1);
    let mut bets = 0;
    while bets < 20 {
        bets += usize::from(matches!(patron.post_one(), Fate::Acknowledged(_)));
    }
    house
}

pub(crate) fn database(folder: &Path) -> PathBuf {
    data(folder).join("journal.sqlite3")
}

/// Changes the database with its triggers out of the way, and leaves no trace of that.
pub(crate) fn tamper<T>(folder: &Path, change: impl FnOnce(&Connection) -> T) -> T {
    let db = Connection::open(database(folder)).unwrap();
    let triggers: Vec<(String, String)> = {
        let mut select = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").unwrap();
        select.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().map(Result::unwrap).collect()
    };
    triggers.iter().for_each(|(name, _)| db.execute_batch(&format!("DROP TRIGGER {name}")).unwrap());
    let made = change(&db);
    triggers.iter().for_each(|(_, sql)| db.execute_batch(sql).unwrap());
    let _ = fs::remove_file(data(folder).join("mark"));
    made
}

/// What `punto verify` says of a journal that does not hold.
#[track_caller]
fn found(folder: &Path) -> String {
    let output = punto(&["verify"], folder);
    let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert!(!output.status.success(), "nothing was found: {text}");
    text
}

/// Numbers that look random, from a seed that a failure prints.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }
}

fn tables(db: &Connection) -> Vec<(String, Vec<String>)> {
    let select = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
    let names: Vec<String> =
        db.prepare(select).unwrap().query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    let columns = |name: &String| {
        let mut info = db.prepare(&format!("PRAGMA table_info({name})")).unwrap();
        let columns = info.query_map([], |row| row.get(1)).unwrap().map(Result::unwrap).collect();
        (name.clone(), columns)
    };
    names.iter().map(columns).collect()
}

/// A value of the same type that is another.
fn other(value: &Value, dice: &mut Dice) -> Value {
    match value {
        Value::Null => Value::Text("x".into()),
        Value::Integer(number) => Value::Integer(match dice.roll(3) {
            0 => number.wrapping_add(1),
            1 => number.wrapping_sub(1),
            _ => number ^ (1 << dice.roll(40)),
        }),
        Value::Real(number) => Value::Real(number + 1.0),
        Value::Text(text) if text.is_empty() => Value::Text("x".into()),
        Value::Text(text) => {
            let mut letters: Vec<char> = text.chars().collect();
            let place = dice.roll(letters.len());
            letters[place] = if letters[place] == '7' { '8' } else { '7' };
            Value::Text(letters.into_iter().collect())
        }
        Value::Blob(bytes) if bytes.is_empty() => Value::Blob(vec![1]),
        Value::Blob(bytes) => {
            let mut bytes = bytes.clone();
            let place = dice.roll(bytes.len());
            bytes[place] ^= 1 << dice.roll(8);
            Value::Blob(bytes)
        }
    }
}

/// Changes one field of one row of one table, any of them; what it was, or nothing where the database did not take it.
fn edit(db: &Connection, dice: &mut Dice) -> Option<String> {
    let tables = tables(db);
    let (table, columns) = &tables[dice.roll(tables.len())];
    let rows: Vec<Vec<Value>> = {
        let mut select = db.prepare(&format!("SELECT * FROM {table}")).unwrap();
        let row = |row: &rusqlite::Row<'_>| (0..columns.len()).map(|place| row.get(place)).collect();
        select.query_map([], row).unwrap().map(Result::unwrap).collect()
    };
    let row = rows.get(dice.roll(rows.len().max(1)))?;
    let place = dice.roll(columns.len());
    let same: Vec<String> =
        columns.iter().enumerate().map(|(n, column)| format!("{column} IS ?{}", n + 1)).collect();
    if dice.roll(10) == 0 {
        let delete = format!("DELETE FROM {table} WHERE {}", same.join(" AND "));
        return (db.execute(&delete, params_from_iter(row)).unwrap() == 1)
            .then(|| format!("a row of {table} deleted: {row:?}"));
    }
    let (column, new) = (&columns[place], other(&row[place], dice));
    let update = format!("UPDATE {table} SET {column} = ?{} WHERE {}", columns.len() + 1, same.join(" AND "));
    let told = format!("{table}.{column} of {row:?}: {new:?}");
    let changed = db.execute(&update, params_from_iter(row.iter().chain([&new])));
    (changed == Ok(1)).then_some(told)
}

#[test]
fn any_one_field_of_the_database_that_is_changed_is_found() {
    let holder = tempfile::tempdir().unwrap();
    let folder = holder.path().join("house");
    played(&folder).stop();
    let good = fs::read(database(&folder)).unwrap();
    let seed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos() as u64 | 1;
    let mut dice = Dice(seed);
    let wanted = if std::env::var_os("PUNTO_FULL").is_some() { 500 } else { 50 };
    let mut edits = 0;
    while edits < wanted {
        fs::write(database(&folder), &good).unwrap();
        let Some(change) = tamper(&folder, |db| edit(db, &mut dice)) else { continue };
        let output = punto(&["verify"], &folder);
        assert!(!output.status.success(), "seed {seed}: not found by a check: {change}");
        edits += 1;
        // A start takes longer, and has the same checks; what it can make again it makes again.
        if edits % 10 == 0
            && let Ok(house) = House::try_open(&folder, QUICK)
        {
            assert!(
                house.log().contains("all snapshots were thrown away"),
                "seed {seed}: opened on: {change}"
            );
            house.stop();
        }
    }
    fs::write(database(&folder), &good).unwrap();
}

#[test]
fn what_a_tournament_and_a_promotion_keep_is_found_when_it_is_changed_or_taken_away() {
    let holder = tempfile::tempdir().unwrap();
    let folder = holder.path().join("house");
    // Without tables of its own a demonstration shows a tournament and a promotion.
    let house = House::open(&folder, QUICK.split("[[table]]").next().unwrap());
    tournament::play(&mut house.staff("manager"), "a coup is played", |view| tournament::coups(view) > 0);
    house.stop();
    super::house::verify(&folder);
    let good = fs::read(database(&folder)).unwrap();
    let kept: Vec<(String, String)> = tamper(&folder, |db| {
        let select =
            "SELECT shelf, name FROM shelf WHERE name LIKE '%tournament/%' OR name LIKE '%promotion/%'";
        let mut select = db.prepare(select).unwrap();
        select.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().map(Result::unwrap).collect()
    });
    for kind in ["tournament/", "promotion/"] {
        assert!(kept.iter().any(|(shelf, name)| shelf == "sealed" && name.contains(kind)), "{kept:?}");
    }
    for (shelf, name) in &kept {
        let says = [
            ("UPDATE shelf SET bytes = CAST(bytes || x'00' AS BLOB)", "is not what was put there"),
            ("DELETE FROM shelf", "taken from it"),
        ];
        for (change, says) in says {
            fs::write(database(&folder), &good).unwrap();
            let change = format!("{change} WHERE shelf = ?1 AND name = ?2");
            assert_eq!(tamper(&folder, |db| db.execute(&change, [shelf, name])), Ok(1));
            let told = found(&folder);
            assert!(told.contains(says), "{change}: {shelf} {name}: {told}");
        }
    }
}

#[test]
fn a_changed_snapshot_is_made_again_and_a_swapped_password_stops_the_house() {
    let holder = tempfile::tempdir().unwrap();
    let folder = holder.path().join("house");
    played(&folder).stop();
    // A dealer makes themselves an administrator, in the way that used to work.
    rewrite_snapshot(&folder, "site", "\"dealer\"", "\"admin\"");
    assert!(found(&folder).contains("\"site\" on the shelf \"snapshot\" is not what was put there"));
    let house = House::open(&folder, QUICK);
    let events = house.staff("supervisor").get("/api/v1/events").body;
    assert!(events.contains("integrity-fault") && events.contains("snapshots were thrown away"), "{events}");
    assert_eq!(house.staff("dealer").get("/api/v1/staff").status, 403, "a dealer is a dealer");
    house.stop();
    super::house::verify(&folder);

    tamper(&folder, |db| {
        let swap =
            "UPDATE shelf SET (bytes, sum) = (SELECT bytes, sum FROM shelf WHERE name = 'staff/dealer')
                    WHERE name = 'staff/manager'";
        assert_eq!(db.execute(swap, []), Ok(1));
    });
    let what = "\"staff/manager\" on the shelf \"credential\" is not what was put there";
    assert!(found(&folder).contains(what));
    let refused = House::try_open(&folder, QUICK).err().unwrap();
    assert!(refused.contains(what) && refused.contains("restore a backup"), "{refused}");
}

/// Puts other words into a snapshot.
#[track_caller]
fn rewrite_snapshot(folder: &Path, name: &str, is: &str, shall_be: &str) {
    tamper(folder, |db| {
        let select = "SELECT CAST(bytes AS TEXT) FROM shelf WHERE shelf = 'snapshot' AND name = ?1";
        let kept: String = db.query_row(select, [name], |row| row.get(0)).unwrap();
        let forged = kept.replacen(is, shall_be, 1);
        assert_ne!(kept, forged);
        let update = "UPDATE shelf SET bytes = CAST(?1 AS BLOB) WHERE shelf = 'snapshot' AND name = ?2";
        assert_eq!(db.execute(update, [&forged, name]), Ok(1));
    });
}

#[test]
fn money_that_is_written_into_the_database_is_paid_to_nobody() {
    let (_holder, folder) = real::place();
    let house = Real::open(&folder, PLAIN);
    let mut admin = house.founder(&folder, "admin");
    let mut operator = house.founder(&folder, "operator");
    let mut cage = house.hired([&mut admin, &mut operator], "cass", "cage");
    let ada = json!({ "patron": "ada", "card": "12345678", "pin": "258013", "person": null });
    cage.post("/api/v1/patrons", &ada).ok();
    cage.post("/api/v1/patrons/ada/deposit", &json!({ "id": "deposit-1", "amount": 94_935 })).ok();
    // A stop keeps a snapshot of an account with a hundred records behind it.
    for number in 0..100 {
        let body = json!({ "id": format!("penny-{number:03}"), "amount": 1 });
        cage.post("/api/v1/patrons/ada/deposit", &body).ok();
    }
    house.stop();

    // As a balance in a snapshot.
    rewrite_snapshot(&folder, "patron/ada", "95035", "550000");
    assert!(found(&folder).contains("\"patron/ada\" on the shelf \"snapshot\" is not what was put there"));
    let house = Real::open(&folder, PLAIN);
    let mut cage = house.staff("cass", &real::own_password("cass"));
    assert_eq!(cage.get("/api/v1/patrons/ada").ok()["balance"], 95_035);
    let approver = json!({ "name": "operator", "password": real::own_password("operator") });
    let pay = json!({ "id": "withdraw-1", "amount": 550_000, "approver": approver });
    assert_eq!(cage.post("/api/v1/patrons/ada/withdraw", &pay).problem(409), "refused");
    house.kill();

    // As a deposit behind the last signature, also one of an engine that nobody can run again.
    let log = "PRAGMA wal_checkpoint(TRUNCATE)";
    Connection::open(database(&folder)).unwrap().query_row(log, [], |_| Ok(())).unwrap();
    let good = fs::read(database(&folder)).unwrap();
    let records = SqliteReader::open(&data(&folder)).unwrap();
    let records = records.read(&"patron/ada".parse().unwrap(), 0, 1_000).unwrap();
    let deposit = records.iter().find(|record| record.entry.body.contains("94935")).unwrap();
    let seq = records.last().unwrap().entry.seq + 1;
    for engine in [deposit.entry.engine, 1] {
        for log in ["journal.sqlite3-wal", "journal.sqlite3-shm"] {
            let _ = fs::remove_file(data(&folder).join(log));
        }
        fs::write(database(&folder), &good).unwrap();
        let entry = Entry { seq, engine, key: None, ..deposit.entry.clone() };
        tamper(&folder, |db| append(db, entry));
        let what = "was not written with the key";
        let told = found(&folder);
        assert!(told.contains(&format!("record {seq} of patron/ada {what}")), "engine {engine}: {told}");
        let refused = Real::start(&folder, PLAIN, &[]).err().expect("it must not open");
        assert!(refused.contains(what), "engine {engine}: {refused}");
    }
}

/// Appends a record as somebody without the key would, with the code of the one before it.
fn append(db: &Connection, entry: Entry) {
    let select = "SELECT id, position FROM stream WHERE name = ?1";
    let ends = |row: &rusqlite::Row<'_>| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?));
    let (id, before) = db.query_row(select, [entry.stream.as_str()], ends).unwrap();
    let select = "SELECT hash FROM record WHERE position = ?1";
    let prev: [u8; 32] = db.query_row(select, [before], |row| row.get(0)).unwrap();
    let Record { entry, hash, .. } = entry.seal(Hash::new(prev));
    let insert = "INSERT INTO record SELECT position + 1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, code
                  FROM record ORDER BY position DESC LIMIT 1";
    let Entry { seq, at, actor, schema, engine, key, body, .. } = entry;
    let row = rusqlite::params![
        id,
        seq as i64,
        before,
        at,
        actor,
        schema,
        engine,
        key,
        body,
        prev,
        hash.as_bytes()
    ];
    assert_eq!(db.execute(insert, row), Ok(1));
    let update = "UPDATE stream SET seq = ?1, position = (SELECT max(position) FROM record) WHERE id = ?2";
    assert_eq!(db.execute(update, (seq as i64, id)), Ok(1));
}

#[test]
fn a_cut_tail_and_an_older_copy_are_refused_until_two_persons_accept_them() {
    let holder = tempfile::tempdir().unwrap();
    let folder = holder.path().join("house");
    let house = played(&folder);
    let (admin, manager) = (house.first_admin(), house.password().to_owned());
    house.stop();
    let older = fs::read(database(&folder)).unwrap();
    let house = House::open(&folder, QUICK);
    let mut patron = Patron::arrive(house.client(), "ben", "slow", 2);
    while !matches!(patron.post_one(), Fate::Acknowledged(_)) {}
    house.stop();

    fs::write(database(&folder), &older).unwrap();
    let _ = fs::remove_file(data(&folder).join("mark"));
    assert!(found(&folder).contains("an older copy was put in its place, or its end cut off"));
    let refused = House::try_open(&folder, QUICK).err().unwrap();
    assert!(refused.contains("behind its anchor") && refused.contains("punto accept"), "{refused}");

    let by = |names: [&str; 2], passwords: &str| {
        punto_told(&["accept", "--by", names[0], "--by", names[1]], &folder, passwords)
    };
    let one = by(["manager", "manager"], &format!("{manager}\n{manager}\n"));
    assert!(!one.status.success(), "one person is not two");
    let wrong = by(["manager", "admin"], &format!("{manager}\nwrong\n"));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("not the password of admin"));
    let dealer = by(["manager", "dealer"], &format!("{manager}\n{manager}\n"));
    assert!(!dealer.status.success(), "a dealer may not");
    let accepted = by(["manager", "admin"], &format!("{manager}\n{admin}\n"));
    assert!(accepted.status.success(), "{}", String::from_utf8_lossy(&accepted.stderr));
    let house = House::open(&folder, QUICK);
    let events = house.staff("supervisor").get("/api/v1/events").body;
    assert!(events.contains("accepted as it is: by manager and admin"), "{events}");
    house.stop();
    super::house::verify(&folder);
}

#[test]
fn an_acceptance_of_another_journal_is_recorded_too() {
    let holder = tempfile::tempdir().unwrap();
    let folder = holder.path().join("house");
    let house = played(&folder);
    let passwords = format!("{}\n{}\n", house.password(), house.first_admin());
    house.stop();
    let older = fs::read(database(&folder)).unwrap();
    let house = House::open(&folder, QUICK);
    let mut patron = Patron::arrive(house.client(), "ben", "slow", 2);
    while !matches!(patron.post_one(), Fate::Acknowledged(_)) {}
    house.stop();
    let newer = fs::read(database(&folder)).unwrap();
    fs::write(database(&folder), &older).unwrap();
    // The way on is two persons', not a file that one removes.
    let refused = House::try_open(&folder, QUICK).err().unwrap();
    assert!(refused.contains("was committed and is not there"), "{refused}");
    assert!(refused.contains("punto accept") && !refused.contains("remove"), "{refused}");
    let accepted = punto_told(&["accept", "--by", "manager", "--by", "admin"], &folder, &passwords);
    assert!(accepted.status.success(), "{}", String::from_utf8_lossy(&accepted.stderr));
    fs::write(database(&folder), &newer).unwrap();
    let house = House::open(&folder, QUICK);
    let events = house.staff("supervisor").get("/api/v1/events").body;
    assert!(events.contains("and this one was put in its place: by manager and admin"), "{events}");
    house.stop();
    super::house::verify(&folder);
}

#[test]
fn a_record_that_a_strangers_key_has_signed_is_refused_with_the_journal_at_hand() {
    let holder = tempfile::tempdir().unwrap();
    let folder = holder.path().join("house");
    let house = played(&folder);
    let close = json!({ "id": "close-0001", "line": "close", "role": "game-supervisor" });
    house.staff("supervisor").post("/api/v1/tables/slow/commands", &close).ok();
    let number = eventually("the shoe is opened", || {
        let shoes = house.client().get("/api/v1/tables/slow/shoes").ok();
        shoes["items"][0]["number"].as_u64()
    });
    let text = house.client().get(&format!("/api/v1/tables/slow/shoes/{number}")).body;
    house.stop();
    let check = |text: &str| {
        let file = holder.path().join("shoe.txt");
        fs::write(&file, text).unwrap();
        let output = punto(&["verify-shoe", &file.display().to_string()], &folder);
        (output.status.success(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
    };
    let (agrees, said) = check(&text);
    assert!(agrees && said.ends_with("everything agrees\n"), "{said}");
    let stranger = Signer::new(&[7; 32]);
    let key = stranger.public_key().to_string().parse().unwrap();
    let (reader, stream) = (SqliteReader::open(&data(&folder)).unwrap(), "table/slow".parse().unwrap());
    let kept = ended_shoe(|after| reader.read(&stream, after, 1_000), &stream, number).unwrap().unwrap();
    let forged = ShoeRecord::sign(kept, key, |text| statement::sign(&stranger, text)).unwrap();
    let (agrees, said) = check(&forged.to_string());
    let why = "a key that has signed no checkpoint of the journal";
    assert!(!agrees && said.contains("first disagreement: it is signed by") && said.contains(why), "{said}");
}

#[test]
fn a_lost_key_of_vouchers_is_not_replaced_in_silence() {
    let holder = tempfile::tempdir().unwrap();
    let folder = holder.path().join("house");
    let house = House::open(&folder, QUICK);
    let admin = house.first_admin();
    house.stop();
    let (key, kept) = (data(&folder).join("keys/voucher.key"), holder.path().join("voucher.key"));
    fs::rename(&key, &kept).unwrap();
    for _ in 0..2 {
        let refused = House::try_open(&folder, QUICK).err().unwrap();
        assert!(refused.contains("could be brought again") && refused.contains("punto accept"), "{refused}");
    }
    let made = holder.path().join("made.key");
    fs::rename(&key, &made).unwrap();
    fs::rename(&kept, &key).unwrap();
    let house = House::open(&folder, QUICK);
    let manager = house.password().to_owned();
    house.stop();
    fs::rename(&made, &key).unwrap();
    let passwords = format!("{manager}\n{admin}\n");
    let accepted = punto_told(&["accept", "--by", "manager", "--by", "admin"], &folder, &passwords);
    assert!(accepted.status.success(), "{}", String::from_utf8_lossy(&accepted.stderr));
    House::open(&folder, QUICK).stop();
    House::open(&folder, QUICK).stop();
}

#[test]
fn another_signing_key_and_a_second_copy_that_is_ahead_stop_the_start() {
    let holder = tempfile::tempdir().unwrap();
    let (folder, copies) = (holder.path().join("house"), holder.path().join("witness"));
    let config = format!("{QUICK}\n[checkpoints]\ncopies = [{:?}]\n", copies.display().to_string());
    House::open(&folder, &config).stop();
    let whole = holder.path().join("whole");
    let copied = std::process::Command::new("cp").arg("-a").arg(data(&folder)).arg(&whole).status();
    assert!(copied.unwrap().success());
    House::open(&folder, &config).stop();
    let file = copies.join("checkpoints.jsonl");
    let place = file.display().to_string();
    let held = String::from_utf8(punto(&["verify", "--checkpoints", &place], &folder).stdout).unwrap();
    assert!(held.contains("all as the journal has them"), "{held}");

    // The whole folder is put back as it was, the keys and the anchor with it: the witness knows better.
    fs::remove_dir_all(data(&folder)).unwrap();
    fs::rename(&whole, data(&folder)).unwrap();
    super::house::verify(&folder);
    let output = punto(&["verify", "--checkpoints", &place], &folder);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(!output.status.success() && text.contains("the journal was cut off before it"), "{text}");
    let refused = House::try_open(&folder, &config).err().unwrap();
    assert!(refused.contains("the second copy at") && refused.contains("two persons accept"), "{refused}");

    fs::remove_dir_all(&copies).unwrap();
    for name in ["checkpoint.key", "checkpoint.key.pub"] {
        fs::remove_file(data(&folder).join("keys").join(name)).unwrap();
    }
    let refused = House::try_open(&folder, &config).err().unwrap();
    assert!(refused.contains("the last checkpoint was signed with"), "{refused}");
    let pinned = format!("{config}keys = [\"{}\"]\n", "0".repeat(64));
    let refused = House::try_open(&folder, &pinned).err().unwrap();
    assert!(
        refused.contains("not one of [checkpoints] keys") || refused.contains("not trusted"),
        "{refused}"
    );
}

#[test]
fn a_backup_is_on_record_and_damage_in_service_holds_the_house() {
    let holder = tempfile::tempdir().unwrap();
    let folder = holder.path().join("house");
    let house = played(&folder);
    let backup = holder.path().join("night.backup").display().to_string();
    let made = punto(&["backup", &backup], &folder);
    let said = String::from_utf8(made.stdout).unwrap();
    assert!(made.status.success() && said.contains("every decision made again"), "{said}");
    let mut officer = house.staff("supervisor");
    let noted = |officer: &mut super::client::Client, what: &str| loop {
        let events = officer.get("/api/v1/events").body;
        if events.contains(what) {
            return;
        }
        std::thread::yield_now();
    };
    noted(&mut officer, "a backup of");
    let mut patron = Patron::arrive(house.client(), "ben", "slow", 2);
    while !matches!(patron.post_one(), Fate::Acknowledged(_)) {}
    // Somebody else's hand, while the house is open.
    let db = Connection::open(database(&folder)).unwrap();
    db.busy_timeout(std::time::Duration::from_secs(30)).unwrap();
    let change = "UPDATE shelf SET bytes = CAST('{}' AS BLOB) WHERE name = 'staff/manager'";
    assert_eq!(db.execute(change, []), Ok(1));
    drop(db);
    noted(&mut officer, "staff/manager");
    let events = officer.get("/api/v1/events").body;
    assert!(events.contains("integrity-fault"), "{events}");
    assert!(matches!(patron.post_one(), Fate::Refused), "neither play nor money until it is cleared");
    let more = json!({ "id": "buys-more-1", "amount": 100 });
    let refused = patron.client.post("/api/v1/tables/slow/buy-in", &more);
    assert_eq!(refused.json()["refusal"]["code"], "table-held", "{refused:?}");
    // Whoever audits is told, too.
    let mut auditor = house.staff("auditor");
    auditor.post("/api/v1/journal/check", &json!(null)).ok();
    let last = eventually("the check ends", || {
        let state = auditor.get("/api/v1/journal/check").ok();
        (!state["last"].is_null()).then(|| state["last"].clone())
    });
    assert_eq!(last["sound"], false, "{last}");
    assert!(last["wrong"].as_str().unwrap().contains("staff/manager"), "{last}");
    house.kill();
}

#[test]
fn the_list_of_events_stays_readable_with_a_damaged_record_and_has_its_fault_first() {
    let holder = tempfile::tempdir().unwrap();
    let folder = holder.path().join("house");
    let house = played(&folder);
    let mut officer = house.staff("supervisor");
    tamper(&folder, |db| {
        let change = "UPDATE record SET body = replace(body, 'signed', 'sighed') \
             WHERE rowid = (SELECT max(rowid) FROM record WHERE body LIKE '%signed-in%')";
        assert_eq!(db.execute(change, []), Ok(1));
    });
    let told = eventually("the fault is among the events", || {
        let events = officer.get("/api/v1/events").ok();
        events.to_string().contains("integrity-fault").then_some(events)
    });
    assert_eq!(told["items"][0]["kind"], "integrity-fault", "{told}");
    house.kill();
}
