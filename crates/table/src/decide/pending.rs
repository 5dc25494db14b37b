//! A coup that was settled and that a ruling still waits on: until it is ruled, nobody carries away what it paid.

use punto_coup::{Ruling, window_closed};
use punto_rulebook::Mishap;
use punto_vocab::{Money, PersonId};

use super::corrections::noticed;
use crate::state::{LastCoup, Open};
use punto_vocab::ledger::Account;

/// The settled coup that an officer's void reaches: the one the report spoke of, while the document leaves time.
pub(super) fn reached(open: &Open, mishap: Mishap) -> Option<&LastCoup> {
    let noticed = noticed(open);
    let in_time = |last: &&LastCoup| window_closed(&last.before.basis.terms, noticed).is_none();
    open.last_coup().filter(|last| of_the_coup(mishap) && !last.dealing.void).filter(in_time)
}

/// The ruling that waits on a settled coup in which a patron had wagers, and the credits that it has paid the patron.
pub(super) fn waits_on(open: &Open, patron: PersonId) -> Option<(&Ruling, Money)> {
    let ruling = &open.trouble.as_ref()?.ruling;
    let last = reached(open, ruling.mishap)?;
    let theirs = last.dealing.wagers.iter().any(|placed| placed.wager.patron == patron);
    let paid = last.paid.iter().filter(|made| made.to == Account::Balance(patron));
    theirs.then(|| (&**ruling, paid.map(|made| made.amount).sum()))
}

/// What a patron has of a settled coup that a ruling waits on: nobody takes it away before that.
pub fn held(open: &Open, patron: PersonId) -> Money {
    waits_on(open, patron).map(|(_, paid)| paid).unwrap_or_default()
}

/// Whether something that is found when a coup is over can have gone wrong in it; the rest is of the cards to come.
pub(super) fn of_the_coup(mishap: Mishap) -> bool {
    use Mishap as M;
    matches!(
        mishap,
        M::Misdeal
            | M::ForeignCard
            | M::MissingCard
            | M::WrongPaytable
            | M::ScannerDisagrees
            | M::WrongHolder
    ) || matches!(mishap, M::WrongDisplay | M::Fraud | M::ProhibitedDevice)
}
