//! Tricks with paths, names and commands over the wire; what a table itself refuses is tested with the server.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufReader, Write};

use serde_json::{Value, json};

use super::client::{Client, Reply, connect, read};
use super::house::{House, QUICK, data, verify};
use super::line::Line;

fn opened() -> (tempfile::TempDir, House) {
    let holder = tempfile::tempdir().unwrap();
    let house = House::open(&holder.path().join("house"), QUICK);
    (holder, house)
}

/// Stops the house; nothing may have panicked, and the journal holds.
#[track_caller]
fn closed(holder: &tempfile::TempDir, house: House) {
    house.assert_calm();
    house.stop();
    verify(&holder.path().join("house"));
}

/// Sends a request line as it is, which a client of good manners would not.
fn raw(house: &House, target: &str, cookie: Option<&str>) -> Option<Reply> {
    let mut line = connect(house.address()).unwrap();
    let cookie = cookie.map(|cookie| format!("cookie: {cookie}\r\n")).unwrap_or_default();
    line.write_all(
        format!("GET {target} HTTP/1.1\r\nhost: localhost\r\n{cookie}connection: close\r\n\r\n").as_bytes(),
    )
    .unwrap();
    read(&mut BufReader::new(line)).ok()
}

#[test]
fn paths_lead_nowhere_else() {
    let (holder, house) = opened();
    let auditor = house.staff("auditor");
    let folder = holder.path().join("house");
    let key = fs::read_to_string(data(&folder).join("keys/sealing.key")).unwrap();
    let secret = key.lines().last().unwrap().trim();
    let front = house.client().get("/").body;
    let up = ["..", "%2e%2e", "%2E.", "..%2f..", "..%5c..", "%252e%252e", "..%00", "....//", "..;"];
    let ends = ["etc/passwd", "keys/sealing.key", "data/keys/sealing.key", "journal.sqlite3", "Cargo.toml"];
    let starts =
        ["/", "/assets/", "/api/v1/", "/api/v1/tables/", "/api/v1/rulebooks/", "/api/v1/journal/streams/"];
    let mut targets: Vec<String> = Vec::new();
    for start in starts {
        for up in up {
            let climb = format!("{up}/").repeat(6);
            targets.extend(ends.iter().map(|end| format!("{start}{climb}{end}")));
        }
    }
    for odd in [
        "//evil.example/",
        "http://evil.example/etc/passwd",
        "/\\..\\..\\etc\\passwd",
        "*",
        "/%",
        "/%zz",
        "/%00",
    ] {
        targets.push(odd.into());
    }
    for target in targets {
        for cookie in [None, auditor.cookie.as_deref()] {
            // A head that cannot be read is no request, and may be answered by hanging up.
            let Some(reply) = raw(&house, &target, cookie) else { continue };
            let page = reply.status == 200 && reply.body == front;
            assert!(page || matches!(reply.status, 301 | 308 | 400..=405 | 421 | 422), "{target}: {reply:?}");
            assert!(!reply.body.contains(secret) && !reply.body.contains("root:"), "{target}");
            assert!(!reply.body.contains("SQLite format"), "{target}");
            assert!(!reply.head.contains("evil.example"), "{target}: {reply:?}");
        }
    }
    closed(&holder, house);
}

/// Names and words that somebody could mean harm by.
const ODD: [&str; 16] = [
    "'; DROP TABLE record; --",
    "ada' OR '1'='1",
    "\u{202e}ada",
    "a\u{200b}da",
    "\u{feff}",
    "ada\u{0}",
    "ada\r\nset-cookie: x=1",
    "../../site",
    "table/slow",
    "<script>alert(1)</script>",
    "${jndi:ldap://x}",
    "{{7*7}}",
    "а\u{0301}\u{0301}\u{0301}\u{0301}",
    "\u{1f0a1}",
    "%s%n%x",
    "ADMIN",
];

