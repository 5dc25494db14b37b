//! The cards around the coups: check, shuffle, cut, marker, burn, end and replacement.

use punto_rulebook::{Behind, Burn, Device, End, Procedure, Rule};
use punto_vocab::line::Words;
use punto_vocab::{Card, Citation, Direction, PatronId, Role, Seat};

use super::{Ctx, Decision, event};
use crate::actor::Actor;
use crate::command::{Matter, ShuffleBy};
use crate::event::{Event, Happening};
use crate::reason::{Reason, Refused};
use crate::state::{MarkerState, Open, Phase, Stage, Topic};

/// Acts that must be done, in this order, before a shuffle by hand.
const BEFORE_SHUFFLE: [Rule; 6] =
    [Rule::CheckCards, Rule::ShowCards, Rule::PatronChecks, Rule::Wash, Rule::Stack, Rule::Riffle];

/// Cards that were dropped are all found again before anything else is done with them.
fn none_dropped(ctx: &Ctx<'_>, open: &Open) -> Result<(), Refused> {
    let dropped = open.told.iter().any(|(_, topic)| *topic == Topic::Rule(Rule::DroppedCards));
    match ctx.book.procedure.get(Rule::DroppedCards).filter(|_| dropped) {
        Some(rule) => ctx.refuse(&rule.by, Reason::Missing { rule: Rule::DroppedCards }),
        None => Ok(()),
    }
}

fn preparing(ctx: &Ctx<'_>, open: &Open, stage: Stage, by: &Citation) -> Result<(), Refused> {
    none_dropped(ctx, open)?;
    // Cards shown in the gathering wait for another shuffle by the clause that forbids it.
    let shown = open.acts.last().is_some_and(|(act, _)| *act == Rule::FaceShownInGathering);
    let gathering = ctx.book.procedure.get(Rule::FaceShownInGathering);
    let by = match gathering.filter(|_| shown && open.shoe.stage == Stage::Gathered) {
        Some(rule) => &rule.by,
        None => by,
    };
    match open.phase {
        Phase::Preparing if open.shoe.stage == stage => Ok(()),
        Phase::Preparing => {
            let why = match open.shoe.stage {
                Stage::Gathered => "they are not shuffled",
                Stage::Shuffled => "they are not cut",
                Stage::Cut => "the marker is not in",
                Stage::Marked => "they are not burned",
                Stage::Ready => "they are ready already",
            };
            ctx.refuse(by, Reason::CardsNotReady(why))
        }
        Phase::Betting(_) | Phase::Dealing(_) => ctx.refuse(by, Reason::NotNow("the shoe is in play")),
    }
}

fn done(open: &Open, rule: Rule) -> usize {
    let mut people: Vec<Actor> =
        open.acts.iter().filter(|(act, _)| *act == rule).map(|(_, who)| *who).collect();
    people.sort();
    people.dedup();
    people.len()
}

/// How many different people must do an act before the shuffle; nought where it is nobody's duty.
fn people_needed(ctx: &Ctx<'_>, open: &Open, rule: Rule) -> usize {
    // New cards go through everything that the first ones went through.
    let first = open.shoe.number == 0 || open.shoe.fresh;
    match ctx.book.procedure.get(rule) {
        None => 0,
        Some(procedure) => match procedure.value.as_deref() {
            Some("optional") => 0,
            Some("twice") if first => 2,
            Some("twice") => 0,
            Some("opening") if open.shoe.number > 0 => 0,
            Some("new-cards") if !first => 0,
            _ => 1,
        },
    }
}

/// Whether an act has been done by as many people as it takes; two checks are one by each of the roles it names.
fn enough(ctx: &Ctx<'_>, open: &Open, rule: Rule) -> bool {
    let needed = people_needed(ctx, open, rule);
    let each = ctx.book.procedure.get(rule).filter(|_| needed > 1).map_or(&[][..], |rule| &rule.roles);
    let by_role = |role: &Role| {
        let own = |who: &Actor| who.role().is_some_and(|own| ctx.book.counts_as(own, *role));
        open.acts.iter().any(|(act, who)| *act == rule && own(who))
    };
    done(open, rule) >= needed && each.iter().all(by_role)
}

/// Whether cards that were shuffled beforehand have come, and nobody has insisted on the full process.
fn preshuffled(open: &Open) -> bool {
    done(open, Rule::Preshuffled) > 0 && done(open, Rule::PreshuffledRefused) == 0
}

