//! What house players do next at a table: a function of the table, of the time and of who looks.

use std::collections::{BTreeMap, BTreeSet};

use punto_floor::Pace;
use punto_rehearsal::{Chance, Hands, Move, Sight as Turn, Temper};
use punto_rulebook::{BetKind, Rulebook, Span};
use punto_seen::USUAL_SEATS;
use punto_table::{Account, Betting, Coin, Command, Open, Phase, Table, With};
use punto_vocab::{BetId, Money, PersonId, Time};

/// How many seats stay free for whoever comes.
const FREE: usize = 2;
/// Their stakes are in whole hundreds, which every document pays exactly.
const UNIT: Money = Money::from_minor(10_000);
/// What a player brings to the table, and below what they bring more.
pub(crate) const BROUGHT: Money = Money::from_minor(200_000);
const LEAST: Money = Money::from_minor(20_000);

/// A player of the house.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Player {
    pub(crate) name: PersonId,
    pub(crate) temper: Temper,
}

/// What house players know when they decide.
pub(crate) struct Sight<'a> {
    pub(crate) name: &'a str,
    pub(crate) book: &'a Rulebook,
    pub(crate) table: &'a Table,
    pub(crate) crew: &'a [Player],
    pub(crate) now: Time,
    /// How long wagers stay open.
    pub(crate) pace: Pace,
    /// Whether anybody looks: if nobody does, nobody wagers and nobody comes.
    pub(crate) watched: bool,
    /// Who has done in which coup what they do in it.
    pub(crate) done: &'a BTreeSet<(usize, PersonId)>,
    /// Who was refused something a moment ago, and does nothing for a while.
    pub(crate) refused: &'a BTreeMap<PersonId, Time>,
}

/// For how long somebody who was refused something does nothing.
const REST_SECONDS: i64 = 15;

impl Sight<'_> {
    fn rests(&self, player: &Player) -> bool {
        self.refused.get(&player.name).is_some_and(|since| since.plus_seconds(REST_SECONDS) > self.now)
    }
}

/// Whether the first shoe of a table has not been dealt so far that there is something to see.
pub(crate) fn first_shoe_waits(table: &Table) -> bool {
    table.open.as_ref().is_some_and(|open| {
        open.shoe.number <= 1 && open.shoe.drawn * 2 < open.terms.cards() && open.trouble.is_none()
    })
}

/// What is said next, all of it at once, and when; nothing as long as nothing changes.
pub(crate) fn next(sight: &Sight<'_>) -> Option<(Time, Vec<Command>)> {
    let open = sight.table.open.as_ref()?;
    if matches!(open.phase, Phase::Dealing(_)) {
        return None;
    }
    let seated = |player: &&Player| open.patrons.seat_of(player.name).is_some();
    let here: Vec<&Player> = sight.crew.iter().filter(seated).collect();
    if let Some(command) = place(sight, open, &here) {
        return Some((sight.now, vec![command]));
    }
    let poor = |player: &&&Player| !sight.rests(player) && balance(sight.table, player.name) < LEAST;
    if let Some(player) = here.iter().find(poor).filter(|_| sight.watched) {
        let buy_in =
            Command::BuyIn { patron: player.name, amount: BROUGHT, with: With::Balance, voucher: None };
        return Some((sight.now, vec![buy_in]));
    }
    match &open.phase {
        Phase::Betting(betting) if sight.watched => wagers(sight, open, betting, &here),
        Phase::Betting(_) | Phase::Preparing | Phase::Dealing(_) => None,
    }
}

