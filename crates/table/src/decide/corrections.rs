//! What was believed and what is known now: cards keyed wrong, payments that were wrong, wagers found when their coup is
//! over. What happened stays on record as it was believed; further events say what is known, and move the money.

use punto_coup::{
    Coup, DealtCard, Due, Irregularity, Marker, Noticed, Situation, classify, find_late, window_closed,
};
use punto_lines::{Event, Happening, Hindrance, InTrouble, Reason, Refused};
use punto_rulebook::{Device, Outcome, Rule, Variant};
use punto_vocab::{Card, Citation, Money, Role};

use super::{Ctx, Decision, event, spoken, trouble};
use punto_state::SettledAs;
use punto_state::{Dealing, LastCoup, MarkerState, Open, Phase, Spot};

/// A card, as it was keyed and as it is.
type Was = (Card, Card);

/// A card that was keyed wrong is keyed again. Until the next card or call, and until it is turned, handed out or decides the
/// coup, that is the dealer's, where cards are keyed by hand; later, and wherever a scanning shoe reads them, it takes the
/// officer who answers for the game.
pub(super) fn rekey(
    ctx: &Ctx<'_>,
    open: &Open,
    (was, card): Was,
    place: Option<u32>,
    back: Option<u32>,
) -> Decision {
    let by = &ctx.rule(Rule::Correction)?.by;
    if open.opening.deals_itself() {
        return ctx.refuse(by, Reason::NotNow(Hindrance::CardsNotKeyed));
    }
    if was == card {
        return ctx.refuse(by, Reason::NotNow(Hindrance::CardOnRecord));
    }
    let count = open.shoe_dealt_from().seen.get(&card).copied().unwrap_or(0);
    let all_out = count >= open.terms.decks && !open.shoe.one_more;
    if all_out && open.terms.device.value != Device::ShufflingDevice {
        return ctx.refuse(&ctx.book.shoe.decks.by, Reason::TooManyOfCard { card, count });
    }
    if let Some(back) = back.filter(|back| *back > 0) {
        return known_of_earlier(ctx, open, (was, card), place, back);
    }
    match (&open.phase, open.last_coup()) {
        (Phase::Dealing(dealing), _) => {
            let place = keyed_at(ctx, &dealing.given, was, place, by)?;
            in_coup(ctx, open, dealing, (was, card), place)
        }
        (_, Some(last)) => {
            let place = keyed_at(ctx, &last.dealing.given, was, place, by)?;
            after_coup(ctx, open, last, (was, card), place)
        }
        (_, None) => ctx.refuse(&open.terms.window.by, Reason::TooLate(Hindrance::CoupIsOver)),
    }
}

/// At which place the card was drawn, counted from 1; of several alike the last, unless somebody says which.
fn keyed_at(
    ctx: &Ctx<'_>,
    given: &[DealtCard],
    was: Card,
    place: Option<u32>,
    by: &Citation,
) -> Result<u32, Refused> {
    let found = match place {
        Some(place) => {
            let own = (place as usize).checked_sub(1).and_then(|place| given.get(place));
            own.filter(|own| own.card == was).map(|_| place)
        }
        None => given.iter().rposition(|own| own.card == was).map(|place| place as u32 + 1),
    };
    found.ok_or_else(|| ctx.refusal(by, Reason::NotNow(Hindrance::CardNotOnRecord)))
}

/// A coup with one of its cards as it is known now. Cards that a ruling moved lie as they were given: the ruling rested on
/// what was believed, and is made again.
fn known(dealing: &Dealing, card: Card, place: u32) -> Dealing {
    let mut now = dealing.clone();
    now.known_as(place as usize, card);
    now
}

