//! Whose word the steward takes: what no role can make up for, before the document is asked.

use punto_accounts::{may_come, may_play};
use punto_contest::{WhoseWord, proposal_of};
use punto_floor::{Floor, FloorError, FloorReason};
use punto_site::Measure;
use punto_tournament::{Command, Refused, both_hands};
use punto_vocab::{Actor, PersonId, Role};

use crate::handle::{TournamentSaying, What};
use crate::task::Task;

impl Task {
    /// Refuses what is another's to say, and what one person would do alone.
    pub(crate) fn may_say(&self, said: &TournamentSaying) -> Result<(), FloorError> {
        if said.what.is_for_the_house() {
            return Err(FloorReason::FilledInByHouse.into());
        }
        self.counts_here(said)?;
        match (said.what.whose(&self.contest, said.by, self.floor.clock().now()), said.by) {
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

    /// Refuses a dealer who counts chips at a table where they are not on; an officer may come from elsewhere.
    fn counts_here(&self, said: &TournamentSaying) -> Result<(), FloorError> {
        let (What::Command(command), Actor::Staff(Role::Dealer, who)) = (&said.what, said.by) else {
            return Ok(());
        };
        let Command::Count { entrant, .. } = **command else { return Ok(()) };
        match self.contest.own.place(entrant) {
            Some(place) => self.is_on(place.table, who),
            None => Ok(()),
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
        let measure = self.contest.measure(self.plan.name, &command);
        approved(&self.floor, said.key.as_str(), measure.as_ref())
    }

    /// Why somebody may not hand in a form beside these chips, or lay these chips beside the form: what lies under its seal is
    /// known to the house alone, and its entrant is told at their own screen.
    pub(crate) fn both_hands(&self, what: &What) -> Option<Refused> {
        let (entrant, bet) = match what {
            What::Seal { entrant, bet, .. } => (*entrant, *bet),
            What::Command(command) => match **command {
                Command::Wager { entrant, bet, .. } | Command::Alter { entrant, bet, .. } => {
                    (entrant, Some(bet))
                }
                _ => return None,
            },
            What::Publish | What::Draw | What::Announce { .. } => return None,
        };
        let own = &self.contest.own;
        let venue = own.venues.get(&own.place(entrant)?.table)?;
        let seal = venue.forms.get(&entrant).and_then(|form| form.seal);
        let form = seal.and_then(|seal| self.secrets.form(&self.floor, seal).ok());
        both_hands(&self.contest.book, own, entrant, [bet, form.and_then(|form| form.bet)])
    }

    /// Refuses somebody who would come to play and has no account, or may not play.
    pub(crate) async fn is_patron(
        &self,
        what: &What,
    ) -> Result<Result<(), punto_accounts::Refused>, FloorError> {
        let What::Command(command) = what else { return Ok(Ok(())) };
        let who = match **command {
            Command::Apply { entrant } | Command::BuyBack { entrant } => entrant,
            Command::Substitute { other, .. } => other,
            // Whoever is excluded since they came in neither sits down nor wagers any more.
            Command::TakeSeat { entrant }
            | Command::BuyIn { entrant, .. }
            | Command::Wager { entrant, .. }
            | Command::Alter { entrant, .. }
            | Command::Seal { entrant, .. } => return self.may_come(entrant).await,
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

    /// Refuses an entrant who is excluded, or whose time is up.
    async fn may_come(&self, entrant: PersonId) -> Result<Result<(), punto_accounts::Refused>, FloorError> {
        if self.contest.for_show {
            return Ok(Ok(()));
        }
        let account = self.floor.patron(entrant).await?.now();
        Ok(may_come(&account, self.floor.clock().now()))
    }
}

/// Refuses what two persons have not agreed to, to the word.
pub(crate) fn approved(floor: &Floor, key: &str, measure: Option<&Measure>) -> Result<(), FloorError> {
    let number = proposal_of(key).ok_or(FloorReason::PoolTakesTwo)?;
    let site = floor.site().now();
    let agreed = site.approval(number, floor.clock().now()).ok_or(FloorReason::PoolTakesTwo)?;
    match measure {
        Some(measure) if *measure == agreed.what => Ok(()),
        Some(_) | None => Err(FloorReason::NotAsProposed.into()),
    }
}

/// Who approved what is said under this key.
pub(crate) fn seconded(floor: &Floor, key: Option<&str>) -> Option<PersonId> {
    let site = floor.site().now();
    key.and_then(proposal_of).and_then(|number| site.proposals.get(&number)?.approved)
}
