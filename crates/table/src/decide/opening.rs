//! Who opens a table, with what, and on which gaming day. What a clause leaves to an officer is not set by somebody else
//! who opens the table, and closing for a moment changes nothing of it.

use punto_lines::{Matter, Reason, Refused};
use punto_rulebook::known::{Choice, LimitChangeNotice};
use punto_rulebook::{HouseSetting, Limits, Opening, Rule, Sign, Span, Terms};
use punto_vocab::{Actor, BetId, Day, Money, Role};

use super::Ctx;
use super::limits::{house_officer, minutes_of};
use super::voice::{runs_tournaments, watches};
use punto_state::{ClosedWith, Table};

/// No clock that tells the time shows a day before this one, in 1997.
const FIRST_REAL_DAY: i64 = 10_000;

/// Refuses patrons and those who only watch.
pub(super) fn may_open(ctx: &Ctx<'_>, opening: &Opening) -> Result<(), Refused> {
    match ctx.by {
        Actor::Patron(_) => ctx.work_of_the_dealer(),
        Actor::Staff(role, _) if watches(role) => ctx.work_of_the_dealer(),
        // The tables of a tournament are named by those who run it.
        Actor::Staff(role, _) if opening.is_tournament() && !runs_tournaments(role) => {
            let needed = [Role::TournamentManager, Role::CompetitionDirector].into();
            ctx.refuse(&ctx.order(), Reason::WrongRole { actor: ctx.by, needed })
        }
        Actor::Staff(..) | Actor::System => Ok(()),
    }
}

/// Refuses an opening that sets what a clause leaves to an officer, by somebody else: against what the table closed with, whichever day
/// is named, and what is usual where it never was open. The house itself, which opens its own tables, may.
pub(super) fn by_the_officer(ctx: &Ctx<'_>, opening: &Opening, terms: &Terms) -> Result<(), Refused> {
    if ctx.by == Actor::System {
        return Ok(());
    }
    // Those who run a tournament name its tables, with everything at them.
    if !opening.is_tournament() && !settings_stay(ctx, opening, terms) {
        by_the_house(ctx)?;
    }
    let book = ctx.book;
    let before = ctx.table.closed_with.as_ref();
    let usual = book.usual_method(opening.is_tournament()).map_or("", |method| method.id.as_str());
    let method = before.map_or(usual, |own| &*own.method);
    let variant = before.map(|own| &*own.terms.variant).or(book.variants.first().map(|own| &*own.id));
    let limits = before.map(|own| &own.terms.limits);
    let set = [
        (Rule::ChangeVariant, variant != Some(&*terms.variant)),
        (Rule::ChangeMethod, opening.method().unwrap_or(usual) != method),
        (Rule::CollectiveLiability, terms.limits.liability != limits.and_then(|own| own.liability)),
        (Rule::TableDifferential, terms.limits.differential != limits.and_then(|own| own.differential)),
    ];
    for rule in set.iter().filter(|(_, is)| *is).filter_map(|(rule, _)| book.procedure.get(*rule)) {
        ctx.one_of(&rule.roles, &rule.by)?;
    }
    match before {
        Some(before) if figures(ctx, &before.terms.limits) != figures(ctx, &terms.limits) => {
            limits_officer(ctx, before)?;
            match ctx.table.same_day(opening.parts.date, ctx.at) {
                true => announced(ctx, before, &terms.limits),
                false => Ok(()),
            }
        }
        Some(_) | None => Ok(()),
    }
}

/// Refuses everybody but who sets the house's settings. Who only has the grade that rules at a table by one of them does not
/// set it.
fn by_the_house(ctx: &Ctx<'_>) -> Result<(), Refused> {
    let Some(rule) = ctx.book.procedure.get(Rule::HouseSettings) else { return Ok(()) };
    let own = ctx.by.role();
    match own.is_some_and(|own| rule.roles.iter().any(|needed| ctx.book.counts_as(own, *needed))) {
        true => ctx.on_duty(),
        false => {
            ctx.refuse(&rule.by, Reason::WrongRole { actor: ctx.by, needed: rule.roles.as_slice().into() })
        }
    }
}

/// Whether an opening leaves the settings alone. They are the table's and not the day's: it goes on with what it closed with,
/// whenever that was, and begins with the defaults.
fn settings_stay(ctx: &Ctx<'_>, opening: &Opening, terms: &Terms) -> bool {
    match &ctx.table.closed_with {
        Some(before) => goes_on(before, opening, terms),
        None => !terms.demonstration && ctx.book.house.iter().all(|own| usual(own, terms)),
    }
}

/// Whether a setting is what it is where nobody has said anything. One that has no default is said by whoever opens first.
fn usual(setting: &HouseSetting, terms: &Terms) -> bool {
    let chosen = terms.house.get(&setting.setting);
    setting.default.is_none() || chosen.is_none() || chosen == setting.default.as_ref()
}

/// Whether a table goes on with everything that it closed with and that no rule of its own changes.
fn goes_on(before: &ClosedWith, opening: &Opening, terms: &Terms) -> bool {
    let besides = before.besides.as_ref().is_none_or(|own| **own == opening.besides_terms());
    besides && rest(&before.terms) == rest(terms)
}

/// Terms without variant and limits, and without what follows from those for each bet: officers of their own answer for them.
fn rest(terms: &Terms) -> (Terms, Vec<BetId>) {
    let bets = terms.offers.iter().map(|offer| offer.bet).collect();
    let limits = Limits::plain(Money::ZERO, Money::ZERO);
    (Terms { variant: "".into(), limits, offers: Vec::new(), ..terms.clone() }, bets)
}