/// Somebody comes where there is room, and goes where somebody else should find a seat.
fn place(sight: &Sight<'_>, open: &Open, here: &[&Player]) -> Option<Command> {
    let places = open.terms.seats.unwrap_or(USUAL_SEATS) as usize;
    let patrons = &open.patrons;
    let mut taken: BTreeSet<u8> = patrons.seated.keys().map(|seat| seat.number()).collect();
    taken.extend(patrons.boxes.keys());
    taken.extend(patrons.standing.iter().map(|(at, _)| *at));
    let free = places.saturating_sub(taken.len());
    if free < FREE {
        let wagers = |player: &Player| open.wagers().iter().any(|own| own.wager.patron == player.name);
        let idle = |player: &&&Player| !sight.rests(player) && !wagers(player);
        return here.iter().rev().find(idle).map(|player| Command::Leave { patron: player.name });
    }
    let away = |player: &&Player| here.iter().all(|own| own.name != player.name);
    let comes = sight.crew.iter().find(|player| away(player) && !sight.rests(player));
    let comes = comes.filter(|_| sight.watched && free > FREE)?;
    // Every second seat, so that whoever comes may sit between others or apart.
    let seats = (1..=places).map(|nth| 1 + (nth * 2 + sight.name.len()) % places);
    let at = seats.chain(1..=places).find_map(|at| u8::try_from(at).ok().filter(|at| !taken.contains(at)))?;
    Some(Command::Sit { patron: comes.name, at })
}

fn balance(table: &Table, patron: PersonId) -> Money {
    table.ledger.on(Coin::Credits, Account::Balance(patron))
}

/// The wagers that are due first, of those who have not made theirs.
fn wagers(
    sight: &Sight<'_>,
    open: &Open,
    betting: &Betting,
    here: &[&Player],
) -> Option<(Time, Vec<Command>)> {
    let opened = betting.opened.filter(|_| !betting.closed && betting.no_bet.is_none())?;
    let coup = sight.table.coups.ended();
    let mut due: Vec<(Time, Vec<Command>)> = Vec::new();
    for (place, player) in here.iter().enumerate() {
        let lies = betting.wagers.iter().any(|own| own.wager.patron == player.name);
        if lies || sight.rests(player) || sight.done.contains(&(coup, player.name)) {
            continue;
        }
        let mut chance = Chance::of(coup as u64, &format!("{} {}", sight.name, player.name));
        // Each takes another while, and nobody longer than a third of the time there is.
        let while_ = sight.pace.betting / 3;
        let at = Time(opened.0.saturating_add(while_ / 5 + chance.below(while_.max(1) as u64) as i64));
        // The first always plays: a table where nobody has wagered waits.
        let commands = match place > 0 && chance.once_in(8) {
            true => Vec::new(),
            false => wager(sight, open, player, &mut chance),
        };
        if !commands.is_empty() {
            due.push((at, commands));
        }
    }
    let first = due.iter().map(|(at, _)| *at).min()?;
    let first = first.max(sight.now);
    let at_once = due.into_iter().filter(|(at, _)| *at <= first).flat_map(|(_, commands)| commands);
    Some((first, at_once.collect()))
}

/// What one player wagers: a hand, and the tie now and then.
fn wager(sight: &Sight<'_>, open: &Open, player: &Player, chance: &mut Chance) -> Vec<Command> {
    let of_kind = |kind: BetKind| -> Option<BetId> {
        let offers = open.terms.offers.iter();
        offers.map(|offer| offer.bet).find(|bet| sight.book.bet(*bet).is_some_and(|own| own.kind == kind))
    };
    let (Some(seat), Some(on_player), Some(on_banker)) =
        (open.patrons.seat_of(player.name), of_kind(BetKind::Player), of_kind(BetKind::Banker))
    else {
        return Vec::new();
    };
    let limits = open.terms.limits.wager;
    let min = limits.min.max(UNIT);
    let chips = balance(sight.table, player.name);
    let turn = Turn {
        chips,
        best: chips,
        limits: Span { min, max: limits.max.min(Money::from_minor(min.minor() * 10)) },
        left: u32::MAX,
        pass_cards: 0,
        hidden: 0,
        last: sight.table.coups.last().and_then(|coup| coup.winner()),
    };
    let hands = Hands { player: on_player, banker: on_banker };
    let (patron, at) = (player.name, seat.number());
    match player.temper.plays(&turn, hands, chance) {
        Move::Chips { hand, stake, tie } => {
            let tie = tie.zip(of_kind(BetKind::Tie));
            let tie = tie.map(|(stake, bet)| Command::Bet { patron, at, bet, stake });
            std::iter::once(Command::Bet { patron, at, bet: hand, stake }).chain(tie).collect()
        }
        Move::Hidden { .. } | Move::Pass => Vec::new(),
    }
}
