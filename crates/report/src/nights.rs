//! What reports say is what the ledger has moved: after every event of every scenario, and of random nights that begin
//! with one.

#![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

use std::collections::BTreeMap;
use std::sync::OnceLock;

use proptest::prelude::*;
use punto_rulebook::{Cure, Mishap, Rulebook, Scenario};
use punto_script::{Said, Script};
use punto_seen::candidates;
use punto_table::{
    Account, Actor, Coin, Command, Event, Fact, Happening, Phase, Stamped, Table, Time, With, apply, decide,
    says_itself,
};
use punto_vocab::{BetId, BySide, Money, PersonId, Role};

use crate::dealt::Reading;
use crate::float_book::FloatBook;
use crate::meters::{BetMeters, Meters};
use crate::posted::{Posting, Postings};
use crate::recall::{CoupRecall, Recall};
use crate::visit::Visit;
use crate::win::win_row;

/// A table with the folds beside it.
#[derive(Default)]
struct Night {
    table: Table,
    now: Time,
    meters: Meters,
    dealt: Reading,
    postings: Postings,
    history: Recall,
    /// What was posted, folded again: the books of each medium, and the totals of each bet.
    books: BTreeMap<Coin, FloatBook>,
    posted: (i64, i64, BTreeMap<BetId, BetMeters>),
    visits: BTreeMap<PersonId, Visit>,
    /// What came from accounts less what went there.
    brought: BTreeMap<PersonId, Money>,
    /// What has happened, for whoever reads of a failure.
    log: Vec<String>,
}

impl Night {
    fn say(&mut self, book: &Rulebook, by: Actor, command: Command) -> bool {
        let stamped = Stamped { at: self.now, by, command };
        let Ok(events) = decide(book, &self.table, &stamped) else { return false };
        self.log.push(format!("{by}: {}", stamped.command));
        for event in &events {
            self.fold(by, event);
            self.agrees();
        }
        true
    }

    fn fold(&mut self, by: Actor, event: &Event) {
        self.log.push(format!("    {event}"));
        for patron in
            ["ada", "ben", "cat", "dot"].map(|name| name.parse().unwrap()).iter().chain(&*self.table.known)
        {
            self.visits.entry(*patron).or_insert_with(|| Visit::of(*patron));
        }
        self.meters.note(&self.table, event);
        self.dealt.note(self.now.0, by, &event.what);
        for posted in self.postings.note(&self.table, self.now.0, by, event) {
            self.post(&posted);
        }
        self.visits.values_mut().for_each(|visit| visit.note(1, self.now.0, &event.what));
        match &event.what {
            Happening::Bought { patron, amount, with: With::Balance, .. } => {
                *self.brought.entry(*patron).or_default() += *amount;
            }
            Happening::CashedOut { patron, amount } => {
                *self.brought.entry(*patron).or_default() -= *amount;
            }
            _ => {}
        }
        self.history.note("night", 1, &self.table, self.now, event);
        apply(&mut self.table, self.now, by, event);
        self.history.end(1, &self.table, self.now, event);
    }

    fn post(&mut self, posted: &Posting) {
        for coin in Coin::ALL {
            self.books.entry(*coin).or_default().post(*coin, posted);
        }
        let (coups, voids, bets) = &mut self.posted;
        let (coup, sign) = match posted {
            Posting::Ended(coup) => (coup, 1),
            Posting::Undone(coup) => (coup, -1),
            Posting::Beside(_, _, bet, own) => return bets.entry(*bet).or_default().add(own, 1),
            _ => return,
        };
        *(if coup.winner.is_some() { coups } else { voids }) += sign;
        for ((_, bet), own) in &coup.wagers {
            bets.entry(*bet).or_default().add(own, sign);
        }
    }

