//! What two persons have agreed to is carried out, once; what they have not is not.

use punto_config::Options;
use punto_journal::Entry;
use punto_records::Told;
use punto_server::software::parts;
use punto_site::{Command, Measure, Principal, RunningSetting};
use punto_software::{Manifest, VouchingKey, digest_of};
use punto_wire::Proposed;
use serde_json::{Value, json};

use crate::support::{Client, DARLING, House, MINUTE, QUIET, Reply};

/// Proposes what is kept as this line.
async fn propose(client: &mut Client, matter: &str, line: &str) -> Reply {
    let what: Measure = format!("{matter} {line}").parse().unwrap();
    propose_value(client, &json!(Proposed::from(&what))).await
}

async fn propose_value(client: &mut Client, what: &Value) -> Reply {
    client.post("/api/v1/proposals", what).await
}

/// A proposal's number.
async fn proposed(client: &mut Client, matter: &str, text: &str) -> u64 {
    propose(client, matter, text).await.ok()["number"].as_u64().unwrap()
}

async fn approve(client: &mut Client, number: u64) -> Reply {
    client.post(&format!("/api/v1/proposals/{number}/approve"), &json!({})).await
}

/// An administrator and a manager.
async fn two(house: &House) -> (Client, Client) {
    let mut admin = house.admin().await;
    let max = house.staff(&mut admin, "max", &["gaming-manager"]).await;
    (admin, max)
}

/// The records of a table: who, what and the key.
fn records(house: &House, table: &str) -> Vec<(String, String, Option<String>)> {
    let stream = format!("table/{table}").parse().unwrap();
    let records = house.server.app().journal().read(&stream, 0, 100_000).unwrap();
    let told = |entry: Entry| (Told::of(&entry).unwrap().said, entry);
    records
        .into_iter()
        .map(|record| told(record.entry))
        .map(|(said, entry)| (entry.actor, said, entry.key))
        .collect()
}

#[tokio::test]
async fn a_setting_changes_when_two_have_agreed_and_stays_so() {
    let house = House::open().await;
    let (mut admin, mut max) = two(&house).await;
    for (setting, value, status, told) in [
        ("bet-seconds", json!(20), 422, "bet-seconds"),
        ("office-staff-minutes", json!(0), 400, "takes a number from 1 to 1440"),
        ("guests", json!("a lot"), 422, "a lot"),
    ] {
        let wrong = json!({ "act": "set", "setting": setting, "value": value, "why": "" });
        let reply = propose_value(&mut admin, &wrong).await;
        assert_eq!(reply.problem(status), "bad-request", "{wrong}");
        assert!(reply.json()["detail"].as_str().unwrap().contains(told), "{reply:?}");
    }
    let now = |house: &House| house.server.app().settings().get(RunningSetting::OfficeStaffMinutes);
    let number = proposed(&mut admin, "setting", "office-staff-minutes 5 as the auditor asks").await;
    assert_eq!(now(&house), 15, "not before");
    assert_eq!(approve(&mut admin, number).await.problem(403), "not-allowed", "not by the same person");
    let lines = approve(&mut max, number).await.ok()["lines"].clone();
    assert!(lines.as_array().unwrap().contains(&json!(format!("carried-out {number}"))), "{lines}");
    assert_eq!(now(&house), 5);
    let noted = "config-change info - office-staff-minutes is 5 from now on, was 15; proposed by admin, approved by max";
    assert_eq!(house.site_lines().iter().filter(|line| line.ends_with(noted)).count(), 1);
    assert_eq!(admin.get("/api/v1/proposals").await.ok(), json!([]));
    house.clock.advance(6 * MINUTE);
    assert_eq!(admin.get("/api/v1/staff").await.problem(401), "not-signed-in", "and it has an effect");
    let house = house.restarted().await;
    assert_eq!(now(&house), 5, "also after a restart");
}

