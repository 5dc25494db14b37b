//! What a wager becomes: exact odds first, then the document's rounding, once, in chips.

use punto_rulebook::known::{Choice, TokenAfterWin};
use punto_rulebook::{Offer, Outcome, Pays, Span, Terms};
use punto_vocab::{AfterWin, ChipCount, Chips, Citation, Money, Odds, Rounding};

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
    match terms.offers.iter().find(|offer| offer.bet == wager.bet) {
        Some(offer) => settle_offer(terms, offer, outcome, wager.stake),
        None => Settlement::returned(wager.stake, &terms.rounding.by),
    }
}

fn settle_offer(terms: &Terms, offer: &Offer, outcome: &Outcome, stake: Stake) -> Settlement {
    let good = good_part(terms, offer, stake.total());
    let void_part = stake.total() - good;
    let nothing = Money::ZERO;
    let (became, by, paid, commission) = match offer.rows.iter().find(|row| row.on.matches(outcome)) {
        Some(row) => match &row.pays {
            Pays::StandOff => (Became::StandOff, &row.by, nothing, nothing),
            Pays::Odds { odds, commission } => {
                let (paid, kept, exactly) = pay(terms, *odds, *commission, good);
                (Became::Won, if exactly { &row.by } else { &row.by_rounded }, paid, kept)
            }
        },
        None => (Became::Lost, &offer.loses, nothing, nothing),
    };
    let (back, tokens_back, collected) = if became == Became::Lost {
        let back = void_part.min(stake.chips);
        (back, void_part - back, good)
    } else {
        (stake.chips, stake.tokens, nothing)
    };
    let by = by.clone();
    let mut settled = Settlement { became, back, tokens_back, collected, paid, commission, void_part, by };
    if void_part.is_positive() {
        settled = with_void_part(terms, good, settled);
    }
    if settled.became == Became::Won && stake.tokens.is_positive() {
        settled = with_tokens(terms, stake, settled);
    }
    settled
}

/// What is paid for a win, what is kept of it as commission, and whether that is exact.
fn pay(terms: &Terms, odds: Odds, commission: Option<Odds>, good: Money) -> (Money, Money, bool) {
    let exact = commission.map_or(odds, |share| odds.less(share)).winnings(good);
    let paid = terms.rounding.value.pay(exact, &terms.chips);
    let kept = commission.map_or(Money::ZERO, |_| odds.winnings(good).floor() - paid);
    (paid, kept, exact.whole() == Some(paid))
}

/// A wager with a void part rests on the clause that voids it, too; if nothing of it was good, on that alone.
fn with_void_part(terms: &Terms, good: Money, settled: Settlement) -> Settlement {
    let by = terms.void_part.as_ref().unwrap_or(&terms.rounding.by).and(&terms.rounding.by);
    if good.is_zero() {
        return Settlement { became: Became::Returned, by, ..settled };
    }
    Settlement { by: settled.by.and(&by), ..settled }
}

/// A win whose stake has tokens in it: the house keeps them or not, by the voucher unless it has one rule for all.
fn with_tokens(terms: &Terms, stake: Stake, won: Settlement) -> Settlement {
    let keeps = match terms.choice() {
        Some(TokenAfterWin::Return) => false,
        Some(TokenAfterWin::Collect) => true,
        Some(TokenAfterWin::VoucherTerms) | None => stake.after_win == AfterWin::Collected,
    };
    let by = won.by.and(&TokenAfterWin::SETTING.citation());
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
    if payable(stake) {
        return stake;
    }
    let Some(step) = payable_step(chips, net) else { return Money::ZERO };
    let mut part = stake.minor() - stake.minor() % step;
    while part > 0 && !payable(Money::from_minor(part)) {
        part -= step;
    }
    Money::from_minor(part.max(0))
}

/// The stake nearest to one that could not be paid exactly that could be, within the limits of its area: the largest below
/// it, or where there is none the next above.
pub(crate) fn nearest_payable(terms: &Terms, offer: &Offer, span: Span, stake: Money) -> Option<Money> {
    let net = net_odds_that_bind(terms, offer)?;
    let (chips, step) = (&terms.chips, payable_step(&terms.chips, net)?);
    let unit = terms.limits.unit.map_or(1, |unit| unit.minor().max(1));
    let takes = |part: &Money| {
        chips.can_make(*part)
            && net.winnings(*part).whole().is_some_and(|win| chips.can_make(win))
            && (*part - span.min).minor() % unit == 0
    };
    let below = stake.minor() / step;
    let least = (span.min.minor().max(1) - 1) / step + 1;
    let (down, up) = ((least..=below).rev(), below + 1..=span.max.minor() / step);
    down.chain(up).map(|steps| Money::from_minor(steps * step)).find(takes)
}

/// A win is whole chips only for multiples of this, so nothing between them can be payable.
fn payable_step(chips: &Chips, net: Odds) -> Option<i64> {
    let chip = chips.step().minor();
    let step = i128::from(net.stake()) * i128::from(chip / gcd(i64::from(net.pays()), chip));
    i64::try_from(step).ok()
}

const fn gcd(a: i64, b: i64) -> i64 {
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
    let settled: Vec<Settlement> = wagers.iter().map(|wager| settle(terms, outcome, wager)).collect();
    let sum = |of: fn(&Settlement) -> Money| settled.iter().map(of).sum();
    let totals = Totals {
        staked: wagers.iter().map(|wager| wager.stake.total()).sum(),
        back: sum(|settled| settled.back + settled.tokens_back),
        collected: sum(|settled| settled.collected),
        paid: sum(|settled| settled.paid),
        commission: sum(|settled| settled.commission),
    };
    (settled, totals)
}