/// What is posted as limits, without the totals that have a rule of their own.
fn figures(ctx: &Ctx<'_>, limits: &Limits) -> Limits {
    let has = |rule| ctx.book.procedure.get(rule).is_some();
    let differential = limits.differential.filter(|_| !has(Rule::TableDifferential));
    let liability = limits.liability.filter(|_| !has(Rule::CollectiveLiability));
    Limits { differential, liability, ..limits.clone() }
}

/// Refuses everybody but who changes limits while the table is open.
fn limits_officer(ctx: &Ctx<'_>, before: &ClosedWith) -> Result<(), Refused> {
    let rules = &ctx.book.procedure;
    if let Some(rule) = rules.get(Rule::ChangeLimits) {
        return ctx.one_of(&rule.roles, &rule.by);
    }
    if before.terms.choice::<LimitChangeNotice>().is_some() {
        return house_officer(ctx, &LimitChangeNotice::SETTING.citation()).map(|_| ());
    }
    match rules.get(Rule::RaiseMinimum) {
        Some(rule) => ctx.one_of(&rule.roles, &rule.by),
        None => Ok(()),
    }
}

/// Refuses limits that those who were at the table when it closed were not told of as a change of them wants it: closing for a while
/// takes nobody's notice away, and agreed has nobody.
fn announced(ctx: &Ctx<'_>, before: &ClosedWith, limits: &Limits) -> Result<(), Refused> {
    if before.patrons.is_empty() {
        return Ok(());
    }
    let old = &before.terms.limits;
    let bets = before.terms.offers.iter().map(|offer| offer.bet);
    let of_bets = bets
        .map(|bet| (old.of(bet), limits.of(bet), Sign::Stakes(bet, limits.of(bet).min, limits.of(bet).max)));
    let wager = limits.wager;
    let of_table = (old.wager, wager, Sign::Limits(wager.min, wager.max));
    // A bet without limits of its own has those of the table, and their sign.
    let of_bets = of_bets.filter(|(old_of, new_of, _)| !(*old_of == old.wager && *new_of == wager));
    for (old, new, sign) in [of_table].into_iter().chain(of_bets).filter(|(old, new, _)| old != new) {
        notice_of(ctx, before, (old, new), &sign)?;
    }
    Ok(())
}

/// Refuses new limits of which no sign was up in its time when the table closed.
fn notice_of(
    ctx: &Ctx<'_>,
    before: &ClosedWith,
    (old, new): (Span, Span),
    sign: &Sign,
) -> Result<(), Refused> {
    let rules = &ctx.book.procedure;
    let house = before.terms.choice::<LimitChangeNotice>();
    let (by, minutes) = match (rules.get(Rule::ChangeByNotice), house, rules.get(Rule::RaiseMinimum)) {
        (Some(rule), _, _) => {
            let change = rules.get(Rule::ChangeLimits);
            (change.map_or_else(|| rule.by.clone(), |change| change.by.and(&rule.by)), rule.minutes)
        }
        (None, Some(notice), _) => match minutes_of(notice) {
            None => {
                let by = LimitChangeNotice::SETTING.citation();
                let patron = before.patrons.first().copied();
                let reason = |patron| Reason::NotAgreed { patron, matter: Matter::Limits };
                return patron.map_or(Ok(()), |patron| ctx.refuse(&by, reason(patron)));
            }
            minutes => (LimitChangeNotice::SETTING.citation(), minutes),
        },
        // Here only a higher minimum is announced.
        (None, None, Some(rule)) => (rule.by.clone(), rule.minutes.filter(|_| new.min > old.min)),
        (None, None, None) => return Ok(()),
    };
    let Some(minutes) = minutes.filter(|minutes| *minutes > 0) else { return Ok(()) };
    let up = before.signs.iter().find(|(own, _)| {
        *own == sign || ctx.book.procedure.get(Rule::RaiseMinimum).is_some() && own.same_minimum(sign)
    });
    let Some((_, posted)) = up else { return ctx.refuse(&by, Reason::NoSign { minutes }) };
    let until = posted.due(minutes);
    match ctx.at < until {
        true => ctx.refuse(&by, Reason::SignTooNew { since: posted.since, minutes, until }),
        false => Ok(()),
    }
}

/// Refuses a gaming day before the document came into force, before the table's last, or that has not come.
pub(super) fn gaming_day(ctx: &Ctx<'_>, date: Day) -> Result<(), Refused> {
    if let Some(in_force) = &ctx.book.in_force
        && let Ok(from) = in_force.value.get(..10).unwrap_or_default().parse()
        && date < from
    {
        return ctx.refuse(&in_force.by, Reason::NotInForce { date, from });
    }
    let day = date.since_1970();
    let today = ctx.at.latest_day();
    // A script counts its time from nought, and its calendar begins where the first opening says.
    let begins = if today > FIRST_REAL_DAY { today } else { day };
    let (last, latest) = match ctx.table {
        Table { day: Some(last), day_since: Some(since), .. } => {
            (*last, today.max(last.since_1970() + today - since.latest_day()))
        }
        _ => (date, begins),
    };
    match date {
        _ if date < last => ctx.refuse(&ctx.order(), Reason::DayOver { date, last }),
        _ if day > latest => ctx.refuse(&ctx.order(), Reason::DayToCome { date }),
        _ => Ok(()),
    }
}
