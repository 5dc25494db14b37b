//! What one person of staff does to an account alone, and what takes somebody else: a second person who answers for the
//! house, or the patron's own order.

#![deny(clippy::wildcard_enum_match_arm)] // an event must not compile before somebody has decided who may cause it alone

use punto_site::Time;
use punto_vocab::Money;

use crate::apply::{of_account, of_session, of_tables, of_vouchers};
use crate::event::Happening;
use crate::limit::Whose;
use crate::state::Account;

/// Whether one person of staff may cause something alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alone {
    /// They may.
    Yes,
    /// They may, as long as cash that they take in alone does not come to more than the house leaves to one person.
    Cash(Money),
    /// It takes somebody else.
    No,
}

/// Whether one person of staff may cause this to an account as it stands.
pub fn alone(account: &Account, at: Time, what: &Happening) -> Alone {
    let unless = |takes_two| if takes_two { Alone::No } else { Alone::Yes };
    match what {
        // What came in another currency is in no drawer, so that nobody's count would miss it.
        Happening::Deposited { exchanged: Some(_), seconded, .. } => unless(seconded.is_none()),
        Happening::Deposited { amount, seconded: None, .. } => Alone::Cash(*amount),
        Happening::Deposited { seconded: Some(_), .. } => Alone::Yes,
        // What the patron is said to have keyed in at the counter whoever stood there could enter again.
        Happening::Withdrawn { seconded, order, .. } => {
            let patron = account.holder.map(|holder| holder.patron);
            unless(order.is_none() && seconded.filter(|second| Some(*second) != patron).is_none())
        }
        Happening::LimitSet { whose: Whose::House, kind, span, most, seconded } => {
            let looser = account.limit(Whose::House, *kind, *span, at).is_below(*most);
            unless(looser && seconded.is_none())
        }
        // Held money is released by somebody whom it is not about, corrections are proposed and approved, and promotional
        // money is no cash; each is told.
        Happening::PayoutOrdered { .. }
        | Happening::PayoutMissed { .. }
        | Happening::Awarded { .. }
        | Happening::Lapsed { .. }
        | Happening::Held { .. }
        | Happening::Released { .. }
        | Happening::AdjustedUp { .. }
        | Happening::AdjustedDown { .. } => Alone::Yes,
        Happening::LimitSet { whose: Whose::Own, .. }
        | Happening::LimitWaits { .. }
        | Happening::LimitsDeclined
        | Happening::Excluded { .. }
        | Happening::ExcludedForGood { .. } => Alone::Yes,
        // Who was kept out for their own good, or for others', is not let back by one.
        Happening::ExclusionLifted { seconded, .. } => unless(seconded.is_none()),
        // Where the account itself asks for a second person, its decision has.
        of_account!() | of_vouchers!() | of_tables!() | of_session!() => Alone::Yes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::AccountKind;
    use crate::limit::{Limit, LimitKind, Most, Span};
    use crate::state::Holder;

    #[test]
    fn cash_out_and_looser_limits_take_somebody_else() {
        let most = Most::Money(Money::from_minor(5_000));
        let (whose, kind, span) = (Whose::House, LimitKind::Deposit, Span::Day);
        let holder = Holder { patron: "ada".parse().unwrap(), kind: AccountKind::Real, closed: false };
        let account = Account {
            holder: Some(holder),
            limits: vec![Limit { whose, kind, span, most, waiting: None }],
            ..Account::default()
        };
        for (line, may) in [
            ("deposited 5", Alone::Cash(Money::from_minor(500))),
            ("deposited 5 seconded max", Alone::Yes),
            ("withdrawn 5", Alone::No),
            ("withdrawn 5 seconded ada", Alone::No),
            ("withdrawn 5 seconded max", Alone::Yes),
            ("withdrawn 5 seconded ada order 3", Alone::Yes),
            ("limit-set house deposit day 51", Alone::No),
            ("limit-set house deposit day none", Alone::No),
            ("limit-set house deposit day none seconded max", Alone::Yes),
            ("limit-set house deposit day 49", Alone::Yes),
            ("limit-set house loss day 49", Alone::Yes),
            ("limit-set own deposit day 51", Alone::Yes),
            ("released 5 seen to", Alone::Yes),
            ("excluded house for-good", Alone::Yes),
            ("exclusion-lifted asked for", Alone::No),
            ("exclusion-lifted seconded max asked for", Alone::Yes),
        ] {
            assert_eq!(super::alone(&account, Time(0), &line.parse().unwrap()), may, "{line}");
        }
    }
}
