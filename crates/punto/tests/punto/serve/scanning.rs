//! A scanning shoe at a live table, from its enrolment to the settled coup: the program, its wire, and `punto shoe-sim`.

use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

use super::client::Client;
use super::house::{House, verify};
use crate::support::eventually;

const CONFIG: &str = r#"
[listen]
scanning-shoes = "127.0.0.1:0"
[[table]]
name = "live-1"
rulebook = "nsw-2021"
opening = "usual, device scanning-shoe, demonstration yes, limits 5..5000"
dealer = "person"
"#;

/// A shoe that a supervisor let in.
struct Shoe<'a> {
    house: &'a House,
    device: String,
    secret: String,
}

impl Shoe<'_> {
    #[track_caller]
    fn enrol<'a>(house: &'a House, table: &str) -> Shoe<'a> {
        let asked = json!({ "kind": "scanning-shoe", "table": table, "seat": null });
        let code = house.staff("supervisor").post("/api/v1/devices/code", &asked).ok()["secret"].clone();
        let given = house.client().post("/api/v1/devices/enrol", &json!({ "code": code })).ok();
        let word = |name: &str| given[name].as_str().unwrap().to_owned();
        Shoe { house, device: word("name"), secret: word("secret") }
    }

    /// Draws these cards as they become due, while people do the rest.
    fn draw(&self, cards: &str, more: &[&str], meanwhile: impl FnOnce()) -> Output {
        let mut sim = Command::new(env!("CARGO_BIN_EXE_punto"));
        sim.args(["shoe-sim", "--connect", self.house.shoes_connect_at(), "--patience", "120"]);
        sim.args(["--device", &self.device, "--token", &self.secret, "--cards", cards]);
        let drawing = sim.args(more).stdout(Stdio::piped()).spawn().unwrap();
        meanwhile();
        drawing.wait_with_output().unwrap()
    }
}

/// A dealer and a guest at the live table, until wagers are closed.
struct Felt {
    dealer: Client,
    guest: Client,
    said: u32,
}

impl Felt {
    #[track_caller]
    fn closed(house: &House) -> Felt {
        let (dealer, mut guest) = (house.staff("dealer"), house.client());
        guest.guest("ada");
        let mut felt = Felt { dealer, guest, said: 0 };
        felt.deals("sign-on");
        felt.guest.sit("live-1", 1, 1_000);
        felt.makes_a_shoe_ready(&mut house.staff("supervisor"));
        felt.deals("call place-your-bets");
        let bet = format!("bet {}@1 banker 100", felt.guest.name);
        felt.guest.say("live-1", "ada-wagers", &bet).ok();
        felt.deals("call no-more-bets");
        felt
    }

    /// Each does their own part: nobody on the floor speaks for the others.
    #[track_caller]
    fn makes_a_shoe_ready(&mut self, supervisor: &mut Client) {
        self.deals("shuffle hand");
        let cut = json!({ "id": "supervisor-cuts", "line": "cut 200", "role": "casino-supervisor" });
        supervisor.post("/api/v1/tables/live-1/commands", &cut).ok();
        self.deals("place-marker 20");
        self.deals("burn one");
    }

    #[track_caller]
    fn deals(&mut self, line: &str) -> Value {
        self.said += 1;
        let body = json!({ "id": format!("dealer-says-{}", self.said), "line": line, "role": "dealer" });
        self.dealer.post("/api/v1/tables/live-1/commands", &body).ok()
    }

    /// Waits until these cards lie in the hands.
    #[track_caller]
    fn wait_for_hands(&mut self, player: &str, banker: &str) {
        eventually(&format!("{player} against {banker}"), || {
            let lie = (self.hand("player"), self.hand("banker"));
            (lie == (player.to_owned(), banker.to_owned())).then_some(())
        });
    }

    fn hand(&mut self, hand: &str) -> String {
        let view = self.guest.get("/api/v1/tables/live-1").ok();
        let cards = view[hand]["cards"].as_array().unwrap();
        let cards: Vec<&str> = cards.iter().map(|card| card.as_str().unwrap_or("?")).collect();
        cards.join(" ")
    }
}

#[test]
fn a_coup_is_dealt_by_a_shoe_that_a_supervisor_let_in() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("house");
    let house = House::open(&folder, CONFIG);
    let shoe = Shoe::enrol(&house, "live-1");
    let mut felt = Felt::closed(&house);
    // Player stands on 6, Banker draws on 5.
    let drawn = shoe.draw("Ks 2d 6h 3c 9d", &[], || {
        felt.wait_for_hands("Ks 6h", "2d 3c");
        felt.deals("call points");
    });
    let told = String::from_utf8_lossy(&drawn.stdout);
    assert!(drawn.status.success() && told.contains("5 cards, 0 faults, 0 refused"), "{told}");
    assert_eq!((felt.hand("player"), felt.hand("banker")), ("Ks 6h".into(), "2d 3c 9d".into()));
    felt.deals("call result");
    felt.deals("settle");
    house.stop();
    verify(&folder);
}

#[test]
fn a_forged_shoe_holds_nothing_up_and_a_card_pulled_past_the_lock_lies_nowhere() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("house");
    let house = House::open(&folder, CONFIG);
    let shoe = Shoe::enrol(&house, "live-1");
    let forged = Shoe { house: &house, device: shoe.device.clone(), secret: "guessed".into() };
    let denied = forged.draw("Ks", &[], || {});
    assert!(!denied.status.success());
    assert!(String::from_utf8_lossy(&denied.stdout).contains("this device is not known here"));
    let mut felt = Felt::closed(&house);
    let drawn = shoe.draw("Ks 2d 9h 3c 5d", &["--fault", "over-drawn=1"], || {});
    let told = String::from_utf8_lossy(&drawn.stdout);
    assert!(told.contains("> over-drawn 6 1 5d\n< ok 6\n"), "{told}");
    assert_eq!((felt.hand("player"), felt.hand("banker")), ("Ks 9h".into(), "2d 3c".into()));
    let mut pit = house.staff("supervisor");
    let events = pit.get("/api/v1/events").ok();
    let told = events.to_string();
    assert!(told.contains("failed-sign-ins") && told.contains(&shoe.device), "{told}");
}