fn in_coup(ctx: &Ctx<'_>, open: &Open, dealing: &Dealing, (was, card): Was, place: u32) -> Decision {
    ctx.no_trouble(dealing.trouble.as_ref())?;
    if let Some(ruling) = dealing.withdrawal.as_ref().filter(|_| dealing.may_withdraw) {
        return ctx.refuse(&ruling.by, Reason::InTrouble(InTrouble::MayWithdraw));
    }
    let undecided = dealing.coup.due(ctx.book).side().is_some();
    let latest = dealing.keyed && undecided && place as usize == dealing.given.len();
    let by_hand = open.terms.device.value != Device::ScanningShoe;
    let deals = ctx.by.role().is_some_and(|role| ctx.book.counts_as(role, Role::Dealer));
    let by = if latest && by_hand && deals {
        due_by(ctx, dealing)
    } else {
        ctx.entitled(Rule::Correction)?.by.clone()
    };
    let now = known(dealing, card, place);
    let mut events = vec![event(Happening::Rekeyed { was, card, place, who: ctx.by }, &by)];
    // A coup that was settled had all its cards.
    let ended = dealing.reopened && !dealing.keyed && !undecided;
    let noticed = if ended { Noticed::AfterCoup } else { Noticed::DuringCoup };
    let wrong = super::deal::wrong(ctx, &now).or_else(|| never_came(ctx, &now).filter(|_| ended));
    if let Some(what) = wrong {
        events.extend(ruled(ctx, open, &now, what, noticed)?);
    }
    Ok(events)
}

/// That a card was due and never came, now that all are known.
fn never_came(ctx: &Ctx<'_>, now: &Dealing) -> Option<Irregularity> {
    let coup = Coup::of(ctx.book, now.dealt.iter().map(|own| own.card)).ok()?;
    let gone = now.cards_gone || ctx.table.open.as_ref().is_some_and(|open| open.shoe.gone);
    coup.due(ctx.book).side().map(|_| Irregularity::Misdeal { reconstructable: !gone })
}

/// The clause by which the last card was due.
fn due_by(ctx: &Ctx<'_>, dealing: &Dealing) -> Citation {
    let before = dealing.dealt.iter().rev().skip(1).rev();
    let mut coup = Coup::default();
    for own in before {
        // Cards that no hand was due leave the rest as it is.
        let _ = coup.deal(ctx.book, own.card);
    }
    let (Due::Card { by, .. } | Due::Nothing { by, .. }) = coup.due(ctx.book);
    by.clone()
}

/// When something is noticed between two coups.
pub(super) fn noticed(open: &Open) -> Noticed {
    match &open.phase {
        Phase::Betting(betting) if betting.closed || betting.opened.is_some() => Noticed::BettingOpen,
        Phase::Preparing | Phase::Betting(_) | Phase::Dealing(_) => Noticed::AfterCoup,
    }
}

/// The coup has been settled: while the document leaves time, it is opened again with its own wagers and terms, put right
/// and settled anew; afterwards what is known is recorded, and the result stands.
fn after_coup(ctx: &Ctx<'_>, open: &Open, last: &LastCoup, (was, card): Was, place: u32) -> Decision {
    let by = &ctx.entitled(Rule::Correction)?.by;
    let noticed = noticed(open);
    let closed = window_closed(&last.before.basis.terms, noticed);
    let over = closed.or(last.dealing.void.then_some(&open.terms.window.by));
    if let Some(over) = over {
        let known = Happening::CardKnown { was, card, place, back: 0, who: ctx.by };
        return Ok(vec![event(known, &over.and(by))]);
    }
    ctx.no_trouble(open.trouble.as_ref())?;
    let by = &by.and(&open.terms.window.by);
    let now = known(&last.dealing, card, place);
    let mut events = trouble::undone(open, by);
    events.push(event(Happening::Rekeyed { was, card, place, who: ctx.by }, by));
    let wrong = classify(ctx.book, &now.dealt).or_else(|| never_came(ctx, &now));
    if let Some(what) = wrong {
        events.extend(ruled(ctx, open, &now, what, noticed)?);
    }
    Ok(events)
}

/// Cards that lie otherwise than they should, now that all are known, are ruled on like any.
fn ruled(ctx: &Ctx<'_>, open: &Open, dealing: &Dealing, what: Irregularity, noticed: Noticed) -> Decision {
    let situation = Situation {
        dealt: &dealing.dealt,
        what,
        noticed,
        last_coup: spoken::was_last(open, noticed),
        marker: if open.shoe_dealt_from().marker == MarkerState::In { Marker::InShoe } else { Marker::Out },
    };
    let ruling = trouble::ruling(ctx, open, &situation)?;
    Ok(trouble::ruled(open, dealing, ruling))
}

