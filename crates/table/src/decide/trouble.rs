//! When something went wrong: the ruling, who orders it, and what it does.

use std::borrow::Cow;
use std::sync::Arc;

use punto_coup::{
    Due, Fate, Irregularity, Marker, Next, Noticed, Place, Ruling, ShoeFate, Situation, WagerFate, classify,
    officers_ruling, rule, with_the_shoe,
};
use punto_lines::{
    Blocked, Event, Fact, HandName, Happening, Hindrance, Lies, NotDue, Owed, Reason, Refused, SharedRuling,
    To,
};
use punto_rulebook::known::{Choice, VoidCoupCountsAsLast, VoidShoeFinishedCoups};
use punto_rulebook::{Case, Cure, Mishap, Rule};
use punto_vocab::{Card, Cards, Citation, PersonId};

use super::pending::{of_earlier, of_the_coup, reached, shoe_ended, stays_open};
use super::record::{agrees_with_record, dealt_past_end};
use super::spoken::{irregularity, judged, next_coup, spoken_of, stands_opened, was_last};
use super::wagers::goes_back;
use super::{Ctx, Decision, event};
use punto_state::{Dealing, MarkerState, Open, Phase, Stage, Trouble};

/// What the document orders in a situation at this table.
pub(super) fn ruling(ctx: &Ctx<'_>, open: &Open, situation: &Situation<'_>) -> Result<Ruling, Refused> {
    let ask = |situation: &Situation<'_>| {
        rule(ctx.book, &open.terms, situation)
            .map_err(|refusal| ctx.refusal(&refusal.by, NotDue::CannotArise(refusal.reason.mishap).into()))
    };
    let ruling = ask(situation)?;
    // Where a void coup does not use up the last one, another follows.
    let another = situation.last_coup && open.terms.choice() == Some(VoidCoupCountsAsLast::No);
    match ruling.cure {
        Cure::VoidCoup if another => ask(&Situation { last_coup: false, ..situation.clone() }),
        _ => Ok(ruling),
    }
}

/// The events of a ruling: what went wrong, what is ordered, and, if nobody has to order it, what follows.
pub(super) fn ruled(open: &Open, dealing: &Dealing, ruling: Ruling) -> Vec<Event> {
    let by = ruling.by.clone();
    let shared = SharedRuling(Arc::new(ruling));
    let mut events = vec![
        event(Happening::Irregular { mishap: shared.0.mishap }, &by),
        event(Happening::Ruled { ruling: shared.clone() }, &by),
    ];
    if shared.0.ordered_by.is_none() {
        events.extend(ordered(open, dealing, &shared));
    }
    events
}

