//! What a tournament's events ask of its tables.
//!
//! Neither writes the other's events. What a tournament asks is said to the table as the house's own word and decided there;
//! what a table did is told to the tournament as a command ([`crate::tells`]). The table deals and settles; wagers reach it
//! only from here. At an open table everybody sits who plays for the tournament there.

#![deny(clippy::wildcard_enum_match_arm)] // a new event asks whether a table must know of it

use std::collections::BTreeMap;

use punto_rulebook::{Breach, Item, Opening, Range, Rulebook, Span, Terms};
use punto_table::{Command as Ask, PatronOrder};
use punto_vocab::line::Words;
use punto_vocab::{Actor, BetId, Money, PersonId, Time};

use crate::apply::apply;
use crate::conditions::Plan;
use crate::event::{Event, Happening};
use crate::order::sequence;
use crate::state::{Phase, Standing, Tournament, Wager};

punto_vocab::groups! {
    Happening:
    /// What asks nothing of a table, or nothing besides wagers that have changed.
    of_no_table: Drafted Published ValueAdded GoodsAdded Retained ToppedUp Refunded FeeKept ChipsRefunded Applied Informed Endorsed FeePaid Accepted
        EntryRefused Withdrew Started Designated Released Drawn Allotted Attending Departed Rescheduled SeatTaken SeatLeft BoughtIn
        Opened Issued PassCardsIssued ShoeOver Agreed SessionOver RoundBegan GivenSecondChance BuyBackForgone Wagered OutOfTurn Altered Passed Corrected
        WagerVoid TimeLimited Restricted IndicatorIn IndicatorOut LimitsRaised Sealed Examined FormReturned Announced Laid Deemed Unclear
        FaultFound FormShown HiddenUsed BetsClosed Dealt OutcomeTold CoupOver CoupVoid LastCoup WrongHolder Won Lost Stays PassCollected Deducted
        AbsenceCounted Missed AllOut SubstituteNamed Substituted Reported Dismissed Disputed Ruled CountOrdered Counted Short ChipsIn ChipsKept ChipsReturned
        PlayOffOver Advanced Placed Undeclared Awarded GoodsAwarded HandedOver PrizePaid;
    /// What changes no wagers that a table knows of, and seats nobody and sends nobody away.
    of_other_things: Drafted Published ValueAdded GoodsAdded Retained ToppedUp Refunded FeeKept ChipsRefunded Applied Informed Endorsed FeePaid Accepted
        EntryRefused Withdrew Started Designated Drawn Allotted Attending Departed Rescheduled SeatTaken SeatLeft BoughtIn
        Opened SessionBegan Issued PassCardsIssued MarkerAt ShoeOver Agreed GivenSecondChance BoughtBack BuyBackForgone OutOfTurn Passed TakenOff
        TimeLimited Restricted IndicatorIn IndicatorOut LimitsRaised Sealed Examined FormReturned Announced Laid Deemed Unclear FaultFound FormShown
        HiddenUsed BetsClosed Dealt OutcomeTold CoupOver CoupVoid LastCoup WrongHolder Won Lost PassCollected Deducted AbsenceCounted Missed AllOut
        SubstituteNamed Substituted Reported Dismissed Reinstated Disputed Ruled CountOrdered Counted Short ChipsIn ChipsKept ChipsReturned
        Advanced Placed Undeclared Awarded GoodsAwarded HandedOver PrizePaid;
}

/// What is asked of a table: its number, and what is said to it.
pub type TableAsk = (u8, Ask);

/// What an event asks of tables. The tournament is given as it was and as it is.
pub fn asks(book: &Rulebook, before: &Tournament, own: &Tournament, what: &Happening) -> Vec<TableAsk> {
    asked(book, &Before::of(before, what), own, what)
}