#[test]
fn names_are_names_and_nothing_else() {
    let (holder, house) = opened();
    let mut cage = house.staff("cage");
    let plain = |name: &str| name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    for odd in ODD.into_iter().chain(["x".repeat(5_000).as_str()]) {
        let mut guest = house.client();
        let reply = guest.sign_in(&json!({ "as": "guest", "name": odd }));
        if reply.status == 200 {
            assert!(plain(&guest.name) && guest.name.len() <= 32, "{odd:?} became {:?}", guest.name);
        } else {
            assert!(!reply.problem(reply.status).is_empty());
        }
        let mut nobody = house.client();
        let staff = nobody.sign_in(&json!({ "as": "staff", "name": odd, "password": odd }));
        assert!(matches!(staff.status, 400 | 401 | 422 | 429), "{odd:?}: {staff:?}");
        let card = nobody.sign_in(&json!({ "as": "patron", "card": odd, "pin": odd }));
        assert!(matches!(card.status, 400 | 401 | 422 | 429), "{odd:?}: {card:?}");
        for path in [
            "/api/v1/tables/@",
            "/api/v1/patrons/@",
            "/api/v1/coups/@",
            "/api/v1/rulebooks/@",
            "/api/v1/tables/@/shoes/1",
        ] {
            let reply = cage.get(&path.replace('@', &encoded(odd)));
            assert!(matches!(reply.status, 400 | 403 | 404 | 414 | 422 | 429), "{path} {odd:?}: {reply:?}");
        }
        let mut ada = house.client();
        ada.guest("ada");
        for line in [format!("sit {odd}@1"), format!("sit ada@1 {odd}"), odd.to_owned()] {
            let reply = ada.say("slow", "an-odd-line", &line);
            assert!(matches!(reply.status, 400 | 409), "{line:?}: {reply:?}");
        }
        let reply = ada.say("slow", odd, "sit ada@1");
        assert_eq!(reply.problem(400), "bad-request", "{odd:?}");
        assert!(
            matches!(ada.say(&encoded(odd), "an-odd-line", "sit ada@1").status, 400 | 404 | 414),
            "{odd:?}"
        );
    }
    closed(&holder, house);
}

fn encoded(text: &str) -> String {
    text.bytes().map(|b| format!("%{b:02x}")).collect()
}

#[test]
fn frames_replayed_and_out_of_order_count_once() {
    let (holder, house) = opened();
    let mut ada = house.client();
    ada.guest("ada");
    ada.sit("slow", 1, 1_000);
    ada.wait_for_wagers("slow");
    // Two lines of one patron send the same frames in different orders, all at once, three times over.
    let frames: Vec<(String, String)> = (0..30)
        .map(|n| match n % 3 {
            0 => (format!("frame-{n:04}"), format!("bet ada@1 player {}", 5 + n)),
            1 => (format!("frame-{n:04}"), format!("alter ada@1 player {}", 6 + n)),
            _ => (format!("frame-{n:04}"), "lift ada@1 player".into()),
        })
        .collect();
    let (mut one, mut two) = (Line::at(&ada, "slow"), Line::at(&ada, "slow"));
    for _ in 0..3 {
        for (forth, back) in frames.iter().zip(frames.iter().rev()) {
            one.send(&forth.0, &forth.1).unwrap();
            two.send(&back.0, &back.1).unwrap();
        }
    }
    let mut seqs: BTreeMap<String, Value> = BTreeMap::new();
    let mut firsts: BTreeMap<String, usize> = BTreeMap::new();
    for line in [&mut one, &mut two] {
        for _ in 0..3 * frames.len() {
            let frame = line.answer().unwrap();
            assert_eq!(frame["frame"], "answer", "{frame}");
            let answer = &frame["answer"];
            let id = answer["id"].as_str().unwrap().to_owned();
            if answer["refusal"].is_null() {
                let seq = seqs.entry(id.clone()).or_insert_with(|| answer["seq"].clone());
                assert_eq!(*seq, answer["seq"], "{id} was done twice");
                *firsts.entry(id).or_default() += usize::from(answer["repeated"] == false);
            }
        }
    }
    assert!(!seqs.is_empty() && firsts.values().all(|first| *first == 1), "{firsts:?}");
    let mut numbers: Vec<u64> = seqs.values().map(|seq| seq.as_u64().unwrap()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers.len(), seqs.len(), "every command is a record of its own");
    closed(&holder, house);
}

