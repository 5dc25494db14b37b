//! What the record says of a report: one that it contradicts is refused, with the fact.

use punto_coup::{Due, Irregularity};
use punto_lines::{Hindrance, NotDue, Owed, Reason, Refused};
use punto_rulebook::{Burn, Case, Device, Holders, Mishap, Nature, Rule, TournamentRule};
use punto_vocab::{Actor, Citation};

use super::Ctx;
use super::pending::may_be_put_right;
use super::shoe::is_last_coup;
use punto_state::{MarkerState, Open, Phase, Shoe};

/// Of how many cards by the count the dealer is believed that they are not in the shoe. Behind a cut card that was placed as deep as
/// the documents ask there are no more; one that was placed farther forward voids no coup on the dealer's word.
const MISSED_AT_MOST: u32 = 20;

/// Refuses a report that the record contradicts, with the fact.
pub(super) fn agrees_with_record(
    ctx: &Ctx<'_>,
    open: &Open,
    mishap: Mishap,
    what: Irregularity,
) -> Result<(), Refused> {
    let remedy = |mishap, case| ctx.book.irregularities.remedy(mishap, case).map(|remedy| remedy.by.clone());
    let found = |mishap| remedy(mishap, Case::Found).or_else(|| remedy(mishap, Case::NotConfirmed));
    let by = |mishap| found(mishap).unwrap_or_else(|| ctx.order());
    let marker_out = matches!(open.shoe.marker, MarkerState::Out { .. });
    let device = open.terms.device.value == Device::ShufflingDevice;
    let scans = open.terms.device.value == Device::ScanningShoe;
    let played_on = played_on(ctx, open);
    let none_dealt = !open.in_coup() && ctx.table.coups.in_shoe() == 0;
    // What is not at this table does not go wrong.
    let absent = match mishap {
        Mishap::ScannerDisagrees => !scans || none_dealt,
        Mishap::BurnedCard => !open.shoe_dealt_from().burned,
        // Where terminals pay, what was loaded into them may be wrong although there is one paytable.
        Mishap::WrongPaytable => ctx.book.variants.len() < 2 && ctx.book.nature.value == Nature::Live,
        Mishap::BurnForgotten => open.terms.burn.value == Burn::None,
        Mishap::DeviceFails => !device && super::acts::done(open, Rule::MachineShuffle) == 0,
        _ => false,
    };
    if absent {
        let device = mishap == Mishap::DeviceFails || mishap == Mishap::ScannerDisagrees && !scans;
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
            let officer = ctx.entitled(Rule::Correction).is_ok();
            // Against the count the dealer alone is believed in the last coup, of few cards, where those that should be
            // there are looked for.
            let looked_for = ctx.book.procedure.get(Rule::VerifyDecks).is_some();
            let few = behind && left <= MISSED_AT_MOST;
            let near_end = marker_out && (officer || few && looked_for && is_last_coup(open));
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
        // While no card has been dealt the burn can still be made; that it was passed over is not the dealer's to say.
        Irregularity::BurnForgotten if open.shoe.drawn == 0 => {
            let rule = ctx.rule(Rule::Correction)?;
            ctx.one_of(&rule.roles, &by(Mishap::BurnForgotten))
        }
        // What was paid by another form of the game stands, and is no wrong payment any more. That shuts a part of the time for
        // errors: it is for the officer who has them put right.
        Irregularity::WrongPaytable if unordered(ctx, open) => {
            let by = remedy(Mishap::WrongPaytable, Case::EarlierCoups).unwrap_or_else(|| ctx.order());
            let rule = ctx.rule(Rule::Correction)?;
            ctx.one_of(&rule.roles, &by.and(&rule.by))
        }
        Irregularity::WrongHolder
            if played_on.is_some() || none_dealt || opening_to_come(open) || dealers(ctx, open) =>
        {
            let by = played_on.unwrap_or_else(|| by(Mishap::WrongHolder));
            ctx.refuse(&by, NotDue::CannotArise(Mishap::WrongHolder).into())
        }
        Irregularity::NotCut if open.shoe.cut.made => {
            ctx.refuse(&by(Mishap::NotCut), Reason::NotNow(Hindrance::CutOnRecord))
        }
        // Cards are shuffled when the coups that follow the marker have been dealt, and not before; no coup begins past a
        // marker of which nobody spoke. That it should have been seen earlier is for the officer to find.
        Irregularity::ShuffleMissed
            if !dealt_past_end(open)
                && !((marker_out || open.shoe.passed(&open.terms).is_some())
                    && ctx.entitled(Rule::Correction).is_ok()) =>
        {
            ctx.refuse(&by(Mishap::ShuffleMissed), Reason::NotNow(Hindrance::MarkerNotOut))
        }
        _ => Ok(()),
    }
}

/// What says for a tournament's table that cards with the wrong patron are played on: nobody has anything else to order there.
fn played_on(ctx: &Ctx<'_>, open: &Open) -> Option<Citation> {
    let rule = ctx.book.tournament.get(TournamentRule::WrongHolder);
    rule.filter(|_| open.opening.is_tournament()).map(|rule| rule.by.clone())
}

/// Whether the hands of the coup that is on are still to be dealt, so that none can have gone out.
fn opening_to_come(open: &Open) -> bool {
    matches!(&open.phase, Phase::Dealing(dealing) if dealing.given.len() < 4)
}

/// Whether a coup that was settled, and can still be put right, stands as it was paid by the mere word that it was paid by another
/// form of the game.
fn unordered(ctx: &Ctx<'_>, open: &Open) -> bool {
    let remedy = ctx.book.irregularities.remedy(Mishap::WrongPaytable, Case::EarlierCoups);
    !open.in_coup() && may_be_put_right(open) && remedy.is_some_and(|remedy| remedy.ordered_by.is_none())
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

/// Whether the shoe ended by its marker and nobody has shuffled since, so that a coup may have been dealt past its end. One
/// that was void, ordered out or checked is dealt no further, nor is one that has gone on past its end already.
pub(super) fn dealt_past_end(open: &Open) -> bool {
    let Shoe { before, after_marker, ended_by, gone, .. } = &open.shoe;
    let ended = matches!(open.phase, Phase::Preparing) && !gone && before.is_some();
    ended && *after_marker && ended_by.is_none()
}
