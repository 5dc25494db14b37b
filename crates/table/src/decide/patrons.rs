//! Who comes, sits, stands and leaves, what they bring and take, and what they complain of.

use punto_lines::{Event, Happening, Hindrance, InTrouble, Reason, Refused, SignName, With};
use punto_rulebook::{Medium, Rule, Terms};
use punto_vocab::line::Words;
use punto_vocab::{Actor, Citation, Money, PersonId, Seat, TokenVoucher};

use super::pending::waits_on;
use super::{Ctx, Decision, event, tokens};
use punto_coup::Wager;
use punto_state::{Open, Placed, apply};
use punto_vocab::ledger::{Account, Coin};

/// Refuses a place to somebody who is excluded, who is there already, or whose wager would be left behind. Who is at the
/// table may move to another place; boxes besides a seat are held by who sits.
fn may_come_to(ctx: &Ctx<'_>, open: &Open, patron: PersonId, at: u8, sits: bool) -> Result<(), Refused> {
    ctx.not_excluded(patron)?;
    let patrons = &open.patrons;
    let there = match sits {
        true => patrons.seat_of(patron).is_some_and(|seat| seat.number() == at),
        false => patrons.standing.contains(&(at, patron)) || patrons.boxes.values().any(|own| *own == patron),
    };
    if there {
        return ctx.refuse(&ctx.order(), Reason::HereAlready(patron));
    }
    if patrons.has(patron) && open.wagers().iter().any(|placed| placed.wager.patron == patron) {
        return ctx.refuse(&ctx.book.closing.by, Reason::NotNow(Hindrance::PatronHasWager));
    }
    Ok(())
}

fn numbered_box(ctx: &Ctx<'_>, open: &Open, at: u8) -> Result<Option<Seat>, Refused> {
    let seats = open.terms.seats.unwrap_or(u32::from(u8::MAX));
    let by = ctx.book.seats.as_ref().map_or_else(|| ctx.order(), |seats| seats.by.clone());
    match Seat::new(at).filter(|seat| u32::from(seat.number()) <= seats) {
        Some(seat) => Ok(Some(seat)),
        None => ctx.refuse(&by, Reason::NoSuchBox { at, seats }),
    }
}

pub(super) fn sit(ctx: &Ctx<'_>, open: &Open, patron: PersonId, at: u8) -> Decision {
    may_come_to(ctx, open, patron, at, true)?;
    let by = ctx.book.seats.as_ref().map_or_else(|| ctx.book.stakes.by.clone(), |seats| seats.by.clone());
    if let Some(seat) = numbered_box(ctx, open, at)?
        && (open.patrons.seated.contains_key(&seat)
            || open.patrons.boxes.get(&at).is_some_and(|own| *own != patron))
    {
        let by = ctx.book.procedure.get(Rule::OnePatronPerBox).map_or(by, |rule| rule.by.clone());
        return ctx.refuse(&by, Reason::SeatTaken(at));
    }
    Ok(vec![event(Happening::Sat { patron, at }, &by)])
}

pub(super) fn stand(ctx: &Ctx<'_>, open: &Open, patron: PersonId, at: u8) -> Decision {
    may_come_to(ctx, open, patron, at, false)?;
    let rule = ctx.rule(Rule::Standing)?;
    match rule.number {
        // So many beside the seated patron of a numbered box.
        Some(most) => {
            let seat = numbered_box(ctx, open, at)?;
            if seat.is_none_or(|seat| !open.patrons.seated.contains_key(&seat)) {
                return ctx.refuse(&rule.by, Reason::NotNow(Hindrance::NobodySitsThere));
            }
            let there = open.patrons.standing.iter().filter(|(own, _)| *own == at).count() as u32;
            if there >= most {
                return ctx.refuse(&rule.by, Reason::TooManyStanding(most));
            }
        }
        // Areas of their own, apart from the numbered ones.
        None => {
            if open.terms.seats.is_some_and(|seats| u32::from(at) <= seats) {
                return ctx.refuse(&rule.by, Reason::StandingAreas);
            }
        }
    }
    Ok(vec![event(Happening::Stood { patron, at }, &rule.by)])
}

