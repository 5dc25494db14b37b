//! Somebody who can write the data folder, and has none of the keys, goes about it cleverly: links, old values, empty places.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::time::Duration;

use rusqlite::Connection;
use serde_json::json;

use super::client::Client;
use super::house::{House, QUICK, data, punto, punto_told, verify};
use super::load::Patron;
use super::real::{self, PLAIN, Real};
use super::tamper::{database, played, tamper};
use crate::support::eventually;

/// Waits until a significant event says this, and gives all of them.
fn told(officer: &mut Client, what: &str) -> String {
    eventually(what, || {
        let events = officer.get("/api/v1/events").body;
        events.contains(what).then_some(events)
    })
}

/// The database of a house that is open.
fn live(folder: &Path) -> Connection {
    let db = Connection::open(database(folder)).unwrap();
    db.busy_timeout(Duration::from_secs(30)).unwrap();
    db
}

#[test]
fn notes_are_believed_with_a_code_and_read_through_no_link() {
    let holder = tempfile::tempdir().unwrap();
    let folder = holder.path().join("house");
    let house = House::open(&folder, QUICK);
    let mut officer = house.staff("supervisor");
    let (notes, key) = (data(&folder).join("notes"), data(&folder).join("keys/sealing.key"));
    symlink(&key, &notes).unwrap();
    told(&mut officer, "not of this house's programs");
    assert!(fs::symlink_metadata(&notes).is_err(), "it was thrown away");
    fs::write(&notes, "the house has lost a million\npunto note 1 made\n").unwrap();
    told(&mut officer, "by somebody without the key of the chain");
    let backup = holder.path().join("night.backup").display().to_string();
    assert!(punto(&["backup", &backup], &folder).status.success());
    let events = told(&mut officer, "night.backup");
    let secret = fs::read_to_string(&key).unwrap();
    assert!(!events.contains("a million") && !events.contains(secret.lines().last().unwrap()), "{events}");
    assert_eq!(events.matches("not of this house's programs").count(), 1, "{events}");

    // What a backup leaves is not written through a link either.
    symlink(holder.path().join("elsewhere"), &notes).unwrap();
    let other = holder.path().join("other.backup").display().to_string();
    assert!(punto(&["backup", &other], &folder).status.success());
    assert!(!holder.path().join("elsewhere").exists());
    house.stop();
}

