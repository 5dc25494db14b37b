//! Chips of the float tray outside play: fills, credits, counts, and what patrons give those who deal.

use punto_lines::{Happening, Hindrance, Reason, Refused};
use punto_rulebook::Rule;
use punto_state::Open;
use punto_vocab::ledger::{Account, Coin};
use punto_vocab::{Citation, Money, PersonId, Tray};

use super::{Ctx, Decision, event};

pub(super) fn fill(ctx: &Ctx<'_>, open: &Open, amount: Money) -> Decision {
    let by = float_by(ctx);
    ctx.one_of(&[], &by)?;
    if !amount.is_positive() || amount > Money::LARGEST {
        return ctx.refuse(&by, Reason::NotNow(Hindrance::BadFill));
    }
    made_of_chips(ctx, open, &by, amount)?;
    Ok(vec![event(Happening::Filled { amount }, &by)])
}

/// What goes between the cage and the tray is made of the table's chips.
fn made_of_chips(ctx: &Ctx<'_>, open: &Open, by: &Citation, amount: Money) -> Result<(), Refused> {
    match open.terms.credits || open.terms.chips.can_make(amount) {
        true => Ok(()),
        false => ctx.refuse(by, Reason::NotNow(Hindrance::ChipsCannotMake)),
    }
}

pub(super) fn credit(ctx: &Ctx<'_>, amount: Money) -> Decision {
    let by = float_by(ctx);
    ctx.one_of(&[], &by)?;
    if !amount.is_positive() || amount > ctx.table.ledger.on(Coin::Chips, Account::Float) {
        return ctx.refuse(&by, Reason::NotNow(Hindrance::FloatTooSmall));
    }
    Ok(vec![event(Happening::Credited { amount }, &by)])
}

/// The chips of the tray are told by denomination; what the ledger has is part of what happened, so that a difference is seen.
pub(super) fn count(ctx: &Ctx<'_>, open: &Open, tray: &Tray) -> Decision {
    let by = float_by(ctx);
    ctx.one_of(&[], &by)?;
    if open.terms.credits {
        return ctx.refuse(&by, Reason::NotNow(Hindrance::NoFloatTray));
    }
    let chips = &open.terms.chips;
    let known = |chip: Money| chips.denominations().any(|own| own == chip);
    if let Some(other) = tray.counts().iter().find(|own| !known(own.chip)) {
        return ctx.refuse(&by, Reason::NoSuchChip { chip: other.chip, chips: chips.clone() });
    }
    if open.in_coup() || !open.wagers().is_empty() {
        return ctx.refuse(&by, Reason::NotNow(Hindrance::CountedInPlay));
    }
    let ledger = ctx.table.ledger.on(Coin::Chips, Account::Float);
    Ok(vec![event(Happening::Counted { tray: tray.clone(), ledger }, &by)])
}

/// No document speaks of tips: whether the house takes any is the operator's to say.
pub(super) fn tip(ctx: &Ctx<'_>, open: &Open, patron: PersonId, amount: Money) -> Decision {
    let by = ctx.order();
    if !open.patrons.has(patron) {
        return ctx.refuse(&by, Reason::NotHere(patron));
    }
    let makes = open.terms.credits || open.terms.chips.can_make(amount);
    if !amount.is_positive() || amount > Money::LARGEST || !makes {
        return ctx.refuse(&by, Reason::NotNow(Hindrance::BadTip));
    }
    let balance = ctx.table.ledger.on(Coin::Credits, Account::Balance(patron));
    if open.terms.credits && amount > balance {
        return ctx.refuse(&by, Reason::NotEnough { patron, balance, asked: amount });
    }
    Ok(vec![event(Happening::Tipped { patron, amount }, &by)])
}

fn float_by(ctx: &Ctx<'_>) -> Citation {
    ctx.book.procedure.get(Rule::FloatTray).map_or_else(|| ctx.order(), |rule| rule.by.clone())
}
