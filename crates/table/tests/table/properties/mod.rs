//! Whatever is said by whomever, under every document: no panic, money conserved, refusals change nothing, replay is
//! identical, and nobody sees what they may not.

mod night;
mod secrets;
mod way_on;

use std::sync::OnceLock;

use night::Night;
use proptest::prelude::*;
use punto_rulebook::{Burn, Cure, Mishap, Rulebook, Span};
use punto_seen::{allowed, candidates};
use punto_table::{
    Actor, Cards, Command, Fact, Fault, HandName, Laying, Range, Stage, Stamped, Table, Time, decide,
};
use punto_vocab::line::Words;
use punto_vocab::{Card, Money, PersonId, Role};

fn books() -> &'static [Rulebook] {
    static BOOKS: OnceLock<Vec<Rulebook>> = OnceLock::new();
    BOOKS.get_or_init(|| Rulebook::embedded_ids().map(|id| Rulebook::embedded(id).unwrap()).collect())
}

fn patron(n: u8) -> PersonId {
    ["ada", "ben", "cat", "dot"][usize::from(n % 4)].parse().unwrap()
}

/// Somebody who might speak under this document.
fn actor(book: &Rulebook, n: u8) -> Actor {
    match n % 8 {
        0..=2 => Actor::Staff(Role::Dealer, "dan".parse().unwrap()),
        3 | 4 => Actor::Patron(patron(n / 8)),
        _ => {
            let roles: Vec<Role> = book.roles.iter().map(|rule| rule.role).collect();
            let role = roles[usize::from(n / 8) % roles.len()];
            Actor::Staff(role, if role == Role::Dealer { "dan" } else { "sue" }.parse().unwrap())
        }
    }
}

/// What makes a coup go on to its end.
fn gets_on(command: &Command) -> bool {
    matches!(
        command,
        Command::Prepare { cut: None, .. }
            | Command::Sit { .. }
            | Command::Bet { .. }
            | Command::BuyIn { .. }
            | Command::Card { lies: None, .. }
            | Command::Call { .. }
            | Command::Turn { .. }
            | Command::Pass { .. }
            | Command::Return { .. }
            | Command::Order { cure: None }
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
        8 => Command::ForfeitWagers { patron },
        9 => Command::MarkerSeen,
        10 => Command::NewCards { colour: why },
        11 => Command::Seal { patron, at, bet, stake },
        12 => Command::laid(card, Laying::FaceUp),
        13 => Command::laid(card, Laying::NowhereSeen),
        14 => Command::laid(card, Laying::ToSeen(hand)),
        15 => Command::laid(card, Laying::InShoe),
        16 => Command::RefuseWager { patron, at, bet, why },
        17 => Command::TakeBox { patron, at: (pick / 64 % 9) as u8 },
        18 => Command::Exclude { patron, why },
        19 => Command::Nominate { hand, patron },
        20 => Command::Order { cure: Some(Cure::ALL[pick / 32 % Cure::ALL.len()]) },
        21 => Command::Sit { patron, at: 0 },
        22 => Command::CashOut { patron, amount: stake },
        23 => Command::ChangeLimits { limits: Range(Span { min: stake, max: stake + stake }) },
        24 => Command::Withdraw { patron, at, bet },
        25 => Command::Decide { number: None, what: why },
        26 => Command::ReturnUnseen { hand },
        27 => Command::Spoken { patron, at, bet, stake, chips: (pick % 5 > 0).then_some(stake) },
        28 => Command::Spoiled { cards: Cards(vec![card, card]) },
        29 => Command::ChangeStakes { bet, limits: Range(Span { min: stake, max: stake + stake }) },
        30 => Command::ChangeArea { amount: stake, bet: (pick % 3 > 0).then_some(bet) },
        _ => Command::Report { mishap, fact },
    }
}