pub(super) fn take_box(ctx: &Ctx<'_>, open: &Open, patron: PersonId, at: u8) -> Decision {
    let seat = numbered_box(ctx, open, at)?;
    ctx.not_excluded(patron)?;
    if !open.patrons.has(patron) {
        return ctx.refuse(&ctx.order(), Reason::NotHere(patron));
    }
    if open.patrons.seat_of(patron).is_none() {
        return ctx.refuse(&ctx.order(), Reason::NotNow(Hindrance::PatronStands));
    }
    if seat.is_some_and(|seat| open.patrons.seated.contains_key(&seat))
        || open.patrons.boxes.contains_key(&at)
    {
        return ctx.refuse(&ctx.order(), Reason::SeatTaken(at));
    }
    let by = ctx.book.seats.as_ref().map_or_else(|| ctx.order(), |seats| seats.by.clone());
    Ok(vec![event(Happening::TookBox { patron, at }, &by)])
}

pub(super) fn leave(ctx: &Ctx<'_>, open: &Open, patron: PersonId) -> Decision {
    if !open.patrons.has(patron) {
        return ctx.refuse(&ctx.order(), Reason::NotHere(patron));
    }
    if open.wagers().iter().any(|placed| placed.wager.patron == patron) {
        return ctx.refuse(&ctx.book.closing.by, Reason::NotNow(Hindrance::PatronHasWager));
    }
    if let Some((ruling, _)) = waits_on(open, patron) {
        return ctx.refuse(&ruling.by, Reason::InTrouble(InTrouble::CureWaits(ruling.cure)));
    }
    rights_end(ctx, open, patron)?;
    let mut events = rights_over(ctx, open, patron);
    events.extend(super::role::holder_leaves(ctx, open, patron, false));
    events.push(event(Happening::Left { patron }, &ctx.order()));
    Ok(events)
}

/// Refuses staff below the officer to end what a patron alone has here: it goes at the patron's word, or an officer's.
fn rights_end(ctx: &Ctx<'_>, open: &Open, patron: PersonId) -> Result<(), Refused> {
    if !matches!(ctx.by, Actor::Staff(..)) {
        return Ok(());
    }
    let rules = &ctx.book.procedure;
    let leaves = rules.get(Rule::OldMinimumLeaves).filter(|_| open.patrons.old_minimum.contains_key(&patron));
    if let (Some(rule), Some(officer)) = (leaves, rules.get(Rule::EndOldMinimum)) {
        ctx.one_of(&officer.roles, &rule.by)?;
    }
    match rules.get(Rule::PersonalLimits).filter(|_| open.patrons.personal.contains_key(&patron)) {
        Some(rule) => ctx.one_of(&rule.roles, &rule.by),
        None => Ok(()),
    }
}

/// What a patron alone had at the table is over, on record: an old minimum, and the sign with limits of their own.
fn rights_over(ctx: &Ctx<'_>, open: &Open, patron: PersonId) -> Vec<Event> {
    let rules = &ctx.book.procedure;
    let marker = rules.get(Rule::OldMinimumLeaves).filter(|_| open.patrons.old_minimum.contains_key(&patron));
    let marker = marker.map(|rule| event(Happening::OldMinimumOver { patron }, &rule.by));
    let own = rules.get(Rule::PersonalLimits).filter(|_| open.patrons.personal.contains_key(&patron));
    let sign = own.map(|rule| event(Happening::TakenDown { sign: SignName::Personal(patron) }, &rule.by));
    marker.into_iter().chain(sign).collect()
}

