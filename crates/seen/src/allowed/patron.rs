//! What a patron could sensibly say.

use punto_coup::BoxId;
use punto_rulebook::{Medium, Rule, Rulebook};
use punto_vocab::line::Words;
use punto_vocab::{Money, PersonId, Seat};

use punto_table::dispute_rule;
use punto_table::{Account, Coin};
use punto_table::{Command, HandName, Matter, With};
use punto_table::{Dealing, Open, Phase, Table};

/// How many places are offered where the document fixes no number.
pub const USUAL_SEATS: u32 = 9;

/// Acts that are a patron's by their nature.
const ACTS: [Rule; 4] =
    [Rule::PatronChecks, Rule::PreshuffledLook, Rule::PreshuffledRefused, Rule::RulesAtTable];

pub(super) fn candidates(book: &Rulebook, table: &Table, open: &Open, patron: PersonId) -> Vec<Command> {
    let seats = open.terms.seats.unwrap_or(USUAL_SEATS) as u8;
    if !open.patrons.has(patron) {
        let mut list: Vec<Command> = (1..=seats).map(|at| Command::Sit { patron, at }).collect();
        list.push(Command::Stand { patron, at: seats + 1 });
        return list;
    }
    let mut list = vec![Command::Leave { patron }];
    let balance = table.ledger.on(Coin::Credits, Account::Balance(patron));
    let amount = if balance.is_positive() { balance } else { Money::from_minor(10_000) };
    list.push(Command::CashOut { patron, amount });
    // Where patrons have terminals of their own, these sell credits.
    if book.stakes.value.contains(&Medium::Credits) {
        list.push(Command::BuyIn {
            patron,
            amount: Money::from_minor(10_000),
            with: With::Cash,
            voucher: None,
        });
    }
    list.extend(Matter::ALL.iter().map(|matter| Command::Consent { patron, matter: *matter, to: None }));
    let free = |at: &u8| {
        let taken = Seat::new(*at).is_some_and(|seat| open.patrons.seated.contains_key(&seat));
        !taken && !open.patrons.boxes.contains_key(at)
    };
    if open.patrons.seat_of(patron).is_some() {
        list.extend((1..=seats).filter(free).map(|at| Command::TakeBox { patron, at }));
    }
    for at in boxes(open, patron, seats) {
        wagers(open, patron, at, &mut list);
    }
    match &open.phase {
        Phase::Preparing => cut(open, patron, &mut list),
        Phase::Betting(_) => {
            list.push(Command::DeclineHand { patron, hand: HandName::Banker });
            list.extend((open.role.holder == Some(patron)).then_some(Command::GiveUpRole));
        }
        Phase::Dealing(dealing) => hands(open, dealing, patron, &mut list),
    }
    let acts = ACTS.into_iter().filter(|rule| book.procedure.get(*rule).is_some());
    list.extend(acts.map(|rule| Command::Act { rule, note: None }));
    if dispute_rule(book, &open.terms).is_some()
        && let Ok(what) = Words::new("this coup")
    {
        list.push(Command::Dispute { patron, what });
    }
    list
}

/// The boxes a patron plays.
fn boxes(open: &Open, patron: PersonId, seats: u8) -> Vec<u8> {
    let last = open.patrons.standing.iter().map(|(at, _)| *at).max().unwrap_or(0).max(seats);
    (1..=last).filter(|at| open.patrons.plays(patron, *at)).collect()
}

/// For each bet: the least wager, or what may be done with the one that lies.
fn wagers(open: &Open, patron: PersonId, at: u8, list: &mut Vec<Command>) {
    for offer in &open.terms.offers {
        let bet = offer.bet;
        let least = open.terms.chips.at_least(offer.span.min.into()).unwrap_or(offer.span.min);
        let own = |placed: &&punto_table::Placed| placed.spot() == (patron, at, bet);
        let Some(placed) = open.wagers().iter().find(own) else {
            list.push(Command::Bet { patron, at, bet, stake: least });
            continue;
        };
        debug_assert_eq!(placed.wager.at, BoxId(at));
        list.push(Command::Alter { patron, at, bet, stake: placed.wager.stake.total() + least });
        list.push(Command::Lift { patron, at, bet });
        list.push(Command::Withdraw { patron, at, bet });
        list.extend(placed.sealed.then_some(Command::Reveal { patron, at, bet, stake: None }));
    }
}

/// The cut, for whoever has been offered it.
fn cut(open: &Open, patron: PersonId, list: &mut Vec<Command>) {
    if open.shoe.cut.offered == Some(patron) {
        list.push(Command::DeclineCut { patron });
        list.push(Command::Cut { depth: open.terms.cards() / 2, by: Some(patron) });
        let others = open.patrons.arrived.iter().filter(|other| **other != patron);
        list.extend(others.map(|to| Command::PassCut { patron, to: *to }));
    }
}

/// The hands, for whoever holds one or might.
fn hands(open: &Open, dealing: &Dealing, patron: PersonId, list: &mut Vec<Command>) {
    for hand in HandName::ALL {
        list.push(Command::DeclineHand { patron, hand: *hand });
        let holding = &dealing.holders[hand.side()];
        if open.patrons.may_nominate.contains(&patron) {
            let others = open.patrons.seated.values().filter(|other| **other != patron);
            list.extend(others.map(|other| Command::Nominate { hand: *hand, patron: *other }));
        }
        if holding.out && holding.nominee.or(holding.designated) == Some(patron) {
            list.push(Command::Return { hand: *hand });
            list.push(Command::ReturnUnseen { hand: *hand });
        }
    }
}
