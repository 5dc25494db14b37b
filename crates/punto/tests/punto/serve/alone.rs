//! What one person could do alone, with one account, at the program as it is started: an amount that nobody can read again,
//! an office or a password that is not theirs, a table where they are not on, shoes that are thrown away, words without end.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufReader, Write};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use punto_vocab::Money;
use serde_json::{Value, json};

use super::client::{Client, Reply, connect, read};
use super::house::{House, QUICK, data, punto, verify};
use super::line::Line;
use super::real::{self, PLAIN, Real};
use crate::support::eventually;

/// Two tables at which a person deals, in a house for money.
const TABLES: &str = r#"
[openings]
currencies = ["AUD"]
limits = "25..5000"
[[table]]
name = "darling"
rulebook = "nsw-2021"
opening = "usual, method A, limits 25..5000, chips 5 25 100 500"
dealer = "person"
currency = "AUD"
[[table]]
name = "sydney"
rulebook = "nsw-2021"
opening = "usual, method A, limits 25..5000, chips 5 25 100 500"
dealer = "person"
currency = "AUD"
"#;

fn hire(name: &str, grant: &str) -> Value {
    json!({ "name": name, "grants": [grant], "enabled": true })
}

/// What waits after a change of staff: the number of its proposal and half of a password.
#[track_caller]
fn asked(admin: &mut Client, path: &str, body: &Value) -> (u64, String) {
    let answer = admin.post(path, body).ok();
    let number = answer["proposals"][0]["number"].as_u64().unwrap();
    (number, answer["secret"].as_str().unwrap().to_owned())
}

fn approve(client: &mut Client, number: u64) -> Reply {
    client.post(&format!("/api/v1/proposals/{number}/approve"), &json!({}))
}

/// The code of the refusal with which a line is answered; nothing if it is done.
fn says(client: &mut Client, table: &str, role: &str, line: &str) -> Value {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let id = format!("said-{:04}", COUNT.fetch_add(1, Ordering::Relaxed));
    let body = json!({ "id": id, "line": line, "role": role });
    let reply = client.post(&format!("/api/v1/tables/{table}/commands"), &body);
    if reply.status == 200 { Value::Null } else { reply.json()["refusal"]["code"].clone() }
}

fn sign_in(house: &Real, name: &str, password: &str) -> u16 {
    house.client().sign_in(&json!({ "as": "staff", "name": name, "password": password })).status
}

#[test]
fn no_amount_that_is_taken_at_the_cage_ruins_the_journal() {
    let (_holder, folder) = real::place();
    let house = Real::open(&folder, PLAIN);
    let mut admin = house.founder(&folder, "admin");
    let mut operator = house.founder(&folder, "operator");
    let mut sue = house.hired([&mut admin, &mut operator], "sue", "casino-supervisor");
    let mut cage = house.hired([&mut admin, &mut operator], "cass", "cage");
    // A voucher comes out of a machine.
    let asked = json!({ "kind": "console", "table": null, "seat": null });
    let code = sue.post("/api/v1/devices/code", &asked).ok()["secret"].clone();
    let given = house.client().post("/api/v1/devices/enrol", &json!({ "code": code })).ok();
    let mut machine = house.client();
    let way = json!({ "as": "device", "device": given["name"], "secret": given["secret"] });
    machine.sign_in(&way).ok();
    cage.cookie = Some([cage.cookie.take().unwrap(), machine.cookie.unwrap()].join("; "));
    for (patron, card) in [("ada", "12345678"), ("ben", "87654321")] {
        let body = json!({ "patron": patron, "card": card, "pin": "258013", "person": null });
        cage.post("/api/v1/patrons", &body).ok();
    }
    let approver = json!({ "name": "operator", "password": real::own_password("operator") });
    let mut count = 0;
    let mut money = |what: &str, amount: Value| {
        count += 1;
        let mut body = json!({ "id": format!("amount-{count:04}"), "amount": amount });
        if what != "vouchers" {
            body["approver"] = approver.clone();
        }
        cage.post(&format!("/api/v1/patrons/ada/{what}"), &body)
    };
    let largest = Money::LARGEST.minor();
    // More than there can be is refused, and as much as there can be is there for everybody to read.
    for what in ["deposit", "vouchers", "withdraw"] {
        for beyond in [json!(largest + 1), json!(i64::MAX), json!(-1), json!(1e19), json!("1")] {
            let reply = money(what, beyond.clone());
            assert!(matches!(reply.status, 400 | 409 | 422), "{what} {beyond}: {reply:?}");
        }
    }
    for _ in 0..2 {
        money("deposit", json!(largest)).ok();
    }
    for what in ["vouchers", "withdraw"] {
        money(what, json!(largest)).ok();
    }
    let ada = cage.get("/api/v1/patrons/ada").ok();
    let all = cage.get("/api/v1/patrons").ok();
    house.stop();
    verify(&folder);

    let house = Real::open(&folder, PLAIN);
    let mut cage = house.staff("cass", &real::own_password("cass"));
    assert_eq!(cage.get("/api/v1/patrons/ada").ok(), ada);
    assert_eq!(cage.get("/api/v1/patrons").ok(), all, "the whole list is there");
    assert!(all.to_string().contains("ada") && all.to_string().contains("ben"), "{all}");
    cage.get("/api/v1/cage/balance").ok();
    house.stop();
}

