//! When something went wrong: the ruling, who orders it, and what it does.

use std::sync::Arc;

use punto_coup::{
    Due, Fate, Irregularity, Marker, Next, Noticed, Place, Ruling, ShoeFate, Situation, WagerFate, classify,
    officers_ruling, rule,
};
use punto_rulebook::known::{Choice, VoidCoupCountsAsLast, VoidShoeFinishedCoups};
use punto_rulebook::{Case, Cure, Device, Holders, Mishap, Nature, Rule};
use punto_vocab::{Actor, Card, Cards, Citation, PersonId};

use super::pending::{of_the_coup, reached};
use super::wagers::goes_back;
use super::{Ctx, Decision, event};
use crate::command::{Fact, HandName};
use crate::duty::{Blocked, Owed};
use crate::event::{Event, Happening, Lies, SharedRuling, To};
use crate::reason::{Hindrance, InTrouble, NotDue, Reason, Refused};
use crate::state::{Dealing, MarkerState, Open, Phase, Shoe, Stage, Trouble};

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
    if ruling.cure == Cure::VoidShoe && !open.moved_in_shoe.is_empty() {
        let by = &by.and(&VoidShoeFinishedCoups::SETTING.citation());
        let coups = open.moved_in_shoe.len() as u32;
        events.insert(0, event(Happening::ReversedAll { coups }, by));
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
                Fate::OpensNextCoup => Happening::CardCarried { card },
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
    let ends = match ruling.shoe {
        ShoeFate::Ends | ShoeFate::Void | ShoeFate::DecksAreChecked => true,
        ShoeFate::EndsAfterCoup => between && ruling.cure == Cure::FinishThenShuffle,
        ShoeFate::CheckedAfterCoup => between,
        ShoeFate::GoesOn
        | ShoeFate::MayEndIfAllAgree { .. }
        | ShoeFate::MovesToOtherDevice { .. }
        | ShoeFate::FinishFromShoe => false,
    };
    if ends {
        if between && !returned {
            events.extend(dealing.wagers.iter().flat_map(|p| goes_back(p.wager, p.wager.stake, by)));
        }
        events.extend(super::shoe::waiting_aside(open, by));
        events.push(event(Happening::ShoeEnded, by));
    }
    events
}

/// What waits to be ordered, with the coup it touches: one in progress, or the wagers for the next.
fn waiting<'o>(ctx: &Ctx<'_>, open: &'o Open) -> Result<(&'o Trouble, Dealing), Refused> {
    let (trouble, dealing) = match &open.phase {
        Phase::Dealing(dealing) => (dealing.trouble.as_ref(), dealing.clone()),
        Phase::Betting(betting) => {
            (open.trouble.as_ref(), Dealing { wagers: betting.wagers.clone(), ..Dealing::default() })
        }
        Phase::Preparing => (open.trouble.as_ref(), Dealing::default()),
    };
    trouble.map(|trouble| (trouble, dealing)).ok_or_else(|| ctx.refusal(&ctx.order(), Reason::NoTrouble))
}

pub(super) fn order(ctx: &Ctx<'_>, open: &Open) -> Decision {
    let (trouble, dealing) = waiting(ctx, open)?;
    let roles: Vec<_> = trouble.ruling.ordered_by.into_iter().collect();
    ctx.one_of(&roles, &trouble.ruling.by)?;
    Ok(ordered(open, &dealing, &SharedRuling(trouble.ruling.clone())))
}