/// What a ruling does once it is ordered.
fn ordered(open: &Open, dealing: &Dealing, shared: &SharedRuling) -> Vec<Event> {
    let ruling = &shared.0;
    let by = &ruling.by;
    let mut events = vec![event(Happening::Ordered { ruling: shared.clone() }, by)];
    // Where the house says so, a void shoe takes its finished coups with it.
    let undone = ruling.cure == Cure::VoidShoe && !open.moved_in_shoe.is_empty();
    let undone = undone.then(|| by.and(&VoidShoeFinishedCoups::SETTING.citation()));
    if let Some(by) = &undone {
        let coups = open.moved_in_shoe.len() as u32;
        events.insert(0, event(Happening::ReversedCoups { coups }, by));
    }
    let mut waits = !dealing.carries.is_empty();
    for fate in &ruling.cards {
        let (card, behind) = (fate.card, waits);
        waits |= matches!(fate.fate, Fate::OpensNextCoup | Fate::AtMouthOfShoe);
        events.push(event(
            match fate.fate {
                Fate::Of(side, _) => Happening::CardBecomes { card, hand: HandName::of(side) },
                // Only the first card that waits opens the next coup; the others follow it.
                Fate::OpensNextCoup | Fate::AtMouthOfShoe if behind => Happening::CardWaits { card },
                Fate::OpensNextCoup => Happening::CardOpensNextCoup { card },
                Fate::AtMouthOfShoe => Happening::CardAtMouth { card },
                Fate::SetAside | Fate::GoesWithShoe | Fate::StaysBurned | Fate::OfficersRuling => {
                    Happening::CardSetAside { card }
                }
            },
            by,
        ));
    }
    if let WagerFate::MayBeWithdrawn { by, .. } = &ruling.wagers {
        events.push(event(Happening::MayWithdraw, by));
    }
    // While the cards are being prepared no coup is on that could be void.
    let returned = matches!(ruling.wagers, WagerFate::AllReturned | WagerFate::RefundOrForfeit { .. })
        && !(matches!(open.phase, Phase::Preparing) && dealing.given.is_empty());
    if returned {
        // Where a coup without wagers follows, its own clause clears the layout.
        let by = &match &ruling.next {
            Next::NoBet { by: clear, .. } => by.and(clear),
            Next::Ordinary { .. } | Next::None => by.clone(),
        };
        events.reserve(dealing.wagers.len() + 1);
        events.extend(dealing.wagers.iter().flat_map(|p| goes_back(p.wager, p.wager.stake, by)));
        events.push(event(Happening::CoupVoid { cure: ruling.cure }, by));
    }
    for role in &ruling.told {
        events.push(event(Happening::MustBeTold { role: *role }, by));
    }
    if let Next::NoBet { by, .. } = &ruling.next {
        events.push(event(Happening::NoBetCoup, by));
    }
    // What waits for the end of a coup waits for nothing between coups.
    let between = matches!(open.phase, Phase::Betting(_)) && dealing.dealt.is_empty();
    // What was undone with the shoe is not put right, and with a card drawn another coup has begun.
    let stays = between && undone.is_none() && ruling.case != Case::FirstOfCoup;
    if stays && returned {
        events.splice(..0, stays_open(open, by));
    }
    let ends = match ruling.shoe {
        ShoeFate::Ends | ShoeFate::Void | ShoeFate::DecksAreChecked => true,
        ShoeFate::EndsAfterCoup => between && ruling.cure == Cure::FinishThenShuffle,
        ShoeFate::CheckedAfterCoup => between,
        ShoeFate::GoesOn
        | ShoeFate::MayEndIfAllAgree { .. }
        | ShoeFate::MovesToOtherDevice { .. }
        | ShoeFate::FinishFromShoe => false,
    };
    // Cards that lie gathered, or that the coup put right ends with, have ended already.
    let gathered = matches!(open.phase, Phase::Preparing) && open.shoe.stage == Stage::Gathered;
    if ends && !gathered {
        if between && !returned {
            events.extend(dealing.wagers.iter().flat_map(|p| goes_back(p.wager, p.wager.stake, by)));
        }
        events.extend(super::shoe::waiting_aside(open, by));
        match stays {
            true => events.extend(shoe_ended(open, by)),
            false => events.push(event(Happening::ShoeEnded, by)),
        }
    }
    // What was staked in the coups that are undone has come back to the layout, and goes on to its owners.
    if let Some(by) = &undone {
        let staked = open.staked_in_shoe.iter().rev().flatten();
        events.extend(staked.flat_map(|wager| goes_back(*wager, wager.stake, by)));
    }
    events
}

/// What waits for the actor to order it, with the coup it touches: one in progress, or the wagers for the next.
fn waiting<'o>(ctx: &Ctx<'_>, open: &'o Open) -> Result<(&'o Trouble, Dealing), Refused> {
    let (trouble, dealing) = match &open.phase {
        // What is decided after the coup is not decided in it.
        Phase::Dealing(dealing)
            if dealing.trouble.is_none()
                && let Some(after) = &open.trouble =>
        {
            return ctx.refuse(&after.ruling.by, Reason::InCoup);
        }
        Phase::Dealing(dealing) => (dealing.trouble.as_ref(), Dealing::clone(dealing)),
        Phase::Betting(betting) => (open.trouble.as_ref(), next_coup(betting)),
        Phase::Preparing => (open.trouble.as_ref(), Dealing::default()),
    };
    let trouble = trouble.ok_or_else(|| ctx.refusal(&ctx.order(), Reason::NoTrouble))?;
    ctx.one_of(trouble.ruling.ordered_by.as_slice(), &trouble.ruling.by)?;
    Ok((trouble, dealing))
}

pub(super) fn order(ctx: &Ctx<'_>, open: &Open) -> Decision {
    let (trouble, dealing) = waiting(ctx, open)?;
    // An officer who is to decide and orders nothing else lets play stand, and the record says so.
    if trouble.ruling.cure == Cure::Officer {
        return order_as(ctx, open, Cure::Stands);
    }
    let void = of_those_found_out(ctx, open, &trouble.ruling)?;
    let events = ordered(open, &dealing, &SharedRuling(trouble.ruling.clone()));
    Ok(events.into_iter().chain(void).collect())
}

