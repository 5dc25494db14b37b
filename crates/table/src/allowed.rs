//! What somebody may do now, and for the rest the clause why not.
//!
//! Candidates are drawn from the table as it stands and put to [`decide`] itself, so that this list and the
//! decisions cannot disagree.

use punto_rulebook::{Mishap, Rule, Rulebook};
use punto_vocab::{Card, Money, PatronId};

use crate::actor::{Actor, Stamped};
use crate::command::{Call, Command, Fact, HandName, Matter, ShuffleBy, With};
use crate::decide::decide;
use crate::opening::{Opening, Range};
use crate::reason::Refused;
use crate::state::{Open, Table};

/// A command that could be given now, and the refusal it would get, if any.
#[derive(Clone, Debug, PartialEq)]
pub struct Allowed {
    /// The command.
    pub command: Command,
    /// Why not.
    pub refusal: Option<Refused>,
}

/// Everything an actor could sensibly say now, each with its answer.
pub fn allowed(book: &Rulebook, table: &Table, actor: Actor) -> Vec<Allowed> {
    let ask = |command: Command| {
        let stamped = Stamped { at: table.now, by: actor, command: command.clone() };
        Allowed { command, refusal: decide(book, table, &stamped).err() }
    };
    candidates(book, table, actor).into_iter().map(ask).collect()
}

/// Commands an actor could sensibly try at this table.
pub fn candidates(book: &Rulebook, table: &Table, actor: Actor) -> Vec<Command> {
    let Some(open) = &table.open else {
        return match actor {
            Actor::Patron(_) => Vec::new(),
            Actor::Staff(..) | Actor::System => {
                vec![Command::Open { opening: Opening::usual() }, Command::SignOn]
            }
        };
    };
    match actor {
        Actor::Patron(patron) => of_patron(open, patron),
        Actor::Staff(..) => of_staff(book, open),
        Actor::System => vec![Command::Settle, Command::Call { call: Call::NoMoreBets }],
    }
}

fn of_patron(open: &Open, patron: PatronId) -> Vec<Command> {
    let mut list = Vec::new();
    let seats = open.terms.seats.unwrap_or(9) as u8;
    if !open.patrons.has(patron) {
        list.extend((1..=seats).map(|at| Command::Sit { patron, at }));
        list.push(Command::Stand { patron, at: seats + 1 });
        return list;
    }
    list.push(Command::Leave { patron });
    list.push(Command::CashOut { patron, amount: Money::from_minor(10_000) });
    list.extend(Matter::ALL.iter().map(|matter| Command::Consent { patron, matter: *matter }));
    let boxes = (1..=seats.saturating_add(5)).filter(|at| open.patrons.plays(patron, *at));
    for at in boxes {
        for offer in &open.terms.offers {
            let (bet, stake) =
                (offer.bet, open.terms.chips.at_least(offer.span.min.into()).unwrap_or(offer.span.min));
            list.push(Command::Bet { patron, at, bet, stake });
            list.push(Command::Lift { patron, at, bet });
            list.push(Command::Withdraw { patron, at, bet });
        }
    }
    for hand in HandName::ALL {
        list.push(Command::DeclineHand { patron, hand: *hand });
        list.push(Command::Return { hand: *hand });
    }
    list.push(Command::DeclineCut { patron });
    list.push(Command::GiveUpRole);
    list
}

fn of_staff(book: &Rulebook, open: &Open) -> Vec<Command> {
    let mut list = vec![
        Command::Prepare,
        Command::Marker,
        Command::Settle,
        Command::Order,
        Command::Resume,
        Command::Reduce,
        Command::FreeCoup,
        Command::EndShoe,
        Command::Close,
        Command::LetPatronsCut,
        Command::PostClosure,
        Command::SignOff,
        Command::Cut { depth: open.terms.cards() / 2 },
        Command::PlaceMarker { behind: open.terms.behind_marker.value },
        Command::BurnAs { form: open.terms.burn.value },
    ];
    list.extend(ShuffleBy::ALL.iter().map(|by| Command::Shuffle { by: *by }));
    list.extend(Call::ALL.iter().map(|call| Command::Call { call: *call }));
    list.extend(
        book.procedure.iter().filter(|(rule, _)| is_act(*rule)).map(|(rule, _)| Command::Act { rule }),
    );
    list.extend(Mishap::ALL.iter().map(|mishap| Command::Report { mishap: *mishap, fact: Fact::Plain }));
    if let Some(card) = next_card(open) {
        list.push(Command::Card { card });
        list.extend(HandName::ALL.iter().map(|to| Command::CardTo { card, to: *to }));
        list.push(Command::CardNowhere { card });
    }
    for hand in HandName::ALL {
        list.push(Command::Turn { hand: *hand });
        list.push(Command::Return { hand: *hand });
        list.push(Command::Forfeit { hand: *hand });
        for patron in &open.patrons.arrived {
            list.push(Command::OfferHand { hand: *hand, patron: *patron });
            list.push(Command::Pass { hand: *hand, patron: *patron });
        }
    }
    for patron in &open.patrons.arrived {
        list.push(Command::OfferCut { patron: *patron });
        list.push(Command::CutFor { patron: *patron, depth: open.terms.cards() / 2 });
        list.push(Command::ApproveBoth { patron: *patron });
        list.push(Command::MoveOn { patron: *patron });
        for with in With::ALL {
            list.push(Command::BuyIn { patron: *patron, amount: Money::from_minor(10_000), with: *with });
        }
    }
    let limits = Range(open.terms.limits.wager);
    list.push(Command::PostLimits { limits });
    list.push(Command::ChangeLimits { limits });
    list
}

/// The card that waits to open the coup, or one the shoe still holds.
fn next_card(open: &Open) -> Option<Card> {
    if let crate::state::Phase::Betting(betting) = &open.phase
        && let Some(carried) = betting.carried
    {
        return Some(carried);
    }
    Card::all().find(|card| open.shoe.seen.get(card).copied().unwrap_or(0) < open.terms.decks)
}

/// Whether a rule of procedure is something a person does and has recorded by itself.
fn is_act(rule: Rule) -> bool {
    !matches!(
        rule,
        Rule::Shuffle
            | Rule::ShuffleAgain
            | Rule::CutFirst
            | Rule::CutLater
            | Rule::CutOrder
            | Rule::CutFallback
    )
}
