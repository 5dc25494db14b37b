//! A coup that was settled and can still be put right: what keeps it so, and that nobody carries away what it paid while a
//! ruling waits on it.

use punto_coup::{Noticed, Ruling, WagerFate, window_closed};
use punto_lines::{Event, Happening, Refused};
use punto_rulebook::{Cure, Mishap, Terms};
use punto_vocab::{Authority, Citation, Money, PersonId, Role};

use super::corrections::noticed;
use super::{Ctx, event};
use punto_state::{LastCoup, Open, Phase};
use punto_vocab::ledger::Account;

/// The settled coup that an officer's void reaches: the one the report spoke of, while the document leaves time.
pub(super) fn reached<'o>(open: &'o Open, ruling: &Ruling) -> Option<&'o LastCoup> {
    let noticed = noticed(open);
    let in_time = |last: &&LastCoup| {
        let terms = &last.before.basis.terms;
        window_closed(terms, noticed).is_none() && !finished_stand(terms, ruling)
    };
    // One that leaves wagers alone is of an earlier coup, or of the cards to come.
    let its_own = of_the_coup(ruling.mishap) && ruling.wagers != WagerFate::Stand;
    open.last_coup().filter(|last| its_own && !last.dealing.void).filter(in_time)
}

/// Whether the officer is to rule on something that went wrong in an earlier coup than the last: what was wagered since is
/// not touched by it. On a card too many the officer says only where it goes.
pub(super) fn of_earlier(ruling: &Ruling) -> bool {
    use Mishap::{StrayBankerCard, StrayPlayerCard, SurplusCard};
    let card = matches!(ruling.mishap, StrayPlayerCard | StrayBankerCard | SurplusCard);
    ruling.cure == Cure::Officer && ruling.wagers == WagerFate::Stand && !card
}

/// Whether coups that have ended stand although time is left: it is the document's own time, for errors in the deal, and this
/// is another one, which rests on no clause. Where the house sets the time, it is for everything.
pub(super) fn finished_stand(terms: &Terms, ruling: &Ruling) -> bool {
    let house = |by: &Citation, name: &str| {
        by.authorities().iter().any(|own| matches!(own, Authority::House(setting) if setting.name() == name))
    };
    let deal = ruling.mishap == Mishap::Misdeal;
    !deal && house(&ruling.by, "uncovered-irregularity") && !house(&terms.window.by, "correction-window")
}

/// Whether a coup with wagers was settled whose errors can still be put right.
pub(super) fn may_be_put_right(open: &Open) -> bool {
    let last = open.last_coup().filter(|last| !last.dealing.void && !last.dealing.wagers.is_empty());
    last.is_some_and(|last| window_closed(&last.before.basis.terms, noticed(open)).is_none())
}

/// Refuses to let the dealer alone take cards out of a shoe that is dealt from, while somebody is there for whom the next coup
/// could be dealt, since play has not ended, or while errors in the coup before can be put right, since that would end the
/// time for it. It takes one of the others who may.
pub(super) fn not_the_dealers(
    ctx: &Ctx<'_>,
    open: &Open,
    roles: &[Role],
    by: &Citation,
) -> Result<(), Refused> {
    let officers: Vec<Role> = roles.iter().copied().filter(|role| *role != Role::Dealer).collect();
    let in_play = matches!(open.phase, Phase::Betting(_));
    let goes_on = !open.patrons.arrived.is_empty() || may_be_put_right(open);
    let theirs = ctx.by.role() == Some(Role::Dealer) && in_play && goes_on;
    if theirs && !officers.is_empty() { ctx.one_of(&officers, by) } else { Ok(()) }
}

/// The shoe ends. Until its cards are taken out the coup before can be put right as before; but the order of the house's
/// own shoe is opened when it ends, and nothing is dealt from it again.
pub(super) fn shoe_ended(open: &Open, by: &Citation) -> Vec<Event> {
    let own = open.opening.deals_itself();
    let stays = stays_open(open, by).into_iter().filter(|_| !own);
    stays.chain([event(Happening::ShoeEnded, by)]).collect()
}

/// That the coup before can still be put right although the shoe ends, or the next one is called off before its first
/// card. Where its time is over already, that opens it to nobody again.
pub(super) fn stays_open(open: &Open, by: &Citation) -> Option<Event> {
    let Phase::Betting(betting) = &open.phase else { return None };
    let terms = &betting.last.as_ref()?.before.basis.terms;
    let over = window_closed(terms, noticed(open)).is_some();
    let was_open = window_closed(terms, Noticed::AfterCoup).is_none();
    (!(over && was_open)).then(|| event(Happening::StaysOpen, &terms.window.by.and(by)))
}

/// The ruling that waits on a settled coup in which a patron had wagers, and the credits that it has paid the patron.
pub(super) fn waits_on(open: &Open, patron: PersonId) -> Option<(&Ruling, Money)> {
    let ruling = &open.trouble.as_ref()?.ruling;
    let last = reached(open, ruling)?;
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