    /// What was posted comes to the meters; and of each medium, what the float has with credits and drop, less what it began
    /// with and fills, is what was collected less what was paid, and what counts found.
    fn posted_agrees(&self, log: impl Fn() -> String) {
        let Meters { coups, voids, bets, .. } = &self.meters;
        let nothing = BetMeters::default();
        let without = |bets: &BTreeMap<BetId, BetMeters>| -> BTreeMap<BetId, BetMeters> {
            bets.iter().filter(|(_, own)| **own != nothing).map(|(bet, own)| (*bet, *own)).collect()
        };
        assert_eq!((*coups as i64, *voids as i64), (self.posted.0, self.posted.1), "after\n{}", log());
        assert_eq!(without(bets), without(&self.posted.2), "after\n{}", log());
        // A coup that is being settled is posted when it ends.
        if self.table.open.as_ref().is_some_and(|open| open.in_coup()) {
            return;
        }
        for (coin, book) in &self.books {
            let closing = self.table.ledger.on(*coin, Account::Float);
            let FloatBook { opening, fills, credits, drop, collected, paid, over } = *book;
            let left = closing + credits + drop - opening - fills;
            assert_eq!(left, collected - paid + over, "{coin} after\n{}", log());
            assert_eq!((closing, left - over), (book.closing(), book.win()), "{coin} after\n{}", log());
        }
    }

    fn agrees(&self) {
        let log = || self.log[self.log.len().saturating_sub(60)..].join("\n");
        let ledger = &self.table.ledger;
        let house = self.meters.accounts();
        for (coin, account, sum) in &house {
            assert_eq!(ledger.on(*coin, *account), *sum, "{coin} on {account:?} after\n{}", log());
        }
        for (coin, account, sum) in ledger.iter() {
            let of_house = matches!(
                account,
                Account::Float | Account::Cage | Account::DropBox | Account::Miscount | Account::Tips
            );
            let told = house.iter().any(|own| (own.0, own.1) == (coin, account));
            assert!(told || !of_house, "{sum} {coin} on {account:?} are on no meter");
        }
        // All bets are the sum of each, and the report says what was won.
        let Meters { all, bets, won, .. } = &self.meters;
        let sum = |of: fn(&BetMeters) -> Money| -> Money { bets.values().map(of).sum() };
        assert_eq!((sum(|own| own.stakes), sum(BetMeters::win)), (all.stakes, all.win()));
        let row = win_row("t", "AUD", &Meters::default(), &self.meters);
        assert_eq!(row.win, won.values().map(|sum| sum.minor()).sum::<i64>(), "after\n{}", log());
        assert_eq!(row.tokens, won.get(&Coin::Tokens).map_or(0, |sum| sum.minor()));
        // Coups are those of the dealers' report, with a result and without.
        let with = self.dealt.coups.iter().filter(|coup| coup.winner.is_some()).count() as u64;
        let without = self.dealt.coups.len() as u64 - with;
        assert_eq!((self.meters.coups, self.meters.voids), (with, without), "after\n{}", log());
        self.posted_agrees(log);
        self.patrons_agree(log);
        self.history_agrees(log);
    }

    /// What the history tells of a coup is what the table itself has of it: of the one that is on every card, of those of the
    /// shoe cards, points and result.
    fn history_agrees(&self, log: impl Fn() -> String) {
        let own = |coup: &CoupRecall| coup.cards.iter().map(|own| (own.card, own.to)).collect::<Vec<_>>();
        if let Some(Phase::Dealing(dealing)) = self.table.open.as_ref().map(|open| &open.phase) {
            let given: Vec<_> = dealing.given.iter().map(|own| (own.card, own.to)).collect();
            assert_eq!(self.history.now().map(own).unwrap_or_default(), given, "after\n{}", log());
        }
        let told = self.history.coups().rev().zip(self.dealt.coups.iter().rev());
        for ((told, dealt), coup) in told.zip(self.table.coups.of_shoe().rev()) {
            let mut cards: Vec<_> = told.cards.iter().map(|own| own.card).collect();
            for card in &coup.dealt {
                let place = cards.iter().position(|own| *own == card.card);
                assert!(place.map(|place| cards.remove(place)).is_some(), "{card:?} after\n{}", log());
            }
            if told.undone {
                continue;
            }
            assert_eq!((told.winner, dealt.winner), (coup.winner(), coup.winner()), "after\n{}", log());
            if let Some(outcome) = &coup.outcome {
                let points = (outcome.points.player, outcome.points.banker);
                assert_eq!(told.points, Some(points), "after\n{}", log());
                if dealt.irregularities == 0 {
                    let pairs = BySide {
                        player: outcome.pairs.player.is_some(),
                        banker: outcome.pairs.banker.is_some(),
                    };
                    assert_eq!(dealt.pairs, pairs, "after\n{}", log());
                }
            }
        }
    }

