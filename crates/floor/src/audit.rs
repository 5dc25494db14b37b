//! Checks a whole journal: every chain, every decision made again, every balance, every transfer on both its sides.

use std::collections::BTreeMap;

use punto_accounts::{Account, Happening as OfAccount, VoucherId};
use punto_contest::{Campaign, Concord, Contest, PromotionPlan, TournamentPlan};
use punto_journal::{Fault, Head, Record, StreamName};
use punto_records::{BadRecord, ENGINE, RecordFault, StreamOf, TableBody, difference};
use punto_site::{PromotionId, Site, TableId, TournamentId};
use punto_table::{Event, Happening, With};
use punto_vocab::{Money, PersonId, Time};

use crate::books::Books;
use crate::desk::{Desk, Subject};
use crate::events::{account, table};
use crate::integrity::of_account;
use crate::plan::TablePlan;
use crate::replay::Replay;
use crate::source::Source;
use crate::standing::Standing;

/// What a journal without a fault was found to hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audit {
    /// How many streams.
    pub streams: usize,
    /// How many records.
    pub records: u64,
    /// How many shoes of the house's own were opened and agree with their commitment and every card.
    pub shoes: u64,
    /// Records of another engine, by stream: folded as they are stored and not decided again. Chain and balances hold.
    pub folded: Vec<(StreamName, u64)>,
    /// Streams of a kind that this program does not know: only their chains were checked.
    pub unknown: Vec<StreamName>,
}

impl Audit {
    /// How many records were decided again.
    pub fn decided_again(&self) -> u64 {
        let folded: u64 = self.folded.iter().map(|(_, count)| count).sum();
        self.records - folded
    }

    /// Counts a record that was folded as it is stored, if it was.
    fn fold(&mut self, stream: &StreamName, folded: bool) {
        match self.folded.last_mut() {
            _ if !folded => {}
            Some((last, count)) if last == stream => *count += 1,
            _ => self.folded.push((stream.clone(), 1)),
        }
    }
}

/// What does not hold in a journal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AuditError {
    /// It cannot be read.
    #[error(transparent)]
    Journal(#[from] Fault),
    /// A record does not hold.
    #[error(transparent)]
    Record(#[from] BadRecord),
    /// Money was made or lost.
    #[error("record {seq} of {stream} does not add up: {why}")]
    Balance {
        /// The stream.
        stream: StreamName,
        /// The record after which it did not.
        seq: u64,
        /// What does not.
        why: String,
    },
    /// A table and an account do not agree.
    #[error(
        "{patron} brought {at_table} more to {table} than came back, and the account has {at_account} for that"
    )]
    Transfer {
        /// Whose money.
        patron: PersonId,
        /// At which table.
        table: TableId,
        /// What the table has.
        at_table: Money,
        /// What the account has.
        at_account: Money,
    },
    /// A tournament or a promotion and its neighbours do not agree.
    #[error("streams do not agree: {0}")]
    Agreement(String),
    /// A voucher came back with another value than it has, or more than once.
    #[error("the voucher {voucher} was spent for {spent} and redeemed for {redeemed}")]
    Voucher {
        /// Which.
        voucher: VoucherId,
        /// What the accounts that such a voucher came from have given up for it.
        spent: Money,
        /// What the accounts that it went to have got.
        redeemed: Money,
    },
}

/// Checks everything; `progress` is told how many records have been checked.
pub fn audit<J: Source + ?Sized>(
    source: &J,
    mut books: Books,
    progress: &mut dyn FnMut(u64),
) -> Result<Audit, AuditError> {
    // The ends of all streams at one moment: what comes later, while the house goes on, is for the next check.
    let heads = source.heads()?;
    books.fetch(source)?;
    let mut check = Check {
        source,
        books,
        progress,
        found: Audit::default(),
        demonstration: crate::mode::mode(source)? == Some(punto_site::Mode::Demonstration),
        accounts: BTreeMap::new(),
        moved: BTreeMap::new(),
        vouchers: BTreeMap::new(),
        agreement: of_competitions(&heads),
    };
    for head in &heads {
        match StreamOf::read(&head.stream).map_err(Fault::Damaged)? {
            Some(StreamOf::Table(table)) => check.table(head, table)?,
            Some(StreamOf::Patron(patron)) => check.account(head, patron)?,
            Some(StreamOf::Site) => check.site(head)?,
            Some(StreamOf::Tournament(name)) => check.tournament(head, name)?,
            Some(StreamOf::Promotion(name)) => check.promotion(head, name)?,
            None => check.chain(head)?,
        }
        check.found.streams += 1;
    }
    for ((patron, table), (at_table, at_account)) in check.moved {
        if at_table != at_account {
            return Err(AuditError::Transfer { patron, table, at_table, at_account });
        }
    }
    for (voucher, (spent, redeemed)) in check.vouchers {
        if spent != redeemed {
            return Err(AuditError::Voucher { voucher, spent, redeemed });
        }
    }
    match check.agreement.wrong() {
        Some(wrong) => Err(AuditError::Agreement(wrong)),
        None => Ok(check.found),
    }
}

