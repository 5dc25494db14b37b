//! Whose word the steward takes: what no role can make up for, before the document is asked.

use punto_accounts::{Refused, may_play};
use punto_contest::{WhoseWord, proposal_of};
use punto_floor::{FloorError, FloorReason};
use punto_tournament::Command;
use punto_vocab::{Actor, PersonId, Role};

use crate::handle::{TournamentSaying, What};
use crate::task::Task;

impl Task {
    /// Refuses what is another's to say, and what one person would do alone.
    pub(crate) fn may_say(&self, said: &TournamentSaying) -> Result<(), FloorError> {
        if said.what.is_for_the_house() {
            return Err(FloorReason::FilledInByHouse.into());
        }
        match (said.what.whose(), said.by) {
            (WhoseWord::Table | WhoseWord::Clock, _) => Err(FloorReason::OfTables.into()),
            (WhoseWord::Entrant(entrant), Actor::Staff(..) | Actor::System)
            | (WhoseWord::Presence(entrant), Actor::System) => Err(FloorReason::OfEntrant { entrant }.into()),
            (WhoseWord::Dealer(table), Actor::Staff(Role::Dealer, who)) => self.is_on(table, who),
            (WhoseWord::Two, Actor::Staff(..)) if !self.contest.for_show => self.is_approved(said),
            // The document names who else may, and refuses the others.
            (WhoseWord::Entrant(_), Actor::Patron(_))
            | (WhoseWord::Presence(_), Actor::Patron(_) | Actor::Staff(..))
            | (WhoseWord::Dealer(_), Actor::Patron(_) | Actor::Staff(..) | Actor::System)
            | (WhoseWord::Officer | WhoseWord::Two, Actor::Patron(_) | Actor::Staff(..) | Actor::System) => {
                Ok(())
            }
        }
    }

    /// Refuses somebody who speaks as the dealer of a table and is not on there.
    fn is_on(&self, table: u8, who: PersonId) -> Result<(), FloorError> {
        match self.table(table) {
            Some(table) => table.has_on(who),
            // The tournament itself says that it has no such table.
            None => Ok(()),
        }
    }

    /// Refuses what two persons have not agreed to, to the word.
    fn is_approved(&self, said: &TournamentSaying) -> Result<(), FloorError> {
        let command = match &said.what {
            What::Command(command) => (**command).clone(),
            What::Publish => Command::Publish { draw: None },
            What::Draw | What::Seal { .. } | What::Announce { .. } => return Ok(()),
        };
        let number = proposal_of(said.key.as_str()).ok_or(FloorReason::PoolTakesTwo)?;
        let site = self.floor.site().now();
        let agreed = site.approval(number, self.floor.clock().now()).ok_or(FloorReason::PoolTakesTwo)?;
        match self.contest.measure(self.plan.name, &command) {
            Some(measure) if measure == agreed.what => Ok(()),
            Some(_) | None => Err(FloorReason::NotAsProposed.into()),
        }
    }

    /// Who approved what is said under this key.
    pub(crate) fn seconded(&self, key: Option<&str>) -> Option<PersonId> {
        let site = self.floor.site().now();
        key.and_then(proposal_of).and_then(|number| site.proposals.get(&number)?.approved)
    }

    /// Refuses somebody who would come to play and has no account, or may not play.
    pub(crate) async fn is_patron(&self, what: &What) -> Result<Result<(), Refused>, FloorError> {
        let What::Command(command) = what else { return Ok(Ok(())) };
        let who = match **command {
            Command::Apply { entrant } | Command::BuyBack { entrant } => entrant,
            Command::Substitute { other, .. } => other,
            _ => return Ok(Ok(())),
        };
        if self.contest.for_show {
            return Ok(Ok(()));
        }
        let account = self.floor.patron(who).await?.now();
        match account.holder {
            Some(_) => Ok(may_play(&account, self.floor.clock().now())),
            None => Err(FloorReason::NoPatronHere { who }.into()),
        }
    }
}
