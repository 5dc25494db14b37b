//! A second person approves at the dealer's own screen: what takes an officer is said by one, and nobody signs out.

use std::sync::{Arc, Mutex};

use punto_config::Options;
use serde_json::{Value, json};
use tracing::Level;

use super::floor::{all, demo_staff, guest};
use super::watcher::Watcher;
use crate::support::{Client, DARLING, House, MINUTE, QUIET, Reply};

async fn open() -> House {
    House::with(&format!("{QUIET}{DARLING}"), Options { demo: true, ..Options::default() }).await
}

fn password(house: &House) -> String {
    house.server.welcome().demo.clone().unwrap().password
}

/// A body that has somebody approve a line.
fn body(id: &str, line: &str, role: &str, name: &str, password: &str) -> Value {
    json!({ "id": id, "line": line, "role": role, "approver": { "name": name, "password": password } })
}

async fn post(client: &mut Client, body: &Value) -> Reply {
    client.post("/api/v1/tables/darling/commands", body).await
}

/// The last record of the table's stream.
fn last_record(house: &House) -> (u64, String) {
    let records = house.server.app().journal().read(&"table/darling".parse().unwrap(), 0, 100_000).unwrap();
    let last = records.last().unwrap();
    (last.entry.seq, last.entry.actor.clone())
}

const LOWER: &str = "change limits 20..5000";
const SUPERVISOR: &str = "casino-supervisor";