/// Whether the cards must go: patrons handled them, or might have by the way the shoe was dealt.
fn must_replace(ctx: &Ctx<'_>, open: &Open) -> bool {
    let by_method = ctx.book.procedure.get(Rule::HandledCards).and_then(|rule| rule.value.as_deref());
    let passed = open.shoe.played_as.as_deref().and_then(|id| ctx.book.method(id));
    let passed = passed.is_some_and(|method| method.holders != punto_rulebook::Holders::Dealer);
    open.shoe.must_replace || (passed && by_method == Some("by-method"))
}

/// Refuses an act out of its time: what the clause speaks of must be going on.
fn act_in_time(ctx: &Ctx<'_>, open: &Open, rule: Rule, procedure: &Procedure) -> Result<(), Refused> {
    let by = &procedure.by;
    let hand_out = |dealing: &crate::state::Dealing| {
        punto_vocab::Side::ALL.into_iter().any(|side| dealing.holders[side].designated.is_some())
    };
    let open_wagers = matches!(&open.phase, Phase::Betting(betting) if !betting.closed);
    match rule {
        Rule::OralWager if !open_wagers => ctx.refuse(by, Reason::WagersClosed),
        Rule::CutBacks => preparing(ctx, open, Stage::Shuffled, by),
        Rule::SecondCuttingCard if done(open, rule) > 0 => {
            ctx.refuse(by, Reason::NotNow("there are two cutting cards at most"))
        }
        Rule::SecondCuttingCard => preparing(ctx, open, Stage::Marked, by),
        Rule::ShowCards if open.patrons.arrived.is_empty() => ctx.refuse(by, Reason::NobodyPresent),
        Rule::PreshuffledLook | Rule::PreshuffledRefused
            if !matches!(open.phase, Phase::Preparing) || !preshuffled(open) =>
        {
            ctx.refuse(by, Reason::NotNow("no pre-shuffled cards wait for their first coup"))
        }
        Rule::HolderDuties if !matches!(&open.phase, Phase::Dealing(dealing) if hand_out(dealing)) => {
            ctx.refuse(by, Reason::NotNow("no patron holds a hand"))
        }
        _ => Ok(()),
    }
}

/// Refuses an act that comes before the one it follows.
pub(super) fn act_in_order(
    ctx: &Ctx<'_>,
    open: &Open,
    rule: Rule,
    procedure: &Procedure,
) -> Result<(), Refused> {
    let between_coups = [Rule::UnfitCards, Rule::OrderShuffle, Rule::CheckDevice];
    if between_coups.contains(&rule) && open.in_coup() {
        return ctx.refuse(&procedure.by, Reason::InCoup);
    }
    if rule == Rule::CheckDevice && open.terms.device.value != Device::ShufflingDevice {
        return ctx.refuse(&procedure.by, Reason::NotNow("cards are not dealt from a shuffling device here"));
    }
    if rule == Rule::FaceShownInGathering {
        preparing(ctx, open, Stage::Shuffled, &procedure.by)?;
    }
    riffle_in_time(ctx, open, rule, procedure)?;
    act_in_time(ctx, open, rule, procedure)?;
    if rule == Rule::PatronChecks && !matches!(ctx.by, Actor::Patron(patron) if open.patrons.has(patron)) {
        return ctx.refuse(&procedure.by, Reason::NotNow("a patron at the table checks the cards"));
    }
    let Some(place) = BEFORE_SHUFFLE.iter().position(|own| *own == rule) else { return Ok(()) };
    preparing(ctx, open, Stage::Gathered, &procedure.by)?;
    // Pre-shuffled cards are riffled without what leads up to it.
    if rule == Rule::Riffle && preshuffled(open) {
        return Ok(());
    }
    for before in &BEFORE_SHUFFLE[..place] {
        if !enough(ctx, open, *before) && !pre_checked(ctx, open, *before) {
            let by = ctx.book.procedure.get(*before).map_or(&procedure.by, |rule| &rule.by);
            return ctx.refuse(by, Reason::Missing { rule: *before });
        }
    }
    Ok(())
}

/// Refuses while one of these acts is still to be done.
fn all_done(ctx: &Ctx<'_>, open: &Open, acts: &[Rule], by: &Citation) -> Result<(), Refused> {
    for act in acts {
        if !enough(ctx, open, *act) && !pre_checked(ctx, open, *act) {
            let by = ctx.book.procedure.get(*act).map_or(by, |rule| &rule.by);
            return ctx.refuse(by, Reason::Missing { rule: *act });
        }
    }
    Ok(())
}

