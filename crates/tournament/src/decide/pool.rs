//! The conditions of a tournament, and the pool that is played for.

use punto_rulebook::{Item, Span, TournamentRule as R, Way};
use punto_vocab::line::Words;
use punto_vocab::{Citation, List, Money, PersonId, Promise};

use super::{Ctx, Decision, event, sessions, winners};
use crate::conditions::{Conditions, Plan, Seating};
use crate::event::{Event, Happening};
use crate::reason::Reason;
use crate::state::{Entrant, Phase, Stage, Standing, Tournament};

/// Items without which nothing can be played, whatever the document says of them.
const NEEDED: [Item; 4] = [Item::Chips, Item::Limits, Item::Session, Item::Prizes];

/// Writes the conditions down; they can be written again until they are published.
pub(super) fn draft(ctx: &Ctx<'_>, conditions: &Conditions) -> Decision {
    let publish = ctx.entitled(R::Publish)?;
    not_published(ctx)?;
    playable(ctx, conditions)?;
    let session = ctx.book.tournament.get(R::Session).filter(|rule| rule.value == Some(Way::TimeOrShoes));
    let by_coups = conditions.item(Item::Session).is_some_and(|length| length.starts_with("coups"));
    if let Some(rule) = session.filter(|_| by_coups) {
        return ctx.refuse(&rule.by, Reason::NotByCoups);
    }
    Ok(vec![event(Happening::Drafted { conditions: conditions.clone() }, &publish.by)])
}

/// Refuses conditions that promise what the document does not have, or limits that go where it does not let them go.
fn playable(ctx: &Ctx<'_>, conditions: &Conditions) -> Result<(), crate::Refused> {
    let Ok(plan) = Plan::of(conditions) else { return Ok(()) };
    let promised = [
        (plan.live, R::LiveChips),
        (plan.pass_cards > 0, R::PassCard),
        (plan.buy_backs > 0, R::BuyBack),
        (plan.hidden > 0, R::Hidden),
        (plan.rise.is_some(), R::LimitsRise),
        (plan.guarantee.is_positive(), R::Guarantee),
        (conditions.says(Item::SecondChance), R::SecondChance),
        (conditions.says(Item::CashOut), R::EndEarlyAgreed),
    ];
    if let Some((_, rule)) =
        promised.iter().find(|(asked, rule)| *asked && ctx.book.tournament.get(*rule).is_none())
    {
        return ctx.refuse(&ctx.order(), Reason::NoSuchRule { rule: *rule });
    }
    kept_to(ctx, conditions, &plan)?;
    in_units(ctx, &plan)?;
    let raised =
        ctx.book.tournament.get(R::LimitsRise).filter(|rule| rule.value == Some(Way::AfterIndicator));
    let falls = |rise: &Span| rise.min < plan.limits.min || rise.max < plan.limits.max;
    match raised.filter(|_| plan.rise.as_ref().is_some_and(falls)) {
        Some(rule) => ctx.refuse(&rule.by, Reason::LimitsFall),
        None => Ok(()),
    }
}

/// Refuses conditions that say otherwise than the document where it leaves them nothing to say.
fn kept_to(ctx: &Ctx<'_>, conditions: &Conditions, plan: &Plan) -> Result<(), crate::Refused> {
    let says = |item, word| conditions.item(item) == Some(word);
    let fixed = |rule: R| ctx.book.tournament.get(rule).filter(|own| own.value != Some(Way::Optional));
    let indicated =
        ctx.book.tournament.get(R::LimitsRise).filter(|rule| rule.value == Some(Way::AfterIndicator));
    let otherwise = [
        (Item::Order, says(Item::Order, "no"), fixed(R::Order)),
        (Item::MayRefuse, says(Item::MayRefuse, "no"), fixed(R::RefuseEntry)),
        (Item::Compulsory, says(Item::Compulsory, "no"), ctx.book.tournament.get(R::EveryCoup)),
        (Item::HiddenAfterTie, plan.tie_gives_back == Some(true), ctx.book.tournament.get(R::HiddenTie)),
        (Item::RiseAfter, plan.rise_after.is_some(), indicated),
    ];
    match otherwise.into_iter().find_map(|(item, said, rule)| Some((item, rule.filter(|_| said)?))) {
        Some((item, rule)) => ctx.refuse(&rule.by, Reason::NotTheirs { item }),
        None => Ok(()),
    }
}