#[tokio::test]
async fn what_was_refused_taken_back_or_left_too_long_is_never_done() {
    let house = House::open().await;
    let (mut admin, mut max) = two(&house).await;
    let text = "guests 7";
    let refused = proposed(&mut admin, "setting", text).await;
    max.post(&format!("/api/v1/proposals/{refused}/refuse"), &json!({ "why": "too few" })).await.ok();
    let back = proposed(&mut admin, "setting", text).await;
    admin.post(&format!("/api/v1/proposals/{back}/take-back"), &json!({})).await.ok();
    for number in [refused, back] {
        assert_eq!(approve(&mut max, number).await.problem(404), "not-found");
    }
    let late = proposed(&mut admin, "setting", text).await;
    house.clock.advance(24 * 60 * MINUTE);
    let mut max = house.client();
    max.staff("max", crate::support::PASSWORD).await.ok();
    assert_eq!(approve(&mut max, late).await.json()["refusal"]["code"], "proposal-lapsed");
    // Approved in time, but nobody got round to it before it lapsed.
    let mut admin = house.client();
    admin.staff("admin", crate::support::PASSWORD).await.ok();
    let number = proposed(&mut admin, "setting", text).await as u32;
    let max = Principal::Staff("max".parse().unwrap());
    house.server.app().say_site(max, Command::Approve { number }).await.unwrap();
    let House { server, clock, folder, .. } = house;
    server.stop().await;
    clock.advance(24 * 60 * MINUTE);
    let options = Options {
        listen: Some(std::net::SocketAddr::from(([127, 0, 0, 1], 0))),
        data: Some(folder.path().join("data")),
        ..Options::default()
    };
    let config = punto_config::Config::read(std::path::Path::new("t"), QUIET, &options).unwrap();
    let server = punto_server::serve::Server::start(config, std::sync::Arc::new(clock)).await.unwrap();
    assert_eq!(server.app().settings().get(RunningSetting::Guests), 200);
    server.stop().await;
}

#[tokio::test]
async fn what_was_approved_before_a_power_cut_is_done_after_it() {
    let house = House::open().await;
    let (mut admin, _) = two(&house).await;
    let number = proposed(&mut admin, "setting", "guests 7").await as u32;
    let max = Principal::Staff("max".parse().unwrap());
    house.server.app().say_site(max, Command::Approve { number }).await.unwrap();
    assert_eq!(house.server.app().settings().get(RunningSetting::Guests), 200, "cut off right here");
    let house = house.restarted().await;
    assert_eq!(house.server.app().settings().get(RunningSetting::Guests), 7);
    let done = format!("carried-out {number}");
    let house = house.restarted().await;
    assert_eq!(house.site_lines().iter().filter(|line| **line == done).count(), 1, "once");
    assert_eq!(house.site_lines().iter().filter(|line| line.contains("guests is 7 from now on")).count(), 1);
}

#[tokio::test]
async fn nobody_acts_alone_where_it_takes_two_also_in_a_house_that_has_just_begun() {
    let house = House::open().await;
    let mut admin = house.admin().await;
    let number = proposed(&mut admin, "setting", "guests 7").await;
    assert_eq!(house.server.app().settings().get(RunningSetting::Guests), 200);
    let mut second = house.founder("admin-2").await;
    assert_eq!(approve(&mut second, number).await.problem(403), "not-allowed", "nor by another of one kind");
    house.approved(number).await;
    assert_eq!(house.server.app().settings().get(RunningSetting::Guests), 7);
}

#[tokio::test]
async fn a_table_is_put_up_and_closed_by_two() {
    let house = House::open().await;
    let (mut admin, mut max) = two(&house).await;
    let open = "open north nsw-2021 person AUD usual, limits 25..5000";
    for wrong in ["open north mars-2050 person AUD usual", "open north nsw-2021 person AUD usual, decks 7"] {
        assert_eq!(propose(&mut admin, "table", wrong).await.problem(400), "bad-request", "{wrong}");
    }
    let new = |dealer: &str, currency: &str| {
        json!({
            "act": "open-table", "table": "north", "rulebook": "nsw-2021", "dealer": dealer, "currency": currency,
            "opening": "usual",
        })
    };
    let part = json!({ "act": "open-table", "table": "north" });
    let close = json!({ "act": "close-table", "table": "N!" });
    for (wrong, status) in
        [(part, 422), (close, 400), (new("robot", "AUD"), 422), (new("person", "A U D"), 400)]
    {
        assert_eq!(propose_value(&mut admin, &wrong).await.problem(status), "bad-request", "{wrong}");
    }
    assert_eq!(propose(&mut admin, "table", "close north").await.problem(404), "not-found");
    assert_eq!(propose(&mut max, "table", open).await.problem(403), "not-allowed", "a manager is the second");
    let number = proposed(&mut admin, "table", open).await;
    assert_eq!(house.client().get("/api/v1/tables/north").await.status, 404, "not before");
    approve(&mut max, number).await.ok();
    assert_eq!(house.client().get("/api/v1/tables/north").await.ok()["limits"]["min"], 2_500);
    assert_eq!(records(&house, "north")[0].0, "gaming-manager max", "who works at tables has opened it");
    assert!(house.site_lines().iter().any(|line| {
        line.ends_with(
            "config-change info north the table north was put up; proposed by admin, approved by max",
        )
    }));
    assert_eq!(propose(&mut admin, "table", open).await.problem(400), "bad-request", "it is there");

    let close = proposed(&mut admin, "table", "close north").await;
    approve(&mut max, close).await.ok();
    assert_eq!(house.client().get("/api/v1/tables/north").await.ok()["phase"], "closed");
    let last = records(&house, "north").pop().unwrap();
    assert_eq!(last, ("gaming-manager max".into(), "close".into(), Some(format!("proposal/{close}"))));
    assert_eq!(propose(&mut admin, "table", "close north").await.problem(400), "bad-request", "it is closed");
    let house = house.restarted().await;
    assert_eq!(records(&house, "north").len(), 2, "nothing is done again");
    house.audited();
}