    /// What each patron has is what the coups came to, and what came to the table.
    fn patrons_agree(&self, log: impl Fn() -> String) {
        let ledger = &self.table.ledger;
        let lie = || self.table.open.iter().flat_map(|open| open.wagers());
        let credits = self.table.open.as_ref().is_some_and(|open| open.terms.credits);
        let staked: Money = lie().map(|placed| placed.wager.stake.chips).sum();
        // While wagers are settled those that are paid still lie in the list.
        if credits && ledger.on(Coin::Credits, Account::Layout) == staked {
            for (patron, visit) in &self.visits {
                let on = |place| ledger.on(Coin::Credits, place);
                let mine = lie().filter(|placed| placed.wager.patron == *patron);
                let staked: Money = mine.map(|placed| placed.wager.stake.chips).sum();
                let has = on(Account::Balance(*patron)) + on(Account::Owed(*patron)) + staked;
                let brought = self.brought.get(patron).copied().unwrap_or_default();
                assert_eq!(visit.net() + brought, has, "{patron} after\n{}", log());
            }
        } else if ledger.iter().all(|(coin, ..)| coin != Coin::Credits) {
            // Of chips only those of all patrons together are known.
            let have = ledger.on(Coin::Chips, Account::Pocket) + ledger.on(Coin::Chips, Account::Layout);
            let net: Money = self.visits.values().map(Visit::net).sum();
            assert_eq!(net, have, "after\n{}", log());
        }
    }

    /// Says what a scenario does, as far as a number of lines; the same as whoever runs scenarios.
    fn follow(&mut self, book: &Rulebook, scenario: &Scenario, lines: usize) {
        let script: Script = scenario.text.parse().unwrap();
        let mut speaks: Option<Actor> = None;
        for line in script.lines.into_iter().take(lines) {
            match line.said {
                Said::As(actor) => speaks = Some(actor),
                Said::At(later) => self.now = Time(self.now.0.max(later.0.0)),
                Said::Command(command) => {
                    let itself = || says_itself(book, &command);
                    let by = speaks.or_else(itself).unwrap_or_else(|| "dealer dan".parse().unwrap());
                    self.say(book, by, *command);
                }
                Said::Nothing
                | Said::Rulebook(_)
                | Said::Expect(_)
                | Said::Tournament(_)
                | Said::Promotion(_) => {}
            }
        }
    }
}

fn books() -> &'static [Rulebook] {
    static BOOKS: OnceLock<Vec<Rulebook>> = OnceLock::new();
    BOOKS.get_or_init(|| Rulebook::embedded_ids().map(|id| Rulebook::embedded(id).unwrap()).collect())
}

#[test]
fn reports_agree_with_the_ledger_after_every_event_of_every_scenario() {
    let mut seen = std::collections::BTreeSet::new();
    for book in books() {
        assert!(!book.scenarios.is_empty(), "{}", book.id);
        for scenario in &book.scenarios {
            let mut night = Night::default();
            night.log.push(scenario.name.to_string());
            night.follow(book, scenario, usize::MAX);
            seen.extend(night.log.iter().filter_map(|line| {
                line.strip_prefix("    ").and_then(|event| event.split(' ').next()).map(str::to_owned)
            }));
        }
    }
    // What moves money beside a settlement, what undoes one, and what is known of a card later, is among them.
    for name in [
        "reversed",
        "mispaid",
        "paid-after",
        "taken-back",
        "forfeited-wagers",
        "void",
        "stays",
        "rekeyed",
        "card-known",
    ] {
        assert!(seen.contains(name), "no scenario has `{name}`");
    }
}