#[test]
fn one_administrator_is_neither_the_cage_nor_anybody_who_watches() {
    let (_holder, folder) = real::place();
    let house = Real::open(&folder, PLAIN);
    // A password that is good once lets one in, however many bring it at once.
    let first = fs::read_to_string(data(&folder).join("first-passwords/operator.txt")).unwrap();
    let let_in = thread::scope(|scope| {
        let tries: Vec<_> =
            (0..6).map(|_| scope.spawn(|| sign_in(&house, "operator", first.trim()))).collect();
        tries.into_iter().map(|one| one.join().unwrap()).filter(|code| *code == 200).count()
    });
    assert_eq!(let_in, 1, "good once");
    house.stop();

    // Whoever came in by it and chose none is given another at the next start.
    let house = Real::open(&folder, PLAIN);
    let [mut admin, mut second, mut operator] =
        ["admin", "admin-2", "operator"].map(|name| house.founder(&folder, name));
    for grant in ["cage", "auditor", "surveillance", "regulator-inspector", "admin"] {
        let name = format!("x-{grant}");
        let (number, half) = asked(&mut admin, "/api/v1/staff", &hire(&name, grant));
        assert_eq!(approve(&mut admin, number).problem(403), "not-allowed", "{grant}");
        assert_eq!(approve(&mut second, number).problem(403), "not-allowed", "{grant}");
        assert_eq!(sign_in(&house, &name, &half), 401, "{grant}: there is no such account yet");
        let staff = admin.get("/api/v1/staff").ok();
        assert!(!staff.to_string().contains(&name), "{staff}");
    }
    let mut cage = house.hired([&mut admin, &mut operator], "cass", "cage");
    let (number, half) = asked(&mut admin, "/api/v1/staff/cass/password", &json!({}));
    assert_eq!(approve(&mut second, number).problem(403), "not-allowed");
    assert_eq!(sign_in(&house, "cass", &half), 401);
    assert_eq!(cage.get("/api/v1/me").ok()["name"], "cass", "nothing has happened yet");
    let other = approve(&mut operator, number).ok()["secret"]["secret"].as_str().unwrap().to_owned();
    assert_eq!(sign_in(&house, "cass", &other), 401, "neither half is a password");
    let events = admin.get("/api/v1/events").body;
    for act in ["site hire cass as cage", "site reset-password cass"] {
        assert!(events.contains(act), "{act} is a significant event: {events}");
    }
    house.stop();
    verify(&folder);
}

