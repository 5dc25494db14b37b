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

    /// Whether a line was allowed, which is then done.
    fn try_say(&mut self, line: &str) -> bool {
        let by = Actor::Staff(Role::Dealer, "dan".parse().unwrap());
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
