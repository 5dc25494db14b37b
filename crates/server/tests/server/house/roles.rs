//! Every route and every role: allowed or denied as listed here, and what is not listed fails the test.

use std::collections::BTreeMap;

use punto_site::{Grant, Right};
use serde_json::{Value, json};

use crate::support::{Client, House, MINUTE};

/// Who may ask for a route.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Access {
    /// Everybody, signed in or not.
    All,
    /// Everybody who is signed in as a person or a machine.
    SignedIn,
    /// Everybody with a session of a person.
    People,
    /// Everybody with a password.
    AnyStaff,
    /// Patrons and guests only.
    Patrons,
    /// Patrons, guests, and staff with a role at tables.
    Speakers,
    /// Patrons and guests for themselves, and staff with the right.
    OwnOr(Right),
    /// Staff with the right.
    Staff(Right),
    /// Staff with any of these rights.
    AnyOf(&'static [Right]),
}

use Access::{All, AnyOf, AnyStaff, OwnOr, Patrons, People, SignedIn, Speakers, Staff};

const PROPOSALS: &[Right] = &[
    Right::RunTournament,
    Right::RunPromotion,
    Right::ManageStaff,
    Right::ApproveStaff,
    Right::ChangeSettings,
    Right::ApproveSettings,
    Right::ManageTables,
    Right::VoidCoup,
    Right::ApproveVoid,
    Right::AdjustMoney,
    Right::ApproveAdjustment,
    Right::ErasePerson,
    Right::InstallSoftware,
    Right::ClearIntegrityFault,
    Right::AskFloat,
    Right::ApproveFloat,
];