/// Pre-shuffled cards are riffled before the cut, the maker's own only once they are ready for it.
fn riffle_in_time(ctx: &Ctx<'_>, open: &Open, rule: Rule, procedure: &Procedure) -> Result<(), Refused> {
    let stages: &[Stage] = match rule {
        Rule::RiffleOnRequest => &[Stage::Gathered, Stage::Shuffled],
        Rule::RiffleMakers => &[Stage::Shuffled],
        _ => return Ok(()),
    };
    match matches!(open.phase, Phase::Preparing) && stages.contains(&open.shoe.stage) {
        true => Ok(()),
        false => ctx.refuse(&procedure.by, Reason::NotNow("a riffle comes right before the cut")),
    }
}

/// The rule by which the cards must be replaced: patrons handled them, or they are unfit.
fn replacement<'c>(ctx: &'c Ctx<'_>, open: &Open) -> Option<&'c Procedure> {
    let rule = if open.shoe.unfit { Rule::UnfitCards } else { Rule::HandledCards };
    ctx.book.procedure.get(rule)
}

/// Cards that were checked beforehand need no patron's check where the document says so.
fn pre_checked(ctx: &Ctx<'_>, open: &Open, rule: Rule) -> bool {
    rule == Rule::PatronChecks
        && ctx.book.procedure.get(Rule::PreChecked).is_some()
        && open.acts.iter().any(|(act, _)| *act == Rule::PreChecked)
}

/// What a shoe that is being prepared still waits for: shuffle, cut, marker or burn.
pub(super) fn not_ready_by(ctx: &Ctx<'_>, open: &Open) -> Citation {
    let by = &ctx.book.shoe.devices.by;
    let waits_for = match open.shoe.stage {
        Stage::Gathered => shuffle_rule(ctx, open).map(|rule| &rule.by),
        Stage::Shuffled => ctx.book.shoe.cut_from_ends.as_ref().map(|rule| &rule.by),
        Stage::Cut => Some(&open.terms.behind_marker.by),
        Stage::Marked | Stage::Ready => Some(&open.terms.burn.by),
    };
    waits_for.map_or_else(|| by.clone(), |waits_for| by.and(waits_for))
}

pub(super) fn shuffle_rule<'c>(ctx: &'c Ctx<'_>, open: &Open) -> Option<&'c Procedure> {
    let again = ctx.book.procedure.get(Rule::ShuffleAgain).filter(|_| open.shoe.number > 0);
    again.or(ctx.book.procedure.get(Rule::Shuffle))
}

pub(super) fn shuffle(ctx: &Ctx<'_>, open: &Open, how: ShuffleBy) -> Decision {
    let rule = shuffle_rule(ctx, open);
    let by = rule.map_or_else(|| ctx.order(), |rule| rule.by.clone());
    preparing(ctx, open, Stage::Gathered, &by)?;
    decks_checked(ctx, open)?;
    if must_replace(ctx, open) {
        let by = replacement(ctx, open).map_or(&by, |rule| &rule.by);
        return ctx.refuse(by, Reason::MustReplace);
    }
    let device = ctx.book.procedure.get(Rule::DeviceNotCut);
    let device = device.filter(|_| open.terms.device.value == Device::ShufflingDevice);
    let by = match how {
        ShuffleBy::Hand => {
            if let Some(rule) = device {
                return ctx.refuse(&rule.by, Reason::NotNow("a shuffling device shuffles its cards itself"));
            }
            all_done(ctx, open, &BEFORE_SHUFFLE, &by)?;
            by
        }
        ShuffleBy::Machine if device.is_some() => device.map_or(by, |rule| rule.by.clone()),
        ShuffleBy::Machine => {
            let rule = ctx.rule(Rule::MachineShuffle)?;
            if rule.number.is_some_and(|fewest| open.terms.decks < fewest) {
                return ctx.refuse(&rule.by, Reason::NotNow("the machine does not take so few decks"));
            }
            // A machine that must be approved mixes the cards; it checks none.
            if rule.value.as_deref() == Some("approved") {
                if done(open, Rule::MachineShuffle) == 0 {
                    return ctx.refuse(&rule.by, Reason::NotNow("the machine's approval is not recorded"));
                }
                all_done(ctx, open, &[Rule::CheckCards, Rule::PatronChecks], &by)?;
            }
            rule.by.clone()
        }
        ShuffleBy::CasinoPreshuffled | ShuffleBy::MakerPreshuffled => {
            let rule = ctx.rule(Rule::Preshuffled)?;
            let refused = open.acts.iter().any(|(act, _)| *act == Rule::PreshuffledRefused);
            if let Some(full) = ctx.book.procedure.get(Rule::PreshuffledRefused).filter(|_| refused) {
                return ctx.refuse(&full.by, Reason::NotNow("a patron insists on the full process"));
            }
            if rule.value.as_deref() == Some("riffle") && done(open, Rule::Preshuffled) == 0 {
                return ctx.refuse(&rule.by, Reason::Missing { rule: Rule::Preshuffled });
            }
            if rule.value.as_deref() == Some("riffle") && done(open, Rule::Riffle) == 0 {
                return ctx.refuse(&rule.by, Reason::Missing { rule: Rule::Riffle });
            }
            if rule.value.as_deref() == Some("secured") && done(open, Rule::Preshuffled) == 0 {
                return ctx.refuse(&rule.by, Reason::Missing { rule: Rule::Preshuffled });
            }
            rule.by.and(&by)
        }
    };
    let mut events = vec![event(Happening::Shuffled { by: how }, &by)];
    // A shuffling device deals what it shuffles: no cut, no marker.
    if open.terms.device.value == Device::ShufflingDevice {
        let by = ctx.book.procedure.get(Rule::DeviceNotCut).map_or(by, |rule| rule.by.clone());
        events.push(event(Happening::ShoeReady, &by));
    }
    Ok(events)
}