/// Terms of many kinds; those a document does not allow fall back to its usual ones.
const OPENINGS: [&str; 13] = [
    "usual, limits 1..100000",
    "usual, limits 20..2000, float 5000",
    "usual, limits 10..500, chips 5 10 25",
    "usual, limits 1..100, chips 1 2.50, unit 1",
    "usual, method B, limits 20..2000",
    "usual, method C, limits 25..1000, differential 200",
    "usual, method squeeze, limits 10..1000, liability 300",
    "usual, variant even-money, area 500, decks 6, bets tiger tiger_pair big_tiger, limits 1..100000",
    "usual, variant federal, decks 6, cash yes, limits 1..100000",
    "usual, device shuffling-device, decks 4, bets super_six, limits 1..100000",
    "usual, device scanning-shoe, bet-seconds 30, limits 1..100000",
    "usual, demonstration yes, bet-seconds 90, limits 10..500",
    "usual, demonstration yes, method B, limits 10..500, chips 5 25 100",
];

/// A short run each time, and as many as `PROPTEST_CASES` says where it says so: `./test --full` asks for 20,000.
fn config() -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(1_500);
    ProptestConfig { cases, max_shrink_iters: 200, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn anything_said_by_anybody_leaves_the_table_sound(
        book in 0usize..5,
        opening in 0usize..13,
        said in prop::collection::vec((any::<u8>(), any::<u16>(), 0u8..12), 0..70),
    ) {
        let book = &books()[book];
        let mut night = Night::new(book, OPENINGS[opening]);
        if night.table.open.is_none() {
            night = Night::new(book, "usual, limits 1..100000");
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
        // A snapshot takes longer to write than a night to play, so not every night has one.
        if opening == night.table.coups.ended() % 13 {
            night.snapshot();
        }
        way_on::from(book, &night.table, night.now);
    }
}

#[test]
fn what_is_listed_as_allowed_is_accepted_and_the_rest_is_refused() {
    for book in books() {
        let mut night = Night::new(book, "usual, limits 1..100000");
        let dealer = Actor::Staff(Role::Dealer, "dan".parse().unwrap());
        night.say(dealer, Command::PREPARE);
        night.say(dealer, "prepare burn Ac".parse().unwrap());
        assert_eq!(night.table.open.as_ref().unwrap().shoe.stage, Stage::Ready, "{}", book.id);
        night.say(dealer, Command::Sit { patron: patron(0), at: 1 });
        for by in [dealer, Actor::Patron(patron(0))] {
            for entry in allowed(book, &night.table, by) {
                let stamped = Stamped { at: night.table.now, by, command: entry.command };
                assert_eq!(decide(book, &night.table, &stamped).err(), entry.refusal);
            }
        }
    }
}

/// Every document's table is written and read back, in the middle of a squeezed coup and with a sign up.
#[test]
fn a_table_is_the_same_when_it_has_been_written_and_read() {
    for book in books() {
        let mut night = Night::new(book, "usual, demonstration yes, limits 10..500");
        let dealer = Actor::Staff(Role::Dealer, "dan".parse().unwrap());
        night.snapshot();
        let counted = night.table.open.as_ref().unwrap().terms.burn.value == Burn::Counted;
        let prepare = if counted { "prepare burn Ac" } else { "prepare" };
        for line in
            [prepare, "sit ada@1", "buy-in ada 500 balance", "call place-your-bets", "bet ada@1 player 50"]
        {
            let command: Command = line.parse().unwrap();
            let by = punto_table::says_itself(book, &command).unwrap_or(dealer);
            assert!(night.say(by, command), "{}: {line}", book.id);
            night.snapshot();
        }
        night.say(dealer, "post limits 20..500".parse().unwrap());
        for line in ["call no-more-bets", "card Ks", "card 2d", "card 6h to banker"] {
            night.say(dealer, line.parse().unwrap());
            night.snapshot();
        }
        assert!(night.table.open.as_ref().is_some_and(|open| open.in_coup()), "{}", book.id);
    }
    assert_eq!(read_back(&Table::default()), Table::default());
}

/// The table that its own JSON makes.
fn read_back(table: &Table) -> Table {
    serde_json::from_str(&serde_json::to_string(table).unwrap()).unwrap()
}