/// The whole list: method, path, a body that is well formed and asks for nothing that is there, and who may.
fn routes() -> Vec<(&'static str, &'static str, Value, Access)> {
    let why = || json!({ "why": "a test" });
    let note = || json!({ "note": "a test" });
    let transfer = || json!({ "id": "t-1", "amount": 100 });
    let change = || json!({ "name": "zoe", "grants": [], "enabled": true });
    vec![
        ("post", "/api/v1/sign-in", json!({ "as": "device", "device": "none", "secret": "" }), All),
        ("post", "/api/v1/sign-out", json!({}), SignedIn),
        ("post", "/api/v1/sign-out-everywhere", json!({}), SignedIn),
        ("get", "/api/v1/me", Value::Null, All),
        ("post", "/api/v1/me/continue", json!({}), Patrons),
        ("post", "/api/v1/me/payout", json!({ "amount": 0 }), Patrons),
        ("post", "/api/v1/password", json!({ "present": "x", "new": "y" }), AnyStaff),
        ("get", "/api/v1/staff", Value::Null, Staff(Right::ReadStaff)),
        ("post", "/api/v1/staff", change(), Staff(Right::ManageStaff)),
        ("post", "/api/v1/staff/{name}", change(), Staff(Right::ManageStaff)),
        ("post", "/api/v1/staff/{name}/password", json!({}), Staff(Right::ManageStaff)),
        ("post", "/api/v1/staff/{name}/unlock", json!({}), Staff(Right::ManageStaff)),
        ("post", "/api/v1/staff/{name}/leave", json!({}), Staff(Right::ManageStaff)),
        ("post", "/api/v1/staff/{name}/sign-out", json!({}), Staff(Right::EndSessions)),
        ("post", "/api/v1/access-review", why(), Staff(Right::ReadStaff)),
        ("get", "/api/v1/programs", Value::Null, Staff(Right::ReadStaff)),
        ("post", "/api/v1/programs", json!({ "name": "x y", "grant": "dealer" }), Staff(Right::ManageStaff)),
        ("post", "/api/v1/programs/{name}/revoke", json!({}), Staff(Right::ManageStaff)),
        ("post", "/api/v1/me/second-factor", json!({}), AnyStaff),
        ("post", "/api/v1/me/second-factor/confirm", json!({ "code": "1" }), AnyStaff),
        ("get", "/api/v1/devices", Value::Null, Staff(Right::ReadDevices)),
        (
            "post",
            "/api/v1/devices/code",
            json!({ "kind": "terminal" , "table": null, "seat": null }),
            Staff(Right::ManageDevices),
        ),
        ("post", "/api/v1/devices/enrol", json!({ "code": "none" }), All),
        ("post", "/api/v1/devices/{id}/revoke", why(), Staff(Right::ManageDevices)),
        ("get", "/api/v1/patrons", Value::Null, Staff(Right::ReadPatrons)),
        (
            "post",
            "/api/v1/patrons",
            json!({ "patron": "zoe", "card": "1", "pin": "1", "person": null }),
            Staff(Right::RegisterPatron),
        ),
        ("post", "/api/v1/patrons/find", json!({ "text": "zoe" }), Staff(Right::ReadPatrons)),
        ("get", "/api/v1/cage/balance", Value::Null, AnyOf(&[Right::MoveMoney, Right::ReadReports])),
        ("get", "/api/v1/cage/unfinished", Value::Null, AnyOf(&[Right::MoveMoney, Right::ReadReports])),
        ("get", "/api/v1/patrons/{id}/export", Value::Null, OwnOr(Right::RegisterPatron)),
        ("get", "/api/v1/cage/rates", Value::Null, Staff(Right::MoveMoney)),
        ("get", "/api/v1/cage/attend", Value::Null, Staff(Right::ReleaseHold)),
        ("get", "/api/v1/cage/shifts", Value::Null, AnyOf(&[Right::MoveMoney, Right::ReadReports])),
        ("post", "/api/v1/cage/shifts/begin", json!({ "float": -1 }), Staff(Right::MoveMoney)),
        ("post", "/api/v1/cage/shifts/end", json!({ "counted": -1 }), Staff(Right::MoveMoney)),
        ("get", "/api/v1/patrons/{id}", Value::Null, OwnOr(Right::ReadPatrons)),
        ("post", "/api/v1/patrons/{id}/deposit", transfer(), Staff(Right::MoveMoney)),
        ("post", "/api/v1/patrons/{id}/withdraw", transfer(), Staff(Right::MoveMoney)),
        (
            "post",
            "/api/v1/patrons/{id}/release",
            json!({ "id": "t-2", "amount": 100, "why": "a test" }),
            Staff(Right::ReleaseHold),
        ),
        (
            "post",
            "/api/v1/patrons/{id}/limits",
            json!({ "kind": "loss", "span": "day", "most": { "minutes": 5 } }),
            OwnOr(Right::LimitPatron),
        ),
        ("get", "/api/v1/play", Value::Null, All),
        ("post", "/api/v1/me/limits/decline", json!({}), Patrons),
        ("post", "/api/v1/me/check-every", json!({ "minutes": 0 }), Patrons),
        ("post", "/api/v1/patrons/{id}/let-back", json!({ "why": "a test" }), Staff(Right::ExcludePatron)),
        ("post", "/api/v1/patrons/{id}/exclude", json!({ "until": 1 }), OwnOr(Right::ExcludePatron)),
        (
            "post",
            "/api/v1/patrons/{id}/card",
            json!({ "card": "1", "pin": "1" }),
            Staff(Right::RegisterPatron),
        ),
        ("post", "/api/v1/patrons/{id}/unlock", json!({}), Staff(Right::RegisterPatron)),
        ("get", "/api/v1/patrons/{id}/person", Value::Null, OwnOr(Right::RegisterPatron)),
        ("get", "/api/v1/patrons/{id}/vouchers", Value::Null, OwnOr(Right::ReadPatrons)),
        ("post", "/api/v1/patrons/{id}/vouchers", transfer(), OwnOr(Right::MoveMoney)),
        (
            "post",
            "/api/v1/patrons/{id}/vouchers/redeem",
            json!({ "id": "t-3", "number": "1" }),
            OwnOr(Right::MoveMoney),
        ),
        ("get", "/api/v1/proposals", Value::Null, AnyOf(PROPOSALS)),
        (
            "post",
            "/api/v1/proposals",
            json!({ "act": "set", "setting": "guests", "value": 100_001, "why": "" }),
            Staff(Right::ChangeSettings),
        ),
        ("get", "/api/v1/tables", Value::Null, All),
        ("post", "/api/v1/tables", new_table(), Staff(Right::OpenTable)),
        ("get", "/api/v1/tables/{table}", Value::Null, All),
        ("post", "/api/v1/tables/{table}/commands", json!({ "id": "c-1", "line": "nonsense" }), Speakers),
        ("get", "/api/v1/tables/{table}/allowed", Value::Null, Speakers),
        ("post", "/api/v1/tables/{table}/buy-in", transfer(), Patrons),
        ("post", "/api/v1/tables/{table}/cash-out", transfer(), Patrons),
        ("post", "/api/v1/tables/{table}/cut", json!({ "id": "c-2", "depth": 1 }), Patrons),
        ("post", "/api/v1/tables/{table}/share", json!({ "shoe": "none" }), Patrons),
        ("get", "/api/v1/tables/{table}/live", Value::Null, All),
        ("get", "/api/v1/tables/{table}/coups", Value::Null, All),
        ("get", "/api/v1/tables/{table}/odds", Value::Null, All),
        ("get", "/api/v1/tables/{table}/disputes", Value::Null, Staff(Right::ReadRecords)),
        ("get", "/api/v1/tables/{table}/disputes/{number}/bundle", Value::Null, Staff(Right::ReadRecords)),
        ("get", "/api/v1/tables/{table}/shoes", Value::Null, All),
        ("get", "/api/v1/tables/{table}/shoes/{number}", Value::Null, All),
        ("get", "/api/v1/tables/{table}/meters", Value::Null, Staff(Right::ReadReports)),
        ("get", "/api/v1/meters", Value::Null, Staff(Right::ReadReports)),
        ("get", "/api/v1/reports/win", Value::Null, Staff(Right::ReadReports)),
        ("get", "/api/v1/reports/dealers", Value::Null, Staff(Right::ReadReports)),
        ("get", "/api/v1/reports/period/{kind}", Value::Null, Staff(Right::ReadReports)),
        ("get", "/api/v1/gaming-days", Value::Null, Staff(Right::ReadReports)),
        ("post", "/api/v1/gaming-days", json!({ "day": "1970-01-01" }), Staff(Right::CloseDay)),
        ("get", "/api/v1/reports/cashiers", Value::Null, Staff(Right::ReadReports)),
        ("get", "/api/v1/me/coups", Value::Null, People),
        ("get", "/api/v1/me/statement", Value::Null, Patrons),
        ("get", "/api/v1/patrons/{id}/statement", Value::Null, OwnOr(Right::ReadPatrons)),
        ("get", "/api/v1/journal/streams", Value::Null, Staff(Right::ReadJournal)),
        ("get", "/api/v1/journal/records", Value::Null, Staff(Right::ReadJournal)),
        ("get", "/api/v1/journal/follow", Value::Null, Staff(Right::ReadJournal)),
        ("get", "/api/v1/journal/checkpoints", Value::Null, Staff(Right::ReadJournal)),
        ("get", "/api/v1/journal/projections", Value::Null, Staff(Right::ReadJournal)),
        ("get", "/api/v1/journal/steps/{table}/{seq}", Value::Null, Staff(Right::ReadJournal)),
        ("get", "/api/v1/journal/export", Value::Null, Staff(Right::ExportJournal)),
        ("get", "/api/v1/journal/check", Value::Null, Staff(Right::VerifyJournal)),
        ("post", "/api/v1/journal/check", json!({}), Staff(Right::VerifyJournal)),
        ("get", "/api/v1/tournaments", Value::Null, All),
        ("post", "/api/v1/tournaments", new_tournament(), Staff(Right::RunTournament)),
        ("get", "/api/v1/tournaments/{tournament}", Value::Null, All),
        ("get", "/api/v1/tournaments/{tournament}/form", Value::Null, All),
        ("get", "/api/v1/tournaments/{tournament}/allowed", Value::Null, Speakers),
        (
            "post",
            "/api/v1/tournaments/{tournament}/commands",
            json!({ "id": "c-3", "line": "start" }),
            Speakers,
        ),
        ("get", "/api/v1/tournaments/{tournament}/hidden/{entrant}", Value::Null, Speakers),
        ("get", "/api/v1/tournaments/{tournament}/lines", Value::Null, Speakers),
        ("get", "/api/v1/tournaments/{tournament}/statement", Value::Null, All),
        ("get", "/api/v1/promotions", Value::Null, All),
        ("post", "/api/v1/promotions", new_promotion(), Staff(Right::RunPromotion)),
        ("get", "/api/v1/promotions/{promotion}", Value::Null, All),
        ("get", "/api/v1/promotions/{promotion}/form", Value::Null, All),
        ("get", "/api/v1/promotions/{promotion}/draw", Value::Null, Speakers),
        ("get", "/api/v1/promotions/{promotion}/allowed", Value::Null, Speakers),
        (
            "post",
            "/api/v1/promotions/{promotion}/commands",
            json!({ "id": "c-4", "line": "publish-results" }),
            Speakers,
        ),
        (
            "post",
            "/api/v1/promotions/{promotion}/entries",
            json!({ "id": "c-5", "card": "none" }),
            Staff(Right::WatchTable),
        ),
        ("get", "/api/v1/promotions/{promotion}/lines", Value::Null, Speakers),
        ("get", "/api/v1/rulebooks", Value::Null, All),
        ("get", "/api/v1/rulebooks/compare", Value::Null, All),
        ("get", "/api/v1/rulebooks/{id}", Value::Null, All),
        ("get", "/api/v1/rulebooks/{id}/clauses", Value::Null, All),
        ("get", "/api/v1/rulebooks/{id}/clauses/{clause}", Value::Null, All),
        ("get", "/api/v1/rulebooks/{id}/opening", Value::Null, All),
        (
            "post",
            "/api/v1/rulebooks/{id}/opening",
            json!({ "opening": "usual", "dealer": "person" }),
            AnyOf(&[Right::OpenTable, Right::ManageTables]),
        ),
        ("get", "/api/v1/rulebooks/{id}/scenarios", Value::Null, All),
        ("get", "/api/v1/rulebooks/{id}/scenarios/{name}", Value::Null, All),
        (
            "post",
            "/api/v1/odds",
            json!({ "rulebook": "none", "variant": null, "decks": 8 }),
            Staff(Right::RunOdds),
        ),
        ("get", "/api/v1/events", Value::Null, Staff(Right::ReadEvents)),
        ("get", "/api/v1/events/live", Value::Null, Staff(Right::ReadEvents)),
        ("post", "/api/v1/events/{number}/acknowledge", note(), Staff(Right::AcknowledgeEvent)),
        (
            "post",
            "/api/v1/events/{number}/clear",
            note(),
            AnyOf(&[Right::ClearFault, Right::ClearIntegrityFault]),
        ),
        ("get", "/api/v1/software", Value::Null, Staff(Right::VerifySoftware)),
        ("post", "/api/v1/demonstration/clock", json!({ "forward": -1 }), Staff(Right::ApproveSettings)),
        ("post", "/api/v1/software/check", json!({}), Staff(Right::VerifySoftware)),
    ]
}