#[tokio::test]
async fn what_cannot_be_done_any_more_is_over() {
    let house = House::open().await;
    let (mut admin, mut max) = two(&house).await;
    let number = proposed(&mut admin, "table", "open north nsw-2021 person AUD usual, limits 25..5000").await;
    let other = proposed(&mut admin, "table", "open north nz-1998 person NZD usual, limits 25..5000").await;
    approve(&mut max, other).await.ok();
    assert_eq!(approve(&mut max, number).await.problem(409), "refused");
    assert!(house.has_line(&format!("not-carried-out {number} there is a table north already")));
    assert_eq!(admin.get("/api/v1/proposals").await.ok(), json!([]), "and waits for nobody");
    assert_eq!(house.client().get("/api/v1/tables/north").await.ok()["rulebook"], "nz-1998");
}

/// A table at which a ruling waits for an officer.
async fn in_trouble(house: &House, dealer: &mut Client) {
    let lines = [
        "sign-on",
        "sit ada@1",
        "bet ada@1 player 100",
        "card Ks",
        "card 2d",
        "card 4h",
        "card 3c",
        "call points",
        "report misdeal beyond-repair",
    ];
    house.ready("darling").await;
    let first = records(house, "darling").len();
    for (place, line) in lines.into_iter().enumerate() {
        let said = json!({ "id": format!("trouble-{first}-{place}"), "line": line });
        dealer.post("/api/v1/tables/darling/commands", &said).await.ok();
    }
}

#[tokio::test]
async fn a_ruling_is_ordered_by_two_in_the_role_that_the_document_names() {
    let house = House::with(&format!("{QUIET}{DARLING}"), Options::default()).await;
    let (mut admin, mut max) = two(&house).await;
    let mut sue = house.staff(&mut admin, "sue", &["casino-supervisor", "game-inspector"]).await;
    let mut dan = house.staff(&mut admin, "dan", &["dealer"]).await;
    let wrong = [("darling", "luck", 422), ("D!", "void-coup", 400), ("darling order", "void-coup", 400)];
    for (table, cure, status) in wrong {
        let wrong = json!({ "act": "order", "table": table, "cure": cure });
        assert_eq!(propose_value(&mut sue, &wrong).await.problem(status), "bad-request", "{wrong}");
    }
    assert_eq!(propose(&mut sue, "void", "north order").await.problem(404), "not-found");
    let on = json!({ "id": "sign-on-00", "line": "sign-on", "role": "casino-supervisor" });
    sue.post("/api/v1/tables/darling/commands", &on).await.ok();
    let early = propose(&mut sue, "void", "darling order").await;
    assert!(early.json()["detail"].as_str().unwrap().contains("nothing waits"), "{early:?}");
    in_trouble(&house, &mut dan).await;
    assert_eq!(propose(&mut dan, "void", "darling order").await.problem(403), "not-allowed");
    let before = records(&house, "darling").len();

    let refused = proposed(&mut sue, "void", "darling order").await;
    max.post(&format!("/api/v1/proposals/{refused}/refuse"), &json!({ "why": "look again" })).await.ok();
    assert_eq!(records(&house, "darling").len(), before);
    let number = proposed(&mut sue, "void", "darling order").await;
    let lines = approve(&mut max, number).await.ok()["lines"].clone();
    assert!(lines.as_array().unwrap().contains(&json!("returned ada@1 player 100")), "{lines}");
    let last = records(&house, "darling").pop().unwrap();
    assert_eq!(last, ("casino-supervisor sue".into(), "order".into(), Some(format!("proposal/{number}"))));
    assert!(
        house.has_line(&format!("proposed {number} sue"))
            && house.has_line(&format!("approved {number} max"))
    );

    // Somebody was quicker: what was approved is for that ruling, and not for the next.
    in_trouble_again(&mut dan).await;
    let late = proposed(&mut sue, "void", "darling order").await;
    let own = json!({ "id": "quicker-01", "line": "order", "role": "casino-supervisor" });
    sue.post("/api/v1/tables/darling/commands", &own).await.ok();
    assert_eq!(approve(&mut max, late).await.problem(409), "refused");
    assert!(house.has_line(&format!("not-carried-out {late} ")));
    let house = house.restarted().await;
    let orders = records(&house, "darling").into_iter().filter(|(_, said, _)| said == "order").count();
    assert_eq!(orders, 2, "each was ordered once");
    house.audited();
}

