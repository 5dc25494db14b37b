//! The cards around the coups: check, shuffle, cut, marker, burn, end and replacement.

use punto_coup::Due;
use punto_lines::{
    Blocked, Duty, Event, Happening, Hindrance, Matter, NotDue, Owed, Reason, Refused, ShuffleBy,
};
use punto_rulebook::known::{Choice, CutCardInBurn, ReplacementBackColour};
use punto_rulebook::{Behind, Burn, Case, Device, End, Mishap, Procedure, Rule, Way};
use punto_vocab::line::Words;
use punto_vocab::{Actor, Card, Citation, PersonId};

use super::acts::{BEFORE_SHUFFLE, all_done, done, preparing};
use super::duties::{new_cards_owed, nothing_owed, owes};
use super::pending::shoe_ended;
use super::{Ctx, Decision, event};
use punto_state::{Betting, Dealing, MarkerState, Open, Phase, Stage};

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

/// What a shuffle rests on: first what ended the shoe before, if it was not its marker.
fn shuffled_by(ctx: &Ctx<'_>, open: &Open) -> Citation {
    let by = shuffle_rule(ctx, open).map_or_else(|| ctx.order(), |rule| rule.by.clone());
    open.shoe.ended_by.as_ref().map_or_else(|| by.clone(), |cause| cause.and(&by))
}

