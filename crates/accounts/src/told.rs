//! Whoever changes money or access of an account outside play has done something that others must learn of: what is told
//! as a significant event of each thing that happens to an account.

#![deny(clippy::wildcard_enum_match_arm)] // an event must not compile before somebody has decided whether it is told

use punto_site::{Cause, Concerned, Kind, Place, Principal, Time, Told, plain};
use punto_vocab::{Money, PersonId};

use crate::apply::{of_account, of_limits, of_session, of_tables, of_vouchers};
use crate::event::{Event, Happening};
use crate::limit::Whose;
use crate::state::Account;

/// What is told of the events of one command to the account of a patron.
pub fn told(patron: PersonId, by: Principal, events: &[Event]) -> Vec<Told> {
    events.iter().filter_map(|event| of(patron, by.staff(), &event.what)).collect()
}

/// What is told of cash over the counter from this amount on: of all that went out to a patron within a day, and of all that
/// came in, so that nobody stays below it in parts.
pub fn large_cash(
    (account, at): (&Account, Time),
    patron: PersonId,
    by: Principal,
    events: &[Event],
    large: Money,
) -> Vec<Told> {
    let Some(who) = by.staff() else { return Vec::new() };
    // A voucher is money of an account already, and no cash.
    let before = account.cash_in_a_day(at);
    let went = account.paid_out_in_a_day(at);
    let cash = |event: &Event| match event.what {
        Happening::Deposited { amount, .. } => Some(before + amount),
        Happening::Withdrawn { amount, .. } => Some(went + amount),
        of_account!() | of_vouchers!() | of_tables!() | of_limits!() | of_session!() => None,
        Happening::PayoutOrdered { .. }
        | Happening::PayoutMissed { .. }
        | Happening::Awarded { .. }
        | Happening::Lapsed { .. }
        | Happening::Held { .. }
        | Happening::Released { .. }
        | Happening::AdjustedUp { .. }
        | Happening::AdjustedDown { .. } => None,
    };
    let tell = |amount| {
        let what = Cause::CashInADay { amount, patron, who };
        Told { kind: Kind::LargeCash, place: Place::Site, about: Concerned::of([who]), what }
    };
    events.iter().filter_map(cash).filter(|amount| *amount >= large).map(tell).collect()
}

/// What is told when whoever has just given a patron their PIN pays out of that account: the order they pay out may be one of
/// their own.
pub fn paid_by_giver(
    (account, at): (&Account, Time),
    patron: PersonId,
    by: Principal,
    events: &[Event],
) -> Option<Told> {
    let (who, given) = account.pin_giver.filter(|(who, _)| by.staff() == Some(*who))?;
    let amount = events.iter().find_map(|event| event.what.paid_out());
    let amount = amount.filter(|_| at < given.plus_hours(Account::GIVER_TOLD_HOURS))?;
    let what = Cause::PaidByGiver { amount, patron, who };
    Some(Told { kind: Kind::MoneyMoved, place: Place::Site, about: Concerned::of([who]), what })
}

