//! What a tournament asks of the floor: tables that play for it alone, money of accounts in the same append as its own
//! records, and secrets under the house's seal.

use punto_accounts::Command as OfAccount;
use punto_contest::Held;
use punto_journal::{AppendError, Entry, Record};
use punto_shoe::GeneratorFault;
use punto_site::{Concerned, Place, Principal, TableId, Told};
use punto_table::{Actor, Command, Phase, Table};
use punto_vocab::{Money, PersonId};

use crate::counter::{TRIES, blocking, to_the_end};
use crate::desk::{Decided, SaidTo};
use crate::floor::Floor;
use crate::hold::Hold;
use crate::hub::Core;
use crate::noted::Noted;
use crate::plan::TablePlan;
use crate::put_up::PutUpBy;
use crate::refusal::FloorReason;
use crate::said::{FloorError, Outcome, PlanError, Said};
use crate::table::{HeldAccount, Job, TableHandle, What};
use crate::transfer::{notes, over};

/// What a tournament lets the dealer of its table do now, each with all before it. The table's own document says the rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Leave {
    /// Wagers are taken, or no session is played: no card leaves the shoe.
    #[default]
    Nothing,
    /// The coup is dealt.
    Cards,
    /// The coup is settled once its cards are out.
    Settlement,
}

/// Leave as it was given: for the coup that comes after so many have ended at the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Given {
    leave: Leave,
    ended: usize,
}

impl Given {
    /// What the dealer of a table may do now. A coup without wagers that an error has brought is dealt without asking: nothing
    /// of the tournament is in it.
    pub(crate) fn at(self, table: &Table) -> Leave {
        let no_bet = table.open.as_ref().is_some_and(|open| match &open.phase {
            Phase::Betting(betting) => betting.no_bet.is_some(),
            Phase::Dealing(dealing) => dealing.no_bet.is_some(),
            Phase::Preparing => false,
        });
        if no_bet {
            return Leave::Settlement;
        }
        if table.coups.ended() == self.ended { self.leave } else { Leave::Nothing }
    }
}

/// Refuses whatever only its tournament says to a table, and cards before it lets them out.
pub(crate) fn may_say(command: &Command, leave: Leave) -> Result<(), FloorReason> {
    use Command as C;
    match command {
        C::Card { .. } if leave == Leave::Nothing => Err(FloorReason::TournamentWaits),
        C::Settle if leave != Leave::Settlement => Err(FloorReason::FormsUnread),
        only_its_tournaments!() => Err(FloorReason::OfTournament),
        of_people_there!() | of_its_shoe!() | of_its_coups!() => Ok(()),
    }
}

punto_vocab::groups! {
    Command:
    /// The opening, seats, chips, wagers and terms, all of which follow from what is said to the tournament.
    only_its_tournaments: Open Close BuyIn CashOut ColourChange Sit Stand TakeBox Leave MoveOn Bet Spoken Tokens Alter Lift
        Seal Reveal LimitOff WagerOrder FreeCoup Fill Credit Count Tip PostLimits PostStakes PostVariant PostOldMinimumEnds
        PostRestriction ChangeLimits ChangeStakes ChangeArea ChangeDifferential ChangeVariant ChangeMethod RaiseAtOnce
        EndOldMinimum Personal Liability Restrict Unrestrict;
    /// Who is there, and what they put on record.
    of_people_there: SignOn SignOff ActAbout Act Tell TellBet Consent PostClosure TakeDown Exclude Dispute Decide Review Tick;
    /// The cards before a coup.
    of_its_shoe: Prepare Shuffle LetPatronsCut OfferCut DeclineCut PassCut Cut PlaceMarker Burn NewCards Marker MarkerSeen
        EndShoe;
    /// A coup that the tournament has let out, and what went wrong in it. What changes a settled one takes two persons.
    of_its_coups: Call Card Turn OfferHand DeclineHand Pass Nominate Return ReturnUnseen Forfeit GiveUpRole Settle Rekey
        Mispaid Report Order Spoiled Withdraw Resume ForfeitWagers ApproveBoth RefuseWager Mark Found VoidWagers Reduce
        Relax;
}

