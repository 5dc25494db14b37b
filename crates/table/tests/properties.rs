//! Whatever is said by whomever, under every document: no panic, money conserved, refusals change nothing, replay is
//! identical, and nobody sees what they may not.

#![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

mod way_on;

use std::sync::OnceLock;

use proptest::prelude::*;
use punto_coup::Place;
use punto_rulebook::{Cure, Mishap, Rulebook, Span};
use punto_table::{
    Account, Actor, Coin, Command, Event, Fact, Fault, HandName, Happening, Opening, Phase, Range, Stamped,
    Table, Time, Viewer, allowed, apply, candidates, decide, view,
};
use punto_vocab::line::Words;
use punto_vocab::{Card, Money, PatronId, Role, Side};

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
        self.layout();
        self.coups();
        self.secrets();
        true
    }

    /// Between commands no settlement is half-way: what the ledger has on the layout is what lies there.
    fn layout(&self) {
        let open = self.table.open.as_ref();
        let stakes = || open.into_iter().flat_map(|open| open.wagers()).map(|placed| placed.wager.stake);
        let on = |coin| self.table.ledger.on(coin, Account::Layout);
        let said = self.log.last().map(|(_, _, event)| event.to_string());
        assert_eq!(
            on(Coin::Chips) + on(Coin::Credits),
            stakes().map(|s| s.chips).sum(),
            "chips after {said:?}"
        );
        assert_eq!(on(Coin::Tokens), stakes().map(|s| s.tokens).sum(), "tokens after {said:?}");
    }

    /// The finished coups are those the events tell of: none twice, none that was undone.
    fn coups(&self) {
        let (mut told, mut winner) = (Vec::new(), None);
        for (_, _, event) in &self.log {
            match &event.what {
                Happening::Outcome { winner: called, .. } => winner = Some(*called),
                Happening::Concluded => told.push(winner),
                Happening::CoupVoid { .. } => told.push(None),
                Happening::Reversed => {
                    told.pop();
                }
                _ => {}
            }
        }
        let kept: Vec<_> = self.table.coups.iter().map(|coup| coup.winner).collect();
        assert_eq!(kept, told);
    }

    /// Nobody may say for another patron what is that patron's to say.
    fn strangers(&self) {
        let others = |command: &Command| !matches!(command, Command::Return { .. } | Command::GiveUpRole);
        for (n, own) in [(0, 1), (1, 0), (2, 3)] {
            let by = Actor::Patron(patron(own));
            let list = candidates(self.book, &self.table, Actor::Patron(patron(n)));
            for command in list.into_iter().filter(others) {
                let text = command.to_string();
                let answer = decide(self.book, &self.table, &Stamped { at: self.now, by, command });
                assert!(answer.is_err(), "{by} may say `{text}`");
            }
        }
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

/// What the list of likely commands leaves out: rare words, odd amounts, facts that do not fit.
fn odd(night: &Night<'_>, pick: u16) -> Command {
    let open = night.table.open.as_ref();
    let pick = usize::from(pick);
    let patron = patron((pick / 32) as u8);
    let seat = open.and_then(|open| open.patrons.seat_of(patron)).map_or(1, |seat| seat.number());
    let at = if pick.is_multiple_of(7) { 2 } else { seat };
    let bets: Vec<_> = night.book.bets.iter().map(|bet| bet.id).collect();
    let bet = bets[(pick / 128) % bets.len()];
    let stake = Money::from_minor([0, 1, 2_500, 5_000, 20_000, 1_000_000_000][(pick / 64) % 6]);
    let card = Card::all().nth(pick % 52).unwrap();
    let hand = HandName::ALL[pick / 32 % 2];
    let why = Words::new("red").unwrap();
    let mishap = Mishap::ALL[pick / 32 % Mishap::ALL.len()];
    let fact = Fact::ALL[pick / 1024 % Fact::ALL.len()];
    match pick % 32 {
        0 | 1 => Command::Tokens { patron, at, bet, stake },
        2 | 3 => Command::Alter { patron, at, bet, stake },
        4 => Command::Found { patron, at, bet, stake },
        5 => Command::Relax { patron, at, bet, stake },
        6 => Command::Mark { patron, at, bet, fault: Fault::ALL[pick / 64 % Fault::ALL.len()] },
        7 => Command::VoidWagers { patron },
        8 => Command::Invalidate { patron },
        9 => Command::MarkerSeen,
        10 => Command::NewCards { colour: why },
        11 => Command::Seal { patron, at, bet, stake },
        12 => Command::CardFaceUp { card },
        13 => Command::CardNowhereSeen { card },
        14 => Command::CardSeen { card, to: hand },
        15 => Command::CardInShoe { card },
        16 => Command::RefuseWager { patron, at, bet, why },
        17 => Command::TakeBox { patron, at: (pick / 64 % 9) as u8 },
        18 => Command::Exclude { patron, why },
        19 => Command::PassOn { hand, patron },
        20 => Command::OrderAs { cure: Cure::ALL[pick / 32 % Cure::ALL.len()] },
        21 => Command::Sit { patron, at: 0 },
        22 => Command::CashOut { patron, amount: stake },
        23 => Command::ChangeLimits { limits: Range(Span { min: stake, max: stake + stake }) },
        24 => Command::Withdraw { patron, at, bet },
        25 => Command::Decide { what: why },
        26 => Command::ReturnUnseen { hand },
        _ => Command::Report { mishap, fact },
    }
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
        said in prop::collection::vec((any::<u8>(), any::<u16>(), 0u8..12), 0..70),
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
            if kind >= 10 {
                night.say(by, odd(&night, pick));
                continue;
            }
            if let Some(command) = good.get(usize::from(pick) % good.len().max(1)) {
                let command = (*command).clone();
                night.say(by, command);
            }
        }
        night.replay();
        night.strangers();
        way_on::from(book, &night.table, night.now);
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