/// The wagers that are void with the person's who was found out. Against nobody nothing is ordered.
fn of_those_found_out(ctx: &Ctx<'_>, open: &Open, ruling: &Ruling) -> Decision {
    if ruling.wagers != WagerFate::OnePersonsVoid {
        return Ok(Vec::new());
    }
    let found = ctx.table.found_out.iter().filter(|(rule, _)| *rule == Rule::ProhibitedDevices);
    let found: Vec<PersonId> = found.map(|(_, patron)| *patron).collect();
    if found.is_empty() {
        return ctx.refuse(&ruling.by, Reason::NotNow(Hindrance::NoBreach));
    }
    let void = |patron: PersonId| super::wagers::void_persons(ctx, open, patron).unwrap_or_default();
    Ok(found.into_iter().flat_map(void).collect())
}

/// The officer's own choice, where the document leaves the cure to the officer.
pub(super) fn order_as(ctx: &Ctx<'_>, open: &Open, cure: Cure) -> Decision {
    let (trouble, dealing) = waiting(ctx, open)?;
    let ruling = &trouble.ruling;
    if ruling.cure == cure && cure != Cure::Officer {
        return order(ctx, open);
    }
    if let Some(lost) = past_repair(ctx, open, &dealing, (ruling, cure)) {
        return Ok(ordered(open, &dealing, &SharedRuling(Arc::new(lost))));
    }
    if ruling.cure != Cure::Officer && !ruling.may {
        return ctx.refuse(&ruling.by, Reason::NotNow(Hindrance::DocumentDecides));
    }
    let Some(mut chosen) = officers_ruling(ctx.book, ruling, cure) else {
        let own = ctx.book.irregularities.remedy(ruling.mishap, ruling.case);
        let own = own.is_some_and(|remedy| remedy.cure.fixed().is_some()) && ruling.cure != Cure::Officer;
        let why = if own { Hindrance::DocumentDecides } else { Hindrance::OfficersChoice };
        return ctx.refuse(&ruling.by, Reason::NotNow(why));
    };
    if ruling.cure != Cure::Officer && cure != Cure::VoidCoup {
        // What the document's own cure would have done to the shoe is not done.
        let last = super::shoe::ends_with_coup(open);
        chosen.shoe = if last { ShoeFate::EndsAfterCoup } else { ShoeFate::GoesOn };
    }
    if ruling.cure != Cure::Officer {
        // Nor has anybody to be told of it.
        chosen.told.clear();
    }
    if cure == Cure::VoidCoup {
        chosen = with_the_shoe(&open.terms, chosen);
    }
    let chosen = SharedRuling(Arc::new(chosen));
    let reached = reached(open, ruling);
    match (cure, &open.phase) {
        (Cure::VoidCoup | Cure::SettleAgain, _) if of_earlier(ruling) => {
            ctx.refuse(&open.terms.window.by.and(&ruling.by), Reason::NotNow(Hindrance::EarlierCoup))
        }
        (Cure::VoidCoup, Phase::Dealing(_)) if stands_opened(ctx, open, ruling) => {
            ctx.refuse(&open.terms.window.by.and(&ruling.by), Reason::TooLate(Hindrance::CoupIsOver))
        }
        (Cure::SettleAgain, _) if reached.is_some() => {
            let by = &chosen.0.by;
            let mut events = undone(open, by);
            events.extend(ordered(open, &dealing, &chosen));
            Ok(events)
        }
        // A coup that is void pays and takes nothing, also where it has been settled.
        (Cure::VoidCoup, _) if reached.is_some() => {
            let mut events = undone(open, &chosen.0.by);
            events.extend(reached.into_iter().flat_map(|last| ordered(open, &last.dealing, &chosen)));
            Ok(events)
        }
        (Cure::VoidCoup, Phase::Preparing | Phase::Betting(_)) if dealing.wagers.is_empty() => {
            ctx.refuse(&open.terms.window.by.and(&ruling.by), Reason::TooLate(Hindrance::CoupIsOver))
        }
        (Cure::SettleAgain, _) => {
            ctx.refuse(&open.terms.window.by.and(&ruling.by), Reason::TooLate(Hindrance::CoupIsOver))
        }
        (Cure::Played, _) if dealing.coup.due(ctx.book).side().is_none() => {
            ctx.refuse(&ruling.by, Reason::NotNow(Hindrance::NoCardDue))
        }
        (Cure::Played, _) => Ok(played(ctx, open, &dealing, &chosen)),
        // A coup that was dealt past the end of the shoe is entered.
        (Cure::GoOn, Phase::Preparing) if ruling.mishap == Mishap::ShuffleMissed && dealt_past_end(open) => {
            let mut events = ordered(open, &dealing, &chosen);
            events.push(event(Happening::ShoeGoesOn, &ruling.by));
            Ok(events)
        }
        _ => Ok(ordered(open, &dealing, &chosen)),
    }
}