fn new_table() -> Value {
    json!({ "table": "T 1", "title": "t", "rulebook": "none", "opening": "usual", "dealer": "automatic", "currency": "c" })
}

fn new_tournament() -> Value {
    json!({ "name": "T 1", "title": "t", "rulebook": "none", "currency": "c", "dealer": "person", "opening": "usual" })
}

fn new_promotion() -> Value {
    json!({ "name": "T 1", "title": "t", "rulebook": "none", "currency": "c" })
}

/// Routes whose access depends on what they name, and which other tests look at.
const ELSEWHERE: &[&str] = &[
    "/api/v1/proposals/{number}/approve",
    "/api/v1/proposals/{number}/refuse",
    "/api/v1/proposals/{number}/take-back",
];

/// Somebody who asks, and what they may.
struct Asker {
    name: String,
    client: Client,
    grants: Vec<Grant>,
    patron: bool,
    signed_in: bool,
}

impl Asker {
    fn may(&self, access: Access, own: bool) -> bool {
        let has = |right: Right| self.grants.iter().any(|grant| grant.allows(right));
        match access {
            All => true,
            SignedIn => self.signed_in,
            People => self.signed_in,
            AnyStaff => !self.grants.is_empty(),
            Patrons => self.patron,
            Speakers => self.patron || self.grants.iter().any(|grant| matches!(grant, Grant::Work(_))),
            OwnOr(right) => self.patron && own || has(right),
            Staff(right) => has(right),
            AnyOf(rights) => rights.iter().any(|right| has(*right)),
        }
    }
}

