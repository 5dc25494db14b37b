//! What a report speaks of: the fact, the coup, and whether that coup is within its reach.

use std::borrow::Cow;

use punto_coup::{Irregularity, Noticed, Ruling};
use punto_lines::{Fact, Hindrance, Reason, Refused};
use punto_rulebook::{Case, Mishap, Rule};

use super::Ctx;
use super::pending::{finished_stand, of_the_coup};
use punto_state::{Betting, Dealing, MarkerState, Open, Phase};

/// What a report speaks of, with the fact that decides the case.
pub(super) fn irregularity(ctx: &Ctx<'_>, mishap: Mishap, fact: Fact) -> Result<Irregularity, Refused> {
    use Irregularity as I;
    let of_it = match fact {
        Fact::Plain | Fact::EarlierCoup | Fact::Confirmed | Fact::NotConfirmed => true,
        Fact::Reconstructable | Fact::BeyondRepair => mishap == Mishap::Misdeal,
        Fact::Harm | Fact::Sound | Fact::Damaged | Fact::NotTransferable => mishap == Mishap::DeviceFails,
    };
    if !of_it {
        return ctx.refuse(&ctx.order(), Reason::NotNow(Hindrance::OtherFact));
    }
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
pub(super) fn spoken_of<'o>(
    ctx: &Ctx<'_>,
    open: &'o Open,
    mishap: Mishap,
    earlier: bool,
) -> (Cow<'o, Dealing>, Noticed) {
    let none = || Cow::Owned(Dealing::default());
    let shown = ctx.book.procedure.get(Rule::PlaceBets).is_some()
        && matches!(&open.phase, Phase::Betting(betting) if betting.opened.is_some());
    match &open.phase {
        // What was found in a coup that had ended before it was opened again is of the cards, and that coup stands.
        Phase::Dealing(dealing) if earlier || dealing.reopened && !reaches_ended(ctx, mishap) => {
            let trouble = dealing.trouble.clone();
            (Cow::Owned(Dealing { trouble, ..Dealing::default() }), Noticed::NextCoup)
        }
        Phase::Dealing(dealing) => (Cow::Borrowed(dealing), Noticed::DuringCoup),
        // What happened before the last coup is no reason to undo that one.
        Phase::Preparing | Phase::Betting(_) if earlier => (none(), Noticed::NextCoup),
        Phase::Betting(betting) => match &betting.last {
            // Where play commences with the display, a coup is in progress from then on, so only the coup before it
            // can have errors in the deal.
            _ if shown && mishap != Mishap::Misdeal || mishap == Mishap::TooFewCards => {
                (Cow::Owned(next_coup(betting)), Noticed::DuringCoup)
            }
            // A void coup has no result to put right, and its stakes are back with their owners.
            Some(last) if last.dealing.void => (none(), Noticed::NextCoup),
            Some(last) => (Cow::Borrowed(&last.dealing), super::corrections::noticed(open)),
            None => (none(), Noticed::NextCoup),
        },
        Phase::Preparing => match open.last_coup().filter(|last| !last.dealing.void && of_the_coup(mishap)) {
            Some(last) => (Cow::Borrowed(&last.dealing), Noticed::AfterCoup),
            None => (none(), Noticed::NextCoup),
        },
    }
}

/// When an error in the deal, the cards or the payment of a coup counts as noticed: a coup that was settled once was over then, whatever
/// has opened it again. What is of an earlier coup than that is not of it.
pub(super) fn judged(open: &Open, mishap: Mishap, noticed: Noticed) -> Noticed {
    use Mishap as M;
    let of_it = matches!(mishap, M::Misdeal | M::ForeignCard | M::MissingCard | M::WrongPaytable);
    match &open.phase {
        Phase::Dealing(dealing) if dealing.reopened && of_it && noticed == Noticed::DuringCoup => {
            Noticed::AfterCoup
        }
        Phase::Dealing(_) | Phase::Betting(_) | Phase::Preparing => noticed,
    }
}

/// Whether the coup that a report speaks of is the shoe's last: one that has ended is judged as it was then.
pub(super) fn was_last(open: &Open, noticed: Noticed) -> bool {
    match open.before_last() {
        Some(before) if !matches!(noticed, Noticed::NextCoup | Noticed::DuringCoup) => {
            before.marker == MarkerState::Out { more: 0 }
        }
        _ => super::shoe::ends_with_coup(open),
    }
}

/// Whether a coup that was settled and is open again to be put right stands, whatever becomes of this: it was completed before.
pub(super) fn stands_opened(ctx: &Ctx<'_>, open: &Open, ruling: &Ruling) -> bool {
    let reopened = matches!(&open.phase, Phase::Dealing(dealing) if dealing.reopened);
    reopened && (!reaches_ended(ctx, ruling.mishap) || finished_stand(&open.terms, ruling))
}

/// Whether it can have gone wrong in a coup, or in its payment, so that one that has ended is put right or void for it.
fn reaches_ended(ctx: &Ctx<'_>, mishap: Mishap) -> bool {
    // What is found of the cards leaves coups that have ended alone where a clause speaks of it or of the time; else the house
    // has set a time for everything.
    let cards = matches!(mishap, Mishap::ForeignCard | Mishap::MissingCard);
    let irregularities = &ctx.book.irregularities;
    let remedy = irregularities.remedy(mishap, Case::BetweenCoups);
    let clause =
        irregularities.window.fixed().is_some() || remedy.is_some_and(|own| own.cure.fixed().is_some());
    // Cards that run out are those of the coup that is dealt on, whenever it was opened.
    mishap == Mishap::TooFewCards || of_the_coup(mishap) && !(cards && clause)
}

/// The coup to come, of which only the wagers are there.
pub(super) fn next_coup(betting: &Betting) -> Dealing {
    Dealing { wagers: betting.wagers.clone(), ..Dealing::default() }
}
