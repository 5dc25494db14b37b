//! Which wagers may be placed, and what becomes of those found too late to break a limit.

use punto_rulebook::{Allowed, BetKind, Breach, LateCure, MainBets, Medium, Rulebook, Ruled, Span, Terms};
use punto_vocab::{BetId, Citation, Money, PersonId, Refusal};

use crate::pro_rata::fit;
use crate::settlement::{good_part, nearest_payable, net_odds_that_bind};
use crate::{Wager, WagerReason};

/// Limits agreed with one patron, in place of the posted ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PersonalLimits(pub Span);

/// Whether a wager may be placed beside those that lie already.
///
/// Refusals are checked in the order of [`WagerReason`]: the bet, the stake, its limits, then the patron's others.
pub fn check_wager(
    book: &Rulebook,
    terms: &Terms,
    lie: &[Wager],
    wager: &Wager,
    personal: Option<PersonalLimits>,
    approved: bool,
) -> Result<(), Refusal<WagerReason>> {
    let refuse = |by: &Citation, reason| Err(Refusal::new(by, reason));
    let (bet, stake) = (wager.bet, wager.stake.total());
    let Some(offer) = terms.offer(bet) else {
        let offered = terms.offers.iter().map(|offer| offer.bet).collect();
        let by = book.bet(bet).or(book.bets.first()).map_or(&book.card_values, |bet| &bet.by);
        return refuse(by, WagerReason::NotOffered { bet, offered });
    };
    if wager.stake.chips < Money::ZERO || wager.stake.tokens < Money::ZERO || !stake.is_positive() {
        return refuse(&terms.stakes.by, WagerReason::NoStake(stake));
    }
    if !terms.chips.can_make(wager.stake.chips) {
        let chips = terms.chips.clone();
        return refuse(&terms.stakes.by, WagerReason::NotInChips { stake: wager.stake.chips, chips });
    }
    if wager.stake.tokens.is_positive() && !terms.stakes.value.contains(&Medium::Tokens) {
        return refuse(&terms.stakes.by, WagerReason::NoTokens { stakes: terms.stakes.value.clone() });
    }
    let (span, span_by) = match (personal, &book.limits.personal) {
        (Some(PersonalLimits(span)), Some(by)) if offer.kind != BetKind::Side => (span, by),
        _ => (offer.span, &offer.span_by),
    };
    if stake < span.min {
        return refuse(span_by, WagerReason::BelowMinimum { bet, stake, minimum: span.min });
    }
    if stake > span.max {
        return refuse(span_by, WagerReason::AboveMaximum { bet, stake, maximum: span.max });
    }
    if let (Some(unit), Some(by)) = (terms.limits.unit, &book.limits.unit)
        && (stake - span.min).minor() % unit.minor().max(1) != 0
    {
        return refuse(by, WagerReason::NotInUnits { stake, minimum: span.min, unit });
    }
    if net_odds_that_bind(terms, offer).is_some() && good_part(terms, offer, stake) != stake {
        let reason = match nearest_payable(terms, offer, span, stake) {
            Some(nearest) => WagerReason::NotPayable { bet, stake, nearest },
            None => WagerReason::NeverPayable { bet, stake },
        };
        return refuse(&terms.rounding.by, reason);
    }
    check_beside(book, terms, lie, wager, approved)
}

/// Whether a patron may have a bet beside those of theirs that lie, whatever its stake.
pub fn check_beside(
    book: &Rulebook,
    terms: &Terms,
    lie: &[Wager],
    wager: &Wager,
    approved: bool,
) -> Result<(), Refusal<WagerReason>> {
    let refuse = |by: &Citation, reason| Err(Refusal::new(by, reason));
    let bet = wager.bet;
    let mine = || lie.iter().filter(|other| other.patron == wager.patron);
    let once = terms.offer(bet).and_then(|offer| offer.once.as_ref());
    if let Some(first) = mine().find(|other| other.bet == bet) {
        let (patron, at) = (wager.patron, first.at);
        if let Some(by) = once {
            return refuse(by, WagerReason::OncePerCoup { patron, bet, at });
        }
        if mine().any(|other| other.bet == bet && other.at == wager.at) {
            let by = book.bet(bet).map_or(&book.stakes.by, |bet| &bet.by);
            return refuse(by, WagerReason::Twice { patron, bet, at: wager.at });
        }
    }
    let held = mine().chain([wager]).filter_map(|w| terms.offer(w.bet));
    let held = held.fold(MainBets::default(), |held, offer| held.with(offer.kind));
    check_combination(book, wager.patron, held, approved)
}