async fn askers(house: &House) -> Vec<Asker> {
    let mut admin = house.admin().await;
    let mut askers = Vec::new();
    for grant in Grant::all() {
        let client = match grant {
            Grant::ADMIN => admin.clone(),
            _ => house.staff(&mut admin, &format!("the-{grant}"), &[grant.word()]).await,
        };
        askers.push(Asker {
            name: grant.to_string(),
            client,
            grants: vec![grant],
            patron: false,
            signed_in: true,
        });
    }
    let mut guest = house.client();
    guest.sign_in(&json!({ "as": "guest", "name": "gus" })).await.ok();
    askers.push(Asker { name: "gus".into(), client: guest, grants: vec![], patron: true, signed_in: true });
    let nobody = house.client();
    askers.push(Asker {
        name: "nobody".into(),
        client: nobody,
        grants: vec![],
        patron: false,
        signed_in: false,
    });
    askers
}

#[tokio::test]
async fn every_route_lets_in_whom_the_list_says_and_nobody_else() {
    let house = House::demo().await;
    let listed = routes();
    let document = house.server.document().clone();
    let mut unlisted = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            let known = listed.iter().any(|(asked, route, ..)| route == path && asked == method);
            if !known && !ELSEWHERE.contains(&path.as_str()) {
                unlisted.push(format!("{method} {path}"));
            }
        }
    }
    assert!(unlisted.is_empty(), "who may ask for these? {unlisted:#?}");

    let mut askers = askers(&house).await;
    let mut wrong = BTreeMap::new();
    for (method, path, body, access) in &listed {
        // Denials are counted by the minute, and this is a long minute.
        house.clock.advance(MINUTE);
        for asker in &mut askers {
            // What everybody may read is read by one of each kind.
            let one_of_a_kind = ["nobody", "gus", "admin", "dealer"].contains(&asker.name.as_str());
            if *access == All && !one_of_a_kind {
                continue;
            }
            for own in [true, false] {
                let name = if own { asker.name.as_str() } else { "zoe" };
                let real = path
                    .replace("{name}", "zoe")
                    .replace("{table}", "nsw")
                    .replace("{kind}", "shift")
                    .replace("{seq}", "1")
                    .replace("{clause}", "1")
                    .replace("{number}", "999")
                    .replace("{id}", name);
                if !own && !path.contains("{id}") {
                    continue;
                }
                // Whoever signs out keeps the session for the next line.
                let ends = matches!(*path, "/api/v1/sign-out" | "/api/v1/sign-out-everywhere");
                if ends && asker.signed_in {
                    continue;
                }
                let real = match *path {
                    "/api/v1/journal/export" => real + "?format=jsonl&stream=site",
                    "/api/v1/rulebooks/compare" => real + "?left=nsw-2021&right=nz-1998",
                    _ => real,
                };
                let status = match *method {
                    "get" => asker.client.get(&real).await.status,
                    _ => asker.client.post(&real, body).await.status,
                };
                let in_at = !matches!(status, 401 | 403);
                let sign_in = matches!(*path, "/api/v1/sign-in" | "/api/v1/devices/enrol") && status == 401;
                let allowed = asker.may(*access, own);
                if in_at != allowed && !sign_in || status >= 500 {
                    wrong.insert(format!("{method} {real} by {}", asker.name), (status, allowed));
                }
                if !allowed {
                    let expected = if asker.signed_in { 403 } else { 401 };
                    if status != expected {
                        wrong.insert(format!("{method} {real} by {}", asker.name), (status, allowed));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "(status, allowed): {wrong:#?}");
    assert!(house.has_line("denied gus post-staff - by"), "denials are journalled");
}

#[tokio::test]
async fn denials_without_end_are_told_to_wait_and_do_not_fill_the_journal() {
    let house = House::demo().await;
    let mut guest = house.client();
    guest.sign_in(&json!({ "as": "guest", "name": "gus" })).await.ok();
    let mut statuses = Vec::new();
    for _ in 0..70 {
        statuses.push(guest.get("/api/v1/staff").await.status);
    }
    assert_eq!(statuses.iter().filter(|status| **status == 403).count(), 60);
    assert_eq!(statuses.iter().filter(|status| **status == 429).count(), 10);
    assert_eq!(house.site_lines().iter().filter(|line| line.starts_with("denied gus")).count(), 60);
}

#[tokio::test]
async fn what_is_taken_away_is_gone_at_once() {
    let house = House::open().await;
    let mut admin = house.admin().await;
    let mut kim = house.staff(&mut admin, "kim", &["dealer", "casino-supervisor"]).await;
    kim.get("/api/v1/events").await.ok();
    let none = json!({ "name": "kim", "grants": ["dealer"], "enabled": true });
    let changed = admin.post("/api/v1/staff/kim", &none).await.ok();
    assert_eq!(changed["member"]["grants"], json!(["dealer"]));
    assert_eq!(
        kim.get("/api/v1/events").await.problem(401),
        "not-signed-in",
        "the session ended with the grant"
    );
    let barred = json!({ "name": "kim", "grants": ["dealer"], "enabled": false });
    admin.post("/api/v1/staff/kim", &barred).await.ok();
    assert_eq!(kim.staff("kim", crate::support::PASSWORD).await.problem(401), "sign-in-refused");
}