async fn in_trouble_again(dealer: &mut Client) {
    let lines = [
        "bet ada@1 player 100",
        "card Ks",
        "card 2d",
        "card 4h",
        "card 3c",
        "call points",
        "report misdeal beyond-repair",
    ];
    for (place, line) in lines.into_iter().enumerate() {
        let said = json!({ "id": format!("again-0{place}"), "line": line });
        dealer.post("/api/v1/tables/darling/commands", &said).await.ok();
    }
}

/// A configuration that names a manifest.
fn named(path: &std::path::Path, key: &VouchingKey) -> String {
    format!("{QUIET}[software]\nmanifest = {path:?}\nkey = \"{}\"\n", key.public())
}

/// Writes a manifest of this very program, and gives its digest.
fn write(path: &std::path::Path, version: &str, key: &VouchingKey) -> String {
    let config = punto_config::Config::read("test.toml".as_ref(), &named(path, key), &Options::default());
    let parts = parts(&config.unwrap()).unwrap();
    std::fs::write(path, Manifest { version: version.into(), parts }.sign(key)).unwrap();
    digest_of(path).unwrap()
}

#[tokio::test]
async fn a_manifest_runs_when_two_have_accepted_it() {
    let folder = tempfile::tempdir().unwrap();
    let (path, key) = (folder.path().join("punto.manifest"), VouchingKey::make().unwrap());
    let next = write(&path, "2", &key);
    let other = write(&path, "3", &key);
    let first = write(&path, "1", &key);
    let text = named(&path, &key);
    let house = House::with(&text, Options::default()).await;
    let (mut admin, mut max) = two(&house).await;
    for digest in ["", "12ab", &next.to_uppercase()] {
        let wrong = json!({ "act": "accept", "digest": digest, "why": "" });
        assert_eq!(propose_value(&mut admin, &wrong).await.problem(400), "bad-request", "{wrong}");
    }
    let sound = async |admin: &mut Client| {
        admin.post("/api/v1/software/check", &json!({})).await.ok()["sound"].clone()
    };
    let refused = proposed(&mut admin, "software", &format!("accept {other}")).await;
    max.post(&format!("/api/v1/proposals/{refused}/refuse"), &json!({ "why": "not tested" })).await.ok();
    let number = proposed(&mut admin, "software", &format!("accept {next} version 2")).await;
    approve(&mut max, number).await.ok();
    assert_eq!(sound(&mut admin).await, true, "what runs goes on");
    assert!(house.site_lines().iter().any(|line| {
        line.ends_with(&format!("the manifest {next} may run; proposed by admin, approved by max"))
    }));
    write(&path, "2", &key);
    assert_eq!(sound(&mut admin).await, true, "and the new one may follow");
    let in_use = propose(&mut admin, "software", &format!("withdraw {next}")).await;
    assert_eq!(in_use.problem(400), "bad-request");
    let number = proposed(&mut admin, "software", &format!("withdraw {first} it has a fault")).await;
    approve(&mut max, number).await.ok();
    for version in ["1", "3"] {
        write(&path, version, &key);
        assert_eq!(sound(&mut admin).await, false, "signed, but withdrawn or never accepted: {version}");
    }
    let last = propose(&mut admin, "software", &format!("withdraw {next}")).await;
    assert_eq!(last.problem(400), "bad-request", "without any, every manifest could run");
    assert_eq!(sound(&mut admin).await, false);
    assert!(house.site_lines().iter().any(|line| line.contains(" software-check-failed fault ")));
    let without = house.restarted_as(QUIET).await;
    let told = |line: &String| line.contains("[software] names none: name it again");
    assert!(without.site_lines().iter().any(told), "nor does it go on with none at all");
    let plain = House::open().await;
    let mut admin = plain.admin().await;
    let none = propose(&mut admin, "software", &format!("accept {next}")).await;
    assert_eq!(none.problem(400), "bad-request", "there is no manifest to compare with");
}

#[tokio::test]
async fn what_is_not_as_its_manifest_says_is_not_accepted_along_with_another() {
    let folder = tempfile::tempdir().unwrap();
    let (path, key) = (folder.path().join("punto.manifest"), VouchingKey::make().unwrap());
    let next = write(&path, "2", &key);
    write(&path, "1", &key);
    let changed = std::fs::read_to_string(&path).unwrap().replace("version 1", "version 9");
    std::fs::write(&path, changed).unwrap();
    let forged = digest_of(&path).unwrap();
    let text = named(&path, &key);
    let house = House::with(&text, Options::default()).await;
    let (mut admin, mut max) = two(&house).await;
    let number = proposed(&mut admin, "software", &format!("accept {next} version 2")).await;
    approve(&mut max, number).await.ok();
    let accepted = house.server.app().journal().names("manifest").unwrap();
    assert_eq!(accepted, [next], "and not {forged}");
}