/// Reads tournaments and their tables against each other, and nothing else: what a start asks before any of them goes on.
pub fn tables_agree<J: Source + ?Sized>(source: &J, mut books: Books) -> Result<(), AuditError> {
    let heads = source.heads()?;
    books.fetch(source)?;
    let agreement = of_competitions(&heads);
    let (progress, found, moved, vouchers) =
        (&mut |_| {}, Audit::default(), BTreeMap::new(), BTreeMap::new());
    let demonstration = crate::mode::mode(source)? == Some(punto_site::Mode::Demonstration);
    let mut check = Check {
        source,
        books,
        progress,
        found,
        demonstration,
        accounts: BTreeMap::new(),
        moved,
        vouchers,
        agreement,
    };
    for head in &heads {
        match StreamOf::read(&head.stream).map_err(Fault::Damaged)? {
            Some(StreamOf::Tournament(name)) => check.tournament(head, name)?,
            Some(StreamOf::Table(table)) if check.is_of_tournament(head, table)? => {
                check.table(head, table)?;
            }
            Some(StreamOf::Table(_) | StreamOf::Patron(_) | StreamOf::Site | StreamOf::Promotion(_))
            | None => {}
        }
    }
    match check.agreement.told_otherwise() {
        Some(wrong) => Err(AuditError::Agreement(wrong)),
        None => Ok(()),
    }
}

/// What tournaments, promotions and their neighbours say of each other, before any of it is read.
pub(crate) fn of_competitions(heads: &[Head]) -> Concord {
    let streams = || heads.iter().filter_map(|head| StreamOf::read(&head.stream).ok().flatten());
    let tournaments = streams().filter_map(|stream| match stream {
        StreamOf::Tournament(name) => Some(name),
        StreamOf::Site | StreamOf::Table(_) | StreamOf::Patron(_) | StreamOf::Promotion(_) => None,
    });
    let promotions = streams().filter_map(|stream| match stream {
        StreamOf::Promotion(name) => Some(name),
        StreamOf::Site | StreamOf::Table(_) | StreamOf::Patron(_) | StreamOf::Tournament(_) => None,
    });
    Concord::of(tournaments, promotions)
}

/// How many records are read at once.
const PAGE: usize = 1_000;

/// Since this engine a demonstration's tables take their play credits from accounts.
const DEMONSTRATIONS_DEBIT: u16 = 9;

struct Check<'a, J: ?Sized> {
    source: &'a J,
    books: Books,
    progress: &'a mut dyn FnMut(u64),
    found: Audit,
    /// Whether the whole house plays for nothing.
    demonstration: bool,
    /// Since when those whom it was asked of have had an account.
    accounts: BTreeMap<PersonId, Option<i64>>,
    /// What went from accounts to tables and has not come back: as tables have it, and as accounts have it.
    moved: BTreeMap<(PersonId, TableId), (Money, Money)>,
    /// What vouchers were spent for, and what they were redeemed for.
    vouchers: BTreeMap<VoucherId, (Money, Money)>,
    /// What tournaments, promotions, tables, accounts and the site say of each other.
    agreement: Concord,
}