/// Refuses a minimum that is no whole number of the units of the sign: somebody with no more than it could not wager, and would
/// not be out.
fn in_units(ctx: &Ctx<'_>, plan: &Plan) -> Result<(), crate::Refused> {
    let posted = ctx.book.tournament.get(R::Units).filter(|rule| rule.value == Some(Way::Posted));
    let Some((units, unit)) = posted.zip(plan.unit) else { return Ok(()) };
    let minimums = [Some(plan.limits.min), plan.rise.map(|rise| rise.min)];
    let broken = |stake: &Money| stake.minor() % unit.minor().max(1) != 0;
    match minimums.into_iter().flatten().find(broken) {
        Some(stake) => ctx.refuse(&units.by, Reason::NotInUnits { stake, unit }),
        None => Ok(()),
    }
}

/// Publishes the conditions, once every item that the document asks for is there.
pub(super) fn publish(ctx: &Ctx<'_>, draw: Option<Promise>) -> Decision {
    let publish = ctx.entitled(R::Publish)?;
    not_published(ctx)?;
    if ctx.own.plan.is_none() {
        return ctx.refuse(&publish.by, Reason::NoConditions);
    }
    let asked = |item: &Item| {
        let rule = ctx.book.tournament.item(*item);
        rule.map_or(NEEDED.contains(item), |rule| !rule.optional)
    };
    // Where no clause says what a tie makes of a hidden wager, the conditions do.
    let hides = ctx.own.plan.as_ref().is_some_and(|plan| plan.hidden > 0);
    let open = hides && ctx.book.tournament.get(R::HiddenTie).is_none();
    // Limits rise at a point that is announced: to others at no point, or at one to none, says nothing. Where the document
    // itself has the point, conditions have none.
    let rises = ctx.book.tournament.get(R::LimitsRise).filter(|rule| rule.value != Some(Way::AfterIndicator));
    let rises = ctx.own.plan.as_ref().filter(|_| rises.is_some());
    let half = |item: &Item| match item {
        Item::Rise => rises.is_some_and(|plan| plan.rise_after.is_some()),
        Item::RiseAfter => rises.is_some_and(|plan| plan.rise.is_some()),
        _ => false,
    };
    let needed = |item: &Item| asked(item) || half(item) || *item == Item::HiddenAfterTie && open;
    let items = || Item::ALL.iter().copied().filter(needed);
    // These are statements, which are made or are not.
    let unsaid = |item| [Item::EntitledOnly, Item::RulesPrevail].contains(&item) && !ctx.own.form.says(item);
    let lacks = |item: &Item| ctx.own.form.item(*item).is_none() || unsaid(*item);
    let missing: Vec<Item> = items().filter(lacks).collect();
    if let Some((first, others)) = missing.split_first() {
        let others: Vec<_> = others.iter().map(|item| ctx.by_item(*item)).collect();
        let by = ctx.by_item(*first).and_all(&others).and(&publish.by);
        return ctx.refuse(&by, Reason::MissingItems { items: List(missing) });
    }
    can_be_kept(ctx)?;
    let drawn = ctx.own.plan.as_ref().is_some_and(|plan| plan.seating == Seating::Draw);
    if drawn && draw.is_none() {
        return ctx.refuse(&ctx.by_rule(R::Allocate), Reason::NoPromise);
    }
    let written: Vec<_> = Item::ALL.iter().filter(|item| ctx.own.form.item(**item).is_some()).collect();
    let by: Vec<_> =
        written.iter().filter_map(|item| ctx.book.tournament.item(**item)).map(|rule| &rule.by).collect();
    Ok(vec![event(Happening::Published { draw }, &publish.by.and_all(by))])
}

