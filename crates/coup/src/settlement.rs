//! What a wager becomes: exact odds first, then the document's rounding, once, in chips.

use punto_rulebook::{Offer, Outcome, Pays, Terms};
use punto_vocab::{Authority, ChipCount, Citation, Money, Odds, Rounding, Setting};

use crate::wager::AfterWin;
use crate::{Stake, Wager};

/// How a wager ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Became {
    /// It won.
    Won,
    /// It lost.
    Lost,
    /// It stood off: neither won nor lost.
    StandOff,
    /// It was void or never good, and went back.
    Returned,
}

impl std::fmt::Display for Became {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Became::Won => "won",
            Became::Lost => "lost",
            Became::StandOff => "stand-off",
            Became::Returned => "returned",
        })
    }
}

/// What a wager became, to the last unit.
///
/// `chips staked + tokens staked = back + tokens_back + collected`, always; `paid` comes on top, from the float.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settlement {
    /// How it ended.
    pub became: Became,
    /// Chips or credits of the stake that go back to the patron.
    pub back: Money,
    /// Tokens of the stake that go back to the patron.
    pub tokens_back: Money,
    /// What the house takes of the stake.
    pub collected: Money,
    /// What the house pays in chips on top of the stake.
    pub paid: Money,
    /// What the house kept back of the win as commission; already off `paid`.
    pub commission: Money,
    /// The part of `back` that was void from the start: it goes back win or lose.
    pub void_part: Money,
    /// Everything this rests on.
    pub by: Citation,
}

impl Settlement {
    /// The patron's gain, or loss if negative.
    pub fn net(&self) -> Money {
        self.paid - self.collected
    }

    /// The payout in chips, largest first.
    pub fn in_chips(&self, terms: &Terms) -> Vec<ChipCount> {
        terms.chips.in_chips(self.paid).unwrap_or_default()
    }

    /// A stake that goes back untouched.
    pub fn returned(stake: Stake, by: &Citation) -> Settlement {
        Settlement {
            became: Became::Returned,
            back: stake.chips,
            tokens_back: stake.tokens,
            collected: Money::ZERO,
            paid: Money::ZERO,
            commission: Money::ZERO,
            void_part: Money::ZERO,
            by: by.clone(),
        }
    }
}

/// What a wager becomes by an outcome. A bet the table does not offer has nothing to win and goes back.
pub fn settle(terms: &Terms, outcome: &Outcome, wager: &Wager) -> Settlement {
    match terms.offer(wager.bet) {
        Some(offer) => settle_offer(terms, offer, outcome, wager.stake),
        None => Settlement::returned(wager.stake, &terms.rounding.by),
    }
}

fn settle_offer(terms: &Terms, offer: &Offer, outcome: &Outcome, stake: Stake) -> Settlement {
    let good = good_part(terms, offer, stake.total());
    let void_part = stake.total() - good;
    let untouched = |became, by: &Citation| Settlement { became, ..Settlement::returned(stake, by) };
    if void_part.is_positive() && good.is_zero() {
        return Settlement { void_part, ..untouched(Became::Returned, &void_by(terms)) };
    }
    let row = offer.rows.iter().find(|row| row.on.matches(outcome));
    let mut settled = match row.map(|row| (row, &row.pays)) {
        Some((row, Pays::StandOff)) => untouched(Became::StandOff, &row.by),
        Some((row, Pays::Odds { odds, commission })) => {
            let net = commission.map_or(*odds, |share| odds.less(share));
            let exact = net.winnings(good);
            let paid = terms.rounding.value.pay(exact, &terms.chips);
            let exactly = exact.whole() == Some(paid);
            let kept = match commission {
                Some(_) => odds.winnings(good).floor() - paid,
                None => Money::ZERO,
            };
            let by = if exactly { &row.by } else { &row.by_rounded };
            won_with_tokens(terms, stake, Settlement { paid, commission: kept, ..untouched(Became::Won, by) })
        }
        None => Settlement {
            back: void_part,
            tokens_back: Money::ZERO,
            collected: good,
            ..untouched(Became::Lost, &offer.loses)
        },
    };
    if void_part.is_positive() {
        settled.void_part = void_part;
        settled.by = settled.by.and(&void_by(terms));
    }
    settled
}