/// After a missing or foreign card the decks are checked and officers told before the cards are shuffled again.
fn decks_checked(ctx: &Ctx<'_>, open: &Open) -> Result<(), Refused> {
    let rules = &ctx.book.procedure;
    if !open.shoe.must_check {
        return Ok(());
    }
    if let Some(rule) = rules.get(Rule::VerifyDecks).filter(|_| done(open, Rule::VerifyDecks) == 0) {
        return ctx.refuse(&rule.by, Reason::Missing { rule: Rule::VerifyDecks });
    }
    let Some(rule) = rules.get(Rule::CardFault) else { return Ok(()) };
    let told = |role: &punto_vocab::Role| open.told.contains(&(*role, Topic::Rule(Rule::CardFault)));
    match rule.told.iter().find(|role| !told(role)) {
        Some(role) => ctx.refuse(&rule.by, Reason::NotTold(*role)),
        None => Ok(()),
    }
}

pub(super) fn let_patrons_cut(ctx: &Ctx<'_>, open: &Open) -> Decision {
    let rule = ctx.entitled(Rule::CutBySupervisor)?;
    preparing(ctx, open, Stage::Shuffled, &rule.by)?;
    Ok(vec![event(Happening::PatronsMayCut, &rule.by)])
}

/// Who is to be offered the cut now, with the clause; `None` when every seated patron has declined.
fn next_to_cut(ctx: &Ctx<'_>, open: &Open) -> Option<(PatronId, Citation)> {
    let rules = &ctx.book.procedure;
    let ring = open.ring()?;
    // Where no patron made the last cut there is no place to go on from, and the opening order holds again.
    let left = rules.get(Rule::CutLater).is_some_and(|rule| rule.value.as_deref() == Some("left-of-last"));
    let opening = open.shoe.number == 0 || (left && open.shoe.last_cut.is_none());
    let rule = if opening { rules.get(Rule::CutFirst) } else { rules.get(Rule::CutLater) };
    let rule = rule.or(rules.get(Rule::CutFirst))?;
    let seated = |seat: Seat| open.patrons.seated.get(&seat).copied();
    let clockwise: Vec<PatronId> = ring.clockwise_from_dealers_left().filter_map(seated).collect();
    let way = rules.get(Rule::CutOrder).and_then(|order| order.value.as_deref());
    let around = |from: Seat| -> Vec<PatronId> {
        let direction =
            if way == Some("anticlockwise") { Direction::Anticlockwise } else { Direction::Clockwise };
        ring.after(from, direction).filter_map(seated).collect()
    };
    let start = match rule.value.as_deref() {
        Some("first-arrival" | "first-seated") => {
            let first = open.patrons.arrived.iter().find(|patron| open.patrons.seat_of(**patron).is_some());
            first.copied()
        }
        Some("lowest-seat") => open.patrons.seated.values().next().copied(),
        Some("left-of-last") => match open.shoe.last_cut {
            Some(seat) => around(seat).first().copied(),
            None => open.patrons.arrived.first().copied(),
        },
        _ => clockwise.first().copied(),
    }?;
    let mut order = vec![start];
    // After the first offer Tasmania goes round from the highest seat, the others from the one just asked.
    let rest = match (rule.value.as_deref(), open.patrons.seat_of(start)) {
        (Some("first-seated"), _) | (_, None) => clockwise,
        (_, Some(seat)) => around(seat),
    };
    order.extend(rest.into_iter().filter(|patron| *patron != start));
    let next = order.into_iter().find(|patron| !open.shoe.cut.declined.contains(patron))?;
    let by = match rules.get(Rule::CutOrder) {
        Some(order) if next != start => order.by.clone(),
        _ => rule.by.clone(),
    };
    Some((next, by))
}