impl TableHandle {
    /// Says something for the tournament that the table is of; ordinary patrons and staff are refused it.
    pub async fn say_for_tournament(&self, said: Said) -> Result<Outcome, FloorError> {
        let Said { key, by, command, of } = said;
        let job = Job::new(Some(key), by, What::Say(command));
        self.ask(Job { of, of_tournament: true, ..job }).await?.outcome()
    }

    /// Lets the dealer go so far in the coup that comes after so many have ended, and in no later one.
    pub fn give_leave(&self, leave: Leave, ended: usize) {
        let given = Given { leave, ended };
        self.0.leave.send_if_modified(|own| std::mem::replace(own, given) != given);
    }
}

/// Money between an account and a tournament or a promotion, as the account records it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeeOrPrize {
    /// Whose account.
    pub patron: PersonId,
    /// Under which name the account knows it.
    pub of: TableId,
    /// What goes from the account to it; below nought what comes back.
    pub amount: Money,
    /// Whether nothing more will move.
    pub done: bool,
}

/// What is recorded beside the own records of a tournament or a promotion, in the same append.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Beside {
    /// Money of accounts.
    pub purses: Vec<FeeOrPrize>,
    /// Significant events.
    pub told: Vec<Told>,
    /// Whose act it is, none of whom releases what is held of it.
    pub about: Option<Concerned>,
}