/// The officer who is to have cards put right may find that it cannot be done, and by the document the coup is void then.
fn past_repair(
    ctx: &Ctx<'_>,
    open: &Open,
    dealing: &Dealing,
    (waits, chosen): (&Ruling, Cure),
) -> Option<Ruling> {
    if (waits.mishap, waits.cure, chosen) != (Mishap::Misdeal, Cure::Reconstruct, Cure::VoidCoup) {
        return None;
    }
    let situation = Situation {
        dealt: &dealing.given,
        what: Irregularity::Misdeal { reconstructable: false },
        noticed: judged(open, Mishap::Misdeal, Noticed::DuringCoup),
        last_coup: super::shoe::is_last_coup(open),
        marker: if open.shoe.marker == MarkerState::In { Marker::InShoe } else { Marker::Out },
    };
    ruling(ctx, open, &situation).ok().filter(|lost| lost.cure == Cure::VoidCoup && open.in_coup())
}

/// The card that lay face up is dealt like any other, where the officer has it played.
fn played(ctx: &Ctx<'_>, open: &Open, dealing: &Dealing, chosen: &SharedRuling) -> Vec<Event> {
    let by = &chosen.0.by;
    let card = chosen.0.cards.first().map(|own| own.card);
    let bare = Ruling { cards: Vec::new(), found_up: None, ..(*chosen.0).clone() };
    let bare = SharedRuling(Arc::new(bare));
    let mut events = ordered(open, dealing, &bare);
    if let (Some(card), Due::Card { to, .. }) = (card, dealing.coup.due(ctx.book)) {
        events.push(event(Happening::Dealt { card, to: To(Place::Hand(to)), lies: Lies::Up }, by));
    }
    events
}

/// The settlement of the last coup is undone; what lies for the next goes back first, on record.
pub(super) fn undone(open: &Open, by: &Citation) -> Vec<Event> {
    let mut events = Vec::with_capacity(open.wagers().len() + 1);
    events.extend(open.wagers().iter().flat_map(|p| goes_back(p.wager, p.wager.stake, by)));
    events.push(event(Happening::Reversed, by));
    events
}

/// Putting cards right that lie in order on record lets nobody take a wager back, and opens no settled coup once the wagers
/// of the next are closed, unless the officer who answers for the game says that their order was in doubt. Of what others
/// report that officer may find otherwise.
fn moved_or_officer(
    ctx: &Ctx<'_>,
    open: &Open,
    dealing: &Dealing,
    ruling: Ruling,
) -> Result<Ruling, Refused> {
    let moved = classify(ctx.book, dealing.in_turn(&dealing.dealt)).is_some();
    let officer = ctx.entitled(Rule::Correction);
    if ruling.cure != Cure::Reconstruct || moved || officer.is_ok() {
        return Ok(ruling);
    }
    let closed =
        matches!(&open.phase, Phase::Betting(betting) if betting.closed && !betting.wagers.is_empty());
    if closed && super::coup::call_closes(ctx, open) {
        officer?;
    }
    let wagers = match ruling.wagers {
        WagerFate::MayBeWithdrawn { .. } => WagerFate::Stand,
        wagers => wagers,
    };
    Ok(Ruling { wagers, may: ruling.ordered_by.is_some(), ..ruling })
}

/// Where the document orders what follows from a finding, the officer whose finding it is has made it with the report.
/// Of what others report the officer may find otherwise.
fn own_finding(ctx: &Ctx<'_>, ruling: Ruling) -> Ruling {
    let remedy = ctx.book.irregularities.remedy(ruling.mishap, ruling.case);
    let officer = remedy.filter(|remedy| remedy.finding).and_then(|remedy| remedy.ordered_by);
    let own = officer.is_some_and(|officer| ctx.one_of(&[officer], &ruling.by).is_ok());
    Ruling { may: ruling.may && !(own && ctx.by.role().is_some()), ..ruling }
}