/// Refuses conditions that nobody could keep: fewer seats in some round than the fewest entrants would need, or a method by which
/// no table of a tournament is dealt.
fn can_be_kept(ctx: &Ctx<'_>) -> Result<(), crate::Refused> {
    if let Some(plan) = &ctx.own.plan {
        let (seats, entrants) = (sessions::capacity(ctx, plan), plan.least);
        if seats < entrants {
            return ctx.refuse(&sessions::capacity_by(ctx), Reason::TooFewSeats { seats, entrants });
        }
    }
    let Some(method) = ctx.own.form.item(Item::Method) else { return Ok(()) };
    let of_tournaments = ctx.book.methods.iter().find(|own| own.tournament);
    let dealt = ctx.book.method(method).is_some_and(|own| own.tournament || of_tournaments.is_none());
    match Words::new(method).ok().filter(|_| !dealt) {
        Some(method) => {
            let by = of_tournaments.map_or_else(|| ctx.by_item(Item::Method), |own| own.by.clone());
            ctx.refuse(&by, Reason::NoSuchMethod { method })
        }
        None => Ok(()),
    }
}

fn not_published(ctx: &Ctx<'_>) -> Result<(), crate::Refused> {
    match ctx.own.stage {
        Stage::Drafting => Ok(()),
        Stage::Entering | Stage::Running | Stage::Over => {
            ctx.refuse(&ctx.by_rule(R::Publish), Reason::PublishedAlready)
        }
        Stage::Cancelled => ctx.refuse(&ctx.order(), Reason::Cancelled),
    }
}

/// Adds cash to the pool.
pub(super) fn add_value(ctx: &Ctx<'_>, amount: Money, what: &Words) -> Decision {
    let fee = ctx.entitled(R::Fee)?;
    ctx.entering()?;
    Ok(vec![event(Happening::ValueAdded { amount, what: what.clone() }, &fee.by)])
}

/// Adds goods or a service: a prize of its own for a place, and no part of the sum that is shared out.
pub(super) fn add_goods(ctx: &Ctx<'_>, place: u32, amount: Money, what: &Words) -> Decision {
    let fee = ctx.entitled(R::Fee)?;
    let most = ctx.entering()?.most;
    match (1..=most).contains(&place) {
        true => Ok(vec![event(Happening::GoodsAdded { place, amount, what: what.clone() }, &fee.by)]),
        false => ctx.refuse(&fee.by, Reason::NoSuchPlace { place, most }),
    }
}

/// Keeps a part of the fees, where the document lets the house keep one.
pub(super) fn retain(ctx: &Ctx<'_>, amount: Money) -> Decision {
    let pool = ctx.entitled(R::Pool)?;
    ctx.entering()?;
    let most = most_kept(ctx, ctx.own);
    match amount <= most {
        true => Ok(vec![event(Happening::Retained { amount }, &pool.by)]),
        false => ctx.refuse(&pool.by, Reason::KeepsTooMuch { asked: amount, most }),
    }
}

/// The most that the house may keep of the fees as they are.
fn most_kept(ctx: &Ctx<'_>, own: &Tournament) -> Money {
    let hundredths = ctx.book.tournament.get(R::Pool).and_then(|pool| pool.number).unwrap_or(0);
    Money::from_minor(own.fees().minor() * i64::from(hundredths) / 100)
}

/// What the house may still keep once these fees have gone back, where that is less than it keeps.
pub(super) fn still_kept(ctx: &Ctx<'_>, events: &[Event]) -> Option<Event> {
    let after = ctx.after(events);
    let amount = most_kept(ctx, &after);
    (amount < after.retained).then(|| event(Happening::Retained { amount }, &ctx.by_rule(R::Pool)))
}