#[tokio::test(flavor = "multi_thread")]
async fn an_officer_orders_a_ruling_at_the_dealers_screen() {
    let house = open().await;
    let secret = password(&house);
    let mut dealer = demo_staff(&house, "dealer").await;
    let cards = ["card Ks", "card 2d", "card 4h", "card 3c", "call points", "report misdeal beyond-repair"];
    house.ready("darling").await;
    all(&mut dealer, "darling", &["sit ada@1", "bet ada@1 player 100"]).await;
    all(&mut dealer, "darling", &cards).await;
    let own = json!({ "id": "order-0001", "line": "order" });
    assert_eq!(post(&mut dealer, &own).await.problem(409), "refused", "not the dealer's to order");
    let sessions = house.server.app().site().sessions.clone();

    let approved = body("order-0002", "order", SUPERVISOR, "supervisor", &secret);
    let said = post(&mut dealer, &approved).await.ok();
    let lines: Vec<&str> =
        said["lines"].as_array().unwrap().iter().map(|line| line["text"].as_str().unwrap()).collect();
    assert_eq!(lines[0], "ordered void-coup", "{lines:?}");
    assert!(lines.contains(&"returned ada@1 player 100"), "{lines:?}");
    let (seq, actor) = last_record(&house);
    assert_eq!((said["seq"].as_u64(), actor.as_str()), (Some(seq), "casino-supervisor supervisor"));
    assert!(said["lines"].as_array().unwrap().iter().all(|line| line["seq"].as_u64() == Some(seq)));
    let number = sessions.iter().find(|(_, open)| open.who.as_str() == "dealer").unwrap().0;
    let record =
        format!("line-approved supervisor {SUPERVISOR} for dealer session {number} on - darling order");
    assert!(house.site_lines().contains(&record), "{:#?}", house.site_lines());
    assert_eq!(house.server.app().site().sessions, sessions, "nobody was signed in or out");
    assert_eq!(dealer.get("/api/v1/me").await.ok()["name"], "dealer");

    // A repeat is answered as the first was, once the credential has been checked again; also after a restart.
    let again = post(&mut dealer, &approved).await.ok();
    assert_eq!(
        (&again["seq"], &again["repeated"], &again["lines"]),
        (&said["seq"], &json!(true), &said["lines"])
    );
    let wrong = body("order-0002", "order", SUPERVISOR, "supervisor", "not the password");
    assert_eq!(post(&mut dealer, &wrong).await.problem(403), "not-approved");
    let house = house.restarted().await;
    let mut dealer = demo_staff(&house, "dealer").await;
    let approved = body("order-0002", "order", SUPERVISOR, "supervisor", &password(&house));
    let again = post(&mut dealer, &approved).await.ok();
    assert_eq!((&again["seq"], &again["repeated"]), (&said["seq"], &json!(true)));
    assert_eq!(last_record(&house).0, seq, "it was done once");
    house.audited();
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_passwords_are_told_nothing_counted_and_locked_out() {
    let house = open().await;
    let secret = password(&house);
    let mut dealer = demo_staff(&house, "dealer").await;
    let mut told = Vec::new();
    for (number, name) in ["supervisor", "zoe", "", "' OR 1=1 --", "supervisor"].into_iter().enumerate() {
        let reply =
            post(&mut dealer, &body(&format!("wrong-{number:04}"), LOWER, SUPERVISOR, name, "a guess")).await;
        assert_eq!(reply.problem(403), "not-approved", "{name}");
        told.push(reply.json()["detail"].clone());
    }
    told.dedup();
    assert_eq!(told.len(), 1, "known or unknown, the answer is the same: {told:?}");
    assert!(house.has_line("approval-missed supervisor for dealer session"));
    assert!(house.has_line("approval-unknown zoe for dealer session"));
    let third = body("wrong-third", LOWER, SUPERVISOR, "supervisor", "a guess");
    assert_eq!(post(&mut dealer, &third).await.problem(403), "not-approved");
    assert!(house.has_line("approval-locked supervisor for dealer until"));
    // The event is about whose screen it was, too; neither of the two sees to it.
    let events = house.server.app().site().notices.clone();
    let told = events.values().find(|event| event.kind == punto_site::Kind::FailedSignIns).unwrap();
    assert!(told.what.to_string().starts_with("approvals of supervisor at the screen of dealer: locked"));
    assert!(["supervisor", "dealer"].iter().all(|name| told.is_about(name.parse().unwrap())));
    let right = body("right-0001", LOWER, SUPERVISOR, "supervisor", &secret);
    for attempt in [&right, &third] {
        let locked = post(&mut dealer, attempt).await;
        assert_eq!(locked.problem(429), "too-many");
        assert_eq!(locked.header("retry-after"), Some("60"), "{locked:?}");
    }
    assert!(house.has_line("approval-barred supervisor locked for dealer session"));
    // Whoever was named is not locked out by what somebody else typed.
    house.client().staff("supervisor", &secret).await.ok();
    assert_ne!(last_record(&house).1, "casino-supervisor supervisor");
    house.clock.advance(MINUTE);
    post(&mut dealer, &right).await.ok();
    assert_eq!(last_record(&house).1, "casino-supervisor supervisor");
    house.audited();
}

#[tokio::test(flavor = "multi_thread")]
async fn only_another_person_of_staff_with_the_role_approves() {
    let house = open().await;
    let secret = password(&house);
    let mut dealer = demo_staff(&house, "dealer").await;
    let before = last_record(&house);
    let same = body("same-00001", LOWER, "dealer", "dealer", &secret);
    assert_eq!(post(&mut dealer, &same).await.problem(403), "not-approved");
    assert!(house.has_line("approval-barred dealer same-person for dealer"));
    let lacks = body("lacks-0001", LOWER, SUPERVISOR, "cage", &secret);
    assert_eq!(post(&mut dealer, &lacks).await.problem(403), "not-approved");
    assert!(house.has_line("approval-missed cage for dealer"), "nobody learns here that it is right");
    let right = |id: &str| body(id, LOWER, SUPERVISOR, "supervisor", &secret);
    let mut ada = guest(&house, "ada").await;
    assert_eq!(post(&mut ada, &right("patron-001")).await.problem(403), "not-allowed");
    assert_eq!(post(&mut house.client(), &right("nobody-001")).await.problem(401), "not-signed-in");
    let mut no_role = right("no-role-01");
    no_role.as_object_mut().unwrap().remove("role");
    assert_eq!(post(&mut dealer, &no_role).await.problem(400), "bad-request");
    let unread = body("unread-001", "change limits", SUPERVISOR, "supervisor", &secret);
    assert_eq!(post(&mut dealer, &unread).await.problem(400), "bad-request");
    let mut more = right("more-00001");
    more["approver"]["pin"] = json!("1234");
    assert_eq!(post(&mut dealer, &more).await.status, 422);
    let mut line = Watcher::at(&dealer, "darling", "role=dealer").await;
    line.send(&right("socket-001").to_string()).await;
    assert_eq!(line.answer().await["problem"]["code"], "bad-request");

    // Nor does a wrong one look otherwise: neither to whoever reads the answer, nor by what it counts for.
    let wrong = body("lacks-0002", LOWER, SUPERVISOR, "cage", "a guess at it");
    let told = |reply: &crate::support::Reply| {
        let problem = reply.json();
        (reply.status, problem["code"].clone(), problem["detail"].clone())
    };
    let (right_one, wrong_one) = (
        post(&mut dealer, &body("lacks-0003", LOWER, SUPERVISOR, "cage", &secret)).await,
        post(&mut dealer, &wrong).await,
    );
    assert_eq!(told(&right_one), told(&wrong_one));
    assert!(house.has_line("approval-locked cage for dealer"), "three tries, whichever they were");

    // A password for one sign-in approves nothing, and costs nothing of the sign-in.
    let mut admin = house.admin().await;
    let one_time = house.hired(&mut admin, "sue", &[SUPERVISOR]).await;
    let name = "sue".parse().unwrap();
    let first = body("one-time-1", LOWER, SUPERVISOR, "sue", &one_time);
    assert_eq!(post(&mut dealer, &first).await.problem(403), "not-approved");
    assert!(house.has_line("approval-missed sue for dealer"));
    assert_eq!(house.server.app().site().people[&name].attempts.failures, 0);
    assert_eq!(last_record(&house), before, "nothing was said at the table");
    post(&mut dealer, &right("right-0001")).await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_document_may_still_refuse_what_was_approved() {
    let house = open().await;
    let secret = password(&house);
    let mut dealer = demo_staff(&house, "dealer").await;
    let raise = body("raise-0001", "change limits 50..5000", SUPERVISOR, "supervisor", &secret);
    let refused = post(&mut dealer, &raise).await;
    assert_eq!(refused.problem(409), "refused");
    assert_eq!(refused.json()["refusal"]["by"], json!(["6.7"]), "no sign has been up");
    assert_eq!(post(&mut dealer, &raise).await.json()["refusal"], refused.json()["refusal"], "and again");
}

#[tokio::test(flavor = "multi_thread")]
async fn tries_are_counted_like_sign_ins() {
    let text = format!("{DARLING}[listen]\nsign-ins-per-minute = 3\n[disk]\nwarn-mib = 0\nclose-mib = 0\n");
    let house = House::with(&text, Options { demo: true, ..Options::default() }).await;
    let secret = password(&house);
    let mut dealer = demo_staff(&house, "dealer").await;
    for (number, status) in [200, 200, 429].into_iter().enumerate() {
        let line = format!("change limits {}..5000", 20 - number);
        let said = body(&format!("often-{number:04}"), &line, SUPERVISOR, "supervisor", &secret);
        let reply = post(&mut dealer, &said).await;
        assert_eq!(reply.status, status, "{reply:?}");
        assert_eq!(reply.header("retry-after").is_some(), status == 429);
    }
}

/// Logs, kept in memory.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_password_is_kept_nowhere() {
    let (logs, own) = (Kept::default(), Kept::default());
    let writer = logs.clone();
    // Everything that the whole program logs from here on, in whichever thread.
    let log = tracing_subscriber::fmt().with_max_level(Level::DEBUG).with_writer(move || writer.clone());
    tracing::subscriber::set_global_default(log.finish()).unwrap();
    let house = open().await;
    let secret = password(&house);
    let mut dealer = demo_staff(&house, "dealer").await;
    let guess = "an-unlikely-guess-of-somebody";
    let right = body("right-0001", LOWER, SUPERVISOR, "supervisor", &secret);
    post(&mut dealer, &right).await.ok();
    post(&mut dealer, &right).await.ok();
    post(&mut dealer, &body("wrong-0001", LOWER, SUPERVISOR, "supervisor", guess)).await.problem(403);
    post(&mut dealer, &body("wrong-0002", LOWER, SUPERVISOR, "nobody", guess)).await.problem(403);
    post(&mut dealer, &body("wrong-0003", LOWER, SUPERVISOR, guess, guess)).await.problem(403);
    let said: punto_wire::Say = serde_json::from_value(right).unwrap();
    own.0.lock().unwrap().extend_from_slice(format!("{said:?}").as_bytes());
    let House { server, folder, .. } = house;
    server.stop().await;
    let mut places = vec![
        ("the logs", logs.0.lock().unwrap().clone()),
        ("what is printed", own.0.lock().unwrap().clone()),
    ];
    let logged = String::from_utf8_lossy(&places[0].1).into_owned();
    assert!(logged.contains("approval"), "logs were written: {logged}");
    let files = std::fs::read_dir(folder.path().join("data")).unwrap().flatten().map(|entry| entry.path());
    places.extend(
        files.filter(|path| path.is_file()).map(|path| ("the journal", std::fs::read(path).unwrap())),
    );
    assert!(places.len() > 2);
    for (place, bytes) in places {
        for word in [secret.as_str(), guess] {
            let found = bytes.windows(word.len()).any(|window| window == word.as_bytes());
            assert!(!found, "a password is in {place}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_stand_in_the_record_of_an_approval_is_not_approved() {
    let house = open().await;
    let secret = password(&house);
    let mut dealer = demo_staff(&house, "dealer").await;
    house.ready("darling").await;
    all(&mut dealer, "darling", &["sit ada@1", "dispute ada my stake was 200"]).await;
    // Its words are kept as a value, so that they may be as long as words are anywhere.
    let line = |length: usize| format!("decide {}", "x".repeat(length));
    let long = body("decide-0001", &line(201), "game-supervisor", "supervisor", &secret);
    assert_eq!(post(&mut dealer, &long).await.problem(400), "bad-request");
    assert!(!house.has_line("line-approved "), "{:#?}", house.site_lines());
    post(&mut dealer, &body("decide-0002", &line(200), "game-supervisor", "supervisor", &secret)).await.ok();
    assert!(house.site_lines().iter().any(|own| own.ends_with(&format!("darling {}", line(200)))));
}