/// A card of a coup before the last: what is known goes on record, and nothing else.
fn known_of_earlier(ctx: &Ctx<'_>, open: &Open, (was, card): Was, place: Option<u32>, back: u32) -> Decision {
    let by = &ctx.entitled(Rule::Correction)?.by;
    // While a coup is on, the one before it is the last that ended.
    let ended = if open.in_coup() { back as usize - 1 } else { back as usize };
    let Some(coup) = ctx.table.coups.of_shoe().rev().nth(ended) else {
        return ctx.refuse(by, Reason::NotNow(Hindrance::CardNotOnRecord));
    };
    let place = keyed_at(ctx, &coup.dealt, was, place, by)?;
    let known = Happening::CardKnown { was, card, place, back, who: ctx.by };
    Ok(vec![event(known, &open.terms.window.by.and(by))])
}

/// A coup that was settled is opened again to be put right, by the officer who answers for the game and in its time.
pub(super) fn opened_again(ctx: &Ctx<'_>, open: &Open, last: &LastCoup) -> Decision {
    let by = &ctx.entitled(Rule::Correction)?.by;
    let window = &last.before.basis.terms.window.by;
    let closed = window_closed(&last.before.basis.terms, noticed(open));
    if let Some(over) = closed.or(last.dealing.void.then_some(window)) {
        return ctx.refuse(over, Reason::TooLate(Hindrance::CoupIsOver));
    }
    ctx.no_trouble(open.trouble.as_ref())?;
    Ok(trouble::undone(open, &by.and(window)))
}

/// Chips went otherwise than the settlement said. The amounts are all that the wager brought its patron, with the stake
/// that came back. While the document leaves time, the difference is put right.
pub(super) fn mispaid(ctx: &Ctx<'_>, open: &Open, spot: Spot, paid: Money, told: Option<Money>) -> Decision {
    let by = &ctx.entitled(Rule::Correction)?.by;
    if open.terms.credits {
        return ctx.refuse(by, Reason::NotNow(Hindrance::CreditsPayThemselves));
    }
    let (patron, at, bet) = spot;
    if !ctx.table.known.contains(&patron) {
        return ctx.refuse(by, Reason::NotHere(patron));
    }
    let shown = open.shown.as_ref().and_then(|shown| shown.settled.iter().find(|own| own.spot() == spot));
    // What lies on after a tie has been paid to nobody.
    if shown.is_some_and(|own| own.result == SettledAs::Stays) && told.is_none() {
        return ctx.refuse(by, Reason::NotNow(Hindrance::PaidAsSaid));
    }
    let Some(said) = told.or(shown.map(|own| own.got)) else {
        return ctx.refuse(by, Reason::NoSuchWager { patron, bet, at });
    };
    // Only what a settlement of this shoe said can have been paid otherwise. What was found is on record, and what was
    // short or too much is made good: the same is not found twice.
    let by = &by.and(&open.terms.window.by);
    let coups = &ctx.table.coups;
    let Some(ago) = coups.paid(spot, said).filter(|ago| told.is_some() || *ago == 0) else {
        let known = coups.said(spot, said).next();
        let why = if known.is_some() { Hindrance::PaidAsSaid } else { Hindrance::OtherSettlement };
        return ctx.refuse(by, Reason::NotNow(why));
    };
    if paid == said || paid < Money::ZERO || paid > Money::LARGEST {
        return ctx.refuse(by, Reason::NotNow(Hindrance::PaidAsSaid));
    }
    if let Some(stands) = by_other_form(ctx, open, spot, paid).filter(|_| ago == 0) {
        return ctx.refuse(stands, Reason::TooLate(Hindrance::CoupIsOver));
    }
    let mut events = vec![event(Happening::Mispaid { patron, at, bet, said, paid, who: ctx.by }, by)];
    if shown.is_some() && ago == 0 {
        events.extend(put_right(open, spot, paid - said, by));
    }
    Ok(events)
}