fn patrons_cut(ctx: &Ctx<'_>, open: &Open) -> Result<(), Refused> {
    match ctx.book.procedure.get(Rule::CutBySupervisor) {
        Some(rule) if !open.shoe.cut.patrons => {
            ctx.refuse(&rule.by, Reason::NotNow("the supervisor cuts, or lets the patrons cut first"))
        }
        _ => Ok(()),
    }
}

pub(super) fn offer_cut(ctx: &Ctx<'_>, open: &Open, patron: PatronId) -> Decision {
    let by = ctx.book.procedure.get(Rule::CutFirst).map_or_else(|| ctx.order(), |rule| rule.by.clone());
    preparing(ctx, open, Stage::Shuffled, &by)?;
    patrons_cut(ctx, open)?;
    let standing = open.patrons.has(patron) && open.patrons.seat_of(patron).is_none();
    if let Some(rule) = ctx.book.procedure.get(Rule::CutterSeated).filter(|_| standing) {
        return ctx.refuse(&rule.by, Reason::HolderNotSeated(patron));
    }
    match next_to_cut(ctx, open) {
        Some((next, by)) if next == patron => Ok(vec![event(Happening::CutOffered { patron }, &by)]),
        Some((next, by)) => ctx.refuse(&by, Reason::NotNext(patron, next)),
        None => ctx.refuse(&by, Reason::NobodyLeft),
    }
}

pub(super) fn decline_cut(ctx: &Ctx<'_>, open: &Open, patron: PatronId) -> Decision {
    let by = ctx.book.procedure.get(Rule::CutOrder).map_or_else(|| ctx.order(), |rule| rule.by.clone());
    if open.shoe.cut.offered != Some(patron) {
        return ctx.refuse(&by, Reason::NotNow("the cut was not offered to this patron"));
    }
    Ok(vec![event(Happening::CutDeclined { patron }, &by)])
}

/// The patron who is to cut names another.
pub(super) fn pass_cut(ctx: &Ctx<'_>, open: &Open, patron: PatronId, to: PatronId) -> Decision {
    let rule = ctx.rule(Rule::CutNominee)?;
    preparing(ctx, open, Stage::Shuffled, &rule.by)?;
    let order = ctx.book.procedure.get(Rule::CutOrder).filter(|_| !open.shoe.cut.declined.is_empty());
    if let Some(order) = order {
        return ctx.refuse(&order.by, Reason::NotNow("after a refusal the cut only goes round"));
    }
    if open.shoe.cut.offered != Some(patron) {
        return ctx.refuse(&rule.by, Reason::NotNow("the cut was not offered to this patron"));
    }
    if !open.patrons.has(to) {
        return ctx.refuse(&rule.by, Reason::NotHere(to));
    }
    let by = next_to_cut(ctx, open).map_or_else(|| rule.by.clone(), |(_, by)| by);
    Ok(vec![event(Happening::CutPassed { patron, to }, &by)])
}

pub(super) fn cut(ctx: &Ctx<'_>, open: &Open, depth: u32, patron: Option<PatronId>) -> Decision {
    let rules = &ctx.book.procedure;
    if let Some(rule) =
        rules.get(Rule::DeviceNotCut).filter(|_| open.terms.device.value == Device::ShufflingDevice)
    {
        return ctx.refuse(&rule.by, Reason::NotNow("cards of a shuffling device are not cut"));
    }
    let depth_by = ctx.book.shoe.cut_from_ends.as_ref().map_or_else(|| ctx.order(), |rule| rule.by.clone());
    preparing(ctx, open, Stage::Shuffled, &depth_by)?;
    if let Some(rule) = &ctx.book.shoe.cut_from_ends {
        let (least, cards) = (rule.value, open.terms.cards());
        if depth < least || depth > cards.saturating_sub(least) {
            return ctx.refuse(&rule.by, Reason::CutTooNear { depth, least });
        }
    }
    let (who, by) = match patron {
        Some(patron) => {
            if open.shoe.cut.offered != Some(patron) {
                let by = rules.get(Rule::CutFirst).map_or(&depth_by, |rule| &rule.by);
                return ctx.refuse(by, Reason::NotNow("the cut was not offered to this patron"));
            }
            let by = next_to_cut(ctx, open).map_or_else(|| depth_by.clone(), |(_, by)| by);
            (Actor::Patron(patron), by)
        }
        None => (ctx.by, staff_cut(ctx, open)?),
    };
    Ok(vec![event(Happening::WasCut { depth, who }, &by.and(&depth_by))])
}

