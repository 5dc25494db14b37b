//! Whatever is said by whomever, under every document: no panic, money conserved, refusals change nothing, replay is
//! identical, and nobody sees what they may not.

#![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

use std::sync::OnceLock;

use proptest::prelude::*;
use punto_coup::Place;
use punto_rulebook::Rulebook;
use punto_table::{
    Account, Actor, Coin, Command, Event, Opening, Phase, Stamped, Table, Time, Viewer, allowed, apply,
    candidates, decide, view,
};
use punto_vocab::{Money, PatronId, Role, Side};

fn books() -> &'static [Rulebook] {
    static BOOKS: OnceLock<Vec<Rulebook>> = OnceLock::new();
    BOOKS.get_or_init(|| Rulebook::embedded_ids().filter_map(Rulebook::embedded).collect())
}

fn patron(n: u8) -> PatronId {
    ["ada", "ben", "cat", "dot"][usize::from(n % 4)].parse().unwrap()
}

/// Somebody who might speak under this document.
fn actor(book: &Rulebook, n: u8) -> Actor {
    match n % 8 {
        0..=2 => Actor::Staff(Role::Dealer, "dan".parse().unwrap()),
        3 | 4 => Actor::Patron(patron(n / 8)),
        _ => {
            let roles: Vec<Role> = book.roles.iter().map(|rule| rule.role).collect();
            Actor::Staff(roles[usize::from(n / 8) % roles.len()], "sue".parse().unwrap())
        }
    }
}

/// A table under test, with everything that was said and happened.
struct Night<'b> {
    book: &'b Rulebook,
    table: Table,
    log: Vec<(Time, Actor, Event)>,
    now: Time,
}

