//! The conditions and the prizes, until they are published and afterwards.

use punto_rulebook::{Content, PrizeItem, PromotionItem as Item, PromotionRule as R, Way};
use punto_vocab::line::Words;
use punto_vocab::{Citation, List, Money, PersonId, Promise};

use super::{Ctx, Decision, event};
use crate::conditions::{Conditions, Manner, Plan};
use crate::content::{is_same, speaks_of, spoken_of};
use crate::event::Happening;
use crate::prize::{Details, Prized, Thing, ThingId};
use crate::reason::{Reason, Refused};
use crate::state::Stage;

/// Items without which nothing can be awarded, whatever the document says of them.
const NEEDED: [Item; 3] = [Item::Manner, Item::Closes, Item::Held];

/// Details without which a prize is none, whatever the document says of them.
const NEEDED_OF_PRIZES: [PrizeItem; 2] = [PrizeItem::Kind, PrizeItem::Value];

/// Writes the conditions down; they can be written again until they are published.
pub(super) fn draft(ctx: &Ctx<'_>, conditions: &Conditions) -> Decision {
    let offer = ctx.entitled(R::Offer)?;
    not_published(ctx)?;
    Ok(vec![event(Happening::Drafted { conditions: conditions.clone() }, &offer.by)])
}

/// Adds something to what regulations prescribe as no prize.
pub(super) fn prescribe(ctx: &Ctx<'_>, thing: ThingId) -> Decision {
    let Some(rule) = ctx.book.promotion.prohibited(Content::Prescribed) else {
        return ctx.refuse(&ctx.order(), Reason::NoSuchRule { rule: R::Prohibited });
    };
    ctx.one_of(&rule.roles, &rule.by)?;
    not_published(ctx)?;
    Ok(vec![event(Happening::Prescribed { thing }, &rule.by)])
}

/// Writes a prize down, unless it is one that may not be given away.
pub(super) fn prize(ctx: &Ctx<'_>, prize: u8, details: &Details) -> Decision {
    let offer = ctx.entitled(R::Offer)?;
    not_published(ctx)?;
    let prized = prized(ctx, details)?;
    let by = match prized.alternative {
        Some(amount) => offer.by.and(&cash_offered(ctx, &prized, amount)?),
        None => offer.by.clone(),
    };
    Ok(vec![event(Happening::PrizeSet { prize, details: details.clone() }, &by)])
}

/// What cash in place of a prize rests on, where the document lets it be offered.
fn cash_offered(ctx: &Ctx<'_>, prized: &Prized, amount: Money) -> Result<Citation, Refused> {
    let rule = ctx.rule(R::CashAlternative)?;
    let dollars = rule.value == Some(Way::NotForDollars) && prized.has_dollars();
    let value = prized.value;
    match dollars || prized.is_cash() || !amount.is_positive() {
        true => ctx.refuse(&rule.by, Reason::NoCashAlternative),
        false if value.is_positive() && amount > value => {
            ctx.refuse(&rule.by.and(&ctx.by_detail(PrizeItem::Value)), Reason::AlternativeAbove { value })
        }
        false => Ok(rule.by.clone()),
    }
}

/// What details come to, unless something that may not be given away is in it.
fn prized(ctx: &Ctx<'_>, details: &Details) -> Result<Prized, Refused> {
    let prized = details.prized();
    let litres = prized.litres();
    for thing in &prized.parts {
        let Some(rule) = ctx.book.promotion.prohibited(thing.content()) else { continue };
        let allowed = match thing {
            Thing::Known(_) => false,
            Thing::Litres(_) => litres <= rule.number.unwrap_or(0),
            Thing::None(_) | Thing::Without(_) => true,
            Thing::Named(name) => !ctx.own.prescribed.iter().any(|thing| is_same(*thing, *name)),
        };
        if !allowed {
            let by = rule.by.and(&ctx.by_rule(R::Prohibited));
            // However it is divided, all the liquor is named.
            let thing = if let Thing::Litres(_) = thing { Thing::Litres(litres) } else { *thing };
            return ctx.refuse(&by, Reason::Prohibited { thing });
        }
    }
    undeclared(ctx, details, &prized)?;
    Ok(prized)
}

/// Refuses a prize whose text speaks of something that may be no prize, where what it contains neither has nor denies it.
fn undeclared(ctx: &Ctx<'_>, details: &Details, prized: &Prized) -> Result<(), Refused> {
    let answered = |content: Content| prized.parts.iter().any(|part| part.is_about(content));
    let named = spoken_of(details).into_iter().find(|content| !answered(*content));
    let rule = named.and_then(|content| Some((content, ctx.book.promotion.prohibited(content)?)));
    match rule {
        Some((content, rule)) => {
            let by = rule.by.and(&ctx.by_rule(R::Prohibited));
            ctx.refuse(&by, Reason::Undeclared { thing: Thing::Known(content) })
        }
        None => unprescribed(ctx, details, prized),
    }
}

/// The same of what regulations prescribe, by the names that the operator keeps of it.
fn unprescribed(ctx: &Ctx<'_>, details: &Details, prized: &Prized) -> Result<(), Refused> {
    let answered = |thing: ThingId| {
        prized
            .parts
            .iter()
            .any(|part| matches!(part, Thing::Named(own) | Thing::Without(own) if is_same(*own, thing)))
    };
    let mut named = ctx.own.prescribed.iter().copied().filter(|thing| speaks_of(details, *thing));
    match (named.find(|thing| !answered(*thing)), ctx.book.promotion.prohibited(Content::Prescribed)) {
        (Some(thing), Some(rule)) => {
            let by = rule.by.and(&ctx.by_rule(R::Prohibited));
            ctx.refuse(&by, Reason::Undeclared { thing: Thing::Named(thing) })
        }
        (Some(_) | None, _) => Ok(()),
    }
}

