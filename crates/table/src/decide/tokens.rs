//! Promotional tokens: out for a voucher and for nothing else, and staked as its conditions allow.

use punto_lines::{Hindrance, Reason, Refused};
use punto_vocab::{BetId, Citation, Money, PersonId, TokenVoucher};

use super::Ctx;

/// The clause that says what a token is; where a document that stakes them has none, what stakes are made of.
pub(super) fn by<'c>(ctx: &'c Ctx<'_>) -> &'c Citation {
    ctx.book.token_winnings.as_ref().unwrap_or(&ctx.book.stakes.by)
}

/// Checks the voucher that somebody brings: one with a number that was not taken before, and that is still good.
pub(super) fn exchanged(
    ctx: &Ctx<'_>,
    patron: PersonId,
    voucher: Option<&TokenVoucher>,
) -> Result<(), Refused> {
    let refuse = |hindrance| ctx.refuse(by(ctx), Reason::NotNow(hindrance));
    let Some(voucher) = voucher else { return refuse(Hindrance::NoVoucher) };
    let tokens = &ctx.table.tokens;
    if tokens.taken.contains(&voucher.number) {
        return refuse(Hindrance::VoucherTaken);
    }
    // The gaming day is the operator's word; without it a voucher is good as long as its last day goes on anywhere.
    let today = ctx.table.day.map_or_else(|| ctx.at.earliest_day(), |day| day.since_1970());
    if voucher.until.is_some_and(|until| until.since_1970() < today) {
        return refuse(Hindrance::VoucherTooLate);
    }
    // Tokens of two kinds in one hand cannot be told apart.
    let other = tokens.under.get(&patron).is_some_and(|own| !own.like(voucher));
    match other && outside(ctx, patron).is_positive() {
        true => refuse(Hindrance::VouchersDiffer),
        false => Ok(()),
    }
}

/// Checks a stake of tokens: the patron has been given so many, for a voucher that lets them lie there.
pub(super) fn staked(ctx: &Ctx<'_>, patron: PersonId, bet: BetId, stake: Money) -> Result<(), Refused> {
    let refuse = |hindrance| ctx.refuse(by(ctx), Reason::NotNow(hindrance));
    let held = ctx.table.tokens.held(patron);
    match ctx.table.tokens.under.get(&patron) {
        _ if stake > held => refuse(Hindrance::NoVoucher),
        Some(voucher) if !voucher.lets_on(bet) => refuse(Hindrance::VoucherNotOnBet),
        Some(_) | None => Ok(()),
    }
}

/// The tokens of a patron that are not in the house's hands: held, or lying on the layout.
fn outside(ctx: &Ctx<'_>, patron: PersonId) -> Money {
    let wagers = ctx.table.open.iter().flat_map(|open| open.wagers());
    let lie = wagers.filter(|placed| placed.wager.patron == patron).map(|placed| placed.wager.stake.tokens);
    ctx.table.tokens.held(patron) + lie.sum::<Money>()
}