/// Staff cut where the document lets them: by right, or when no patron will.
fn staff_cut(ctx: &Ctx<'_>, open: &Open) -> Result<Citation, Refused> {
    let rules = &ctx.book.procedure;
    if let Some(rule) = rules.get(Rule::CutBySupervisor).filter(|_| !open.shoe.cut.patrons) {
        ctx.one_of(&rule.roles, &rule.by)?;
        return Ok(rule.by.clone());
    }
    let Some(rule) = rules.get(Rule::CutFallback) else { return Ok(ctx.order()) };
    ctx.one_of(&rule.roles, &rule.by)?;
    match next_to_cut(ctx, open) {
        Some((next, by)) => ctx.refuse(&by, Reason::NotNext(ctx.by.name().unwrap_or(next), next)),
        None => Ok(rule.by.clone()),
    }
}

pub(super) fn place_marker(ctx: &Ctx<'_>, open: &Open, behind: u32) -> Decision {
    let by = open.terms.behind_marker.by.clone();
    preparing(ctx, open, Stage::Cut, &by)?;
    let allowed = ctx.book.shoe.behind_marker.fixed().map_or(Behind::AtLeast(0), |rule| rule.value);
    if !allowed.allows(behind) || behind >= open.terms.cards() {
        return ctx.refuse(&by, Reason::MarkerDepth { asked: behind });
    }
    let mut events = vec![event(Happening::MarkerPlaced { behind }, &by)];
    if open.terms.burn.value == Burn::None {
        events.push(event(Happening::ShoeReady, &open.terms.burn.by));
    }
    Ok(events)
}

/// What a burn of this form rests on, and the rule that has more to say of it.
fn burn_by<'c>(ctx: &'c Ctx<'_>, open: &Open, form: Burn) -> (Citation, Option<&'c Procedure>) {
    let rule = match form {
        Burn::None => None,
        Burn::One => Some(Rule::BurnOne),
        Burn::OneShown => Some(Rule::BurnShown),
        Burn::Counted => Some(Rule::BurnCounted),
    };
    let rule = rule.and_then(|rule| ctx.book.procedure.get(rule));
    let by = &open.terms.burn.by;
    (rule.map_or_else(|| by.clone(), |rule| by.and(&rule.by)), rule)
}

pub(super) fn burn(ctx: &Ctx<'_>, open: &Open, form: Burn, card: Option<Card>) -> Decision {
    let (by, rule) = burn_by(ctx, open, form);
    let allowed =
        ctx.book.shoe.burn.fixed().map_or_else(|| vec![open.terms.burn.value], |rule| rule.value.clone());
    preparing(ctx, open, Stage::Marked, &by)?;
    if !allowed.contains(&form) {
        return ctx.refuse(&by, Reason::NotNow("that burn is not this document's"));
    }
    if let Some(rule) = rule {
        ctx.one_of(&rule.roles, &by)?;
    }
    let cards = match (form, card) {
        (Burn::None, None) => 0,
        (Burn::One, None) => 1,
        (Burn::OneShown, Some(_)) => 1,
        (Burn::Counted, Some(card)) => 1 + u32::from(card.rank().pips()),
        _ => {
            return ctx.refuse(
                &by,
                Reason::NotNow("a burn that is shown or counted names its card, the others none"),
            );
        }
    };
    let mut events = vec![event(Happening::Burned { form, cards }, &by)];
    events.extend(card.map(|card| event(Happening::BurnShown { card }, &by)));
    events.push(event(Happening::ShoeReady, &by));
    Ok(events)
}