/// What a foreign or missing card does to the coup in which it is found, whichever coup it came from.
fn found_in_coup(ctx: &Ctx<'_>, mishap: Mishap) -> Option<Citation> {
    let cards = matches!(mishap, Mishap::ForeignCard | Mishap::MissingCard);
    let remedy = ctx.book.irregularities.remedy(mishap, Case::DuringCoup).filter(|_| cards);
    remedy.map(|remedy| remedy.by.clone())
}

/// Of the first card of a coup everybody sees that it is foreign, and nothing has been won yet. Once another is out, to void the
/// coup takes a result away: the officer finds it.
fn seen_or_officer(ctx: &Ctx<'_>, open: &Open, dealing: &Dealing, ruling: Ruling) -> Ruling {
    let first = dealing.given.len() == 1;
    let officer = ctx.book.procedure.get(Rule::Correction).and_then(|rule| rule.roles.first().copied());
    let word = open.in_coup() && !first && ctx.entitled(Rule::Correction).is_err();
    match ruling.ordered_by {
        None if word && ruling.mishap == Mishap::ForeignCard && ruling.cure == Cure::VoidCoup => {
            Ruling { ordered_by: officer, may: true, ..ruling }
        }
        Some(_) | None => ruling,
    }
}

/// Something that the cards alone do not show.
pub(super) fn report(ctx: &Ctx<'_>, open: &Open, mishap: Mishap, fact: Fact) -> Decision {
    ctx.not_a_patron()?;
    let what = irregularity(ctx, mishap, fact)?;
    agrees_with_record(ctx, open, mishap, what)?;
    let earlier = fact == Fact::EarlierCoup;
    if let (true, Some(by)) = (earlier && open.in_coup(), found_in_coup(ctx, mishap)) {
        return ctx.refuse(&by, Reason::NotNow(Hindrance::FoundInThisCoup));
    }
    let (dealing, noticed) = spoken_of(ctx, open, mishap, earlier);
    // What waits for the end of the coup keeps nothing else from being told.
    let waits = |own: &&Trouble| !(open.in_coup() && own.after_coup()) || own.ruling.mishap == mishap;
    ctx.no_trouble(dealing.trouble.as_ref().or(open.trouble.as_ref().filter(waits)))?;
    // Where the order is in doubt, the table's own view of it is, too: the cards count as they were given.
    let in_doubt = matches!(what, Irregularity::Misdeal { reconstructable: false });
    let situation = Situation {
        dealt: dealing.in_turn(if in_doubt { &dealing.given } else { &dealing.dealt }),
        what,
        noticed: judged(open, mishap, noticed),
        last_coup: was_last(open, noticed),
        marker: if open.shoe_dealt_from().marker == MarkerState::In { Marker::InShoe } else { Marker::Out },
    };
    let ruling = ruling(ctx, open, &situation)?;
    let ruling = moved_or_officer(ctx, open, &dealing, ruling)?;
    // What is said not to be confirmed is no finding, except of what is void for that.
    let found = fact != Fact::NotConfirmed || mishap == Mishap::ScannerDisagrees;
    let ruling = if found { own_finding(ctx, ruling) } else { ruling };
    let ruling = seen_or_officer(ctx, open, &dealing, ruling);
    // What is not of the coup that is on leaves its cards as they lie, and so does what comes too late for one that was settled.
    let too_late = ruling.cure == Cure::Stands && situation.noticed != noticed;
    let hands =
        ruling.hands.filter(|_| !(open.in_coup() && (earlier || too_late || dealing.given.is_empty())));
    // What went wrong in an earlier coup leaves the wagers of the others alone, whatever the officer orders.
    let wagers = match ruling.wagers {
        WagerFate::OfficersRuling if earlier => WagerFate::Stand,
        wagers => wagers,
    };
    let ruling = Ruling { hands, wagers, ..ruling };
    if matches!(open.phase, Phase::Betting(_))
        && matches!(ruling.cure, Cure::FinishThenShuffle | Cure::FinishThenCheck)
    {
        super::duties::nothing_owed(ctx, Blocked::EndShoe)?;
    }
    let returns = matches!(ruling.wagers, WagerFate::AllReturned | WagerFate::RefundOrForfeit { .. });
    if earlier && returns && (open.in_coup() || of_the_coup(mishap)) {
        return ctx.refuse(&ruling.by, Reason::NotNow(Hindrance::EarlierCoup));
    }
    if returns && stands_opened(ctx, open, &ruling) {
        return ctx.refuse(&ruling.by, Reason::TooLate(Hindrance::CoupIsOver));
    }
    let past_end = mishap == Mishap::ShuffleMissed && dealt_past_end(open);
    if past_end {
        // That a coup was dealt which should not have been is the officer's to say.
        let rule = ctx.rule(Rule::Correction)?;
        ctx.one_of(&rule.roles, &ruling.by.and(&rule.by))?;
    }
    let after = !matches!(noticed, Noticed::NextCoup | Noticed::DuringCoup);
    let undoes = matches!(
        ruling.wagers,
        WagerFate::AllReturned | WagerFate::MayBeWithdrawn { .. } | WagerFate::SettledAgain
    ) || ruling.cure == Cure::Reconstruct
        // A fraud touched the coup that was settled; a disruption touches only what is on now.
        || ruling.wagers == WagerFate::RefundOrForfeit { forfeit: true };
    if after && undoes {
        let mut events = undone(open, &ruling.by);
        events.extend(ruled(open, &dealing, ruling));
        return Ok(events);
    }
    // A coup that has ended and stands keeps its wagers settled; only those for the next are touched, and none before
    // somebody orders it.
    let touched = match &open.phase {
        Phase::Betting(betting) if ruling.ordered_by.is_none() => Cow::Owned(next_coup(betting)),
        Phase::Preparing => Cow::Owned(Dealing::default()),
        Phase::Betting(_) | Phase::Dealing(_) => dealing,
    };
    // Cards that were never burned are dealt all the same, where the document says that play goes on.
    let unburned = matches!(open.phase, Phase::Preparing)
        && open.shoe.stage == Stage::Marked
        && (ruling.mishap, ruling.cure) == (Mishap::BurnForgotten, Cure::GoOn);
    let (by, cure) = (ruling.by.clone(), ruling.cure);
    let mut events = ruled(open, &touched, ruling);
    if unburned {
        events.push(event(Happening::ShoeReady, &by));
    }
    if past_end && cure == Cure::FinishThenShuffle {
        events.push(event(Happening::ShoeGoesOn, &by));
    }
    Ok(events)
}