/// Calls the tournament off; fees go back, those of the disqualified only where the document says that all do. Where the
/// pool is guaranteed, too few entries are a reason of their own.
pub(super) fn cancel(ctx: &Ctx<'_>, why: &Words) -> Decision {
    let cancel = ctx.entitled(R::Cancel)?;
    let plan = if ctx.own.stage == Stage::Running { ctx.running()? } else { ctx.entering()? };
    if let Some((table, _)) = ctx.own.venues.iter().find(|(_, venue)| venue.phase == Phase::Dealing) {
        return ctx.refuse(&ctx.order(), Reason::InSession { table: *table });
    }
    let guarantee = ctx.book.tournament.get(R::Guarantee);
    let few = guarantee.filter(|_| ctx.own.count() < plan.least && plan.guarantee.is_positive());
    let by = few.map_or_else(|| cancel.by.clone(), |rule| cancel.by.and(&rule.by));
    let cancelled = event(Happening::Cancelled { why: why.clone() }, &by);
    let all = cancel.value == Some(Way::EveryFee);
    let back = ctx.own.entrants.iter().filter(|(_, own)| all || own.standing != Standing::Disqualified);
    let refunds = back.filter_map(|(entrant, own)| {
        let amount = own.fee.filter(|fee| fee.is_positive())?;
        Some(event(Happening::Refunded { entrant: *entrant, amount }, &cancel.by))
    });
    let bought = ctx.own.entrants.keys().filter_map(|entrant| not_played_out(ctx, *entrant));
    let held = ctx.own.playing().filter_map(|(name, own)| Some((name, own.place.as_ref()?.stack)));
    let chips = held
        .filter(|(_, stack)| stack.is_positive())
        .map(|(name, stack)| winners::chips_left(ctx, name, stack, R::ChipsAtEnd));
    let mut events: Vec<Event> = [cancelled].into_iter().chain(refunds).chain(bought).chain(chips).collect();
    events.extend(still_kept(ctx, &events));
    Ok(events)
}

/// What the house adds when the tournament begins and the pool is less than it guaranteed.
pub(super) fn top_up(ctx: &Ctx<'_>, guarantee: Money) -> Option<Event> {
    let rule = ctx.book.tournament.get(R::Guarantee)?;
    let missing = guarantee - ctx.own.pool();
    missing.is_positive().then(|| event(Happening::ToppedUp { amount: missing }, &rule.by))
}

/// A fee that goes back, if one was paid by somebody who is not in any more.
pub(super) fn refund(ctx: &Ctx<'_>, entrant: PersonId, by: &Citation) -> Option<Event> {
    let own = ctx.own.entrants.get(&entrant).filter(|own| own.standing != Standing::Withdrawn)?;
    let amount = own.fee.filter(|fee| fee.is_positive())?;
    Some(event(Happening::Refunded { entrant, amount }, by))
}

/// What somebody has paid for chips of a session that is not played out, when there is none: all of it, bought before the session
/// or back in its course, whatever has become of them or of their fee. Chips that are money are their owners', and go back as that.
fn not_played_out(ctx: &Ctx<'_>, entrant: PersonId) -> Option<Event> {
    if ctx.own.are_money() {
        return unplayed(ctx, entrant);
    }
    let plan = ctx.own.plan.as_ref().filter(|plan| plan.bought)?;
    let place = ctx.own.entrants.get(&entrant)?.place.as_ref()?;
    let times = i64::from(place.bought) + i64::from(place.bought_back);
    let amount = Money::from_minor(plan.chips.minor() * times);
    let rules = [Some(R::BuyIn), (place.bought_back > 0).then_some(R::BuyBack)].into_iter().flatten();
    let rules = rules.filter_map(|rule| ctx.book.tournament.get(rule)).map(|rule| &rule.by);
    let by = ctx.by_rule(R::Allotment).and_all(rules);
    amount.is_positive().then(|| event(Happening::ChipsRefunded { entrant, amount }, &by))
}

/// What somebody has bought who does not play the session, whatever becomes of the fee: chips that are money are theirs, and for
/// others they have back what they paid.
pub(super) fn unplayed(ctx: &Ctx<'_>, entrant: PersonId) -> Option<Event> {
    let amount = not_given_out(ctx, ctx.own.entrants.get(&entrant)?)?;
    Some(match ctx.own.are_money() {
        true => winners::chips_left(ctx, entrant, amount, R::ChipsAtEnd),
        false => event(Happening::ChipsRefunded { entrant, amount }, &ctx.by_rule(R::Allotment)),
    })
}

/// What somebody has bought chips for that nobody has given out yet.
fn not_given_out(ctx: &Ctx<'_>, own: &Entrant) -> Option<Money> {
    let plan = ctx.own.plan.as_ref().filter(|plan| plan.bought)?;
    let place = own.place.as_ref().filter(|place| place.bought)?;
    let venue = ctx.own.venues.get(&place.table);
    // At a table whose winners are declared, only those have a seat who play a further session.
    let waits = venue.is_none_or(|venue| matches!(venue.phase, Phase::Idle | Phase::Declared));
    waits.then_some(plan.chips)
}