fn of(patron: PersonId, staff: Option<PersonId>, what: &Happening) -> Option<Told> {
    let tell = |kind, second: Option<PersonId>, what: Cause| {
        let about = Concerned::of(staff.into_iter().chain(second));
        Some(Told { kind, place: Place::Site, about, what })
    };
    match what {
        // Cash over the counter is everyday business, and in the report of who took it in or paid it out. What a second
        // person of staff was needed for is not.
        Happening::Deposited { amount, seconded, .. } => {
            let (first, second) = (staff?, (*seconded)?);
            tell(Kind::MoneyMoved, Some(second), Cause::CashIn { amount: *amount, patron, first, second })
        }
        Happening::Withdrawn { amount, seconded, .. } => {
            let (first, second) = (staff?, seconded.filter(|second| *second != patron)?);
            tell(Kind::MoneyMoved, Some(second), Cause::CashOut { amount: *amount, patron, first, second })
        }
        Happening::Awarded { amount, why } => {
            let (amount, who, why) = (*amount, staff?, why.clone());
            tell(Kind::MoneyMoved, None, Cause::Awarded { amount, patron, who, why })
        }
        Happening::Lapsed { amount, why } => {
            let (amount, who, why) = (*amount, staff?, why.clone());
            tell(Kind::MoneyMoved, None, Cause::Lapsed { amount, patron, who, why })
        }
        // Money that waits for an attendant is something for them to know of.
        Happening::Held { amount, about, why } => {
            let about = about.clone().or_else(|| Concerned::of(staff));
            let what = Cause::Held { amount: *amount, patron, why: why.clone() };
            Some(Told { kind: Kind::OverLimit, place: Place::Site, about, what })
        }
        Happening::Released { amount, why } => {
            let (amount, who, why) = (*amount, staff?, why.clone());
            tell(Kind::MoneyMoved, None, Cause::Released { amount, patron, who, why })
        }
        // Told with both names when the proposal is carried out.
        Happening::AdjustedUp { .. } | Happening::AdjustedDown { .. } => None,
        Happening::PinLocked { until } => {
            tell(Kind::FailedSignIns, None, Cause::PinLocked { patron, until: *until })
        }
        Happening::PinUnlocked => {
            let who = staff?;
            tell(Kind::PinReset, None, Cause::PinUnlockedBy { patron, who })
        }
        // A first PIN comes with the account.
        Happening::PinGiven { seconded, .. } => {
            let (first, second) = (staff?, (*seconded)?);
            tell(Kind::PinReset, Some(second), Cause::PinGivenBy { patron, first, second })
        }
        Happening::PayoutMissed { who, .. } => {
            tell(Kind::FailedSignIns, Some(*who), Cause::PayoutMissed { patron, who: *who })
        }
        // The house sets or lifts what keeps a patron from playing away more.
        Happening::LimitSet { whose: Whose::House, kind, span, most, seconded } => {
            let limit = plain(&format!("{kind} {span} {most}"));
            tell(Kind::AccessChange, *seconded, Cause::LimitSetBy { patron, who: staff?, limit })
        }
        Happening::VoucherRedeemed { voucher, from, seconded, .. } => {
            staff.filter(|_| *from != patron)?;
            let moved =
                Cause::VoucherMoved { voucher: plain(&voucher.to_string()), from: *from, into: patron };
            tell(Kind::VoucherMoved, *seconded, moved)
        }
        // Its own account's money on paper; whoever brings it is told of above.
        Happening::VoucherIssued { .. } | Happening::VoucherSpent { .. } => None,
        Happening::Excluded { whose: Whose::House, .. }
        | Happening::ExcludedForGood { whose: Whose::House } => {
            tell(Kind::AccessChange, None, Cause::ExcludedBy { patron, who: staff? })
        }
        Happening::ExclusionLifted { why, seconded } => {
            let (who, why) = (staff?, why.clone());
            tell(Kind::AccessChange, *seconded, Cause::LetBackBy { patron, who, why })
        }
        // An account without money, and what its owner does with it.
        Happening::Registered { .. }
        | Happening::Closed
        | Happening::PinSet
        | Happening::PinFailed { .. }
        | Happening::PinBarred { .. }
        | Happening::PayoutOrdered { .. }
        | Happening::LimitSet { whose: Whose::Own, .. }
        | Happening::LimitWaits { .. }
        | Happening::LimitsDeclined
        | Happening::Excluded { whose: Whose::Own, .. }
        | Happening::ExcludedForGood { whose: Whose::Own } => None,
        of_tables!() | of_session!() => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::AccountRule;

    fn of(by: &str, line: &str) -> Option<String> {
        let event = Event { what: line.parse().unwrap(), by: AccountRule::Cage.cite() };
        let told = told("ada".parse().unwrap(), by.parse().unwrap(), &[event]).into_iter().next()?;
        let about = told.about.map(|about| format!(" about {about}")).unwrap_or_default();
        Some(format!("{}: {}{about}", told.kind, told.what))
    }

    #[test]
    fn money_and_access_outside_play_are_told_with_who_moved_them() {
        for (line, says) in [
            ("deposited 5 seconded max", "money-moved: 5 paid in for ada, by cora and max about cora+max"),
            ("withdrawn 5 seconded max", "money-moved: 5 paid out to ada, by cora and max about cora+max"),
            ("awarded 5 a gift", "money-moved: 5 given to ada by cora: a gift about cora"),
            ("lapsed 5 over", "money-moved: 5 of ada let lapse by cora: over about cora"),
            ("held 5 a question", "over-limit: 5 of ada waits for an attendant: a question about cora"),
            ("released 5 seen to", "money-moved: 5 of ada released by cora: seen to about cora"),
            (
                "held 5 about max more than 3",
                "over-limit: 5 of ada waits for an attendant: more than 3 about max",
            ),
            ("pin-unlocked", "pin-reset: the locked PIN of ada was unlocked by cora about cora"),
            (
                "payout-missed 1 cora",
                "failed-sign-ins: cora entered a wrong code for a payout to ada, which is over about cora",
            ),
            (
                "limit-set house deposit day none seconded max",
                "access-change: a limit of the house for ada was set by cora: deposit day none about cora+max",
            ),
            (
                "pin-given until 1970-01-02T00:00:00Z seconded max",
                "pin-reset: ada was given a card and a PIN by cora and max about cora+max",
            ),
            (
                "voucher-redeemed 000000000001 5 from ben seconded max",
                "voucher-moved: redeem-voucher 000000000001 from ben into ada about cora+max",
            ),
            ("excluded house for-good", "access-change: excluded by cora: ada about cora"),
            ("exclusion-lifted asked for", "access-change: ada let back by cora: asked for about cora"),
        ] {
            assert_eq!(of("staff cora", line).as_deref(), Some(says), "{line}");
        }
    }

    #[test]
    fn everyday_business_and_what_patrons_do_themselves_are_not() {
        for line in [
            "deposited 5",
            "withdrawn 5",
            "withdrawn 5 seconded ada",
            "pin-given until 1970-01-02T00:00:00Z",
            "voucher-redeemed 000000000001 5 from ada",
            "adjusted-up 5 proposal 1 counted wrong",
            "registered ada real",
            "excluded own for-good",
        ] {
            assert_eq!(of("staff cora", line), None, "{line}");
        }
        assert_eq!(of("patron ada", "voucher-redeemed 000000000001 5 from ben"), None);
        assert!(of("system", "held 5 more than 1").is_some(), "what the house holds by itself is");
    }

    #[test]
    fn a_payout_by_whoever_gave_the_pin_is_told_for_a_week() {
        let (ada, cora, cole) =
            ("ada".parse().unwrap(), "staff cora".parse().unwrap(), "staff cole".parse().unwrap());
        let account = Account { pin_giver: Some(("cora".parse().unwrap(), Time(0))), ..Account::default() };
        let events = [Event { what: "withdrawn 5 order 3".parse().unwrap(), by: AccountRule::Cage.cite() }];
        let told =
            |by, hours| paid_by_giver((&account, Time(0).plus_hours(hours)), ada, by, &events).is_some();
        assert!(told(cora, 1) && !told(cole, 1) && !told(cora, 7 * 24));
    }
}