/// The clause by which a payment stands: the coup was found to be settled by another form of the game, which pays this.
fn by_other_form<'o>(ctx: &Ctx<'_>, open: &'o Open, spot: Spot, paid: Money) -> Option<&'o Citation> {
    let LastCoup { dealing, before, paid_stands, .. } = open.last_coup()?;
    let wager = &dealing.wagers.iter().find(|placed| placed.spot() == spot)?.wager;
    let outcome = Outcome::of(dealing.coup.hands())?;
    let terms = &before.basis.terms;
    let others = ctx.book.variants.iter().filter(|own| own.id != terms.variant);
    let pays = |other: &Variant| {
        let other = super::signs::in_form(ctx, open, (terms, &other.id)).ok()?;
        let settled = punto_coup::settle(&other, &outcome, wager);
        Some(settled.paid + settled.back)
    };
    paid_stands.as_ref().filter(|_| others.filter_map(pays).any(|pays| pays == paid))
}

/// The difference goes the other way, if the coup is the last one and its time is not over.
fn put_right(open: &Open, (patron, at, bet): Spot, over: Money, by: &Citation) -> Option<Event> {
    let last = open.last_coup()?;
    if window_closed(&last.before.basis.terms, noticed(open)).is_some() {
        return None;
    }
    let what = match over.is_positive() {
        true => Happening::TakenBack { patron, at, bet, amount: over },
        false => Happening::PaidAfter { patron, at, bet, amount: -over },
    };
    Some(event(what, &by.and(&open.terms.window.by)))
}

/// The officer finds, when the coup is over, that a wager in it was over or under a limit, or that a finding was wrong. Where
/// the document lets such coups stand, or the time is over, the first is recorded; else the coup is opened again, unless it is
/// already, and settled by what lay there.
pub(super) fn found_after(
    ctx: &Ctx<'_>,
    open: &Open,
    (dealing, last): (&Dealing, Option<&LastCoup>),
    spot: Spot,
    stake: Money,
) -> Decision {
    let (patron, at, bet) = spot;
    let closing = &ctx.book.closing.by;
    let earlier = ctx.book.limits.earlier_coups.as_ref();
    let rule = ctx.rule(Rule::FoundStake)?;
    ctx.one_of(&rule.roles, &earlier.unwrap_or(closing).and(&rule.by))?;
    let Some(placed) = dealing.wagers.iter().find(|placed| placed.spot() == spot) else {
        return ctx.refuse(earlier.unwrap_or(closing), Reason::NoSuchWager { patron, bet, at });
    };
    let opened = |by: &Citation| -> Decision {
        ctx.entitled(Rule::Correction)?;
        let opened = last.map(|last| opened_again(ctx, open, last)).transpose()?.into_iter().flatten();
        Ok(opened.chain([event(Happening::Found { patron, at, bet, stake }, by)]).collect())
    };
    // What was found is taken back: the record had it right.
    if placed.recorded == Some(stake) {
        return opened(&rule.by);
    }
    if last.is_none() && earlier.is_some() {
        return ctx.refuse(earlier.unwrap_or(closing), Reason::TooLate(Hindrance::CoupIsOver));
    }
    let mut counted = placed.wager;
    counted.stake.chips = stake - counted.stake.tokens;
    let terms = last.map_or(&open.terms, |last| &last.before.basis.terms);
    let facts = |_| punto_coup::Found { accepted: Some(placed.limits), ..punto_coup::Found::default() };
    let finding = find_late(ctx.book, terms, &[counted], facts).into_iter().next();
    let Some(finding) = finding.filter(|_| stake.is_positive() && terms.chips.can_make(stake)) else {
        return ctx.refuse(earlier.unwrap_or(closing), Reason::NotNow(Hindrance::BreaksNoLimit));
    };
    ctx.no_trouble(open.trouble.as_ref())?;
    let closed = last.and_then(|_| window_closed(terms, noticed(open)));
    match earlier.or(closed).or(dealing.void.then_some(closing)) {
        Some(stands) => {
            Ok(vec![event(Happening::FoundAfter { patron, at, bet, stake, who: ctx.by }, stands)])
        }
        None => opened(&finding.by),
    }
}