/// Why nothing was written.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MoveError {
    /// An account refused.
    #[error(transparent)]
    Account(punto_accounts::Refused),
    /// The journal did not take it.
    #[error(transparent)]
    Append(#[from] AppendError),
    /// An account cannot be reached now.
    #[error(transparent)]
    Floor(#[from] FloorError),
}

impl Floor {
    /// Writes records of a tournament or a promotion, what accounts record of the money in them, and what is told of them, in
    /// one append. The former come back.
    pub async fn append_with_accounts(
        &self,
        entries: Vec<Entry>,
        beside: Beside,
    ) -> Result<Vec<Record>, MoveError> {
        let core = self.core().clone();
        if core.stopping() {
            return Err(FloorError::Stopped.into());
        }
        if !beside.purses.is_empty() {
            core.not_held().map_err(FloorError::from)?;
        }
        let write = async move {
            for _ in 0..TRIES {
                match written(&core, entries.clone(), beside.clone()).await {
                    // What the site or an account records is decided again; of its own stream the caller decides.
                    Err(MoveError::Append(AppendError::Conflict { stream, .. }))
                        if entries.iter().all(|own| own.stream != stream) => {}
                    done => return done,
                }
            }
            Err(FloorError::Busy.into())
        };
        tokio::spawn(write).await.unwrap_or_else(|_| Err(FloorError::Stopped.into()))
    }

    /// Refuses what is said to a tournament or a promotion while a fault holds the whole house.
    pub fn lets(&self, held: Held) -> Result<(), FloorError> {
        let lets = match (self.core().locks.borrow().everywhere(), held) {
            (Hold::Nothing, _) | (_, Held::GoesOn) | (Hold::Beginnings, Held::InCoup) => true,
            (Hold::Beginnings | Hold::Everything, Held::Waits) | (Hold::Everything, Held::InCoup) => false,
        };
        if lets { Ok(()) } else { Err(FloorReason::Held.into()) }
    }

    /// Refuses what would be paid from accounts and into them in another currency than theirs: nothing is worth the same in
    /// both.
    pub fn is_paid_in(&self, currency: &str) -> Result<(), FloorError> {
        match self.core().currency.as_ref().filter(|own| *own != currency) {
            Some(own) => {
                let (currency, own) = (currency.to_owned(), own.clone());
                Err(FloorReason::OfAnotherCurrency { currency, own }.into())
            }
            None => Ok(()),
        }
    }

    /// Held by whoever gives a table, a tournament or a promotion its name.
    pub async fn naming(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.core().naming.lock().await
    }

    /// Adds a table for a tournament and opens it.
    pub async fn add_tournament_table(&self, plan: TablePlan) -> Result<TableHandle, FloorError> {
        let floor = self.clone();
        let opens = (Actor::System, Command::Open { opening: plan.opening.clone() });
        to_the_end(async move { floor.put_up_for(PutUpBy::Tournament, plan, &[opens]).await }).await
    }

    /// Adds a table of a tournament that is closed: whoever works there signs on before the tournament opens it. The officer
    /// who named it is on from the first, if their role has a place at tables; else it has no record before somebody is.
    pub async fn add_closed_table(&self, plan: TablePlan, officer: Actor) -> Result<TableHandle, FloorError> {
        let floor = self.clone();
        let put_up = async move {
            let on = [(officer, Command::SignOn)];
            match floor.put_up_for(PutUpBy::Tournament, plan.clone(), &on).await {
                Err(FloorError::Plan(PlanError::Refused(_))) => {
                    floor.put_up_for(PutUpBy::Tournament, plan, &[]).await
                }
                done => done,
            }
        };
        to_the_end(put_up).await
    }

    /// Fresh secret bytes from the house's generator.
    pub fn secret(&self) -> Result<[u8; 32], GeneratorFault> {
        self.core().house.secret()
    }

    /// Seals what nobody may read yet, under its name and the key that seals shoes.
    pub fn seal(&self, name: &str, secret: &[u8]) -> Result<Vec<u8>, String> {
        self.core().house.seal(name, secret)
    }

    /// Opens what was sealed under this name.
    pub fn unseal(&self, name: &str, sealed: &[u8]) -> Result<Vec<u8>, String> {
        self.core().house.open(name, sealed)
    }

    /// Has the journal keep the text of a document, so that what is played under it can be decided again.
    pub async fn keep_text(&self, digest: &str) -> Result<(), FloorError> {
        let (core, digest) = (self.core().clone(), digest.to_owned());
        let kept = blocking(move || core.books.keep(&*core.journal, &digest)).await?;
        kept.map_err(|fault| FloorError::Fault(fault.to_string()))
    }
}

async fn written(
    core: &Core,
    entries: Vec<Entry>,
    Beside { mut purses, told, about }: Beside,
) -> Result<Vec<Record>, MoveError> {
    // In the order of their names, so that no two who hold several wait for each other.
    purses.sort_by_key(|purse| purse.patron);
    let mut held: Vec<HeldAccount> = Vec::new();
    for purse in &purses {
        if held.last().is_none_or(|last| last.patron != purse.patron) {
            let counter = core.accounts.of(&core.journal, purse.patron).await?;
            let desk = counter.take(&core.journal).await?;
            held.push(HeldAccount { patron: purse.patron, counter, desk });
        }
    }
    let sides = sides(core, &held, (&purses, about.as_ref())).map_err(MoveError::Account)?;
    let own = entries.len();
    let of_sides =
        sides.iter().flat_map(|(place, side)| notes(Place::Site, about.as_ref(), held[*place].patron, side));
    let at = core.clock.now();
    let notes = of_sides.chain(told.into_iter().map(|told| (at, told.note()))).collect();
    let noted = Noted::of(core, notes).await?;
    let beside = sides.iter().map(|(_, side)| side.entry.clone());
    let both: Vec<Entry> = entries.into_iter().chain(beside).collect();
    let count = both.len();
    match core.journal.append(both.into_iter().chain(Noted::entries(noted.as_ref())).collect()).await {
        Ok(mut records) => {
            let (both, beside) = records.split_at(count.min(records.len()));
            for ((place, side), record) in sides.into_iter().zip(&both[own..]) {
                held[place].desk.commit(side, record);
            }
            Noted::written(noted, core, beside);
            held.iter().for_each(|account| account.counter.show(&account.desk));
            records.truncate(own);
            Ok(records)
        }
        Err(error) => {
            held.iter_mut().for_each(|account| account.desk.failed(&error));
            Noted::failed(noted, &error);
            Err(error.into())
        }
    }
}

/// What accounts record of money that goes to a tournament or comes from it or a promotion: as of a table, so that limits of play,
/// exclusions and statements count a fee like any other outlay. What an account does not hold freely waits for an attendant.
fn sides(
    core: &Core,
    held: &[HeldAccount],
    (purses, about): (&[FeeOrPrize], Option<&Concerned>),
) -> Result<Vec<(usize, Decided<punto_accounts::Account>)>, punto_accounts::Refused> {
    let at = core.clock.now();
    let mut work: Vec<_> = held.iter().map(|account| account.desk.clone()).collect();
    let mut made = Vec::new();
    for FeeOrPrize { patron, of: table, amount, done } in purses.iter().copied() {
        let Some(place) = held.iter().position(|account| account.patron == patron) else { continue };
        let mut say = |by: Principal, command: OfAccount| {
            let decided = work[place].decide_at(at, &SaidTo { key: None, by, command })?;
            work[place].suppose(&decided);
            made.push((place, decided));
            Ok(work[place].state.clone())
        };
        let own = Principal::Table(table);
        let mut account = held[place].desk.state.clone();
        match amount.minor() {
            0 => {}
            1.. => account = say(own, OfAccount::ToTable { table, amount })?,
            _ => {
                account = say(own, OfAccount::FromTable { table, amount: -amount })?;
                if let Some(hold) = over(&account, core.account_most, -amount, about) {
                    account = say(Principal::System, hold)?;
                }
            }
        }
        if done && account.visits.contains_key(&table) {
            say(own, OfAccount::LeaveTable { table })?;
        }
    }
    Ok(made)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use punto_vocab::{Stamped, Time};

    use super::*;

    #[test]
    fn only_the_tournament_moves_seats_wagers_and_limits_of_its_table() {
        for line in [
            "bet ada@1 player 100",
            "sit ada@1",
            "lift ada@1 player",
            "seal ada@1 banker 50",
            "wager-order ada",
            "close",
            "change limits 5..10",
        ] {
            let command: Command = line.parse().unwrap();
            assert_eq!(may_say(&command, Leave::Settlement), Err(FloorReason::OfTournament), "{line}");
        }
        for line in ["sign-on", "turn player", "call points"] {
            let command: Command = line.parse().unwrap();
            assert_eq!(may_say(&command, Leave::Nothing), Ok(()), "{line}");
        }
        let (card, settle): (Command, Command) = ("card Ks".parse().unwrap(), Command::Settle);
        assert_eq!(may_say(&card, Leave::Nothing), Err(FloorReason::TournamentWaits));
        assert_eq!(may_say(&card, Leave::Cards), Ok(()));
        assert_eq!(may_say(&settle, Leave::Cards), Err(FloorReason::FormsUnread));
        assert_eq!(may_say(&settle, Leave::Settlement), Ok(()));
    }

    #[test]
    fn a_coup_without_wagers_that_an_error_brings_needs_no_leave() {
        let (book, mut table) = (punto_rulebook::Rulebook::embedded("tas-2018").unwrap(), Table::default());
        let mut say = |by: &str, line: &str| {
            let said = Stamped { at: Time(0), by: by.parse().unwrap(), command: line.parse().unwrap() };
            let events =
                punto_table::decide(&book, &table, &said).unwrap_or_else(|why| panic!("{line}: {why}"));
            events.iter().for_each(|event| punto_table::apply(&mut table, said.at, said.by, event));
            Given::default().at(&table)
        };
        say("game-inspector ivy", "sign-on");
        for line in ["open usual, limits 10..1000", "prepare", "sit ada@1", "bet ada@1 player 100", "card Ks"]
        {
            assert_eq!(say("dealer dan", line), Leave::Nothing, "{line}");
        }
        for line in ["card 2d", "card 6h", "card 5c", "call points", "card 9d to player", "call result"] {
            assert_eq!(say("dealer dan", line), Leave::Nothing, "{line}");
        }
        // The card that Player was given in error opens it.
        for line in ["settle", "card 9d", "card 2h", "card 9h", "card 5d", "call result"] {
            assert_eq!(say("dealer dan", line), Leave::Settlement, "{line}");
        }
        assert_eq!(say("dealer dan", "settle"), Leave::Nothing);
    }
}