pub(super) fn buy_in(
    ctx: &Ctx<'_>,
    open: &Open,
    patron: PersonId,
    amount: Money,
    (with, voucher): (With, Option<&TokenVoucher>),
) -> Decision {
    if !open.patrons.has(patron) {
        return ctx.refuse(&ctx.order(), Reason::NotHere(patron));
    }
    let stakes = &open.terms.stakes;
    let by = match with {
        With::Cash if open.terms.demonstration => {
            return ctx.refuse(&Terms::demonstration_by(), Reason::NoCash);
        }
        With::Cash => {
            let rule = ctx.book.procedure.get(Rule::DropBoxForCash).or(ctx.book.procedure.get(Rule::DropBox));
            let by = rule.map_or(&stakes.by, |rule| &rule.by);
            if ctx.book.procedure.get(Rule::DropBoxForCash).is_some() && !open.opening.takes_cash() {
                return ctx.refuse(by, Reason::NoCash);
            }
            by
        }
        With::Voucher if stakes.value.contains(&Medium::Tokens) => {
            let by = tokens::by(ctx);
            tokens::exchanged(ctx, patron, voucher)?;
            by
        }
        With::Balance if stakes.value.contains(&Medium::Credits) => &stakes.by,
        With::Voucher | With::Balance => {
            return ctx.refuse(&stakes.by, Reason::NotNow(Hindrance::UnknownMedium));
        }
    };
    if with == With::Cash && !open.terms.credits && !open.terms.chips.can_make(amount) {
        return ctx.refuse(&stakes.by, Reason::NotNow(Hindrance::ChipsCannotMake));
    }
    if !amount.is_positive() || amount > Money::LARGEST {
        return ctx.refuse(&stakes.by, Reason::NotNow(Hindrance::BadBuyIn));
    }
    if with != With::Voucher && voucher.is_some() {
        return ctx.refuse(&stakes.by, Reason::NotNow(Hindrance::NotAVoucher));
    }
    Ok(vec![event(Happening::Bought { patron, amount, with, voucher: voucher.cloned() }, by)])
}

pub(super) fn cash_out(ctx: &Ctx<'_>, open: &Open, patron: PersonId, amount: Money) -> Decision {
    let stakes = &open.terms.stakes;
    if !open.patrons.has(patron) {
        return ctx.refuse(&ctx.order(), Reason::NotHere(patron));
    }
    if !open.terms.credits {
        return ctx.refuse(&stakes.by, Reason::NotNow(Hindrance::CashedAtCage));
    }
    let balance = ctx.table.ledger.on(Coin::Credits, Account::Balance(patron));
    if amount > balance || !amount.is_positive() {
        return ctx.refuse(&stakes.by, Reason::NotEnough { patron, balance, asked: amount });
    }
    // What a coup has paid that waits for a ruling is not cashed out before it.
    if let Some((ruling, paid)) = waits_on(open, patron).filter(|(_, paid)| amount > balance - *paid) {
        let balance = (balance - paid).max(Money::ZERO);
        return ctx.refuse(&ruling.by.and(&stakes.by), Reason::NotEnough { patron, balance, asked: amount });
    }
    Ok(vec![event(Happening::CashedOut { patron, amount }, &stakes.by)])
}

pub(super) fn colour_change(ctx: &Ctx<'_>, open: &Open, patron: PersonId, amount: Money) -> Decision {
    if !open.patrons.has(patron) {
        return ctx.refuse(&ctx.order(), Reason::NotHere(patron));
    }
    if !amount.is_positive() || !open.terms.chips.can_make(amount) {
        return ctx.refuse(&ctx.book.stakes.by, Reason::NotNow(Hindrance::ChipsCannotMake));
    }
    Ok(vec![event(Happening::ColourChanged { patron, amount }, &ctx.book.stakes.by)])
}

pub(super) fn exclude(ctx: &Ctx<'_>, open: &Open, patron: PersonId, why: &Words) -> Decision {
    let rule = ctx.entitled(Rule::Exclude)?;
    found_out(ctx, patron, &rule.by)?;
    Ok(excluded(ctx, open, patron, why, &rule.by))
}

impl Ctx<'_> {
    /// Refuses somebody who has been excluded from the game, by the clause that excludes.
    pub(crate) fn not_excluded(&self, patron: PersonId) -> Result<(), Refused> {
        match self.table.excluded.contains(&patron) {
            true => {
                let rule = self.book.procedure.get(Rule::Exclude);
                let by = rule.map_or_else(|| self.order(), |rule| rule.by.clone());
                self.refuse(&by, Reason::Excluded(patron))
            }
            false => Ok(()),
        }
    }
}

/// Refuses measures against somebody who was not found to have broken the rule of conduct that they are for.
pub(super) fn found_out(ctx: &Ctx<'_>, patron: PersonId, by: &Citation) -> Result<(), Refused> {
    let known = ctx.book.procedure.get(Rule::ProhibitedDevices).is_some();
    match known && !ctx.table.found_out(Rule::ProhibitedDevices, patron) {
        true => ctx.refuse(by, Reason::NotNow(Hindrance::NoBreach)),
        false => Ok(()),
    }
}

