//! When something went wrong: the ruling, who orders it, and what it does.

use std::sync::Arc;

use punto_coup::{Fate, Irregularity, Marker, Next, Noticed, Ruling, ShoeFate, Situation, WagerFate, rule};
use punto_rulebook::Mishap;
use punto_vocab::PatronId;

use super::wagers::Spot;
use super::{Ctx, Decision, event};
use crate::command::{Fact, HandName};
use crate::event::{Event, Happening, SharedRuling};
use crate::reason::Reason;
use crate::state::{Dealing, MarkerState, Open, Phase};

/// The events of a ruling: what went wrong, what is ordered, and, if nobody has to order it, what follows.
pub(super) fn ruled(ctx: &Ctx<'_>, open: &Open, dealing: &Dealing, ruling: Ruling) -> Vec<Event> {
    let by = ruling.by.clone();
    let shared = SharedRuling(Arc::new(ruling));
    let mut events = vec![
        event(Happening::Irregular { mishap: shared.0.mishap }, &by),
        event(Happening::Ruled { ruling: shared.clone() }, &by),
    ];
    if shared.0.ordered_by.is_none() {
        events.extend(ordered(ctx, open, dealing, &shared));
    }
    events
}

/// What a ruling does once it is ordered.
fn ordered(_: &Ctx<'_>, _: &Open, dealing: &Dealing, shared: &SharedRuling) -> Vec<Event> {
    let ruling = &shared.0;
    let by = &ruling.by;
    let mut events = vec![event(Happening::Ordered { ruling: shared.clone() }, by)];
    for fate in &ruling.cards {
        let card = fate.card;
        events.push(event(
            match fate.fate {
                Fate::Of(side, _) => Happening::CardBecomes { card, hand: HandName::of(side) },
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
    let returned = matches!(ruling.wagers, WagerFate::AllReturned | WagerFate::RefundOrForfeit { .. });
    if returned {
        for placed in &dealing.wagers {
            let wager = placed.wager;
            let (patron, at, bet, amount) = (wager.patron, wager.at.0, wager.bet, wager.stake.chips);
            events.push(event(Happening::StakeBack { patron, at, bet, amount }, by));
            if wager.stake.tokens.is_positive() {
                let amount = wager.stake.tokens;
                events.push(event(Happening::TokensBack { patron, at, bet, amount }, by));
            }
        }
    }
    if returned {
        events.push(event(Happening::CoupVoid { cure: ruling.cure }, by));
    }
    for role in &ruling.told {
        events.push(event(Happening::MustBeTold { role: *role }, by));
    }
    if let Next::NoBet { by, .. } = &ruling.next {
        events.push(event(Happening::NoBetCoup, by));
    }
    if matches!(ruling.shoe, ShoeFate::Ends | ShoeFate::Void | ShoeFate::DecksAreChecked) {
        events.push(event(Happening::ShoeEnded, by));
    }
    events
}

pub(super) fn order(ctx: &Ctx<'_>, open: &Open) -> Decision {
    let Phase::Dealing(dealing) = &open.phase else {
        return ctx.refuse(&ctx.order(), Reason::NoTrouble);
    };
    let Some(trouble) = &dealing.trouble else {
        return ctx.refuse(&ctx.order(), Reason::NoTrouble);
    };
    let roles: Vec<_> = trouble.ruling.ordered_by.into_iter().collect();
    ctx.one_of(&roles, &trouble.ruling.by)?;
    Ok(ordered(ctx, open, dealing, &SharedRuling(trouble.ruling.clone())))
}

/// Something that the cards alone do not show.
pub(super) fn report(ctx: &Ctx<'_>, open: &Open, mishap: Mishap, fact: Fact) -> Decision {
    use Irregularity as I;
    let what = match mishap {
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
            return ctx.refuse(&ctx.order(), Reason::NotNow("the card itself shows it: say where it went"));
        }
    };
    let (dealing, noticed) = match &open.phase {
        Phase::Dealing(dealing) => (dealing.clone(), Noticed::DuringCoup),
        Phase::Betting(betting) => match &betting.last {
            Some(last) if betting.closed => (last.dealing.clone(), Noticed::BettingOpen),
            Some(last) => (last.dealing.clone(), Noticed::AfterCoup),
            None => (Dealing::default(), Noticed::NextCoup),
        },
        Phase::Preparing => (Dealing::default(), Noticed::NextCoup),
    };
    if let Some(trouble) = &dealing.trouble {
        let why = format!("{} waits to be ordered", trouble.ruling.cure);
        return ctx.refuse(&trouble.ruling.by, Reason::InTrouble(why));
    }
    let situation = Situation {
        dealt: &dealing.dealt,
        what,
        noticed,
        last_coup: super::shoe::is_last_coup(open),
        marker: if open.shoe.marker == MarkerState::In { Marker::InShoe } else { Marker::Out },
    };
    let ruling = rule(ctx.book, &open.terms, &situation)
        .map_err(|refusal| ctx.refusal(&refusal.by, Reason::NotDue(refusal.reason.to_string())))?;
    let mut events = Vec::new();
    let after = matches!(open.phase, Phase::Betting(_)) && noticed != Noticed::NextCoup;
    let undoes = matches!(
        ruling.wagers,
        WagerFate::AllReturned | WagerFate::MayBeWithdrawn { .. } | WagerFate::SettledAgain
    ) || ruling.cure == punto_rulebook::Cure::Reconstruct;
    if after && undoes {
        events.push(event(Happening::Reversed, &ruling.by));
    }
    events.extend(ruled(ctx, open, &dealing, ruling));
    Ok(events)
}

pub(super) fn withdraw(ctx: &Ctx<'_>, open: &Open, (patron, at, bet): Spot) -> Decision {
    let by =
        open.terms.withdrawal.as_ref().map_or_else(|| ctx.book.closing.by.clone(), |when| when.by.clone());
    let Phase::Dealing(dealing) = &open.phase else {
        return ctx.refuse(&by, Reason::NoCoup);
    };
    if !dealing.may_withdraw {
        return ctx.refuse(&by, Reason::WagersClosed);
    }
    let own =
        |p: &&crate::state::Placed| p.wager.patron == patron && p.wager.at.0 == at && p.wager.bet == bet;
    match dealing.wagers.iter().find(own) {
        Some(placed) => {
            let stake = placed.wager.stake.total();
            Ok(vec![event(Happening::Withdrawn { patron, at, bet, stake }, &by)])
        }
        None => ctx.refuse(&by, Reason::NoSuchWager { patron, bet, at }),
    }
}

pub(super) fn resume(ctx: &Ctx<'_>, open: &Open) -> Decision {
    let by = open.terms.withdrawal.as_ref().map_or_else(|| ctx.order(), |when| when.by.clone());
    let Phase::Dealing(dealing) = &open.phase else {
        return ctx.refuse(&by, Reason::NoCoup);
    };
    if !dealing.may_withdraw {
        return ctx.refuse(&by, Reason::NoTrouble);
    }
    let mut events = vec![event(Happening::Resumed, &by)];
    if dealing.wagers.is_empty() {
        events.push(event(Happening::NoBetCoup, &by));
    }
    Ok(events)
}

/// After a fraud, the stakes of those who committed it may be kept.
pub(super) fn forfeit_wagers(ctx: &Ctx<'_>, open: &Open, patron: PatronId) -> Decision {
    let Phase::Dealing(dealing) = &open.phase else {
        return ctx.refuse(&ctx.order(), Reason::NoTrouble);
    };
    let Some(trouble) = &dealing.trouble else {
        return ctx.refuse(&ctx.order(), Reason::NoTrouble);
    };
    let roles: Vec<_> = trouble.ruling.ordered_by.into_iter().collect();
    ctx.one_of(&roles, &trouble.ruling.by)?;
    if trouble.ruling.wagers != (WagerFate::RefundOrForfeit { forfeit: true }) {
        return ctx.refuse(&trouble.ruling.by, Reason::NotNow("only a fraud lets wagers be forfeited"));
    }
    Ok(vec![event(Happening::WagersForfeited { patron }, &trouble.ruling.by)])
}