/// Folds an event into a tournament, and tells what it asks of tables.
pub fn follow(
    book: &Rulebook,
    own: &mut Tournament,
    (at, by): (Time, Actor),
    event: &Event,
) -> Vec<TableAsk> {
    let before = Before::of(own, &event.what);
    apply(own, at, by, event);
    asked(book, &before, own, &event.what)
}

/// What is told to a table once the tournament has done with it: it closes, so that the next session finds it free.
pub fn done_with(what: &Happening) -> Option<TableAsk> {
    if let Happening::Declared { table } | Happening::Released { table } = what {
        return Some((*table, Ask::Close));
    }
    None
}

/// What must be known of the tables that an event is about, as they were before it.
struct Before {
    /// What went on, and the wagers that lay.
    tables: Vec<(u8, Phase, Vec<Wager>)>,
    /// Who played where.
    sat: Vec<(PersonId, u8, u8)>,
}

impl Before {
    fn of(own: &Tournament, what: &Happening) -> Before {
        let about = about(own, what);
        let of_it = |table: u8| match about {
            About::No => false,
            About::Table(own) => own == table,
            About::All => true,
        };
        let tables = own.venues.iter().filter(|(table, _)| of_it(**table));
        let sat = own.playing().filter(|_| about != About::No).filter_map(|(name, own)| {
            let place = own.place.as_ref().filter(|place| of_it(place.table))?;
            Some((name, place.table, place.seat))
        });
        Before {
            tables: tables.map(|(table, own)| (*table, own.phase, own.wagers.clone())).collect(),
            sat: sat.collect(),
        }
    }