#[test]
fn nobody_of_staff_speaks_at_a_table_where_they_are_not_on() {
    let (_holder, folder) = real::place();
    let house = Real::open(&folder, &format!("{PLAIN}{TABLES}"));
    let mut admin = house.founder(&folder, "admin");
    let mut operator = house.founder(&folder, "operator");
    let mut kim = house.hired([&mut admin, &mut operator], "kim", "dealer");
    let mut lee = house.hired([&mut admin, &mut operator], "lee", "dealer");
    let mut sue = house.hired([&mut admin, &mut operator], "sue", "casino-supervisor");
    for line in ["call no-more-bets", "report disruption plain", "report misdeal beyond-repair", "close"] {
        assert_eq!(says(&mut kim, "darling", "dealer", line), "not-on-duty", "{line}");
    }
    for line in ["report disruption plain", "close", "exclude ada rude", "call no-more-bets"] {
        assert_eq!(says(&mut sue, "darling", "casino-supervisor", line), "not-on-duty", "{line}");
    }
    assert_eq!(says(&mut kim, "darling", "dealer", "sign-on"), Value::Null);
    assert_eq!(says(&mut kim, "sydney", "dealer", "sign-on"), "deals-elsewhere");
    assert_eq!(says(&mut lee, "darling", "dealer", "sign-on"), "another-deals");
    assert_eq!(says(&mut kim, "darling", "dealer", "sit ada@1"), Value::Null);
    assert_eq!(says(&mut kim, "darling", "dealer", "sign-off"), Value::Null);
    assert_eq!(says(&mut kim, "darling", "dealer", "sit ben@2"), "not-on-duty", "the right ends with it");
    let table = kim.get("/api/v1/tables/darling").ok();
    assert_eq!(table["phase"], "preparing", "it is open as it was: {table}");

    // One supervisor puts up no table beyond what the house has set, nor in a currency that it does not have.
    let new = |limits: &str, currency: &str| {
        let opening = format!("usual, method A, limits {limits}, chips 5 25 100 500");
        json!({
            "table": "own", "title": "own", "rulebook": "nsw-2021", "dealer": "person",
            "currency": currency, "opening": opening,
        })
    };
    assert_eq!(sue.post("/api/v1/tables", &new("25..1000000", "AUD")).problem(403), "not-allowed");
    assert_eq!(sue.post("/api/v1/tables", &new("25..5000", "XXX")).problem(400), "bad-request");
    assert_eq!(sue.get("/api/v1/tables/own").status, 404);
    house.stop();
    verify(&folder);
}