/// Takes a prize off the list.
pub(super) fn drop_prize(ctx: &Ctx<'_>, prize: u8) -> Decision {
    let offer = ctx.entitled(R::Offer)?;
    not_published(ctx)?;
    ctx.prize(prize)?;
    Ok(vec![event(Happening::PrizeDropped { prize }, &offer.by)])
}

/// Publishes the conditions with all prizes, once everything that the document asks for is there. Whoever agreed to it acts for
/// the house, too.
pub(super) fn publish(ctx: &Ctx<'_>, draw: Option<Promise>, second: Option<PersonId>) -> Decision {
    let terms = ctx.entitled(R::Terms)?;
    not_published(ctx)?;
    let Some(plan) = &ctx.own.plan else { return ctx.refuse(&terms.by, Reason::NoConditions) };
    let conditions = ctx.by_rule(R::Conditions);
    let written = whole(ctx, &conditions)?;
    timely(ctx, plan)?;
    if plan.manner == Manner::Draw && draw.is_none() {
        return ctx.refuse(&ctx.by_item(Item::Manner), Reason::NoPromise);
    }
    if ctx.own.prizes.is_empty() {
        return ctx.refuse(&ctx.by_detail(PrizeItem::What).and(&conditions), Reason::NoPrizes);
    }
    let mut events =
        vec![event(Happening::Published { draw, second }, &terms.by.and(&conditions).and_all(&written))];
    for (number, own) in &ctx.own.prizes {
        let by = offered(ctx, *number, &own.details, &conditions)?;
        events.push(event(Happening::Offered { prize: *number }, &by));
    }
    Ok(events)
}

/// What the items of the conditions rest on, if none is missing.
fn whole(ctx: &Ctx<'_>, conditions: &Citation) -> Result<Vec<Citation>, Refused> {
    let asked = |item: &Item| {
        let rule = ctx.book.promotion.item(*item);
        rule.is_some_and(|rule| !rule.optional) || NEEDED.contains(item)
    };
    let items = || Item::ALL.iter().copied();
    let missing: Vec<Item> =
        items().filter(asked).filter(|item| ctx.own.form.item(*item).is_none()).collect();
    if let Some((first, others)) = missing.split_first() {
        let others: Vec<_> = others.iter().map(|item| ctx.by_item(*item)).collect();
        let by = ctx.by_item(*first).and_all(&others).and(conditions);
        return ctx.refuse(&by, Reason::MissingItems { items: List(missing) });
    }
    let written = items().filter(|item| ctx.own.form.item(*item).is_some());
    Ok(written.filter_map(|item| ctx.book.promotion.item(item)).map(|rule| rule.by.clone()).collect())
}

/// Refuses conditions by which nobody could enter, by which prizes could go before everybody has, or by which nobody could
/// claim one.
fn timely(ctx: &Ctx<'_>, plan: &Plan) -> Result<(), Refused> {
    let (closes, held) = (plan.closes, plan.held);
    if closes <= ctx.at {
        return ctx.refuse(&ctx.by_item(Item::Closes), Reason::ClosedAlready { closes });
    }
    if plan.manner == Manner::Draw && held < closes {
        return ctx.refuse(&ctx.by_item(Item::Held), Reason::HeldBeforeClose { held, closes });
    }
    // A prize that cannot be claimed once it is won is none.
    match plan.claim_by.filter(|until| *until <= held) {
        Some(claim_by) => {
            ctx.refuse(&ctx.by_item(Item::ClaimBy), Reason::ClaimedTooSoon { claim_by, from: held })
        }
        None => Ok(()),
    }
}

/// What the details of a prize rest on, if none is missing and nothing in it is prohibited.
fn offered(ctx: &Ctx<'_>, prize: u8, details: &Details, conditions: &Citation) -> Result<Citation, Refused> {
    let prized = prized(ctx, details)?;
    let rules = &ctx.book.promotion;
    let by_kind = |item: PrizeItem| prized.kinds.iter().filter_map(move |kind| rules.detail_of(*kind, item));
    let all = |item: PrizeItem| rules.detail(item).into_iter().chain(by_kind(item));
    let lacks = |item: &PrizeItem| details.item(*item).is_none_or(str::is_empty);
    let asked = |item: &PrizeItem| all(*item).any(|rule| !rule.optional) || NEEDED_OF_PRIZES.contains(item);
    let missing: Vec<PrizeItem> = PrizeItem::ALL.iter().copied().filter(asked).filter(lacks).collect();
    if !missing.is_empty() {
        let by: Vec<_> = missing.iter().flat_map(|item| all(*item)).map(|rule| &rule.by).collect();
        let by = conditions.and(&ctx.by_detail(PrizeItem::What)).and_all(by);
        return ctx.refuse(&by, Reason::MissingDetails { prize, items: List(missing) });
    }
    let by: Vec<_> = details.items().flat_map(all).map(|rule| &rule.by).collect();
    Ok(ctx.by_detail(PrizeItem::What).and_all(by))
}

fn not_published(ctx: &Ctx<'_>) -> Result<(), Refused> {
    match ctx.own.stage {
        Stage::Drafting => Ok(()),
        Stage::Published | Stage::Postponed | Stage::Cancelled => {
            let by = ctx.by_rule(R::Terms).and(&ctx.by_rule(R::Conditions));
            ctx.refuse(&by, Reason::PublishedAlready)
        }
    }
}

/// Advertises the promotion; what is advertised names conditions that can be had.
pub(super) fn advertise(ctx: &Ctx<'_>, what: &Words) -> Decision {
    let terms = ctx.entitled(R::Terms)?;
    ctx.running()?;
    Ok(vec![event(Happening::Advertised { what: what.clone() }, &terms.by)])
}