/// Somebody plays no further, and leaves unless a wager of theirs is still to be settled or ruled on.
pub(super) fn excluded(
    ctx: &Ctx<'_>,
    open: &Open,
    patron: PersonId,
    why: &Words,
    by: &Citation,
) -> Vec<Event> {
    let mut events = vec![event(Happening::Excluded { patron, why: why.clone() }, by)];
    if open.patrons.has(patron) && !held_here(open, patron) {
        events.extend(sent_away(ctx, open, patron, by));
    }
    events
}

/// Whether a wager of somebody's is still to be settled or ruled on.
fn held_here(open: &Open, patron: PersonId) -> bool {
    open.wagers().iter().any(|placed| placed.wager.patron == patron) || waits_on(open, patron).is_some()
}

/// What goes when somebody is sent away: what they alone have at the table, a role that passes round, the place.
fn sent_away(ctx: &Ctx<'_>, open: &Open, patron: PersonId, by: &Citation) -> Vec<Event> {
    let over = rights_over(ctx, open, patron);
    let role = super::role::holder_leaves(ctx, open, patron, true);
    over.into_iter().chain(role).chain([event(Happening::Left { patron }, by)]).collect()
}

/// Those who were excluded while something of theirs lay leave when nothing does any more.
pub(super) fn excluded_leave(ctx: &Ctx<'_>, open: &Open) -> Vec<Event> {
    let rule = ctx.book.procedure.get(Rule::Exclude);
    let by = rule.map_or_else(|| ctx.order(), |rule| rule.by.clone());
    let gone =
        |own: &&PersonId| ctx.table.excluded.contains(own) && !open.in_coup() && !held_here(open, **own);
    open.patrons.arrived.iter().filter(gone).flat_map(|own| sent_away(ctx, open, *own, &by)).collect()
}

/// What happened, and after it what goes back to patrons who wagered with somebody seated where nobody sits any more. Once a card
/// is out their wagers are in the coup.
pub(super) fn seats_given_up(ctx: &Ctx<'_>, mut events: Vec<Event>) -> Vec<Event> {
    let moved = |own: &Event| {
        matches!(own.what, Happening::Left { .. } | Happening::Sat { .. } | Happening::Stood { .. })
    };
    let rule = ctx.book.procedure.get(Rule::Standing).filter(|rule| rule.number.is_some());
    let Some(rule) = rule.filter(|_| events.iter().any(moved)) else { return events };
    let mut after = ctx.table.clone();
    events.iter().for_each(|own| apply(&mut after, ctx.at, ctx.by, own));
    let Some(open) = after.open.as_ref().filter(|open| !open.in_coup()) else { return events };
    let alone = |placed: &&Placed| {
        let Wager { patron, at, .. } = placed.wager;
        let sits = Seat::new(at.0).is_some_and(|seat| open.patrons.seated.contains_key(&seat));
        open.patrons.standing.contains(&(at.0, patron)) && !sits
    };
    let refused = |placed: &Placed| {
        let ((patron, at, bet), stake) = (placed.spot(), placed.wager.stake.total());
        event(Happening::WagerRefused { patron, at, bet, stake }, &rule.by)
    };
    events.extend(open.wagers().iter().filter(alone).map(refused));
    events
}

/// An idle patron may be asked to give up the place when every other is in use.
pub(super) fn move_on(ctx: &Ctx<'_>, open: &Open, patron: PersonId) -> Decision {
    let rule = ctx.rule(Rule::IdleSeat)?;
    ctx.one_of(&[], &rule.by)?;
    if open.wagers().iter().any(|placed| placed.wager.patron == patron) {
        return ctx.refuse(&rule.by, Reason::NotNow(Hindrance::PatronHasWager));
    }
    let idle = open.patrons.idle.get(&patron).copied().unwrap_or(0) >= rule.number.unwrap_or(0);
    let taken = open.patrons.seated.len() + open.patrons.boxes.len();
    let full = open.terms.seats.is_some_and(|seats| taken as u32 >= seats);
    if !idle || !full {
        return ctx.refuse(&rule.by, Reason::NotIdle(patron));
    }
    rights_end(ctx, open, patron)?;
    let mut events = vec![event(Happening::MovedOn { patron }, &rule.by)];
    events.extend(sent_away(ctx, open, patron, &rule.by));
    Ok(events)
}