#[test]
fn a_cookie_is_good_for_whose_it_is_and_no_other() {
    let (holder, house) = opened();
    let (mut ada, mut eve) = (house.client(), house.client());
    ada.guest("ada");
    eve.guest("eve");
    ada.sit("slow", 1, 100);
    let before = ada.get("/api/v1/tables/slow").ok()["seq"].clone();
    // Another's name, seat, money and id, each with eve's own cookie.
    for line in ["leave ada", "bet ada@1 player 5", "lift ada@1 player", "sit ada@2", "cash-out ada 1"] {
        assert_eq!(eve.say("slow", "eve-forges-1", line).problem(409), "refused", "{line}");
    }
    let stolen = eve.say("slow", "ada-sits-slow", "sit ada@1");
    assert_eq!(stolen.problem(409), "refused", "another's id says nothing of what it was for");
    for path in [
        "/api/v1/patrons/ada",
        "/api/v1/patrons/ada/person",
        "/api/v1/staff",
        "/api/v1/journal/streams",
        "/api/v1/meters",
    ] {
        assert_eq!(eve.get(path).problem(403), "not-allowed", "{path}");
    }
    // Cookies and tokens that do not belong together.
    let staff: Vec<Client> =
        ["dealer", "supervisor", "auditor", "cage", "watcher"].map(|name| house.staff(name)).into();
    for other in &staff {
        let mut mixed = eve.again(house.address());
        mixed.csrf.clone_from(&other.csrf);
        assert_eq!(mixed.say("slow", "eve-mixes-1", "sit eve@2").problem(403), "forged", "{}", other.name);
        let mut mixed = other.again(house.address());
        mixed.csrf.clone_from(&eve.csrf);
        assert_eq!(mixed.say("slow", "eve-mixes-2", "close").problem(403), "forged", "{}", other.name);
        let mut both = eve.again(house.address());
        both.cookie = Some(format!("{}; {}", eve.cookie.as_ref().unwrap(), other.cookie.as_ref().unwrap()));
        assert_eq!(both.get("/api/v1/me").ok()["kind"], "nobody", "of two cookies neither is trusted");
    }
    // Each of staff at what another of them does.
    let [mut dealer, mut supervisor, mut auditor, mut cage, mut watcher]: [Client; 5] =
        staff.try_into().unwrap();
    let deposit = json!({ "id": "forged-deposit", "amount": 100_000 });
    for other in [&mut dealer, &mut auditor, &mut watcher] {
        assert_eq!(other.post("/api/v1/patrons/ada/deposit", &deposit).status / 100, 4, "{}", other.name);
        assert!(Line::try_at(other, "slow", "role=casino-supervisor").is_none(), "{}", other.name);
    }
    let person = json!({ "name": "mallory", "grants": ["admin"], "enabled": true });
    for other in [&mut dealer, &mut supervisor, &mut auditor, &mut cage, &mut watcher] {
        assert_eq!(other.post("/api/v1/staff", &person).problem(403), "not-allowed", "{}", other.name);
    }
    for other in [&mut dealer, &mut supervisor, &mut cage] {
        assert!(Line::try_at(other, "slow", "role=surveillance").is_none(), "{}", other.name);
    }
    assert_eq!(ada.get("/api/v1/tables/slow").ok()["wagers"], json!([]));
    assert!(ada.get("/api/v1/tables/slow").ok()["seq"].as_u64() >= before.as_u64());
    closed(&holder, house);
}

#[test]
fn as_many_files_may_be_open_as_the_system_allows() {
    let holder = tempfile::tempdir().unwrap();
    let house = House::under(&holder.path().join("house"), QUICK, "ulimit -Sn 256").unwrap();
    let (soft, hard) = house.limit("Max open files");
    assert_eq!(soft, hard);
    house.stop();
}