#[test]
fn coups_of_a_void_shoe_are_on_no_meter_and_their_wagers_are_returned() {
    let book = books().iter().find(|book| &*book.id == "nsw-2021").unwrap();
    let name = "4.13-all-coups-of-a-void-shoe-where-the-house-says-so";
    let scenario = book.scenarios.iter().find(|own| own.name.contains(name)).unwrap();
    // As far as the order that undoes them.
    let upto = |lines| {
        let mut night = Night::default();
        night.follow(book, scenario, lines);
        night
    };
    let night = (1..100).map(upto).find(|night| night.meters.undone > 0).unwrap();
    // One coup was of the shoe before, and one was on.
    let Meters { coups, voids, undone, corrections, all, .. } = &night.meters;
    assert_eq!((*coups, *voids, *undone, *corrections), (1, 3, 2, 2));
    let hundred = Money::from_minor(10_000);
    assert_eq!((all.win(), all.stakes, all.wagers), (hundred, hundred, 1));
}

/// Somebody who might speak under this document.
fn actor(book: &Rulebook, n: u8) -> Actor {
    let roles: Vec<Role> = book.roles.iter().map(|rule| rule.role).collect();
    match n % 8 {
        0..=2 => Actor::Staff(Role::Dealer, "dan".parse().unwrap()),
        3 | 4 => Actor::Patron(["ada", "ben", "cat", "dot"][usize::from(n / 8) % 4].parse().unwrap()),
        _ => Actor::Staff(roles[usize::from(n / 8) % roles.len()], "sue".parse().unwrap()),
    }
}

/// What the list of likely commands leaves out, and what bears on money that was settled.
fn odd(night: &Night, book: &Rulebook, pick: u16) -> Command {
    let pick = usize::from(pick);
    let patron: PersonId = ["ada", "ben", "cat", "dot"][pick / 8 % 4].parse().unwrap();
    let at = (pick / 32 % 3) as u8 + 1;
    let bet = book.bets[pick / 128 % book.bets.len()].id;
    let amount = Money::from_minor([0, 2_500, 5_000, 10_000, 20_000][pick / 64 % 5]);
    let before = night.table.open.as_ref().and_then(|open| open.shown.as_deref());
    let said = before.and_then(|coup| coup.settled.get(pick / 16 % 3));
    match pick % 11 {
        8 => Command::Count { tray: format!("{}x100", pick % 40).parse().unwrap() },
        9 => Command::Tip { patron, amount },
        10 => [Command::Fill { amount }, Command::Credit { amount }][pick / 16 % 2].clone(),
        0 => Command::Tokens { patron, at, bet, stake: amount },
        1 => Command::ForfeitWagers { patron },
        2 => Command::Report {
            mishap: Mishap::ALL[pick / 8 % Mishap::ALL.len()],
            fact: Fact::ALL[pick / 1024 % Fact::ALL.len()],
        },
        3 => Command::Order { cure: (pick / 8 % 2 == 0).then(|| Cure::ALL[pick / 16 % Cure::ALL.len()]) },
        4 => Command::Alter { patron, at, bet, stake: amount },
        5 => Command::Found { patron, at, bet, stake: amount },
        _ => match said {
            Some(own) => Command::Mispaid {
                patron: own.patron,
                at: own.at,
                bet: own.bet,
                paid: amount,
                said: Some(own.got),
            },
            None => Command::Mispaid { patron, at, bet, paid: amount, said: None },
        },
    }
}

/// A short run each time, and as many as `PROPTEST_CASES` says where it says so.
fn config() -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(400);
    ProptestConfig { cases, max_shrink_iters: 200, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn reports_agree_with_the_ledger_after_every_event_of_a_random_night(
        (book, scenario, lines) in (0usize..5, any::<prop::sample::Index>(), 3usize..60),
        said in prop::collection::vec((any::<u8>(), any::<u16>(), 0u8..10), 0..40),
    ) {
        let book = &books()[book];
        let mut night = Night::default();
        night.follow(book, scenario.get(&book.scenarios), lines);
        for (who, pick, kind) in said {
            let by = actor(book, who);
            night.now = Time(night.now.0 + i64::from(pick % 7) * 60_000_000);
            if kind < 3 {
                night.say(book, by, odd(&night, book, pick));
                continue;
            }
            let list = candidates(book, &night.table, by);
            // The first that is allowed from a place on.
            let from = usize::from(pick) % list.len().max(1);
            let mut turned = list.iter().cycle().skip(from).take(list.len());
            turned.any(|command| night.say(book, by, command.clone()));
        }
    }
}
