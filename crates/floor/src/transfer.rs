//! Money between a table and the accounts of its patrons: what the account records when the table records its side.

use punto_accounts::{Account, AccountKind, Command as AccountCommand, Purse};
use punto_site::{Command as SiteCommand, Concerned, Place, Principal, Time, Told, plain};
use punto_table::{Account as Of, Coin, Command, Event, Happening, Table, With, held};
use punto_vocab::{Money, PersonId};

use crate::desk::{Decided, Desk, SaidTo};
use crate::plan::TableName;
use crate::refusal::FloorReason;
use crate::table::{HeldAccount, with_credits};
use crate::task::Refusal;

/// What is said to the table for one command, so that nobody leaves credits behind.
pub(crate) fn expanded(table: &Table, command: &Command) -> Vec<Command> {
    // What a coup has paid that waits for a ruling stays until then.
    let held = |patron| table.open.as_ref().map(|open| held(open, patron)).unwrap_or_default();
    let balance = |patron| table.ledger.on(Coin::Credits, Of::Balance(patron)) - held(patron);
    let home = |patron| {
        let amount = balance(patron);
        amount.is_positive().then_some(Command::CashOut { patron, amount })
    };
    let leavers = match command {
        Command::Leave { patron } | Command::Exclude { patron, .. } | Command::MoveOn { patron } => {
            vec![*patron]
        }
        Command::Close => with_credits(table),
        _ => Vec::new(),
    };
    leavers.into_iter().filter_map(home).chain([command.clone()]).collect()
}

/// The accounts' side of what happens at a table, decided and not written yet.
pub(crate) struct Sides<'h> {
    table: TableName,
    kind: AccountKind,
    most: Option<Money>,
    /// Whether the table is a demonstration, where whoever has no account plays all the same.
    for_show: bool,
    /// Who is at the table, none of whom releases what is held of it.
    here: Option<Concerned>,
    held: &'h [HeldAccount],
    work: Vec<Desk<Account>>,
    /// Which of the held accounts, and what it records.
    pub(crate) made: Vec<(usize, Decided<Account>)>,
}

impl<'h> Sides<'h> {
    /// Begins with the accounts as they are. Where the whole site plays for nothing, so do they; what is more in an
    /// account than `most` waits for an attendant.
    pub(crate) fn new(
        table: TableName,
        (demo, for_show): (bool, bool),
        (most, here): (Option<Money>, Option<Concerned>),
        held: &'h [HeldAccount],
    ) -> Sides<'h> {
        let kind = if demo { AccountKind::Play } else { AccountKind::Real };
        let work = held.iter().map(|account| account.desk.clone()).collect();
        Sides { table, kind, most, for_show, here, held, work, made: Vec::new() }
    }

    /// Decides what an event at the table means for an account.
    pub(crate) fn follow(&mut self, at: Time, event: &Event) -> Result<(), Refusal> {
        let table = self.table;
        match &event.what {
            Happening::Bought { patron, amount, with: With::Balance, .. } => {
                let Some(place) = self.place(*patron)? else { return Ok(()) };
                if self.work[place].state.holder.is_some_and(|holder| holder.kind != self.kind) {
                    return Err(FloorReason::OtherKindOfMoney.refused().into());
                }
                self.say(place, at, AccountCommand::ToTable { table, amount: *amount })
            }
            Happening::CashedOut { patron, amount } => {
                let Some(place) = self.place(*patron)? else { return Ok(()) };
                let (cash, promotional) = self.work[place].state.comes_home(table, *amount);
                if cash.is_positive() {
                    self.say(place, at, AccountCommand::FromTable { table, amount: cash })?;
                    self.hold(place, at, cash)?;
                }
                if promotional.is_positive() {
                    let purse = Purse::Promotional;
                    self.say(place, at, AccountCommand::FromTableOf { table, amount: promotional, purse })?;
                }
                Ok(())
            }
            Happening::Left { patron } => {
                // Who never brought money here has no visit to end.
                let place = self.held.iter().position(|held| held.patron == *patron);
                match place.filter(|place| self.work[*place].state.visits.contains_key(&table)) {
                    Some(place) => self.say(place, at, AccountCommand::LeaveTable { table }),
                    None => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    /// Which of the held accounts is a patron's; none where they have none and need none.
    fn place(&self, patron: PersonId) -> Result<Option<usize>, Refusal> {
        let place = self.held.iter().position(|held| held.patron == patron);
        let place = place.ok_or_else(|| FloorReason::CreditsJustCame.refused())?;
        Ok((!self.for_show || self.work[place].state.holder.is_some()).then_some(place))
    }

    /// Of cash that has come home, what an account does not hold freely waits for an attendant.
    fn hold(&mut self, place: usize, at: Time, cash: Money) -> Result<(), Refusal> {
        match over(&self.work[place].state, self.most, cash, self.here.as_ref()) {
            Some(hold) => self.say_as(Principal::System, place, at, hold),
            None => Ok(()),
        }
    }

    fn say(&mut self, place: usize, at: Time, command: AccountCommand) -> Result<(), Refusal> {
        self.say_as(Principal::Table(self.table), place, at, command)
    }

    fn say_as(
        &mut self,
        by: Principal,
        place: usize,
        at: Time,
        command: AccountCommand,
    ) -> Result<(), Refusal> {
        let said = SaidTo { key: None, by, command };
        let decided = self.work[place].decide_at(at, &said).map_err(Refusal::Account)?;
        self.work[place].suppose(&decided);
        self.made.push((place, decided));
        Ok(())
    }
}

/// Holds what an account does not hold freely, of cash that has just come: its vouchers are money in it that is on paper.
pub(crate) fn over(
    account: &Account,
    most: Option<Money>,
    came: Money,
    about: Option<&Concerned>,
) -> Option<AccountCommand> {
    let most = most?;
    let has = account.purses.cashable + account.vouchers.values().copied().sum::<Money>();
    let amount = (has - most).min(came);
    let why = plain(&format!("more than {most} in one account"));
    amount.is_positive().then(|| AccountCommand::Hold { amount, about: about.cloned(), why })
}

/// What is told of an account's side, as the site notes it: about whoever did it, or of what the house did by itself about
/// these people.
pub(crate) fn notes(
    place: Place,
    here: Option<&Concerned>,
    patron: PersonId,
    side: &Decided<Account>,
) -> impl Iterator<Item = (Time, SiteCommand)> {
    punto_accounts::told(patron, side.by, &side.events).into_iter().map(move |told| {
        let about = told.about.clone().or(here.cloned());
        (side.at, Told { place, about, ..told }.note())
    })
}