/// Shuffle, cut, marker and burn in order, done as the document does them when nothing is out of the ordinary.
pub(super) fn prepare(ctx: &Ctx<'_>, open: &Open) -> Decision {
    let rule = shuffle_rule(ctx, open);
    let by = rule.map_or_else(|| ctx.order(), |rule| rule.by.clone());
    preparing(ctx, open, Stage::Gathered, &by)?;
    decks_checked(ctx, open)?;
    let mut events: Vec<Event> = Vec::new();
    if must_replace(ctx, open) {
        let rule = ctx.book.procedure.get(Rule::HandledCards);
        let by = rule.map_or_else(|| ctx.order(), |rule| rule.by.clone());
        let colour = if open.shoe.colour.as_deref() == Some("blue") { "red" } else { "blue" };
        if let Ok(colour) = Words::new(colour) {
            events.push(event(Happening::CardsReplaced { colour }, &by));
        }
    }
    for act in BEFORE_SHUFFLE {
        if people_needed(ctx, open, act) > 0
            && let Some(rule) = ctx.book.procedure.get(act)
        {
            events.push(event(Happening::Recorded { rule: act }, &rule.by));
        }
    }
    let device = ctx.book.procedure.get(Rule::DeviceNotCut);
    let device = device.filter(|_| open.terms.device.value == Device::ShufflingDevice);
    events.push(match device {
        Some(rule) => event(Happening::Shuffled { by: ShuffleBy::Machine }, &by.and(&rule.by)),
        None => event(Happening::Shuffled { by: ShuffleBy::Hand }, &by),
    });
    if open.terms.device.value == Device::ShufflingDevice {
        let by = ctx.book.procedure.get(Rule::DeviceNotCut).map_or(by, |rule| rule.by.clone());
        events.push(event(Happening::ShoeReady, &by));
        return Ok(events);
    }
    let cut_by = ctx.book.shoe.cut_from_ends.as_ref().map_or_else(|| by.clone(), |rule| rule.by.clone());
    let middle = open.terms.cards() / 2;
    events.push(event(Happening::WasCut { depth: middle, who: ctx.by }, &cut_by));
    let marker = &open.terms.behind_marker;
    events.push(event(Happening::MarkerPlaced { behind: marker.value }, &marker.by));
    let burn = &open.terms.burn;
    let cards = match burn.value {
        Burn::None => 0,
        // A counted burn of an unnamed card is told as one card; the dealer says more with `burn`.
        Burn::One | Burn::OneShown | Burn::Counted => 1,
    };
    let (by, _) = burn_by(ctx, open, burn.value);
    if burn.value != Burn::None {
        events.push(event(Happening::Burned { form: burn.value, cards }, &by));
    }
    events.push(event(Happening::ShoeReady, &by));
    Ok(events)
}

pub(super) fn new_cards(ctx: &Ctx<'_>, open: &Open, colour: &Words) -> Decision {
    let rule = ctx.entitled(Rule::ReplaceCards).or_else(|refused| {
        match ctx.book.procedure.get(Rule::HandledCards) {
            // Cards that must go may be replaced by anybody on staff.
            Some(rule) if must_replace(ctx, open) && ctx.by.role().is_some() => Ok(rule),
            _ => Err(refused),
        }
    })?;
    if open.in_coup() {
        return ctx.refuse(&rule.by, Reason::InCoup);
    }
    if !open.wagers().is_empty() {
        return ctx.refuse(&rule.by, Reason::NotNow("wagers lie on the layout"));
    }
    let unfit = ctx.book.procedure.get(Rule::UnfitCards);
    let unfit = unfit.filter(|_| open.acts.iter().any(|(act, _)| *act == Rule::UnfitCards));
    let in_play = matches!(open.phase, Phase::Betting(_));
    if in_play && unfit.is_none() && rule.value.as_deref() == Some("after-last-coup") {
        return ctx.refuse(&rule.by, Reason::NotNow("the last coup of the shoe has not been dealt"));
    }
    let same = open.shoe.colour.as_deref() == Some(colour.as_str());
    let waived =
        ctx.book.procedure.get(Rule::SameBack).filter(|_| open.terms.device.value == Device::ScanningShoe);
    if let (true, None, true) = (same, waived, ctx.book.procedure.get(Rule::SameBack).is_some()) {
        return ctx.refuse(&rule.by, Reason::SameColour(colour.as_str().to_owned()));
    }
    let by = match waived {
        Some(waiver) if same => waiver.by.clone(),
        _ if must_replace(ctx, open) => {
            let why = replacement(ctx, open).map_or(&rule.by, |why| &why.by);
            if why == &rule.by { why.clone() } else { why.and(&rule.by) }
        }
        _ => unfit.map_or(&rule.by, |unfit| &unfit.by).clone(),
    };
    Ok(vec![event(Happening::CardsReplaced { colour: colour.clone() }, &by)])
}