/// Whether a patron may hold these wagers, over all their boxes.
pub fn check_combination(
    book: &Rulebook,
    patron: PersonId,
    held: MainBets,
    approved: bool,
) -> Result<(), Refusal<WagerReason>> {
    let Some(row) = book.combinations.of(held) else { return Ok(()) };
    match (row.value, book.combination_approval) {
        (Allowed::Yes, _) => Ok(()),
        (Allowed::WithApproval, _) if approved => Ok(()),
        (Allowed::WithApproval, Some(role)) => {
            Err(Refusal::new(&row.by, WagerReason::NeedsApproval { patron, held, role }))
        }
        (Allowed::WithApproval, None) | (Allowed::No, _) => {
            Err(Refusal::new(&row.by, WagerReason::Combination { patron, held }))
        }
    }
}

/// A total that is over its limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excess {
    /// Which limit.
    pub breach: Breach,
    /// The area to cut: the heavier hand, for the differential.
    pub bet: BetId,
    /// The area's total.
    pub total: Money,
    /// The most it may be.
    pub cap: Money,
    /// The clause that posts the limit.
    pub by: Citation,
}

/// Every total over its limit: areas first, then the heavier hand against the lighter.
pub fn over_limits(book: &Rulebook, terms: &Terms, wagers: &[Wager]) -> Vec<Excess> {
    let total = |bet: BetId| wagers.iter().filter(|w| w.bet == bet).map(|w| w.stake.total()).sum::<Money>();
    let hand = |kind| {
        terms.offers.iter().find(|offer| offer.kind == kind).map(|offer| (offer.bet, total(offer.bet)))
    };
    let mut found = Vec::new();
    if let Some(by) = &book.limits.area_maximum {
        let areas = terms.offers.iter().filter_map(|offer| Some((offer.bet, terms.limits.area(offer.bet)?)));
        for (bet, cap) in areas.filter(|(bet, cap)| total(*bet) > *cap) {
            let (breach, total) = (Breach::AboveAreaMaximum, total(bet));
            found.push(Excess { breach, bet, total, cap, by: by.clone() });
        }
    }
    let hands = [hand(BetKind::Player), hand(BetKind::Banker)];
    if let (Some(cap), Some(by)) = (terms.limits.liability, &book.limits.liability) {
        for (bet, total) in hands.into_iter().flatten().filter(|(_, total)| *total > cap) {
            found.push(Excess { breach: Breach::AboveLiability, bet, total, cap, by: by.clone() });
        }
    }
    if let (Some(most), Some(by), [Some(player), Some(banker)]) =
        (terms.limits.differential, &book.limits.differential, hands)
    {
        let (heavy, light) = if player.1 > banker.1 { (player, banker) } else { (banker, player) };
        if heavy.1 - light.1 > most {
            let (breach, cap) = (Breach::AboveDifferential, light.1 + most);
            found.push(Excess { breach, bet: heavy.0, total: heavy.1, cap, by: by.clone() });
        }
    }
    found
}

/// What is known of one wager when limits are checked again after wagers closed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Found {
    /// The limits it was accepted under; the posted ones, if nobody says.
    pub accepted: Option<Span>,
    /// Its patron has been warned of a wager below the minimum before.
    pub warned: bool,
    /// It lies outside its area, not flat, or on another.
    pub badly_placed: bool,
    /// It was put down after wagers closed.
    pub late: bool,
    /// As much of a late one as had been there before.
    pub in_time: Money,
    /// The house itself cut it in proportion, so that it is below the minimum is no fault of its patron.
    pub reduced: bool,
}

/// What becomes of a wager found too late to break a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LateFinding {
    /// Its place in the list that was checked.
    pub wager: usize,
    /// What is wrong with it.
    pub breach: Breach,
    /// What is done.
    pub cure: LateCure,
    /// As much of the stake as counts; the rest goes back win or lose.
    pub good: Money,
    /// Whether the patron is to be warned.
    pub warn: bool,
    /// Everything this rests on.
    pub by: Citation,
}

