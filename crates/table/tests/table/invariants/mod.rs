//! What must hold between a table, something that is said to it, and the table after it, whoever says it and under
//! every document. Random nights and the exhaustive search ask the same.

mod alone;
mod closing;
mod corrections;
mod duties;
mod officers;
mod persons;
mod settlement;
mod stands;

use std::collections::BTreeMap;

use punto_rulebook::{Holders, Rule, Rulebook, Span};
use punto_table::{
    Account, Actor, Coin, Command, Dealing, Event, Fault, Happening, LastCoup, Open, Phase, Placed, Spot,
    Stage, Stamped, Table,
};
use punto_vocab::{Card, Money, Role, Seat};

pub(crate) use settlement::Basis;

/// Something that was said and accepted.
pub(crate) struct Step<'a> {
    pub(crate) book: &'a Rulebook,
    pub(crate) before: &'a Table,
    pub(crate) said: &'a Stamped<Actor, Command>,
    pub(crate) events: &'a [Event],
    pub(crate) after: &'a Table,
}

/// What a coup is to be settled by, as it was seen by somebody who watched from outside.
#[derive(Clone, Default)]
pub(crate) struct Memory {
    /// The limits under which each wager was accepted.
    accepted: BTreeMap<Spot, Span>,
    /// What stood at the first card of the coup in progress.
    coup: Option<Basis>,
    /// What stood at the first card of the coup before.
    last: Option<Basis>,
}

impl Memory {
    /// What is wrong with a step, if anything is; and what is remembered of it.
    pub(crate) fn saw(&mut self, step: &Step<'_>) -> Result<(), String> {
        self.note(step);
        money(step)?;
        step.vanished()?;
        step.counted()?;
        step.empty_seats()?;
        step.entitled_holders()?;
        alone::check(step)?;
        closing::check(step)?;
        corrections::check(step)?;
        duties::check(step)?;
        officers::check(step)?;
        persons::check(step)?;
        stands::check(step)?;
        settlement::check(step, &self.accepted, self.coup.as_ref())
    }

    fn note(&mut self, step: &Step<'_>) {
        for event in step.events {
            match &event.what {
                Happening::Wagered { patron, at, bet, .. }
                | Happening::WageredTokens { patron, at, bet, .. }
                | Happening::Altered { patron, at, bet, .. }
                | Happening::Relaxed { patron, at, bet, .. } => {
                    let spot = (*patron, *at, *bet);
                    self.accepted.extend(step.open().map(|open| (spot, open.limits_of(spot))));
                }
                Happening::Found { patron, at, bet, .. } => {
                    let spot = (*patron, *at, *bet);
                    let limits = step
                        .open()
                        .map(|open| open.limits_of(spot))
                        .unwrap_or(Span { min: Money::ZERO, max: Money::ZERO });
                    self.accepted.entry(spot).or_insert(limits);
                }
                Happening::Dealt { .. } if step.dealing().is_none() => {
                    self.coup = step.open().map(Basis::of);
                    self.last = None;
                }
                Happening::Reversed => self.coup = self.last.clone(),
                _ => {}
            }
        }
        let concluded = step.has(|what| matches!(what, Happening::Concluded | Happening::CoupVoid { .. }));
        if concluded {
            self.last = self.coup.clone();
        }
    }
}