#[test]
fn shoes_that_are_thrown_away_are_opened_listed_counted_and_told_of() {
    let (holder, folder) = real::place();
    // Nobody cuts for an hour, so that every shoe is given up before its cut.
    let config = QUICK.replace("cut-window-ms = 20", "cut-window-ms = 3600000");
    let house = House::open(&folder, &config);
    let mut officer = house.staff("supervisor");
    let mut ada = house.client();
    ada.guest("ada");
    let mut promised = BTreeSet::new();
    for again in 1..=3 {
        ada.say("slow", &format!("ada-sits-{again}"), "sit ada@1").ok();
        let shown = eventually("a shoe is promised", || {
            let view = ada.get("/api/v1/tables/slow").ok();
            view["shoe"]["commitment"].as_str().map(str::to_owned)
        });
        assert!(promised.insert(shown), "each is another");
        for line in ["close", "open usual, limits 5..5000"] {
            let id = format!("{}-again-{again}", line.split(' ').next().unwrap());
            let body = json!({ "id": id, "line": line, "role": "game-supervisor" });
            officer.post("/api/v1/tables/slow/commands", &body).ok();
            if line == "close" {
                eventually("the shoe is opened", || {
                    let shoes = house.client().get("/api/v1/tables/slow/shoes").ok();
                    (shoes["items"].as_array()?.len() == again).then_some(())
                });
            }
        }
    }
    let shoes = house.client().get("/api/v1/tables/slow/shoes").ok();
    let mut opened = BTreeSet::new();
    for shoe in shoes["items"].as_array().unwrap() {
        assert_eq!(shoe["end"], "table-closed", "{shoe}");
        opened.insert(shoe["commitment"].as_str().unwrap().to_owned());
        let record = house.client().get(&format!("/api/v1/tables/slow/shoes/{}", shoe["number"])).body;
        let file = holder.path().join("shoe.txt");
        fs::write(&file, record).unwrap();
        let checked = punto(&["verify-shoe", &file.display().to_string()], &folder);
        let said = String::from_utf8(checked.stdout).unwrap();
        assert!(checked.status.success() && said.ends_with("everything agrees\n"), "{said}");
    }
    assert_eq!(opened, promised, "every shoe that was promised is opened");
    // One may have its reason; whoever does it again does not see to the event about it.
    let events = eventually("it is told of", || {
        let events = officer.get("/api/v1/events").ok()["items"].as_array().unwrap().clone();
        let told: Vec<Value> =
            events.into_iter().filter(|event| event["kind"] == "shoes-discarded").collect();
        (told.len() >= 2).then_some(told)
    });
    let path = format!("/api/v1/events/{}/acknowledge", events[0]["number"]);
    assert_eq!(officer.post(&path, &json!({ "note": "seen" })).json()["refusal"]["code"], "own-act");
    house.stop();
    verify(&folder);
}

#[test]
fn a_patron_is_bounded_by_the_second_and_anybody_else_sees_no_name() {
    let (_holder, folder) = real::place();
    let config = QUICK.replace("patron-commands-per-second = 10000", "patron-commands-per-second = 2");
    let house = House::open(&folder, &config);
    let mut zelda = house.client();
    zelda.guest("zelda");
    zelda.sit("slow", 3, 100);
    zelda.wait_for_wagers("slow");

    // Two a second are taken, and a few at once; who asks for more is told so.
    let mut line = Line::at(&zelda, "slow");
    for number in 0..100 {
        let said = if number % 2 == 0 { "bet zelda@3 player 5" } else { "lift zelda@3 player" };
        line.send(&format!("often-{number:04}"), said).unwrap();
    }
    let frames: Vec<Value> = (0..100).map(|_| line.answer().unwrap()).collect();
    let done = frames.iter().filter(|frame| frame["answer"]["seq"].is_u64()).count();
    let told = frames.iter().filter(|frame| frame["problem"]["code"] == "too-many").count();
    assert!(done > 0 && told > 0, "{done} were taken and {told} refused: {frames:#?}");

    let mut anybody = house.client();
    for path in ["/api/v1/tables", "/api/v1/tables/slow", "/api/v1/tables/slow/coups"] {
        let told = anybody.get(path);
        assert!(told.status == 200 && !told.body.contains("zelda"), "{path}: {told:?}");
    }
    let view = anybody.get("/api/v1/tables/slow").ok();
    assert_eq!(view["wagers"], json!([]));
    assert!(view["patrons"].to_string().contains("\"seat-3\""), "that the seat is taken is seen: {view}");
    house.stop();
    verify(&folder);
}

#[test]
fn only_a_proxy_that_is_named_is_believed_about_who_calls() {
    let (_holder, folder) = real::place();
    let listen = "[listen]\nbehind-proxy = true\nproxies = [\"10.1.2.3\"]\n";
    let house = Real::open(&folder, &PLAIN.replacen("[listen]\n", listen, 1));
    let mut line = connect(house.client().address).unwrap();
    let ask = "GET /metrics HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: 192.0.2.7\r\n\r\n";
    line.write_all(ask.as_bytes()).unwrap();
    // This machine reads its own metrics, whatever it says of itself.
    assert_eq!(read(&mut BufReader::new(line)).unwrap().status, 200);
    house.stop();
}