/// Checks wagers again once they are closed, and says what becomes of those that should not have been taken.
///
/// Faults of placing come first, then each wager's own limits, then totals over what is left, since an illegal
/// excess must not dilute the others.
pub fn find_late(
    book: &Rulebook,
    terms: &Terms,
    wagers: &[Wager],
    found: impl Fn(usize) -> Found,
) -> Vec<LateFinding> {
    let mut good: Vec<Money> = wagers.iter().map(|w| w.stake.total()).collect();
    let own = wagers
        .iter()
        .enumerate()
        .filter_map(|(place, wager)| own_finding(book, terms, (place, wager), found(place)));
    let mut findings: Vec<LateFinding> = own.collect();
    for own in &findings {
        good[own.wager] = own.good;
    }
    let counted: Vec<Wager> = wagers
        .iter()
        .zip(&good)
        .map(|(wager, good)| Wager { stake: crate::Stake::chips(*good), ..*wager })
        .collect();
    for excess in over_limits(book, terms, &counted) {
        let cure = late_cure(book, terms, excess.breach);
        let counts = |place: &usize| counted[*place].bet == excess.bet && good[*place].is_positive();
        let places: Vec<usize> = (0..counted.len()).filter(counts).collect();
        let stakes: Vec<Money> = places.iter().map(|place| good[*place]).collect();
        let kept = match (cure.value, &terms.remainder) {
            (LateCure::ProRata, Some(remainder)) => {
                fit(terms, excess.bet, &stakes, excess.cap, remainder.value)
            }
            _ => stakes,
        };
        for (place, kept) in places.into_iter().zip(kept) {
            good[place] = kept;
            let (breach, by) = (excess.breach, cure.by.clone());
            findings.push(LateFinding {
                wager: place,
                breach,
                cure: cure.value,
                good: kept,
                warn: false,
                by,
            });
        }
    }
    findings
}

/// As much of a wager as counts by itself. What limits on totals take off all alike in proportion is not looked at.
pub fn counts(book: &Rulebook, terms: &Terms, wager: &Wager, found: Found) -> Money {
    let own = own_finding(book, terms, (0, wager), found);
    let kept = own.map_or_else(|| wager.stake.total(), |own| own.good);
    terms.offer(wager.bet).map_or(kept, |offer| good_part(terms, offer, kept))
}

/// What becomes of a wager for what is wrong with it by itself.
fn own_finding(
    book: &Rulebook,
    terms: &Terms,
    (place, wager): (usize, &Wager),
    facts: Found,
) -> Option<LateFinding> {
    let breach = own_breach(terms, wager, facts)?;
    let cure = late_cure(book, terms, breach);
    let (stake, maximum) = (wager.stake.total(), span_of(terms, wager, facts).max);
    let (good, warn) = match cure.value {
        LateCure::Stands | LateCure::Officer | LateCure::ProRata => (stake, false),
        LateCure::ToMaximum => (stake.min(maximum), false),
        LateCure::NotAccepted if breach == Breach::PlacedLate => (facts.in_time.min(stake), false),
        LateCure::Returned | LateCure::NotAccepted => (Money::ZERO, false),
        LateCure::WarnThenReturn if facts.warned => (Money::ZERO, false),
        LateCure::WarnThenReturn => (stake, true),
    };
    Some(LateFinding { wager: place, breach, cure: cure.value, good, warn, by: cure.by })
}

/// The limits that a wager is held to: those it was accepted under, whatever is posted since.
fn span_of(terms: &Terms, wager: &Wager, facts: Found) -> Span {
    let posted = || terms.offer(wager.bet).map_or(terms.limits.wager, |offer| offer.span);
    facts.accepted.unwrap_or_else(posted)
}

/// The first thing wrong with a wager by itself.
fn own_breach(terms: &Terms, wager: &Wager, facts: Found) -> Option<Breach> {
    let (span, stake) = (span_of(terms, wager, facts), wager.stake.total());
    let faults = [
        (facts.late, Breach::PlacedLate),
        (facts.badly_placed, Breach::BadlyPlaced),
        (stake < span.min && !facts.reduced, Breach::BelowMinimum),
        (stake > span.max, Breach::AboveMaximum),
    ];
    faults.into_iter().find(|(holds, _)| *holds).map(|(_, breach)| breach)
}

/// The document's cure; where it has none, the officer rules on the strength of what was broken.
fn late_cure(book: &Rulebook, terms: &Terms, breach: Breach) -> Ruled<LateCure> {
    let limits = &book.limits;
    terms.found_late.get(&breach).cloned().unwrap_or_else(|| {
        let by = match breach {
            Breach::AboveDifferential => limits.differential.as_ref(),
            Breach::AboveLiability => limits.liability.as_ref(),
            Breach::AboveAreaMaximum => limits.area_maximum.as_ref(),
            Breach::BadlyPlaced => Some(&book.stakes.by),
            Breach::PlacedLate => Some(&book.closing.by),
            Breach::BelowMinimum | Breach::AboveMaximum => None,
        };
        Ruled { value: LateCure::Officer, by: by.unwrap_or(&limits.posted).clone() }
    })
}