pub(super) fn shuffle(ctx: &Ctx<'_>, open: &Open, how: ShuffleBy) -> Decision {
    let by = shuffled_by(ctx, open);
    preparing(ctx, open, Stage::Gathered, &by)?;
    nothing_owed(ctx, Blocked::Shuffle)?;
    let device = ctx.book.procedure.get(Rule::DeviceNotCut);
    let device = device.filter(|_| open.terms.device.value == Device::ShufflingDevice);
    if how == ShuffleBy::Machine {
        no_device_failed(ctx)?;
    }
    let by = match how {
        ShuffleBy::Hand => {
            if let Some(rule) = device {
                return ctx.refuse(&rule.by, Reason::NotNow(Hindrance::DeviceShuffles));
            }
            all_done(ctx, open, &BEFORE_SHUFFLE, &by)?;
            by
        }
        ShuffleBy::Machine if device.is_some() => device.map_or(by, |rule| rule.by.clone()),
        ShuffleBy::Machine => {
            let rule = ctx.rule(Rule::MachineShuffle)?;
            if rule.number.is_some_and(|fewest| open.terms.decks < fewest) {
                return ctx.refuse(&rule.by, Reason::NotNow(Hindrance::TooFewDecks));
            }
            // A machine that must be approved mixes the cards; it checks none.
            if rule.value == Some(Way::Approved) {
                if done(open, Rule::MachineShuffle) == 0 {
                    return ctx.refuse(&rule.by, Reason::NotNow(Hindrance::MachineNotApproved));
                }
                all_done(ctx, open, &[Rule::CheckCards, Rule::PatronChecks], &by)?;
            }
            rule.by.clone()
        }
        ShuffleBy::CasinoPreshuffled | ShuffleBy::MakerPreshuffled => {
            let rule = ctx.rule(Rule::Preshuffled)?;
            if let Some(duty) = ctx.table.duties.iter().find(|duty| duty.what == Owed::Shuffle) {
                return match ctx.book.procedure.get(Rule::PreshuffledRefused) {
                    Some(full) => ctx.refuse(&full.by, Reason::NotNow(Hindrance::FullProcess)),
                    // What an officer has ordered is a shuffle here.
                    None => ctx.refuse(&duty.by, duty.what.into()),
                };
            }
            if !open.shoe.brought() {
                return ctx.refuse(&rule.by.and(&by), Reason::NotNow(Hindrance::NoPreshuffledCards));
            }
            if rule.value == Some(Way::Riffle) && done(open, Rule::Preshuffled) == 0 {
                return ctx.refuse(&rule.by, Reason::Missing { rule: Rule::Preshuffled });
            }
            if rule.value == Some(Way::Riffle) && done(open, Rule::Riffle) == 0 {
                return ctx.refuse(&rule.by, Reason::Missing { rule: Rule::Riffle });
            }
            if rule.value == Some(Way::Secured) && done(open, Rule::Preshuffled) == 0 {
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

/// Refuses a device that failed: it shuffles nothing before another is in its place.
fn no_device_failed(ctx: &Ctx<'_>) -> Result<(), Refused> {
    match ctx.table.duties.iter().find(|duty| duty.what == Owed::Act(Rule::ReplaceDevice)) {
        Some(duty) => ctx.refuse(&duty.by, duty.what.into()),
        None => Ok(()),
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
fn burn_by<'c>(ctx: &'c Ctx<'_>, open: &Open, form: Burn) -> (Citation, Option<(Rule, &'c Procedure)>) {
    let rule = match form {
        Burn::None => None,
        Burn::One => Some(Rule::BurnOne),
        Burn::OneShown => Some(Rule::BurnShown),
        Burn::Counted => Some(Rule::BurnCounted),
    };
    let rule = rule.and_then(|name| Some((name, ctx.book.procedure.get(name)?)));
    let by = &open.terms.burn.by;
    (rule.map_or_else(|| by.clone(), |(_, rule)| by.and(&rule.by)), rule)
}

pub(super) fn burn(ctx: &Ctx<'_>, open: &Open, form: Burn, card: Option<Card>) -> Decision {
    let (by, rule) = burn_by(ctx, open, form);
    let allowed =
        ctx.book.shoe.burn.fixed().map_or_else(|| vec![open.terms.burn.value], |rule| rule.value.clone());
    let loaded = from_loaded_device(ctx, open);
    if !loaded {
        preparing(ctx, open, Stage::Marked, &by)?;
    }
    if !allowed.contains(&form) {
        return ctx.refuse(&by, Reason::NotNow(Hindrance::OtherBurn));
    }
    ctx.only_the_dealer()?;
    // Some ways to burn are the dealer's once an officer has approved them for this shoe.
    if let Some((name, _)) = rule.filter(|(name, rule)| !rule.roles.is_empty() && done(open, *name) == 0) {
        return ctx.refuse(&by, Reason::Missing { rule: name });
    }
    let mut events = burned(ctx, form, card, &by)?;
    if events.is_empty() {
        events.push(event(Happening::Burned { form, cards: 0 }, &by));
    }
    if !loaded {
        events.push(event(Happening::ShoeReady, &by));
    }
    Ok(events)
}

/// Whether cards are burned from a shuffling device: it has no cut to wait for, and its first coup has not begun.
fn from_loaded_device(ctx: &Ctx<'_>, open: &Open) -> bool {
    let device = open.terms.device.value == Device::ShufflingDevice;
    let unused = matches!(open.phase, Phase::Betting(_)) && ctx.table.coups.in_shoe() == 0;
    device && unused && open.wagers().is_empty() && open.shoe.drawn == 0
}

/// The cards of a burn, and which of them is shown.
fn burned(ctx: &Ctx<'_>, form: Burn, card: Option<Card>, by: &Citation) -> Decision {
    let cards = match (form, card) {
        (Burn::None, None) => return Ok(Vec::new()),
        (Burn::One, None) => 1,
        (Burn::OneShown, Some(_)) => 1,
        (Burn::Counted, Some(card)) => 1 + u32::from(card.rank().pips()),
        (Burn::None | Burn::One, Some(_)) | (Burn::OneShown | Burn::Counted, None) => {
            let why = Hindrance::BurnNamesCard;
            return ctx.refuse(by, Reason::NotNow(why));
        }
    };
    let mut events = vec![event(Happening::Burned { form, cards }, by)];
    events.extend(card.map(|card| event(Happening::BurnShown { card }, by)));
    Ok(events)
}

/// Readies a shoe for a script: the cards are shuffled, cut, marked and burned as the document does it when nothing is
/// out of the ordinary, and cards that must go are replaced. It says of nobody that they did it, and discharges no duty
/// but those to bring other cards and to shuffle them. A burn that counts or shows its card wants it named.
pub(super) fn prepare(
    ctx: &Ctx<'_>,
    open: &Open,
    cut: Option<(u32, Option<PersonId>)>,
    first: Option<Card>,
) -> Decision {
    let by = shuffled_by(ctx, open);
    let was_cut = cut.map(|cut| chosen_cut(ctx, open, cut)).transpose()?.flatten();
    preparing(ctx, open, Stage::Gathered, &by)?;
    nothing_owed(ctx, Blocked::CardsOut)?;
    if new_cards_owed(ctx).is_some() {
        nothing_owed(ctx, Blocked::NewCards)?;
    }
    let replaced = new_cards_owed(ctx).map(|by| {
        Words::new(open.shoe.other_colour()).map(|colour| event(Happening::CardsReplaced { colour }, by))
    });
    let mut events: Vec<Event> = replaced.and_then(Result::ok).into_iter().collect();
    let other = ctx
        .table
        .duties
        .iter()
        .find(|duty| Blocked::Shuffle.waits_for(duty.what) && !matches!(duty.what, Owed::NewCards(_)));
    if let Some(duty) = other {
        return ctx.refuse(&duty.by, duty.what.into());
    }
    let by_device = open.terms.device.value == Device::ShufflingDevice;
    if by_device {
        no_device_failed(ctx)?;
    }
    let device = ctx.book.procedure.get(Rule::DeviceNotCut).filter(|_| by_device);
    // What a shuffling device deals is not burned here.
    let form = if by_device { Burn::None } else { open.terms.burn.value };
    let (burn_by, _) = burn_by(ctx, open, form);
    let burn = burned(ctx, form, first, &burn_by)?;
    events.push(match device {
        Some(rule) => event(Happening::Shuffled { by: ShuffleBy::Machine }, &by.and(&rule.by)),
        None => event(Happening::Shuffled { by: ShuffleBy::Hand }, &by),
    });
    if by_device {
        let by = device.map_or(by, |rule| rule.by.clone());
        events.push(event(Happening::ShoeReady, &by));
        return Ok(events);
    }
    events.extend(was_cut);
    let marker = &open.terms.behind_marker;
    events.push(event(Happening::MarkerPlaced { behind: marker.value }, &marker.by));
    events.extend(burn);
    events.push(event(Happening::ShoeReady, &burn_by));
    Ok(events)
}

/// The cut of a shoe that is readied in one. Only the software that deals by itself says who chose the depth: the patron
/// who told it, or the software itself. In a script nobody speaks for another.
fn chosen_cut(
    ctx: &Ctx<'_>,
    open: &Open,
    (depth, patron): (u32, Option<PersonId>),
) -> Result<Option<Event>, Refused> {
    super::cut::cards_are_cut(ctx, open)?;
    let depth_by = super::cut::deep_enough(ctx, open, depth)?;
    let Some(patron) = patron else {
        // The software that deals has cut by itself.
        let own = event(Happening::WasCut { depth, who: ctx.by }, &depth_by);
        return Ok((ctx.by == Actor::System).then_some(own));
    };
    let by = super::cut::chosen_by(ctx, open, patron)?;
    if ctx.by != Actor::System {
        return ctx.refuse(&by, Reason::NotNow(Hindrance::CutterSaysSo));
    }
    Ok(Some(event(Happening::WasCut { depth, who: Actor::Patron(patron) }, &by.and(&depth_by))))
}

pub(super) fn new_cards(ctx: &Ctx<'_>, open: &Open, colour: &Words) -> Decision {
    let rule = ctx.entitled(Rule::ReplaceCards).or_else(|refused| {
        match ctx.book.procedure.get(Rule::HandledCards) {
            // Cards that must go are replaced by those who see to it that they do.
            Some(rule) if new_cards_owed(ctx).is_some() => ctx.one_of(&rule.roles, &rule.by).map(|()| rule),
            _ => Err(refused),
        }
    })?;
    if open.in_coup() {
        return ctx.refuse(&rule.by, Reason::InCoup);
    }
    // Once wagers are closed the next coup is on its way.
    if let Phase::Betting(betting) = &open.phase
        && betting.closed
        && !betting.wagers.is_empty()
    {
        return ctx.refuse(&rule.by, Reason::NotNow(Hindrance::WagersLie));
    }
    nothing_owed(ctx, Blocked::NewCards)?;
    let unfit = ctx.book.procedure.get(Rule::UnfitCards);
    let unfit = unfit.filter(|_| owes(ctx, Owed::NewCards(Rule::UnfitCards)));
    let lapses = ctx.book.irregularities.waiting_lapses.as_ref();
    none_waits(ctx, open, unfit.is_some() || lapses.is_some())?;
    if unfit.is_none() {
        super::pending::not_the_dealers(ctx, open, &rule.roles, &rule.by)?;
    }
    if new_cards_owed(ctx).is_none() {
        played_are_checked(ctx)?;
    }
    let in_play = matches!(open.phase, Phase::Betting(_));
    // Cards that patrons held go when their shoe is done, and a good shoe is not ended by bringing others.
    let held_only = ctx.entitled(Rule::ReplaceCards).is_err();
    if in_play && unfit.is_none() && (held_only || rule.value == Some(Way::AfterLastCoup)) {
        return ctx.refuse(&rule.by, Reason::NotNow(Hindrance::LastCoupToCome));
    }
    let same = open.shoe.colour.as_deref() == Some(colour.as_str());
    let waived =
        ctx.book.procedure.get(Rule::SameBack).filter(|_| open.terms.device.value == Device::ScanningShoe);
    if let Some(waiver) = waived.filter(|_| same) {
        ctx.one_of(&waiver.roles, &waiver.by)?;
    }
    // The document asks for another colour after the last coup; whether others do so too is the house's to say.
    let everywhere = open.terms.choice() != Some(ReplacementBackColour::LastCoupOnly);
    let asked = ctx.book.procedure.get(Rule::SameBack).is_some() && (everywhere || unfit.is_none());
    if let (true, None, true) = (same, waived, asked) {
        return ctx.refuse(&rule.by, Reason::SameColour(colour.as_str().to_owned()));
    }
    let by = match waived {
        Some(waiver) if same => waiver.by.clone(),
        _ => match new_cards_owed(ctx) {
            Some(why) if why != &rule.by => why.and(&rule.by),
            _ => rule.by.clone(),
        },
    };
    // What lies for a coup that the old cards will not see goes back.
    let lie = open.wagers().iter().flat_map(|p| super::wagers::goes_back(p.wager, p.wager.stake, &by));
    let lie = lie.chain(waiting_aside(open, lapses.filter(|_| unfit.is_none()).unwrap_or(&by)));
    Ok(lie.chain([event(Happening::CardsReplaced { colour: colour.clone() }, &by)]).collect())
}

/// Cards that were played are checked before others take their place; those that must go at once, before others are played.
fn played_are_checked(ctx: &Ctx<'_>) -> Result<(), Refused> {
    match ctx.book.procedure.get(Rule::EndCheck).filter(|_| owes(ctx, Owed::Act(Rule::EndCheck))) {
        Some(check) => ctx.refuse(&check.by, Reason::Missing { rule: Rule::EndCheck }),
        None => Ok(()),
    }
}

/// Refuses while a card waits to open the next coup, unless it may lapse.
pub(super) fn none_waits(ctx: &Ctx<'_>, open: &Open, lapses: bool) -> Result<(), Refused> {
    match &open.phase {
        Phase::Betting(Betting { waiting, waiting_by: Some(by), .. }) if !lapses && !waiting.is_empty() => {
            ctx.refuse(by, NotDue::CardWaits.into())
        }
        Phase::Preparing | Phase::Betting(_) | Phase::Dealing(_) => Ok(()),
    }
}

/// Cards that wait for a coup that will not be dealt from these cards are put with them.
pub(super) fn waiting_aside(open: &Open, by: &Citation) -> Vec<Event> {
    let Phase::Betting(betting) = &open.phase else { return Vec::new() };
    betting.waiting.iter().map(|card| event(Happening::CardSetAside { card: *card }, by)).collect()
}

/// What lies and waits for a coup that is not dealt from these cards goes back, and with them.
pub(super) fn clears_layout(open: &Open, by: &Citation) -> Vec<Event> {
    let lie = open.wagers().iter().flat_map(|p| super::wagers::goes_back(p.wager, p.wager.stake, by));
    lie.chain(waiting_aside(open, by)).collect()
}

/// Refuses to speak of a marker where cards are not cut.
fn has_marker(ctx: &Ctx<'_>, open: &Open) -> Result<(), Refused> {
    if open.terms.device.value != Device::ShufflingDevice {
        return Ok(());
    }
    let by = ctx.book.procedure.get(Rule::DeviceNotCut).map_or_else(|| ctx.order(), |rule| rule.by.clone());
    ctx.refuse(&by, Reason::NotNow(Hindrance::DeviceHasNoMarker))
}

/// How many cards a burn takes at most: the one that is shown, and ten for it.
const MOST_BURNED: u32 = 11;

/// Refuses the dealer's word that the marker came, or shows, with more than so many cards before it by the count of a shoe
/// whose cut is on record: a good shoe is not the dealer's to end. The officer who has looked says so.
fn as_counted(ctx: &Ctx<'_>, open: &Open, before: u32) -> Result<(), Refused> {
    let left = open.terms.cards().saturating_sub(open.shoe.drawn);
    let deeper = open.shoe.behind.is_some_and(|behind| left > behind + before) && open.shoe.cut.made;
    if !deeper || ctx.by == Actor::System {
        return ctx.only_the_dealer();
    }
    let by = open.terms.behind_marker.by.and(&open.terms.marker_in_coup.by);
    ctx.entitled(Rule::Correction).map(drop).or_else(|_| ctx.refuse(&by, Reason::CardsLeft { left }))
}

/// The marker appears.
pub(super) fn marker(ctx: &Ctx<'_>, open: &Open) -> Decision {
    let terms = &open.terms;
    has_marker(ctx, open)?;
    // In the burn some cards are drawn that the record does not have yet.
    as_counted(ctx, open, if open.in_coup() || open.shoe.stage == Stage::Ready { 0 } else { MOST_BURNED })?;
    if matches!(open.shoe.marker, MarkerState::Out { .. }) {
        return ctx.refuse(&terms.marker_in_coup.by, Reason::NotNow(Hindrance::MarkerOutAlready));
    }
    let in_burn: Option<CutCardInBurn> = terms.choice();
    let rule = match (&open.phase, in_burn) {
        (Phase::Preparing, Some(then)) if open.shoe.stage == Stage::Marked => {
            return Ok(out_in_burn(open, then));
        }
        (Phase::Preparing, _) => {
            return ctx.refuse(&terms.behind_marker.by, Reason::CardsNotReady(Hindrance::ShoeInPreparation));
        }
        // A card that waits is the first of the coup to come, and the marker lies behind it.
        (Phase::Betting(betting), _) if betting.waiting.is_empty() => &terms.marker_first,
        // By the count it lay before the first card, whenever somebody says so.
        (Phase::Dealing(dealing), _) if lay_first(open, dealing) => &terms.marker_first,
        (Phase::Betting(_) | Phase::Dealing(_), _) => &terms.marker_in_coup,
    };
    // Where no card of the coup is to come and none has followed the marker, it lies before the first of the next.
    let complete = |dealing: &Dealing| matches!(dealing.coup.due(ctx.book), Due::Nothing { .. });
    let before_next = matches!(&open.phase, Phase::Dealing(dealing) if complete(dealing))
        && open.shoe.passed(terms).is_none();
    if let (Phase::Betting(betting), Some(_)) = (&open.phase, open.shoe.passed(terms)) {
        return Ok(noticed_late(ctx, open, betting));
    }
    let mut events = vec![event(Happening::MarkerOut, &rule.by)];
    // Where the document fixes the count behind the marker, another count is an incident; and so is one, with any place,
    // by which the marker lies deeper.
    let left = terms.cards().saturating_sub(open.shoe.drawn);
    let fixed = ctx.book.shoe.behind_marker.fixed().map(|rule| rule.value);
    let exact = matches!(fixed, Some(Behind::Exactly(just)) if left != just);
    if exact || open.shoe.behind.is_some_and(|behind| left > behind) {
        events.push(event(Happening::MarkerMiscount { left }, &terms.marker_in_coup.by));
    }
    if rule.value == End::ThisCoupIsLast && !before_next {
        events.push(event(Happening::LastCoupSet, &rule.by));
    }
    Ok(events)
}

/// The marker came out in the burn, where the house says what that means.
fn out_in_burn(open: &Open, then: CutCardInBurn) -> Vec<Event> {
    let by = CutCardInBurn::SETTING.citation();
    let out = event(Happening::MarkerOut, &by);
    match then {
        CutCardInBurn::NextCoupIsLast => vec![out, event(Happening::LastCoupSet, &by)],
        CutCardInBurn::ShuffleAgain => {
            let lie = open.wagers().iter();
            let lie = lie.flat_map(|p| super::wagers::goes_back(p.wager, p.wager.stake, &by));
            [out].into_iter().chain(lie).chain([event(Happening::ShoeEnded, &by)]).collect()
        }
    }
}

/// Whether by the count the marker lay right before the first card of a coup.
fn lay_first(open: &Open, dealing: &Dealing) -> bool {
    let left = open.terms.cards().saturating_sub(open.shoe.drawn);
    open.shoe.behind == Some(left + dealing.drawn())
}

/// By the count the marker came out in an earlier coup, and nobody said so. If that was the coup before and one more is
/// due after it, the next is the last; else the shoe is over, and what lies for the next coup goes back. Where there was no
/// coup before, it came out in the burn.
fn noticed_late(ctx: &Ctx<'_>, open: &Open, betting: &Betting) -> Vec<Event> {
    let terms = &open.terms;
    if let Some(then) = terms.choice().filter(|_| ctx.table.coups.in_shoe() == 0) {
        return out_in_burn(open, then);
    }
    let left = terms.cards().saturating_sub(open.shoe.drawn);
    let of_last = betting.last.as_ref().map_or(0, |last| last.dealing.drawn());
    let in_last = open.shoe.behind.is_some_and(|behind| left + of_last >= behind);
    let first = betting.last.as_ref().is_some_and(|last| lay_first(open, &last.dealing));
    let rule = if first { &terms.marker_first } else { &terms.marker_in_coup };
    let mut events = vec![event(Happening::MarkerOut, &rule.by)];
    // A coup without wagers that a waiting card asks for is dealt first, unless the marker ends the shoe with its own coup.
    let owed = betting.no_bet.is_some() && !betting.waiting.is_empty();
    if rule.value != End::ThisCoupIsLast && (in_last || owed) {
        events.push(event(Happening::LastCoupSet, &rule.by));
        return events;
    }
    let missed = ctx.book.irregularities.remedy(Mishap::ShuffleMissed, Case::Found);
    let by = missed.filter(|_| !in_last).map_or(&rule.by, |remedy| &remedy.by);
    events.extend(betting.wagers.iter().flat_map(|p| super::wagers::goes_back(p.wager, p.wager.stake, by)));
    events.extend(shoe_ended(open, by));
    events
}

/// The marker shows in the shoe while a card before it is still to be drawn.
pub(super) fn marker_seen(ctx: &Ctx<'_>, open: &Open) -> Decision {
    has_marker(ctx, open)?;
    as_counted(ctx, open, 1)?;
    let by = &open.terms.marker_in_coup.by;
    if open.shoe.marker != MarkerState::In || matches!(open.phase, Phase::Preparing) {
        return ctx.refuse(by, Reason::NotNow(Hindrance::MarkerNotHidden));
    }
    Ok(vec![event(Happening::MarkerSeen, by)])
}

/// The rest of the shoe is given up and taken out: after a void coup if all agree, or by a supervisor's order to shuffle.
pub(super) fn end_shoe(ctx: &Ctx<'_>, open: &Open) -> Decision {
    let Phase::Betting(betting) = &open.phase else {
        return ctx.refuse(&open.terms.after_void.by, Reason::NotNow(Hindrance::ShoeNotBetweenCoups));
    };
    nothing_owed(ctx, Blocked::EndShoe)?;
    let ordered = |owed| matches!(owed, Owed::Shuffle | Owed::NewCards(Rule::UnfitCards));
    if let Some(Duty { by, .. }) = ctx.table.duties.iter().find(|duty| ordered(duty.what)) {
        // What lies for a coup that these cards will not see goes back, also where wagers are closed.
        let lie = betting.wagers.iter().flat_map(|p| super::wagers::goes_back(p.wager, p.wager.stake, by));
        let lie = lie.chain(waiting_aside(open, by));
        return Ok(lie.chain([event(Happening::ShoeEnded, by)]).collect());
    }
    if !betting.wagers.is_empty() {
        return ctx.refuse(&open.terms.after_void.by, Reason::NotNow(Hindrance::WagersLie));
    }
    let checked = open.acts.iter().any(|(act, _)| *act == Rule::CheckDevice);
    if let Some(rule) = ctx.book.procedure.get(Rule::CheckDevice).filter(|_| checked) {
        return Ok(vec![event(Happening::ShoeEnded, &rule.by)]);
    }
    let by = open.terms.after_void.by.clone();
    let after_void = betting.last.as_ref().is_some_and(|last| last.dealing.may_end_shoe);
    if !after_void {
        return ctx.refuse(&by, Reason::NotNow(Hindrance::NoReasonToEnd));
    }
    ctx.one_of(&ctx.rule(Rule::Correction)?.roles, &by)?;
    super::session::all_agree(ctx, open, Matter::EndShoe, None, &by)?;
    Ok(vec![event(Happening::ShoeEnded, &by)])
}

/// Whether the coup in progress, or the one to come if none is, is the shoe's last.
pub(crate) fn is_last_coup(open: &Open) -> bool {
    matches!(open.shoe.marker, MarkerState::Out { more: 0 })
}

/// Whether the shoe ends with the coup in progress, or with the one to come: by its marker, or by what was ruled in it.
pub(super) fn ends_with_coup(open: &Open) -> bool {
    is_last_coup(open) || matches!(&open.phase, Phase::Dealing(dealing) if dealing.ends_shoe)
}

/// Whether a card that leaves the shoe in the coup in progress follows the marker, where the document lets no coup begin after
/// that. One that was drawn earlier and waits does not.
pub(super) fn follows_marker(open: &Open) -> bool {
    let behind_last_card = open.shoe.marker == MarkerState::Out { more: 1 };
    let ends = open.terms.marker_in_coup.value == End::ThisCoupIsLast;
    behind_last_card && ends && open.in_coup() && open.waiting_card().is_none()
}

/// Refuses a coup from a shoe that is not ready or has ended.
pub(super) fn may_begin_coup(ctx: &Ctx<'_>, open: &Open) -> Result<(), Refused> {
    let by = &ctx.book.shoe.devices.by;
    nothing_owed(ctx, Blocked::Coup)?;
    if open.shoe.fresh && ctx.table.coups.in_shoe() == 0 {
        played_are_checked(ctx)?;
    }
    if open.shoe.stage != Stage::Ready {
        return ctx.refuse(by, Reason::CardsNotReady(Hindrance::ShoeNotReady));
    }
    // Where the document itself has no marker, the count behind it is the house's own affair.
    match open.shoe.passed(&open.terms).filter(|_| ctx.book.shoe.marker_in_coup.fixed().is_some()) {
        Some((left, behind)) => {
            ctx.refuse(&open.terms.marker_in_coup.by, Reason::MarkerPassed { left, behind })
        }
        None => Ok(()),
    }
}

/// Refuses a card that the shoe cannot hold any more, unless an officer has let such a one stand.
pub(super) fn accounts_for(ctx: &Ctx<'_>, open: &Open, card: Card) -> Result<(), Refused> {
    let count = open.shoe.seen.get(&card).copied().unwrap_or(0);
    // A device has its cards back after each coup.
    if open.terms.device.value == Device::ShufflingDevice || open.shoe.one_more {
        return Ok(());
    }
    if count >= open.terms.decks {
        return ctx.refuse(&ctx.book.shoe.decks.by, Reason::TooManyOfCard { card, count });
    }
    if open.shoe.drawn >= open.terms.cards() {
        return ctx.refuse(&ctx.book.shoe.decks.by, Reason::CardsNotReady(Hindrance::ShoeEmpty));
    }
    Ok(())
}