impl<'a> Step<'a> {
    pub(crate) fn open(&self) -> Option<&'a Open> {
        self.before.open.as_ref()
    }

    pub(crate) fn has(&self, what: impl Fn(&Happening) -> bool) -> bool {
        self.events.iter().any(|event| what(&event.what))
    }

    /// The coup in progress before anything was said.
    fn dealing(&self) -> Option<&'a Dealing> {
        dealing(self.before)
    }

    /// The coup in progress afterwards.
    fn dealing_after(&self) -> Option<&'a Dealing> {
        dealing(self.after)
    }

    /// The coup before, while it can still be put right.
    fn last(&self) -> Option<&'a LastCoup> {
        self.before.open.as_ref().and_then(Open::last_coup)
    }

    /// Whether this deals the first card of a coup.
    fn begins_coup(&self) -> bool {
        self.dealing().is_none() && self.has(|what| matches!(what, Happening::Dealt { .. }))
    }

    /// Whether the software runs a demonstration by itself.
    fn software_deals(&self) -> bool {
        self.said.by == Actor::System && self.open().is_none_or(|open| open.terms.demonstration)
    }

    /// Whether the tournament whose table this is tells what was ruled of a wager: the officer said so there, on its record.
    fn ruled_by_tournament(&self) -> bool {
        self.said.by == Actor::System
            && matches!(self.said.command, Command::Found { .. })
            && self.open().is_some_and(|open| open.opening.is_tournament())
    }

    /// Whether somebody speaks for whom no officer answers.
    fn alone(&self) -> bool {
        match self.said.by {
            Actor::Staff(role, _) => role == Role::Dealer,
            Actor::Patron(_) => true,
            Actor::System => !self.software_deals() && !self.ruled_by_tournament(),
        }
    }

    fn wrong<T>(&self, why: impl std::fmt::Display) -> Result<T, String> {
        let events: Vec<String> = self.events.iter().map(|event| event.to_string()).collect();
        let (book, by, command) = (&self.book.id, self.said.by, &self.said.command);
        Err(format!("{why}\nunder {book}, {by}: {command}\n{}", events.join("\n")))
    }

    /// Every card that lies or waits has left the shoe, and is counted.
    fn counted(&self) -> Result<(), String> {
        // A shoe may end while a coup that was dealt from it is still to be settled.
        let open = self.after.open.as_ref().filter(|open| open.shoe.stage == Stage::Ready);
        let Some(open) = open else { return Ok(()) };
        let out: Vec<Card> = match &open.phase {
            Phase::Preparing => Vec::new(),
            Phase::Betting(betting) => betting.waiting.clone(),
            Phase::Dealing(dealing) => {
                let lie = dealing.dealt.iter().map(|own| own.card);
                lie.chain(dealing.waiting.iter().chain(&dealing.carries).copied()).collect()
            }
        };
        let counted = |card: &Card| open.shoe.seen.get(card).copied().unwrap_or(0) as usize;
        match out.iter().find(|card| out.iter().filter(|own| own == card).count() > counted(card)) {
            Some(card) => self.wrong(format!("{card} has left the shoe and is not counted")),
            None => Ok(()),
        }
    }

    /// Where standing patrons wager with a seated one, none of theirs lies at an empty place before the first card.
    fn empty_seats(&self) -> Result<(), String> {
        let beside = self.book.procedure.get(Rule::Standing).is_some_and(|rule| rule.number.is_some());
        let open = self.after.open.as_ref().filter(|open| beside && !open.in_coup());
        let Some(open) = open else { return Ok(()) };
        let alone = |placed: &&Placed| {
            let (patron, at, _) = placed.spot();
            let sits = Seat::new(at).is_some_and(|seat| open.patrons.seated.contains_key(&seat));
            open.patrons.standing.contains(&(at, patron)) && !sits
        };
        match open.wagers().iter().find(alone) {
            Some(placed) => self.wrong(format!("{:?} lies where nobody sits", placed.spot())),
            None => Ok(()),
        }
    }

    /// Who is offered or given a hand has a wager on it that is not late.
    fn entitled_holders(&self) -> Result<(), String> {
        let (Some(open), Some(dealing)) = (self.open(), self.dealing()) else { return Ok(()) };
        let method = self.book.method(&open.method).map(|method| method.holders);
        for event in self.events {
            let (Happening::HandOffered { patron, .. } | Happening::Designated { patron, .. }) = event.what
            else {
                continue;
            };
            let good = |placed: &&Placed| placed.wager.patron == patron && placed.fault != Some(Fault::Late);
            let late_part = |placed: &&Placed| placed.wager.patron == patron && placed.late_part.is_some();
            let has = dealing.wagers.iter().any(|own| good(&own) || late_part(&own));
            if method == Some(Holders::HighestBettors) && !has {
                return self.wrong(format!("{patron} has no wager on that hand"));
            }
        }
        Ok(())
    }

    /// A wager never leaves the layout without an event that names it.
    fn vanished(&self) -> Result<(), String> {
        let lies = |table: &'a Table| {
            table.open.iter().flat_map(|open| open.wagers()).map(|placed| placed.spot()).collect::<Vec<_>>()
        };
        let after = lies(self.after);
        let named = |spot: Spot| {
            self.has(|what| match what {
                Happening::WagersForfeited { patron } => spot.0 == *patron,
                what => touched(what) == Some(spot),
            })
        };
        match lies(self.before).into_iter().find(|spot| !after.contains(spot) && !named(*spot)) {
            Some((patron, at, bet)) => {
                self.wrong(format!("the wager {patron}@{at} {bet} vanished without a word"))
            }
            None => Ok(()),
        }
    }
}

fn dealing(table: &Table) -> Option<&Dealing> {
    match table.open.as_ref().map(|open| &open.phase) {
        Some(Phase::Dealing(dealing)) => Some(dealing),
        _ => None,
    }
}

/// The wager that an event takes off the layout, wholly or in part.
fn touched(what: &Happening) -> Option<Spot> {
    match what {
        Happening::Lifted { patron, at, bet, .. }
        | Happening::WagerRefused { patron, at, bet, .. }
        | Happening::WagerVoid { patron, at, bet, .. }
        | Happening::Reduced { patron, at, bet, .. }
        | Happening::Withdrawn { patron, at, bet, .. }
        | Happening::Collected { patron, at, bet, .. }
        | Happening::StoodOff { patron, at, bet, .. }
        | Happening::StakeReturned { patron, at, bet, .. }
        | Happening::TokensReturned { patron, at, bet, .. } => Some((*patron, *at, *bet)),
        // An officer finds that none lay there after all.
        Happening::Found { patron, at, bet, stake } if stake.is_zero() => Some((*patron, *at, *bet)),
        _ => None,
    }
}

/// Nothing is made and nothing is lost; what the ledger has on the layout is what lies there.
fn money(step: &Step<'_>) -> Result<(), String> {
    let ledger = &step.after.ledger;
    if let Some(coin) = Coin::ALL.iter().find(|coin| ledger.total(**coin) != Money::ZERO) {
        return step.wrong(format!("{coin} was made or lost"));
    }
    let stakes = || step.after.open.iter().flat_map(|open| open.wagers()).map(|placed| placed.wager.stake);
    let on = |coin| ledger.on(coin, Account::Layout);
    let chips = on(Coin::Chips) + on(Coin::Credits) == stakes().map(|stake| stake.chips).sum();
    let tokens = on(Coin::Tokens) == stakes().map(|stake| stake.tokens).sum();
    if chips && tokens { Ok(()) } else { step.wrong("the ledger and the layout differ") }
}