/// What a void part rests on: the clause that voids it, and the one by which it should not have been taken.
fn void_by(terms: &Terms) -> Citation {
    terms.void_part.as_ref().unwrap_or(&terms.rounding.by).and(&terms.rounding.by)
}

/// A win whose stake has tokens in it: the house keeps them or not, by the voucher unless it has one rule for all.
fn won_with_tokens(terms: &Terms, stake: Stake, won: Settlement) -> Settlement {
    if stake.tokens.is_zero() {
        return won;
    }
    let setting = "token-after-win";
    let keeps = match terms.setting(setting) {
        Some("return") => false,
        Some("collect") => true,
        _ => stake.after_win == AfterWin::Collected,
    };
    let by = won.by.and(&Authority::House(Setting::new(setting)).into());
    let collected = if keeps { stake.tokens } else { Money::ZERO };
    Settlement { tokens_back: stake.tokens - collected, collected, by, ..won }
}

/// As much of a stake as could be paid exactly in chips, where the document voids the rest.
///
/// Elsewhere all of it is good, and the payout is rounded.
pub(crate) fn good_part(terms: &Terms, offer: &Offer, stake: Money) -> Money {
    let Some(net) = net_odds_that_bind(terms, offer) else { return stake };
    let chips = &terms.chips;
    // A stake that is no sum of chips, as one cut to an odd maximum may be, cannot go back in chips either.
    let in_chips = chips.can_make(stake);
    let payable = |part: Money| {
        net.winnings(part).whole().is_some_and(|win| chips.can_make(win))
            && chips.can_make(part)
            && (!in_chips || chips.can_make(stake - part))
    };
    // A win is whole chips only for multiples of this, so nothing between them can be payable.
    let chip = i128::from(chips.step().minor());
    let step = i128::from(net.stake()) * chip / gcd(i128::from(net.pays()), chip);
    let Ok(step) = i64::try_from(step) else { return Money::ZERO };
    let mut part = stake.minor() - stake.minor() % step;
    while part > 0 && !payable(Money::from_minor(part)) {
        part -= step;
    }
    Money::from_minor(part.max(0))
}

const fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The net odds that a stake must be payable at: those with a commission, where the document refuses other stakes.
pub(crate) fn net_odds_that_bind(terms: &Terms, offer: &Offer) -> Option<Odds> {
    if terms.rounding.value != Rounding::Refused {
        return None;
    }
    offer.rows.iter().find_map(|row| match &row.pays {
        Pays::Odds { odds, commission: Some(share) } => Some(odds.less(*share)),
        _ => None,
    })
}

/// The sums of a coup's settlements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// All stakes, tokens at nominal value.
    pub staked: Money,
    /// What went back of them.
    pub back: Money,
    /// What the house took of them.
    pub collected: Money,
    /// What the house paid on top.
    pub paid: Money,
    /// What it kept as commission, already off `paid`.
    pub commission: Money,
}

impl Totals {
    /// The house's gain, or loss if negative.
    pub fn house(self) -> Money {
        self.collected - self.paid
    }
}

/// Settles all wagers of a coup, in their own order, and adds them up.
pub fn settle_all(terms: &Terms, outcome: &Outcome, wagers: &[Wager]) -> (Vec<Settlement>, Totals) {
    let mut totals = Totals::default();
    let settled: Vec<Settlement> = wagers
        .iter()
        .map(|wager| {
            let settled = settle(terms, outcome, wager);
            totals.staked += wager.stake.total();
            totals.back += settled.back + settled.tokens_back;
            totals.collected += settled.collected;
            totals.paid += settled.paid;
            totals.commission += settled.commission;
            settled
        })
        .collect();
    (settled, totals)
}