/// Cards that a device damaged are named and leave play; as many of the same kind from a new deck take their place.
pub(super) fn spoiled(ctx: &Ctx<'_>, open: &Open, cards: &Cards) -> Decision {
    let owed = |rule| ctx.table.duties.iter().any(|duty| duty.what == Owed::Act(rule));
    // Before a shoe they are replaced until all are shuffled for it.
    let before_shoe = !owed(Rule::SpoiledCards) && owed(Rule::ShuffleFailedDevice);
    let name = if before_shoe { Rule::SpoiledBeforeShoe } else { Rule::SpoiledCards };
    let rule = ctx.entitled(name)?;
    if !before_shoe && !owed(Rule::SpoiledCards) {
        return ctx.refuse(&rule.by, Reason::NotNow(Hindrance::NoSpoiledCards));
    }
    // Those on the table are not in the device.
    let out: Vec<Card> = match &open.phase {
        Phase::Dealing(dealing) => {
            let dealt = dealing.dealt.iter().map(|own| own.card);
            dealt.chain(dealing.carries.iter().chain(&dealing.waiting).copied()).collect()
        }
        Phase::Betting(betting) => betting.waiting.clone(),
        Phase::Preparing => Vec::new(),
    };
    let count = |card: Card, of: &[Card]| of.iter().filter(|own| **own == card).count() as u32;
    let too_many = |card: &&Card| count(**card, &cards.0) + count(**card, &out) > open.terms.decks;
    if cards.0.iter().any(|card| too_many(&card)) {
        return ctx.refuse(&rule.by, Reason::NotNow(Hindrance::NotSoManyInDevice));
    }
    let number = cards.0.len() as u32;
    Ok(vec![event(Happening::Spoiled { number, cards: cards.clone() }, &rule.by)])
}

/// After a fraud, the stakes of those who committed it may be kept.
pub(super) fn forfeit_wagers(ctx: &Ctx<'_>, open: &Open, patron: PersonId) -> Decision {
    let (trouble, _) = waiting(ctx, open)?;
    if trouble.ruling.wagers != (WagerFate::RefundOrForfeit { forfeit: true }) {
        return ctx.refuse(&trouble.ruling.by, Reason::NotNow(Hindrance::NoFraud));
    }
    if !open.wagers().iter().any(|placed| placed.wager.patron == patron) {
        return ctx.refuse(&trouble.ruling.by, Reason::NotNow(Hindrance::PersonHasNoWager));
    }
    Ok(vec![event(Happening::WagersForfeited { patron }, &trouble.ruling.by)])
}
