//! A table does not grow with the coups it has dealt: what is written of it, all of which a commit copies, stays the
//! same. `cargo bench -p punto-table --bench wager` tells what a copy costs.
//!
//! `PUNTO_COUPS=10000 cargo test -p punto-table --test table bounded -- --nocapture` plays longer and tells the figures.

use punto_rulebook::Rulebook;
use punto_table::{Actor, Command, Phase, Stage, Stamped, Table, Time, apply, decide};
use punto_vocab::{Card, Role};

struct Night {
    book: Rulebook,
    table: Table,
    shoe: Vec<Card>,
    seed: u64,
}

impl Night {
    fn new() -> Night {
        let book = Rulebook::embedded("nsw-2021").unwrap();
        let mut night = Night { book, table: Table::default(), shoe: Vec::new(), seed: 7 };
        night.say("open usual, limits 25..5000, float 1000000");
        for seat in 1..=7 {
            night.say(&format!("sit p{seat}@{seat}"));
        }
        night
    }

    /// Whether the dealer's line was allowed, which is then done.
    fn try_say(&mut self, line: &str) -> bool {
        self.try_as(Actor::Staff(Role::Dealer, "dan".parse().unwrap()), line)
    }

    fn try_as(&mut self, by: Actor, line: &str) -> bool {
        let command: Command = line.parse().unwrap();
        let Ok(events) = decide(&self.book, &self.table, &Stamped { at: Time(0), by, command }) else {
            return false;
        };
        events.iter().for_each(|event| apply(&mut self.table, Time(0), by, event));
        true
    }

    #[track_caller]
    fn say(&mut self, line: &str) {
        assert!(self.try_say(line), "`{line}` was refused");
    }

    fn below(&mut self, n: usize) -> usize {
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.seed >> 33) as usize) % n
    }

    fn prepare(&mut self) {
        self.say("prepare");
        let (decks, burned) = {
            let open = self.table.open.as_ref().unwrap();
            (open.terms.decks, open.shoe.drawn as usize)
        };
        self.shoe = (0..decks).flat_map(|_| Card::all()).collect();
        for i in (1..self.shoe.len()).rev() {
            let j = self.below(i + 1);
            self.shoe.swap(i, j);
        }
        self.shoe.truncate(self.shoe.len() - burned);
    }

    fn coup(&mut self) {
        if self.table.open.as_ref().unwrap().shoe.stage != Stage::Ready {
            self.prepare();
        }
        for seat in 1..=7 {
            let bet = if seat % 2 == 0 { "player" } else { "banker" };
            self.say(&format!("bet p{seat}@{seat} {bet} 100"));
        }
        let open = self.table.open.as_ref().unwrap();
        if self.shoe.len() as u32 <= open.terms.behind_marker.value {
            self.try_say("marker");
            self.try_say("call last-coup");
        }
        let ended = self.table.coups.ended();
        while self.table.coups.ended() == ended {
            let due = match &self.table.open.as_ref().unwrap().phase {
                Phase::Dealing(dealing) => dealing.coup.due(&self.book).side().is_some(),
                Phase::Preparing | Phase::Betting(_) => true,
            };
            if due {
                let card = self.shoe.pop().unwrap();
                if !self.try_say(&format!("card {card}")) {
                    self.say("call points");
                    self.say(&format!("card {card}"));
                }
            } else if !self.try_say("settle") {
                self.say("call points");
            }
        }
    }

    fn size(&self) -> usize {
        serde_json::to_string(&self.table).unwrap().len()
    }
}

#[test]
fn a_table_is_as_small_after_thousands_of_coups_as_after_its_first_shoe() {
    let usual = if std::env::var_os("PUNTO_FULL").is_some() { 10_000 } else { 600 };
    let coups = std::env::var("PUNTO_COUPS").ok().and_then(|n| n.parse().ok()).unwrap_or(usual);
    let mut night = Night::new();
    // The state is largest at the end of a shoe.
    let (mut first, mut later) = (0, 0);
    for n in 0..coups {
        night.coup();
        let size = night.size();
        let half = if n < coups / 2 { &mut first } else { &mut later };
        *half = size.max(*half);
        if [10, 100, 1_000, coups].contains(&(n + 1)) {
            println!("{:>6} coups: {size} bytes", n + 1);
        }
    }
    assert_eq!(night.table.coups.ended(), coups);
    assert!(night.table.coups.in_shoe() < 104);
    assert!(later < first + first / 10, "{first} bytes at most in the first half, {later} in the second");
    assert!(later < 100_000, "{later} bytes");
}

/// A device that shuffles on while it deals has no end of coups. The latest 200 are kept, and with them what each wager was
/// said to bring, so that a wrong payment of any of them is found.
#[test]
fn a_shoe_without_an_end_keeps_its_latest_coups_and_what_they_paid() {
    let book = Rulebook::embedded("nsw-2021").unwrap();
    let mut night = Night { book, table: Table::default(), shoe: Vec::new(), seed: 7 };
    night.say("open usual, device shuffling-device, limits 25..10000, float 1000000");
    night.say("prepare");
    night.say("sit p1@1");
    for n in 1..=207 {
        // Each coup pays another sum: twice its stake comes back.
        night.say(&format!("bet p1@1 player {}", n * 25));
        for card in ["9s", "5d", "Ks", "3c"] {
            night.say(&format!("card {card}"));
        }
        if !night.try_say("settle") {
            night.say("call points");
            night.say("settle");
        }
    }
    let coups = &night.table.coups;
    assert_eq!((coups.ended(), coups.in_shoe(), coups.of_shoe().count()), (207, 207, 200));
    let written = serde_json::to_string(&night.table).unwrap();
    assert_eq!(
        serde_json::from_str::<Table>(&written).unwrap(),
        night.table,
        "a snapshot brings it all back"
    );
    let officer = Actor::Staff(Role::CasinoSupervisor, "sue".parse().unwrap());
    let found = |night: &mut Night, n: u32| {
        night.try_as(officer, &format!("mispaid p1@1 player 5 instead-of {}", n * 50))
    };
    for n in [8, 9, 100, 207] {
        assert!(found(&mut night, n), "coup {n} is kept");
        assert!(!found(&mut night, n), "coup {n} is found once");
    }
    for n in [1, 7, 208] {
        assert!(!found(&mut night, n), "coup {n} is not kept");
    }
}

/// A coup that is undone takes with it what its settlement said, until it is settled again.
#[test]
fn what_an_undone_settlement_said_was_not_paid() {
    let mut night = Night::new();
    night.say("prepare");
    for stake in [100, 200] {
        night.say(&format!("bet p1@1 player {stake}"));
        for card in ["9s", "5d", "Ks", "3c"] {
            night.say(&format!("card {card}"));
        }
        night.say("settle");
    }
    let officer = Actor::Staff(Role::CasinoSupervisor, "sue".parse().unwrap());
    assert!(night.try_as(officer, "rekey 3c as 2c"));
    assert_eq!((night.table.coups.ended(), night.table.coups.in_shoe()), (1, 1));
    assert!(!night.try_as(officer, "mispaid p1@1 player 5 instead-of 400"), "the second coup has not ended");
    assert!(night.try_as(officer, "mispaid p1@1 player 5 instead-of 200"), "the first has");
    if !night.try_say("settle") {
        night.say("call points");
        night.say("settle");
    }
    assert!(night.try_as(officer, "mispaid p1@1 player 5 instead-of 400"));
}