impl<'b> Night<'b> {
    fn new(book: &'b Rulebook, opening: &str) -> Night<'b> {
        let mut night = Night { book, table: Table::default(), log: Vec::new(), now: Time(0) };
        let officer = book.roles.iter().find(|rule| rule.role == Role::GameInspector);
        if let Some(officer) = officer {
            night.say(Actor::Staff(officer.role, "ivy".parse().unwrap()), Command::SignOn);
        }
        let opening: Opening = opening.parse().unwrap();
        night.say(Actor::Staff(Role::Dealer, "dan".parse().unwrap()), Command::Open { opening });
        night
    }

    /// Says something and checks everything that must hold after it.
    fn say(&mut self, by: Actor, command: Command) -> bool {
        let text = command.to_string();
        assert_eq!(text.parse::<Command>().as_ref(), Ok(&command), "printing and reading round-trip: {text}");
        let before = self.table.clone();
        let stamped = Stamped { at: self.now, by, command };
        let Ok(events) = decide(self.book, &self.table, &stamped) else {
            assert_eq!(self.table, before, "a refused command changed the table");
            return false;
        };
        for event in events {
            apply(&mut self.table, self.now, by, &event);
            self.log.push((self.now, by, event));
            self.money();
        }
        self.secrets();
        true
    }

    /// Nothing is made and nothing is lost; what lies on the layout is what was wagered.
    fn money(&self) {
        for coin in Coin::ALL {
            assert_eq!(self.table.ledger.total(*coin), Money::ZERO, "{coin}");
        }
        for (coin, account, sum) in self.table.ledger.iter() {
            if matches!(account, Account::Layout | Account::Balance(_)) {
                assert!(sum >= Money::ZERO, "{coin} on {account:?} is {sum} after {:?}", self.log.last());
            }
        }
    }

    /// No view holds a card that is face down for its viewer.
    fn secrets(&self) {
        let Some(Phase::Dealing(dealing)) = self.table.open.as_ref().map(|open| &open.phase) else { return };
        let viewers = (0..4).map(|n| Viewer::Patron(patron(n)));
        for viewer in viewers.chain([
            Viewer::Public,
            Viewer::Staff(Role::Dealer),
            Viewer::Staff(Role::CasinoSupervisor),
        ]) {
            let seen = view(self.book, &self.table, viewer);
            for side in Side::ALL {
                let holding = &dealing.holders[side];
                let holds = matches!(viewer, Viewer::Patron(own)
                    if holding.out && holding.nominee.or(holding.designated) == Some(own));
                let lie = dealing.dealt.iter().filter(|card| card.to == Place::Hand(side));
                for (card, shown) in lie.zip(&seen.hands[side]) {
                    assert!(card.exposed || holds || shown.is_none(), "{viewer:?} sees {shown:?}");
                }
            }
        }
    }

    /// The table is the fold of its events.
    fn replay(&self) {
        let mut again = Table::default();
        for (at, by, event) in &self.log {
            apply(&mut again, *at, *by, event);
        }
        assert_eq!(again, self.table);
    }
}

/// What makes a coup go on to its end.
fn gets_on(command: &Command) -> bool {
    matches!(
        command,
        Command::Prepare
            | Command::Sit { .. }
            | Command::Bet { .. }
            | Command::BuyIn { .. }
            | Command::Card { .. }
            | Command::Call { .. }
            | Command::Turn { .. }
            | Command::Pass { .. }
            | Command::Return { .. }
            | Command::Order
            | Command::Resume
            | Command::Settle
    )
}

/// Terms of many kinds; those a document does not allow fall back to its usual ones.
const OPENINGS: [&str; 11] = [
    "usual",
    "usual, limits 20..2000, float 5000",
    "usual, limits 10..500, chips 5 10 25",
    "usual, limits 1..100, chips 1 2.50, unit 1",
    "usual, method B, limits 20..2000",
    "usual, method C, limits 25..1000, differential 200",
    "usual, method squeeze, limits 10..1000, liability 300",
    "usual, variant even-money, area 500, decks 6, bets tiger tiger_pair big_tiger",
    "usual, variant federal, decks 6, cash yes",
    "usual, device shuffling-device, decks 4, bets super_six",
    "usual, device scanning-shoe, bet-seconds 30",
];

fn config() -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(10_000);
    ProptestConfig { cases, max_shrink_iters: 200, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn anything_said_by_anybody_leaves_the_table_sound(
        book in 0usize..5,
        opening in 0usize..11,
        said in prop::collection::vec((any::<u8>(), any::<u16>(), 0u8..10), 0..70),
    ) {
        let book = &books()[book];
        let mut night = Night::new(book, OPENINGS[opening]);
        if night.table.open.is_none() {
            night = Night::new(book, "usual");
        }
        for (who, pick, kind) in said {
            let by = actor(book, who);
            let list = candidates(book, &night.table, by);
            night.now = Time(night.now.0 + i64::from(pick % 7) * 60_000_000);
            // Mostly something that is allowed, so that the night gets on; sometimes anything at all.
            let accepted = |command: &&Command| {
                decide(book, &night.table, &Stamped { at: night.now, by, command: (*command).clone() }).is_ok()
            };
            let good: Vec<&Command> = match kind {
                0..=4 => list.iter().filter(|command| gets_on(command)).filter(accepted).collect(),
                5..=7 => list.iter().filter(accepted).collect(),
                _ => list.iter().collect(),
            };
            if let Some(command) = good.get(usize::from(pick) % good.len().max(1)) {
                let command = (*command).clone();
                night.say(by, command);
            }
        }
        night.replay();
    }
}

#[test]
fn what_is_listed_as_allowed_is_accepted_and_the_rest_is_refused() {
    for book in books() {
        let mut night = Night::new(book, "usual");
        let dealer = Actor::Staff(Role::Dealer, "dan".parse().unwrap());
        night.say(dealer, Command::Prepare);
        night.say(dealer, Command::Sit { patron: patron(0), at: 1 });
        for by in [dealer, Actor::Patron(patron(0))] {
            for entry in allowed(book, &night.table, by) {
                let stamped = Stamped { at: night.table.now, by, command: entry.command };
                assert_eq!(decide(book, &night.table, &stamped).err(), entry.refusal);
            }
        }
    }
}