impl<J: Source + ?Sized> Check<'_, J> {
    /// Every record of a stream up to its head, in order.
    fn each(
        &mut self,
        head: &Head,
        mut take: impl FnMut(&mut Self, &Record) -> Result<(), AuditError>,
    ) -> Result<(), AuditError> {
        let mut after = 0;
        while after < head.seq {
            let left = usize::try_from(head.seq - after).unwrap_or(PAGE).min(PAGE);
            let records = self.source.read(&head.stream, after, left)?;
            let Some(last) = records.last() else {
                let found = format!("{after} records of {}, and {} should be there", head.stream, head.seq);
                return Err(Fault::Damaged(found).into());
            };
            after = last.entry.seq;
            for record in &records {
                take(self, record)?;
                self.found.records += 1;
                if self.found.records.is_multiple_of(256) {
                    (self.progress)(self.found.records);
                }
            }
        }
        Ok(())
    }

    fn is_of_tournament(&self, head: &Head, id: TableId) -> Result<bool, AuditError> {
        let kept = self.source.get("setting", head.stream.as_str())?;
        let plan = kept.and_then(|bytes| TablePlan::from_kept(id, &bytes).ok());
        Ok(plan.is_some_and(|plan| plan.opening.is_tournament()))
    }

    fn table(&mut self, head: &Head, id: TableId) -> Result<(), AuditError> {
        let books = self.books.clone();
        let kept = self.source.get("setting", head.stream.as_str())?;
        let plan = kept.and_then(|bytes| TablePlan::from_kept(id, &bytes).ok());
        let of_tournament = plan.as_ref().is_some_and(|plan| plan.opening.is_tournament());
        let own = plan.and_then(|plan| books.of_id(&plan.rulebook));
        let mut replay = Replay::new(&books, Standing::new(id.as_str()), own);
        self.each(head, |check, record| {
            let had_shoe = replay.standing.shoe.opened.clone();
            let taken = replay.take(record)?;
            reads_as(record, &taken.events)?;
            if !replay.standing.balances() {
                let why = "the accounts of a coin are not nought together".to_owned();
                return Err(AuditError::Balance { stream: head.stream.clone(), seq: record.entry.seq, why });
            }
            check.found.fold(&head.stream, taken.folded);
            check.found.shoes += u64::from(replay.standing.shoe.opened != had_shoe);
            let table = &replay.standing.table;
            if of_tournament {
                let place = (record.entry.seq, Time(record.entry.at));
                check.agreement.table(id, place, table, &taken.events);
            }
            if let Some(coup) = replay.standing.recall.coups().next_back() {
                check.agreement.coup(id, record.entry.seq, coup);
            }
            let open = table.open.as_ref();
            let credits = open.is_some_and(|open| open.terms.credits);
            let for_show = open.is_some_and(|open| open.terms.demonstration);
            for event in taken.events.iter() {
                let by = match &event.what {
                    Happening::Bought { patron, amount, with: With::Balance, .. } if credits => {
                        Some((*patron, *amount))
                    }
                    Happening::CashedOut { patron, amount } if credits => Some((*patron, -*amount)),
                    // Cash, or play credits of older records, which no account has.
                    table::of_transfers!() => None,
                    table::of_new_cards!() | table::of_own_shoe!() | table::of_neither!() => None,
                };
                let Some((patron, amount)) = by else { continue };
                if !for_show || check.debits(record, patron)? {
                    check.moved.entry((patron, id)).or_default().0 += amount;
                }
            }
            Ok(())
        })
    }

    /// Whether what a patron brought to a demonstration's table came from an account: they had one, and this engine asks it.
    fn debits(&mut self, record: &Record, patron: PersonId) -> Result<bool, AuditError> {
        if !self.demonstration || record.entry.engine < DEMONSTRATIONS_DEBIT {
            return Ok(false);
        }
        let since = match self.accounts.get(&patron) {
            Some(known) => *known,
            None => {
                let stream =
                    StreamOf::Patron(patron).name().map_err(|error| Fault::Unfit(error.to_string()))?;
                let since = self.source.read(&stream, 0, 1)?.first().map(|first| first.entry.at);
                self.accounts.insert(patron, since);
                since
            }
        };
        Ok(since.is_some_and(|since| since <= record.entry.at))
    }

    fn account(&mut self, head: &Head, patron: PersonId) -> Result<(), AuditError> {
        let mut desk = Desk::<Account>::empty(head.stream.clone());
        self.each(head, |check, record| {
            check.found.fold(&head.stream, record.entry.engine != ENGINE);
            for event in desk.take(record)? {
                match &event.what {
                    OfAccount::WentToTable { table, .. } | OfAccount::CameFromTable { table, .. }
                        if check.agreement.is_purse(*table) =>
                    {
                        of_account(&mut check.agreement, patron, &event.what);
                    }
                    OfAccount::WentToTable { table, amount, .. } => {
                        check.moved.entry((patron, *table)).or_default().1 += *amount;
                    }
                    OfAccount::CameFromTable { table, amount, .. } => {
                        check.moved.entry((patron, *table)).or_default().1 -= *amount;
                    }
                    OfAccount::VoucherSpent { voucher, amount, .. } => {
                        check.vouchers.entry(*voucher).or_default().0 += *amount;
                    }
                    OfAccount::VoucherRedeemed { voucher, amount, .. } => {
                        check.vouchers.entry(*voucher).or_default().1 += *amount;
                    }
                    account::of_itself!() => {}
                }
            }
            desk.state.audit().map_err(|wrong| AuditError::Balance {
                stream: head.stream.clone(),
                seq: record.entry.seq,
                why: wrong.to_string(),
            })
        })
    }

    fn site(&mut self, head: &Head) -> Result<(), AuditError> {
        let mut desk = Desk::<Site>::empty(head.stream.clone());
        self.each(head, |check, record| {
            check.found.fold(&head.stream, record.entry.engine != ENGINE);
            for event in desk.take(record)? {
                check.agreement.site(&event.what);
            }
            Ok(())
        })
    }

    /// A tournament's decisions, and its side of the money that went between it and accounts.
    fn tournament(&mut self, head: &Head, name: TournamentId) -> Result<(), AuditError> {
        let damaged = |why: &str| Fault::Damaged(format!("{}: {why}", head.stream));
        let kept = self.source.get("setting", head.stream.as_str())?;
        let kept = kept.ok_or_else(|| damaged("its plan is not on the shelf"))?;
        let plan = TournamentPlan::from_kept(name, &kept).map_err(|why| damaged(&why))?;
        let book = self.books.of_digest(&plan.digest);
        let book = book.ok_or_else(|| damaged("the text of its document is unknown"))?;
        let mut contest = Contest::new(book, plan.demonstration());
        self.each(head, |check, record| {
            check.found.fold(&head.stream, record.entry.engine != ENGINE);
            Ok(check.agreement.tournament(&plan, &mut contest, record)?)
        })
    }

    /// The same of a promotion.
    fn promotion(&mut self, head: &Head, name: PromotionId) -> Result<(), AuditError> {
        let damaged = |why: &str| Fault::Damaged(format!("{}: {why}", head.stream));
        let kept = self.source.get("setting", head.stream.as_str())?;
        let kept = kept.ok_or_else(|| damaged("its plan is not on the shelf"))?;
        let plan = PromotionPlan::from_kept(name, &kept).map_err(|why| damaged(&why))?;
        let book = self.books.of_digest(&plan.digest);
        let book = book.ok_or_else(|| damaged("the text of its document is unknown"))?;
        let mut campaign = Campaign::new(book, plan.demonstration);
        self.each(head, |check, record| {
            check.found.fold(&head.stream, record.entry.engine != ENGINE);
            Ok(check.agreement.promotion(&plan, &mut campaign, record)?)
        })
    }

    fn chain(&mut self, head: &Head) -> Result<(), AuditError> {
        self.found.unknown.push(head.stream.clone());
        let mut prev = punto_journal::Hash::ZERO;
        self.each(head, |_, record| {
            if record.prev != prev || !record.holds() {
                let why =
                    format!("record {} of {} is not behind the one before", record.entry.seq, head.stream);
                return Err(Fault::Damaged(why).into());
            }
            prev = record.hash;
            Ok(())
        })
    }
}

/// Whoever reads the journal later takes the events from the record and decides nothing: they read what was decided.
fn reads_as(record: &Record, decided: &[Event]) -> Result<(), BadRecord> {
    let body = TableBody::of(&record.entry).map_err(|error| BadRecord::unread(&record.entry, &error))?;
    let kept = body.said().map(|said| said.events).unwrap_or_default();
    if kept == decided {
        return Ok(());
    }
    let (made, kept) = difference(decided, &kept);
    Err(BadRecord::new(&record.entry, RecordFault::Forged, made, kept))
}

impl<S: Subject> Desk<S> {
    /// A stream without records.
    fn empty(stream: StreamName) -> Desk<S> {
        Desk::at(stream, 0, punto_journal::Hash::ZERO, S::default())
    }
}