#[test]
fn a_password_of_yesterday_does_not_fit_for_a_moment() {
    let holder = tempfile::tempdir().unwrap();
    let folder = holder.path().join("house");
    let house = House::open(&folder, QUICK);
    let mut officer = house.staff("supervisor");
    let old = house.password().to_owned();
    let db = live(&folder);
    let row = |db: &Connection| -> (Vec<u8>, Vec<u8>) {
        let select = "SELECT bytes, sum FROM shelf WHERE shelf = 'credential' AND name = 'staff/dealer'";
        db.query_row(select, [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap()
    };
    let put = |db: &Connection, row: &(Vec<u8>, Vec<u8>)| {
        let update =
            "UPDATE shelf SET bytes = ?1, sum = ?2 WHERE shelf = 'credential' AND name = 'staff/dealer'";
        assert_eq!(db.execute(update, (&row.0, &row.1)), Ok(1));
    };
    let before = row(&db);
    let change = json!({ "present": old, "new": "another one of 23 letters" });
    house.staff("dealer").post("/api/v1/password", &change).ok();
    let sign_in = |password: &str| {
        let body = json!({ "as": "staff", "name": "dealer", "password": password });
        house.client().sign_in(&body).status
    };
    assert_ne!(sign_in(&old), 200, "it was changed");
    let after = row(&db);
    put(&db, &before);
    let status = sign_in(&old);
    put(&db, &after);
    assert_ne!(status, 200, "the old one was let in");
    let events = told(&mut officer, "staff/dealer");
    assert!(
        events.contains("integrity-fault") && events.contains("is not what was put there last"),
        "{events}"
    );
    house.kill();
}

#[test]
fn a_journal_whose_codes_and_anchor_are_gone_is_not_taken_for_an_old_one() {
    let holder = tempfile::tempdir().unwrap();
    let folder = holder.path().join("house");
    played(&folder).stop();
    tamper(&folder, |db| {
        db.execute_batch("UPDATE record SET code = NULL; DELETE FROM start; DELETE FROM shelf_code;")
            .unwrap();
    });
    fs::remove_file(data(&folder).join("keys/chain.key.anchor")).unwrap();
    let refused = House::try_open(&folder, QUICK).err().unwrap();
    assert!(refused.contains("has no codes") && refused.contains("punto accept"), "{refused}");
    // Nor with a key that is made anew.
    fs::remove_file(data(&folder).join("keys/chain.key")).unwrap();
    let refused = House::try_open(&folder, QUICK).err().unwrap();
    assert!(refused.contains("has no codes"), "{refused}");
}

#[test]
fn a_key_that_was_laid_into_the_data_folder_of_a_real_house_is_not_used() {
    let (holder, folder) = real::place();
    Real::open(&folder, PLAIN).stop();
    let planted = data(&folder).join("keys");
    fs::create_dir(&planted).unwrap();
    let forged = format!("punto chain key 1\n{}\n", "07".repeat(32));
    fs::write(planted.join("chain.key"), forged).unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o600);
    fs::set_permissions(planted.join("chain.key"), mode).unwrap();
    let backup = holder.path().join("a.backup").display().to_string();
    let acts: [&[&str]; 3] = [&["verify"], &["backup", &backup], &["accept", "--by", "a", "--by", "b"]];
    let refusals = |words: &str| {
        for act in acts {
            let output = punto_told(act, &folder, "");
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(!output.status.success() && said.contains(words), "{act:?}: {said}");
            let _ = fs::remove_file(&backup);
        }
    };
    refusals("there are two keys of the chain");
    let apart = holder.path().join("apart");
    fs::rename(real::keys(&folder), &apart).unwrap();
    refusals("this house plays for money");
    let key = apart.join("chain.key").display().to_string();
    assert!(punto(&["verify", "--chain-key", &key], &folder).status.success(), "with the one that is named");
}

#[test]
fn nothing_is_written_through_a_link() {
    let holder = tempfile::tempdir().unwrap();
    let folder = holder.path().join("house");
    House::open(&folder, QUICK).stop();
    let key = data(&folder).join("keys/checkpoint.key");
    let secret = fs::read(&key).unwrap();
    for name in ["mark", "lock", "room", "journal.sqlite3-wal"] {
        let place = data(&folder).join(name);
        let _ = fs::remove_file(&place);
        for hard in [false, true] {
            if hard { fs::hard_link(&key, &place) } else { symlink(&key, &place) }.unwrap();
            let refused = House::try_open(&folder, QUICK).err().unwrap();
            assert!(refused.contains(&format!("{name} is a link or no file")), "{refused}");
            assert_eq!(fs::read(&key).unwrap(), secret, "{name}");
            fs::remove_file(&place).unwrap();
        }
    }
    House::open(&folder, QUICK).stop();
    verify(&folder);
}

#[test]
fn a_torn_line_of_a_second_copy_bars_nobody_and_hides_nothing() {
    let holder = tempfile::tempdir().unwrap();
    let (folder, copies) = (holder.path().join("house"), holder.path().join("witness"));
    let config = format!("{QUICK}\n[checkpoints]\ncopies = [{:?}]\n", copies.display().to_string());
    House::open(&folder, &config).stop();
    let file = copies.join("checkpoints.jsonl");
    let whole = fs::read_to_string(&file).unwrap();
    fs::write(&file, format!("{whole}{}", &whole[..whole.len() / 2])).unwrap();
    House::open(&folder, &config).stop();
    let place = file.display().to_string();
    let held = String::from_utf8(punto(&["verify", "--checkpoints", &place], &folder).stdout).unwrap();
    assert!(held.contains("(1 torn lines passed over)") && held.contains("this journal holds"), "{held}");
    let grown = fs::read_to_string(&file).unwrap();
    assert!(
        grown.len() > whole.len() + whole.len() / 2 && grown.ends_with("}\n"),
        "the next began anew: {grown}"
    );

    let last = grown.lines().last().unwrap();
    fs::write(&file, grown.replace(last, &last.replacen("\"at\":1", "\"at\":2", 1))).unwrap();
    assert!(!punto(&["verify", "--checkpoints", &place], &folder).status.success(), "a changed line is none");
}

#[test]
fn schema_checkpoints_and_the_file_itself_are_looked_at_while_the_house_is_open() {
    type Change = fn(&Path);
    let changes: [(Change, &str); 5] = [
        (
            |folder| {
                tamper(folder, |db| {
                    db.execute_batch("UPDATE milestone SET position = position - 1").unwrap();
                });
            },
            "the milestone of record",
        ),
        (
            |folder| tamper(folder, |db| db.execute_batch("DELETE FROM milestone").unwrap()),
            "milestones than there must be",
        ),
        (|folder| live(folder).execute_batch("DROP TRIGGER record_stays").unwrap(), "is missing or changed"),
        (
            |folder| tamper(folder, |db| db.execute_batch("DELETE FROM checkpoint").unwrap()),
            "is not the one that was signed",
        ),
        (
            |folder| fs::rename(database(folder), data(folder).join("elsewhere")).unwrap(),
            "was moved away or deleted",
        ),
    ];
    for (change, what) in changes {
        let holder = tempfile::tempdir().unwrap();
        let folder = holder.path().join("house");
        // Play until the table has a milestone.
        let house = played(&folder);
        let mut patron = Patron::arrive(house.client(), "ben", "slow", 2);
        while patron.acknowledged().count() < 64 {
            patron.post_one();
        }
        let mut officer = house.staff("supervisor");
        change(&folder);
        let events = told(&mut officer, what);
        assert!(events.contains("integrity-fault"), "{events}");
        house.kill();
    }
}

#[test]
fn a_refused_start_leaves_nothing_in_the_way_of_a_backup() {
    let holder = tempfile::tempdir().unwrap();
    let folder = holder.path().join("house");
    House::open(&folder, QUICK).stop();
    let backup = holder.path().join("a.backup").display().to_string();
    assert!(punto(&["backup", &backup], &folder).status.success());
    for name in ["journal.sqlite3", "mark"] {
        fs::remove_file(data(&folder).join(name)).unwrap();
    }
    let refused = House::try_open(&folder, QUICK).err().unwrap();
    assert!(refused.contains("the anchor of its key is at position"), "{refused}");
    assert!(!database(&folder).exists());
    let restored = punto(&["restore", &backup], &folder);
    assert!(restored.status.success(), "{}", String::from_utf8_lossy(&restored.stderr));
}

/// A house that has been open once, and what its two persons know.
fn with_two(folder: &Path) -> String {
    let house = House::open(folder, QUICK);
    let (admin, manager) = (house.first_admin(), house.password().to_owned());
    house.stop();
    format!("{manager}\n{admin}\n")
}

#[track_caller]
fn accept(folder: &Path, passwords: &str) {
    let accepted = punto_told(&["accept", "--by", "manager", "--by", "admin"], folder, passwords);
    assert!(accepted.status.success(), "{}", String::from_utf8_lossy(&accepted.stderr));
}

#[test]
fn an_acceptance_is_of_the_keys_that_there_were_and_of_none_that_comes_later() {
    let holder = tempfile::tempdir().unwrap();
    let folder = holder.path().join("house");
    let passwords = with_two(&folder);
    let keys = data(&folder).join("keys");
    accept(&folder, &passwords);
    // The first is asked for before anything is recorded, and the second after the acceptance is.
    for name in ["checkpoint.key", "voucher.key"] {
        fs::rename(keys.join(name), holder.path().join(name)).unwrap();
        let refused = House::try_open(&folder, QUICK).err().unwrap();
        assert!(refused.contains("punto accept"), "{name}: {refused}");
        let _ = fs::remove_file(keys.join("checkpoint.key.pub"));
        fs::rename(holder.path().join(name), keys.join(name)).unwrap();
    }
    let house = House::open(&folder, QUICK);
    let events = house.staff("supervisor").get("/api/v1/events").json();
    let accepted = events["items"].as_array().unwrap_or_else(|| panic!("{events}"));
    let accepted = accepted.iter().find(|event| event.to_string().contains("accepted as it is")).unwrap();
    assert!(accepted.to_string().contains("warning"), "{accepted}");
    house.stop();
}

#[test]
fn a_lost_person_key_costs_the_personal_data_and_not_the_house() {
    let holder = tempfile::tempdir().unwrap();
    let folder = holder.path().join("house");
    let house = House::open(&folder, QUICK);
    let passwords = format!("{}\n{}\n", house.password(), house.first_admin());
    let person = json!({ "name": "Ada Lovelace", "born": null, "contact": null });
    let body = json!({ "patron": "ada", "card": "12345678", "pin": "2580", "person": person });
    house.staff("cage").post("/api/v1/patrons", &body).ok();
    house.stop();
    fs::remove_file(data(&folder).join("keys/person.key")).unwrap();
    let refused = House::try_open(&folder, QUICK).err().unwrap();
    assert!(refused.contains("the person key is another") && refused.contains("punto accept"), "{refused}");
    accept(&folder, &passwords);
    let house = House::open(&folder, QUICK);
    let events = house.staff("supervisor").get("/api/v1/events").body;
    let lost = "personal data of 1 persons is lost: two have accepted the person key ";
    let mark = events.split(lost).nth(1).unwrap_or_else(|| panic!("{events}"));
    let mark: String = mark.chars().take_while(char::is_ascii_hexdigit).collect();
    assert_eq!(mark.len(), 16, "{events}");
    assert!(
        events.contains("it was accepted with the keys ") && events.contains(&format!("person {mark}")),
        "{events}"
    );
    let mut cage = house.staff("cage");
    assert_eq!(cage.get("/api/v1/patrons/ada/person").problem(404), "not-found");
    assert_eq!(cage.get("/api/v1/patrons/ada").ok()["patron"], "ada", "the account is there");
    house.stop();
    // It was said once, and the new key seals from now on.
    let house = House::open(&folder, QUICK);
    let events = house.staff("supervisor").get("/api/v1/events").body;
    assert_eq!(events.matches(lost).count(), 1, "{events}");
    house.stop();
    verify(&folder);
}

/// Somebody more on staff, whom an administrator and the manager have hired.
fn hired(house: &House, name: &str, grant: &str) -> Client {
    let mut admin = house.client();
    let password = house.first_admin();
    admin.sign_in(&json!({ "as": "staff", "name": "admin", "password": password })).ok();
    let body = json!({ "name": name, "grants": [grant], "enabled": true });
    let asked = admin.post("/api/v1/staff", &body).ok();
    let path = format!("/api/v1/proposals/{}/approve", asked["proposals"][0]["number"]);
    let approved = house.staff("manager").post(&path, &json!({})).ok();
    let halves = [asked["secret"].as_str().unwrap(), approved["secret"]["secret"].as_str().unwrap()];
    let mut client = house.client();
    let first = halves.join(" ");
    client.sign_in(&json!({ "as": "staff", "name": name, "password": first })).ok();
    client.post("/api/v1/password", &json!({ "present": first, "new": "correct horse battery" })).ok();
    client
}

#[test]
fn a_fault_is_not_cleared_while_what_caused_it_is_still_there() {
    let holder = tempfile::tempdir().unwrap();
    let folder = holder.path().join("house");
    let house = played(&folder);
    let (mut manager, mut second) = (house.staff("manager"), hired(&house, "rae", "regulator-inspector"));
    let db = live(&folder);
    let read = "SELECT bytes FROM shelf WHERE name = 'staff/dealer'";
    let bytes: Vec<u8> = db.query_row(read, [], |row| row.get(0)).unwrap();
    let put = |bytes: &[u8]| {
        let changed = db.execute("UPDATE shelf SET bytes = ?1 WHERE name = 'staff/dealer'", [bytes]);
        assert_eq!(changed, Ok(1));
    };
    put(b"{}");
    told(&mut manager, "staff/dealer");
    let events = manager.get("/api/v1/events?waiting=true").ok();
    let faults: Vec<u64> = events["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|event| event["kind"] == "integrity-fault")
        .map(|event| event["number"].as_u64().unwrap())
        .collect();
    let clear = |client: &mut Client, number: u64| {
        client.post(&format!("/api/v1/events/{number}/clear"), &json!({ "note": "put right" }))
    };
    let refused = clear(&mut manager, faults[0]);
    assert_eq!(refused.problem(409), "refused");
    assert_eq!(refused.json()["refusal"]["code"], "still-wrong");
    assert!(refused.body.contains("staff/dealer"), "it says what: {}", refused.body);

    put(&bytes);
    let proposed: Vec<u64> =
        faults.iter().map(|number| clear(&mut manager, *number).ok()["proposed"].as_u64().unwrap()).collect();
    // What was right for the first person must be right for the second.
    put(b"{}");
    let approve = |client: &mut Client, number: u64| {
        client.post(&format!("/api/v1/proposals/{number}/approve"), &json!({}))
    };
    let refused = approve(&mut second, proposed[0]);
    assert_eq!(refused.json()["refusal"]["code"], "still-wrong", "{}", refused.body);
    put(&bytes);
    for number in proposed {
        approve(&mut second, number).ok();
    }
    drop(db);
    house.stop();
}

#[test]
fn a_journal_is_accepted_by_two_of_two_kinds() {
    let (_holder, folder) = real::place();
    let house = Real::open(&folder, PLAIN);
    for name in ["admin", "admin-2", "operator"] {
        house.founder(&folder, name);
    }
    house.stop();
    let by = |one: &str, other: &str| {
        let passwords = format!("{}\n{}\n", real::own_password(one), real::own_password(other));
        punto_told(&["accept", "--by", one, "--by", other], &folder, &passwords)
    };
    let one_kind = by("admin", "admin-2");
    let said = String::from_utf8_lossy(&one_kind.stderr).into_owned();
    assert!(!one_kind.status.success() && said.contains("are of one kind"), "{said}");
    assert!(by("admin-2", "operator").status.success());

    // Guesses are bounded, whoever starts the program again.
    let guess = || {
        let by = ["accept", "--by", "admin-2", "--by", "operator"];
        let told = punto_told(&by, &folder, "a guess\nanother\n");
        assert!(!told.status.success());
        String::from_utf8_lossy(&told.stderr).into_owned()
    };
    for _ in 0..3 {
        let said = guess();
        assert!(said.contains("this is not the password of admin-2"), "{said}");
    }
    let said = guess();
    assert!(said.contains("too many wrong passwords"), "{said}");
    assert!(!by("admin-2", "operator").status.success(), "also with the right ones, for a while");

    // The house tells of both, and whoever accepted does not see to that.
    let house = Real::open(&folder, PLAIN);
    let mut operator = house.staff("operator", &real::own_password("operator"));
    let events = operator.get("/api/v1/events").json();
    let of =
        |code: &str| events["items"].as_array().unwrap().iter().find(|event| event["code"] == code).cloned();
    assert_eq!(of("acceptance-guessed").unwrap()["args"]["tries"], json!({ "count": 3 }));
    let accepted = of("accepted").unwrap();
    let path = format!("/api/v1/events/{}/acknowledge", accepted["number"]);
    let refused = operator.post(&path, &json!({ "note": "seen" })).json();
    assert_eq!(refused["refusal"]["code"], "own-act", "{refused}");
    house.stop();
}

#[test]
fn lost_keys_are_replaced_by_two_or_not_in_silence() {
    let holder = tempfile::tempdir().unwrap();
    let folder = holder.path().join("house");
    let passwords = with_two(&folder);
    let keys = data(&folder).join("keys");
    // The secret is lost, and what was published of it is left.
    fs::remove_file(keys.join("checkpoint.key")).unwrap();
    let refused = House::try_open(&folder, QUICK).err().unwrap();
    assert!(refused.contains("the last checkpoint was signed with"), "{refused}");
    accept(&folder, &passwords);
    House::open(&folder, QUICK).stop();
    verify(&folder);

    // A house without tables has no shoe in play that it sealed.
    let (_holder, folder) = real::place();
    Real::open(&folder, PLAIN).stop();
    fs::remove_file(real::keys(&folder).join("sealing.key")).unwrap();
    Real::open(&folder, PLAIN).stop();
    let site = real::site(&folder);
    assert!(site.contains("the key that seals shoes is another than at the last start"), "{site}");
}