/// The marker appears.
pub(super) fn marker(ctx: &Ctx<'_>, open: &Open) -> Decision {
    let terms = &open.terms;
    if open.terms.device.value == Device::ShufflingDevice {
        let by =
            ctx.book.procedure.get(Rule::DeviceNotCut).map_or_else(|| ctx.order(), |rule| rule.by.clone());
        return ctx.refuse(&by, Reason::NotNow("a shuffling device has no marker"));
    }
    if matches!(open.shoe.marker, MarkerState::Out { .. }) {
        return ctx.refuse(&terms.marker_in_coup.by, Reason::NotNow("the marker is out already"));
    }
    let rule = match &open.phase {
        Phase::Preparing => {
            return ctx.refuse(&terms.behind_marker.by, Reason::CardsNotReady("the shoe is being prepared"));
        }
        Phase::Betting(_) => &terms.marker_first,
        Phase::Dealing(_) => &terms.marker_in_coup,
    };
    let mut events = vec![event(Happening::MarkerOut, &rule.by)];
    // Where the document fixes the count behind the marker, another count is an incident.
    let left = terms.cards().saturating_sub(open.shoe.drawn);
    if let Some(Behind::Exactly(just)) = ctx.book.shoe.behind_marker.fixed().map(|rule| rule.value)
        && left != just
    {
        events.push(event(Happening::MarkerMiscount { left }, &terms.marker_in_coup.by));
    }
    if rule.value == End::ThisCoupIsLast {
        events.push(event(Happening::LastCoupSet, &rule.by));
    }
    Ok(events)
}

/// The marker shows in the shoe while a card before it is still to be drawn.
pub(super) fn marker_seen(ctx: &Ctx<'_>, open: &Open) -> Decision {
    let by = &open.terms.marker_in_coup.by;
    if open.shoe.marker != MarkerState::In || matches!(open.phase, Phase::Preparing) {
        return ctx.refuse(by, Reason::NotNow("the marker is not out of sight in the shoe"));
    }
    Ok(vec![event(Happening::MarkerSeen, by)])
}

/// The rest of the shoe is given up: after a void coup if all agree, or by a supervisor's order to shuffle.
pub(super) fn end_shoe(ctx: &Ctx<'_>, open: &Open) -> Decision {
    let Phase::Betting(betting) = &open.phase else {
        return ctx.refuse(&open.terms.after_void.by, Reason::NotNow("the shoe is not between coups"));
    };
    if !betting.wagers.is_empty() {
        return ctx.refuse(&open.terms.after_void.by, Reason::NotNow("wagers lie on the layout"));
    }
    let ordered = [Rule::OrderShuffle, Rule::UnfitCards, Rule::DroppedCards, Rule::CheckDevice];
    let ordered = open.acts.iter().rev().find(|(act, _)| ordered.contains(act));
    if let Some(rule) = ordered.and_then(|(act, _)| ctx.book.procedure.get(*act)) {
        return Ok(vec![event(Happening::ShoeEnded, &rule.by)]);
    }
    let by = open.terms.after_void.by.clone();
    let after_void = betting.last.as_ref().is_some_and(|last| last.dealing.may_end_shoe);
    if !after_void {
        return ctx
            .refuse(&by, Reason::NotNow("no coup has just been void, and nobody has ordered a shuffle"));
    }
    ctx.one_of(&[punto_vocab::Role::CasinoSupervisor, punto_vocab::Role::GameInspector], &by)?;
    super::session::all_agree(ctx, open, Matter::EndShoe, &by)?;
    Ok(vec![event(Happening::ShoeEnded, &by)])
}

/// Whether the coup in progress, or the one to come if none is, is the shoe's last.
pub(crate) fn is_last_coup(open: &Open) -> bool {
    matches!(open.shoe.marker, MarkerState::Out { more: 0 })
}

/// Whether one more coup follows the one in progress.
pub(super) fn next_is_last(open: &Open) -> bool {
    matches!(open.shoe.marker, MarkerState::Out { more: 1 })
}

/// Refuses a coup from a shoe that is not ready or has ended.
pub(super) fn may_begin_coup(ctx: &Ctx<'_>, open: &Open) -> Result<(), Refused> {
    let by = &ctx.book.shoe.devices.by;
    none_dropped(ctx, open)?;
    if open.shoe.stage != Stage::Ready {
        return ctx.refuse(by, Reason::CardsNotReady("the shoe is not ready"));
    }
    if open.shoe.must_check {
        return ctx.refuse(by, Reason::CardsNotReady("the decks must be checked"));
    }
    Ok(())
}

/// Refuses a card that the shoe cannot hold any more.
pub(super) fn accounts_for(ctx: &Ctx<'_>, open: &Open, card: Card) -> Result<(), Refused> {
    let count = open.shoe.seen.get(&card).copied().unwrap_or(0);
    if count >= open.terms.decks && open.terms.device.value != Device::ShufflingDevice {
        return ctx.refuse(&ctx.book.shoe.decks.by, Reason::TooManyOfCard { card, count });
    }
    if open.shoe.drawn >= open.terms.cards() && open.terms.device.value != Device::ShufflingDevice {
        return ctx.refuse(&ctx.book.shoe.decks.by, Reason::CardsNotReady("the shoe is empty"));
    }
    Ok(())
}