/// The officer's own choice, where the document leaves the cure to the officer.
pub(super) fn order_as(ctx: &Ctx<'_>, open: &Open, cure: Cure) -> Decision {
    let (trouble, dealing) = waiting(ctx, open)?;
    let ruling = &trouble.ruling;
    let roles: Vec<_> = ruling.ordered_by.into_iter().collect();
    ctx.one_of(&roles, &ruling.by)?;
    if ruling.cure == cure && cure != Cure::Officer {
        return Ok(ordered(open, &dealing, &SharedRuling(trouble.ruling.clone())));
    }
    if ruling.cure != Cure::Officer && !ruling.may {
        return ctx.refuse(&ruling.by, Reason::NotNow(Hindrance::DocumentDecides));
    }
    let Some(mut chosen) = officers_ruling(ctx.book, ruling, cure) else {
        return ctx.refuse(&ruling.by, Reason::NotNow(Hindrance::OfficersChoice));
    };
    if ruling.cure != Cure::Officer && cure != Cure::VoidCoup {
        // What the document's own cure would have done to the shoe is not done.
        let last = super::shoe::is_last_coup(open);
        chosen.shoe = if last { ShoeFate::EndsAfterCoup } else { ShoeFate::GoesOn };
    }
    if ruling.cure != Cure::Officer {
        // Nor has anybody to be told of it.
        chosen.told.clear();
    }
    let chosen = SharedRuling(Arc::new(chosen));
    let reached = reached(open, ruling.mishap);
    match (cure, &open.phase) {
        (Cure::SettleAgain, Phase::Betting(_)) if reached.is_some() => {
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

/// Whether it can have gone wrong in the deal or the payment of a coup, so that one that has ended is put right for it.
fn of_its_deal(mishap: Mishap) -> bool {
    // Cards that run out are those of the coup that is dealt on, whenever it was opened.
    let of_the_cards = matches!(mishap, Mishap::ForeignCard | Mishap::MissingCard);
    mishap == Mishap::TooFewCards || (of_the_coup(mishap) && !of_the_cards)
}

/// The card that lay face up is dealt like any other, where the officer has it played.
fn played(ctx: &Ctx<'_>, open: &Open, dealing: &Dealing, chosen: &SharedRuling) -> Vec<Event> {
    let by = &chosen.0.by;
    let card = chosen.0.cards.first().map(|own| own.card);
    let bare = SharedRuling(Arc::new(Ruling { cards: Vec::new(), ..(*chosen.0).clone() }));
    let mut events = ordered(open, dealing, &bare);
    if let (Some(card), Due::Card { to, .. }) = (card, dealing.coup.due(ctx.book)) {
        events.push(event(Happening::Dealt { card, to: To(Place::Hand(to)), lies: Lies::Up }, by));
    }
    events
}

/// The settlement of the last coup is undone; what lies for the next goes back first, on record.
pub(super) fn undone(open: &Open, by: &Citation) -> Vec<Event> {
    let lie = open.wagers().iter().flat_map(|p| goes_back(p.wager, p.wager.stake, by));
    lie.chain([event(Happening::Reversed, by)]).collect()
}

/// Refuses a report that the record contradicts, with the fact.
fn agrees_with_record(ctx: &Ctx<'_>, open: &Open, mishap: Mishap, what: Irregularity) -> Result<(), Refused> {
    let remedy = |mishap, case| ctx.book.irregularities.remedy(mishap, case).map(|remedy| remedy.by.clone());
    let by = |mishap| remedy(mishap, Case::Found).unwrap_or_else(|| ctx.order());
    let marker_out = matches!(open.shoe.marker, MarkerState::Out { .. });
    let device = open.terms.device.value == Device::ShufflingDevice;
    // What is not at this table does not go wrong.
    let absent = match mishap {
        Mishap::ScannerDisagrees => open.terms.device.value != Device::ScanningShoe,
        Mishap::BurnedCard => !open.shoe_dealt_from().burned,
        // Where terminals pay, what was loaded into them may be wrong although there is one paytable.
        Mishap::WrongPaytable => ctx.book.variants.len() < 2 && ctx.book.nature.value == Nature::Live,
        Mishap::DeviceFails => !device && super::acts::done(open, Rule::MachineShuffle) == 0,
        _ => false,
    };
    if absent {
        let device = matches!(mishap, Mishap::ScannerDisagrees | Mishap::DeviceFails);
        let by = if device { ctx.book.shoe.devices.by.clone() } else { by(mishap) };
        return ctx.refuse(&by, NotDue::CannotArise(mishap).into());
    }
    // A device that failed is not in use until another is in its place.
    let failed = ctx.table.duties.iter().any(|duty| duty.what == Owed::Act(Rule::ReplaceDevice));
    match what {
        Irregularity::TooFewCards => {
            let by = by(Mishap::TooFewCards);
            let left = open.terms.cards().saturating_sub(open.shoe.drawn);
            // The software knows of its own shoe when it can be dealt no further.
            let own = ctx.by == Actor::System;
            // A marker that is out against the count makes nobody believe it but the officer who has looked.
            let behind = open.shoe.behind.is_none_or(|behind| left <= behind);
            let near_end = marker_out && (behind || ctx.entitled(Rule::Correction).is_ok());
            match &open.phase {
                Phase::Dealing(dealing) => match dealing.coup.due(ctx.book) {
                    Due::Card { .. } if left == 0 || near_end || own => Ok(()),
                    Due::Card { .. } => ctx.refuse(&by, Reason::CardsLeft { left }),
                    Due::Nothing { .. } => ctx.refuse(&by, Reason::NotNow(Hindrance::NoCardDue)),
                },
                // No coup can be dealt from fewer than the opening four.
                Phase::Betting(_) if left < 4 => Ok(()),
                Phase::Betting(_) => ctx.refuse(&by, Reason::CardsLeft { left }),
                Phase::Preparing => ctx.refuse(&by, Reason::NotNow(Hindrance::NoCardDue)),
            }
        }
        // What a device deals is not cut, unless it failed and the coup is finished from a shoe.
        Irregularity::NotCut if device && !failed => {
            let own = ctx.book.procedure.get(Rule::DeviceNotCut).map(|rule| rule.by.clone());
            let by = own.unwrap_or_else(|| by(Mishap::NotCut));
            ctx.refuse(&by, NotDue::CannotArise(Mishap::NotCut).into())
        }
        Irregularity::DeviceFails { .. } if failed => {
            let by = remedy(Mishap::DeviceFails, Case::SoundCards).unwrap_or_else(|| ctx.order());
            ctx.refuse(&by, NotDue::CannotArise(Mishap::DeviceFails).into())
        }
        Irregularity::BurnForgotten if open.shoe.burned => {
            ctx.refuse(&by(Mishap::BurnForgotten), NotDue::CannotArise(Mishap::BurnForgotten).into())
        }
        Irregularity::WrongHolder if dealers(ctx, open) => {
            ctx.refuse(&by(Mishap::WrongHolder), NotDue::CannotArise(Mishap::WrongHolder).into())
        }
        Irregularity::NotCut if open.shoe.cut.made => {
            ctx.refuse(&by(Mishap::NotCut), Reason::NotNow(Hindrance::CutOnRecord))
        }
        // Cards are shuffled when the marker has come out, and not before.
        Irregularity::ShuffleMissed
            if !marker_out && open.shoe.passed(&open.terms).is_none() && !dealt_past_end(open) =>
        {
            ctx.refuse(&by(Mishap::ShuffleMissed), Reason::NotNow(Hindrance::MarkerNotOut))
        }
        _ => Ok(()),
    }
}

/// Whether the dealer keeps both hands in the coup spoken of, so that no patron can hold one wrongly.
fn dealers(ctx: &Ctx<'_>, open: &Open) -> bool {
    let method = match (&open.phase, open.before_last()) {
        (Phase::Dealing(dealing), _) => super::hands::in_force(ctx, open, dealing.no_bet.is_some()),
        (_, Some(before)) => ctx.book.method(&before.basis.method),
        (_, None) => ctx.book.method(&open.method),
    };
    method.is_some_and(|method| method.holders == Holders::Dealer)
}

/// Putting cards right that lie in order on record lets nobody take a wager back, unless the officer who answers for the
/// game says that their order was in doubt.
fn moved_or_officer(ctx: &Ctx<'_>, dealing: &Dealing, ruling: Ruling) -> Ruling {
    let moved = classify(ctx.book, &dealing.dealt).is_some();
    match ruling.wagers {
        WagerFate::MayBeWithdrawn { .. }
            if ruling.cure == Cure::Reconstruct && !moved && ctx.entitled(Rule::Correction).is_err() =>
        {
            Ruling { wagers: WagerFate::Stand, ..ruling }
        }
        _ => ruling,
    }
}

/// What a report speaks of, with the fact that decides the case.
fn irregularity(ctx: &Ctx<'_>, mishap: Mishap, fact: Fact) -> Result<Irregularity, Refused> {
    use Irregularity as I;
    Ok(match mishap {
        Mishap::TooFewCards => I::TooFewCards,
        Mishap::Misdeal => I::Misdeal { reconstructable: fact != Fact::BeyondRepair },
        Mishap::ForeignCard => I::ForeignCard,
        Mishap::MoreFaceUpCards => I::MoreFaceUpCards,
        Mishap::MissingCard => I::MissingCard,
        Mishap::NotCut => I::NotCut,
        Mishap::BurnForgotten => I::BurnForgotten,
        Mishap::ShuffleMissed => I::ShuffleMissed,
        Mishap::WrongPaytable => I::WrongPaytable,
        Mishap::ScannerDisagrees => I::ScannerDisagrees { confirmed: fact == Fact::Confirmed },
        Mishap::WrongDisplay => I::WrongDisplay,
        Mishap::WrongHolder => I::WrongHolder,
        Mishap::BurnedCard => I::BurnedCard,
        Mishap::DeviceFails => I::DeviceFails {
            harm: fact == Fact::Harm,
            transferable: fact != Fact::NotTransferable,
            damaged: fact == Fact::Damaged,
        },
        Mishap::SequenceRevealed => I::SequenceRevealed,
        Mishap::Disruption => I::Disruption,
        Mishap::Fraud => I::Fraud,
        Mishap::ProhibitedDevice => I::ProhibitedDevice,
        Mishap::StrayPlayerCard
        | Mishap::StrayBankerCard
        | Mishap::PlayersCardToBanker
        | Mishap::SurplusCard
        | Mishap::FaceUpCard => {
            return ctx.refuse(&ctx.order(), Reason::NotNow(Hindrance::CardShowsIt));
        }
    })
}

/// The coup a report speaks of, and when the trouble in it was noticed.
fn spoken_of(ctx: &Ctx<'_>, open: &Open, mishap: Mishap, earlier: bool) -> (Dealing, Noticed) {
    let shown = ctx.book.procedure.get(Rule::PlaceBets).is_some()
        && matches!(&open.phase, Phase::Betting(betting) if betting.opened.is_some());
    match &open.phase {
        // What was found in a coup that had ended before it was opened again is of the cards, and that coup stands.
        Phase::Dealing(dealing) if earlier || dealing.reopened && !of_its_deal(mishap) => {
            let trouble = dealing.trouble.clone();
            (Dealing { trouble, ..Dealing::default() }, Noticed::NextCoup)
        }
        Phase::Dealing(dealing) => (dealing.clone(), Noticed::DuringCoup),
        // What happened before the last coup is no reason to undo that one.
        Phase::Preparing | Phase::Betting(_) if earlier => (Dealing::default(), Noticed::NextCoup),
        Phase::Betting(betting) => match &betting.last {
            // Where play commences with the display, a coup is in progress from then on; of errors in the deal only
            // the one before can have any.
            _ if shown && mishap != Mishap::Misdeal || mishap == Mishap::TooFewCards => {
                (Dealing { wagers: betting.wagers.clone(), ..Dealing::default() }, Noticed::DuringCoup)
            }
            // A void coup has no result to put right, and its stakes are back with their owners.
            Some(last) if last.dealing.void => (Dealing::default(), Noticed::NextCoup),
            Some(last) if betting.closed || betting.opened.is_some() => {
                (last.dealing.clone(), Noticed::BettingOpen)
            }
            Some(last) => (last.dealing.clone(), Noticed::AfterCoup),
            None => (Dealing::default(), Noticed::NextCoup),
        },
        Phase::Preparing => match open.last_coup().filter(|last| !last.dealing.void && of_the_coup(mishap)) {
            Some(last) => (last.dealing.clone(), Noticed::AfterCoup),
            None => (Dealing::default(), Noticed::NextCoup),
        },
    }
}

/// Whether the coup that a report speaks of is the shoe's last: one that has ended is judged as it was then.
pub(super) fn was_last(open: &Open, noticed: Noticed) -> bool {
    match open.before_last() {
        Some(before) if !matches!(noticed, Noticed::NextCoup | Noticed::DuringCoup) => {
            before.marker == MarkerState::Out { more: 0 }
        }
        _ => super::shoe::is_last_coup(open),
    }
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

/// A foreign card is there for all to see as it is dealt. Once both hands are complete without one, the officer finds it.
fn seen_or_officer(ctx: &Ctx<'_>, open: &Open, dealing: &Dealing, ruling: Ruling) -> Ruling {
    let complete = open.in_coup() && matches!(dealing.coup.due(ctx.book), Due::Nothing { .. });
    let officer = ctx.book.procedure.get(Rule::Correction).and_then(|rule| rule.roles.first().copied());
    let word = complete && ctx.entitled(Rule::Correction).is_err();
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
    if let Some(trouble) = dealing.trouble.as_ref().or(open.trouble.as_ref()) {
        let why = InTrouble::CureWaits(trouble.ruling.cure);
        return ctx.refuse(&trouble.ruling.by, Reason::InTrouble(why));
    }
    // Where the order is in doubt, the table's own view of it is, too: the cards count as they were given.
    let in_doubt = matches!(what, Irregularity::Misdeal { reconstructable: false });
    let situation = Situation {
        dealt: if in_doubt { &dealing.given } else { &dealing.dealt },
        what,
        noticed,
        last_coup: was_last(open, noticed),
        marker: if open.shoe_dealt_from().marker == MarkerState::In { Marker::InShoe } else { Marker::Out },
    };
    let ruling = ruling(ctx, open, &situation)?;
    let ruling = own_finding(ctx, moved_or_officer(ctx, &dealing, ruling));
    let ruling = seen_or_officer(ctx, open, &dealing, ruling);
    // What is not of the coup that is on leaves its cards as they lie.
    let hands = ruling.hands.filter(|_| !(open.in_coup() && dealing.given.is_empty()));
    let ruling = Ruling { hands, ..ruling };
    if matches!(open.phase, Phase::Betting(_))
        && matches!(ruling.cure, Cure::FinishThenShuffle | Cure::FinishThenCheck)
    {
        super::duties::nothing_owed(ctx, Blocked::EndShoe)?;
    }
    // What was wrong in an earlier coup does not touch the hands of this one.
    let hands = ruling.hands.clone().filter(|_| !(earlier && open.in_coup()));
    let ruling = Ruling { hands, ..ruling };
    let returns = matches!(ruling.wagers, WagerFate::AllReturned | WagerFate::RefundOrForfeit { .. });
    if earlier && open.in_coup() && returns {
        let why = Hindrance::EarlierCoup;
        return ctx.refuse(&ruling.by, Reason::NotNow(why));
    }
    let past_end = mishap == Mishap::ShuffleMissed && dealt_past_end(open);
    if past_end {
        // That a coup was dealt which should not have been is the officer's to say.
        let rule = ctx.rule(Rule::Correction)?;
        ctx.one_of(&rule.roles, &ruling.by.and(&rule.by))?;
    }
    let mut events = Vec::new();
    let after = !matches!(noticed, Noticed::NextCoup | Noticed::DuringCoup);
    let undoes = matches!(
        ruling.wagers,
        WagerFate::AllReturned | WagerFate::MayBeWithdrawn { .. } | WagerFate::SettledAgain
    ) || ruling.cure == Cure::Reconstruct
        // A fraud touched the coup that was settled; a disruption touches only what is on now.
        || ruling.wagers == WagerFate::RefundOrForfeit { forfeit: true };
    if after && undoes {
        events.extend(undone(open, &ruling.by));
        events.extend(ruled(open, &dealing, ruling));
        return Ok(events);
    }
    // A coup that has ended and stands keeps its wagers settled; only those for the next are touched.
    let touched = match &open.phase {
        Phase::Betting(betting) => Dealing { wagers: betting.wagers.clone(), ..Dealing::default() },
        Phase::Preparing => Dealing::default(),
        Phase::Dealing(_) => dealing,
    };
    // Cards that were never burned are dealt all the same, where the document says that play goes on.
    let unburned = matches!(open.phase, Phase::Preparing)
        && open.shoe.stage == Stage::Marked
        && (ruling.mishap, ruling.cure) == (Mishap::BurnForgotten, Cure::GoOn);
    let (by, cure) = (ruling.by.clone(), ruling.cure);
    events.extend(ruled(open, &touched, ruling));
    if unburned {
        events.push(event(Happening::ShoeReady, &by));
    }
    if past_end && cure == Cure::FinishThenShuffle {
        events.push(event(Happening::ShoeGoesOn, &by));
    }
    Ok(events)
}

/// Whether the shoe ended by its marker and nobody has shuffled since, so that a coup may have been dealt past its end.
fn dealt_past_end(open: &Open) -> bool {
    let out = |shoe: &Shoe| matches!(shoe.marker, MarkerState::Out { .. });
    matches!(open.phase, Phase::Preparing) && open.shoe.before.as_deref().is_some_and(out)
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
    let roles: Vec<_> = trouble.ruling.ordered_by.into_iter().collect();
    ctx.one_of(&roles, &trouble.ruling.by)?;
    if trouble.ruling.wagers != (WagerFate::RefundOrForfeit { forfeit: true }) {
        return ctx.refuse(&trouble.ruling.by, Reason::NotNow(Hindrance::NoFraud));
    }
    if !open.wagers().iter().any(|placed| placed.wager.patron == patron) {
        return ctx.refuse(&trouble.ruling.by, Reason::NotNow(Hindrance::PersonHasNoWager));
    }
    Ok(vec![event(Happening::WagersForfeited { patron }, &trouble.ruling.by)])
}