    fn sat(&self, entrant: PersonId) -> bool {
        self.sat.iter().any(|(name, _, _)| *name == entrant)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum About {
    /// No table has to know.
    No,
    Table(u8),
    All,
}

/// The table where an event may change wagers, or who sits there.
fn about(own: &Tournament, what: &Happening) -> About {
    match what {
        Happening::Cancelled { .. } | Happening::RoundBegan { .. } => About::All,
        Happening::Declared { table }
        | Happening::SessionOver { table, .. }
        | Happening::PlayOffBegan { table, .. }
        | Happening::PlayOffOver { table, .. }
        | Happening::Unsettled { table }
        | Happening::Released { table } => About::Table(*table),
        Happening::Wagered { entrant, .. }
        | Happening::Altered { entrant, .. }
        | Happening::Corrected { entrant, .. }
        | Happening::WagerVoid { entrant, .. }
        | Happening::Stays { entrant, .. }
        | Happening::Eliminated { entrant, .. }
        | Happening::PlaceLost { entrant }
        | Happening::Disqualified { entrant, .. }
        | Happening::KnockedOut { entrant } => {
            let place = own.entrants.get(entrant).and_then(|own| own.place.as_ref());
            place.map_or(About::No, |place| About::Table(place.table))
        }
        of_other_things!() => About::No,
    }
}

fn asked(book: &Rulebook, before: &Before, own: &Tournament, what: &Happening) -> Vec<(u8, Ask)> {
    let asked = match what {
        Happening::SessionBegan { .. } => {
            let played = own.venues.iter().filter(|(_, venue)| venue.phase == Phase::Betting);
            played.flat_map(|(table, _)| opened(book, own, *table)).collect()
        }
        Happening::MarkerAt { table, .. } => {
            let names = sequence(book, own, *table);
            let ask = |names| (*table, Ask::WagerOrder { names: PatronOrder(names) });
            Some(names).filter(|names| !names.is_empty()).map(ask).into_iter().collect()
        }
        Happening::Laid { entrant, bet, stake } | Happening::Deemed { entrant, bet, stake }
            // What is found after the coup is for the table's officers to put right.
            if stake.is_positive() && matches!(phase_of(own, *entrant), Some(Phase::Closed | Phase::Dealing)) =>
        {
            let ask = |at| Ask::Reveal { patron: *entrant, at, bet: *bet, stake: Some(*stake) };
            at(own, *entrant, ask)
        }
        Happening::Corrected { entrant, bet, stake } if dealt(own, *entrant) => {
            at(own, *entrant, |at| Ask::Found { patron: *entrant, at, bet: *bet, stake: *stake })
        }
        // Before the cards the wager is lifted like any other that is gone.
        Happening::WagerVoid { entrant, bet } if dealt(own, *entrant) => {
            let stake = Money::ZERO;
            at(own, *entrant, |at| Ask::Found { patron: *entrant, at, bet: *bet, stake })
        }
        Happening::Eliminated { entrant, .. }
        | Happening::PlaceLost { entrant }
        | Happening::Disqualified { entrant, .. }
        | Happening::KnockedOut { entrant } => {
            let sits = before.sat(*entrant) && is_open(own, *entrant);
            let gone = Ask::Leave { patron: *entrant };
            at(own, *entrant, |_| gone.clone()).into_iter().filter(|_| sits).collect()
        }
        Happening::BoughtBack { entrant, .. } | Happening::Reinstated { entrant, .. } => {
            at(own, *entrant, |seat| Ask::Sit { patron: *entrant, at: seat })
        }
        // The table was closed when winners were declared, which is taken back.
        Happening::PlayOffBegan { table, .. }
            if own.venues.get(table).is_some_and(|venue| venue.undeclared) =>
        {
            opened(book, own, *table)
        }
        Happening::PlayOffBegan { table, .. } | Happening::Unsettled { table } => {
            let here = own.playing().filter_map(|(name, own)| Some((name, own.place.as_ref()?)));
            let back = here.filter(|(name, place)| place.table == *table && !before.sat(*name));
            back.map(|(patron, place)| (*table, Ask::Sit { patron, at: place.seat })).collect()
        }
        Happening::Declared { .. } | Happening::Cancelled { .. } => left(before),
        // The table has told of it.
        Happening::TakenOff { .. } => return Vec::new(),
        of_no_table!() => Vec::new(),
    };
    moved(before, own).into_iter().chain(asked).collect()
}

/// Something that is asked of the table where somebody has a seat.
fn at(own: &Tournament, entrant: PersonId, ask: impl Fn(u8) -> Ask) -> Vec<(u8, Ask)> {
    let place = own.entrants.get(&entrant).and_then(|own| own.place.as_ref());
    place.map(|place| (place.table, ask(place.seat))).into_iter().collect()
}

/// Whether the table is open at which somebody has a seat.
fn is_open(own: &Tournament, entrant: PersonId) -> bool {
    phase_of(own, entrant).is_some_and(has_table)
}

/// Whether cards of a coup are out where somebody has a seat.
fn dealt(own: &Tournament, entrant: PersonId) -> bool {
    phase_of(own, entrant) == Some(Phase::Dealing)
}

fn phase_of(own: &Tournament, entrant: PersonId) -> Option<Phase> {
    let place = own.entrants.get(&entrant)?.place.as_ref()?;
    own.venues.get(&place.table).map(|venue| venue.phase)
}

/// Whether a table is open in this phase of its session.
fn has_table(phase: Phase) -> bool {
    match phase {
        Phase::Betting | Phase::Closed | Phase::Dealing | Phase::Over => true,
        Phase::Idle | Phase::Declared => false,
    }
}

/// Wagers in chips that were put down, changed or taken off before the cards.
fn moved(before: &Before, own: &Tournament) -> Vec<(u8, Ask)> {
    let mut asked = Vec::new();
    for (table, phase, was) in &before.tables {
        let Some(venue) = own.venues.get(table).filter(|venue| venue.wagers != *was) else { continue };
        if *phase == Phase::Dealing || venue.phase == Phase::Dealing {
            continue;
        }
        let (was, lie) = (totals(was), totals(&venue.wagers));
        let seat = |one: PersonId| {
            let sat = before.sat.iter().find(|(name, _, _)| *name == one);
            sat.map(|(_, _, seat)| *seat)
        };
        for ((patron, bet), _) in was.iter().filter(|(spot, stake)| lie.get(spot) != Some(stake)) {
            let lift = seat(*patron).map(|at| Ask::Lift { patron: *patron, at, bet: *bet });
            asked.extend(lift.map(|ask| (*table, ask)));
        }
        for ((patron, bet), stake) in lie.iter().filter(|(spot, stake)| was.get(spot) != Some(stake)) {
            let bet = seat(*patron).map(|at| Ask::Bet { patron: *patron, at, bet: *bet, stake: *stake });
            asked.extend(bet.map(|ask| (*table, ask)));
        }
    }
    asked
}

/// What lies on each bet for everybody: chips, and what was read out, together.
fn totals(wagers: &[Wager]) -> BTreeMap<(PersonId, BetId), Money> {
    let mut totals = BTreeMap::new();
    for own in wagers {
        *totals.entry((own.entrant, own.bet)).or_insert(Money::ZERO) += own.stake;
    }
    totals
}

/// A table of the tournament, which its staff have closed after the session before, opens without what is switched off in tournaments, and with everybody in their seats.
fn opened(book: &Rulebook, own: &Tournament, table: u8) -> Vec<(u8, Ask)> {
    let Some(plan) = &own.plan else { return Vec::new() };
    let off = Breach::ALL
        .iter()
        .filter(|breach| book.limits.found_late_in_tournament(**breach) != book.limits.found_late(**breach));
    let off = off.map(|breach| Ask::LimitOff { breach: *breach });
    let here = own.entrants.iter().filter(|(_, one)| one.standing == Standing::In);
    let seats = here.filter_map(|(name, one)| Some((*name, one.place.as_ref()?)));
    let sit = seats
        .filter(|(_, place)| place.table == table)
        .map(|(patron, place)| Ask::Sit { patron, at: place.seat });
    let opening = opening(book, own, plan);
    [Ask::Open { opening }].into_iter().chain(off).chain(sit).map(|ask| (table, ask)).collect()
}

/// What a table of the tournament opens with: its method, and limits that let in all that its sessions have. Which of them
/// hold when is the tournament's to say, before a wager comes to the table. Where wagers go in steps of the minimum, the
/// table's own is one that divides both: a step under either pair of limits is whole steps there.
pub(crate) fn opening(book: &Rulebook, own: &Tournament, plan: &Plan) -> Opening {
    let widest = plan.rise.map_or(plan.limits, |rise| Span {
        min: Money::from_minor(common(plan.limits.min.minor(), rise.min.minor())),
        max: plan.limits.max.max(rise.max),
    });
    let mut opening = Opening::usual();
    opening.parts.tournament = Some(true);
    opening.parts.limits = Some(Range(widest));
    let method = own.form.item(Item::Method).filter(|method| book.method(method).is_some());
    opening.parts.method = method.and_then(|method| Words::new(method).ok());
    opening
}

/// The largest amount that divides both.
fn common(one: i64, other: i64) -> i64 {
    if other == 0 { one } else { common(other, one % other) }
}

/// Everybody leaves tables that are open. To close them is for their staff, who check their cards before they do.
fn left(before: &Before) -> Vec<(u8, Ask)> {
    let open = |table: u8| before.tables.iter().any(|(own, phase, _)| *own == table && has_table(*phase));
    let here = before.sat.iter().filter(|(_, table, _)| open(*table));
    here.map(|(patron, table, _)| (*table, Ask::Leave { patron: *patron })).collect()
}

/// How many seats a tournament's table has under a document: those that such a table opens with.
pub fn seats(book: &Rulebook) -> u8 {
    let mut opening = Opening::usual();
    opening.parts.tournament = Some(true);
    let mut draft = opening.draft(book);
    draft.posted = true;
    let terms = Terms::under(book, draft).ok();
    terms.and_then(|terms| terms.seats).and_then(|seats| u8::try_from(seats).ok()).unwrap_or(u8::MAX)
}
