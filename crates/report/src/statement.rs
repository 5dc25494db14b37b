//! A patron's statement: what came in and went out of the account, and what each coup at a table came to.

#![deny(clippy::wildcard_enum_match_arm)] // an event that moves money must not pass untold

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use punto_accounts::{Event, Happening, Statement};
use punto_journal::{Fault, Journal};
use punto_records::{AccountRecord, StreamOf};
use punto_site::{Principal, TableId};
use punto_vocab::{Money, PersonId, Time};
use punto_wire::{
    AccountEvent, AccountEventName, EntryKind, StatementEntry, StatementView, Value, Worth, args,
};

use crate::events::account::*;
use crate::sheet::{Sheet, moment, money, or_nothing};
use crate::stream::{first_at, named, table_stream, unreadable, walk};
use crate::visit::{Played, Visit};

/// Draws up the statement of a time, with so many entries at most.
pub fn statement(
    journal: &dyn Journal,
    patron: PersonId,
    (from, to): (i64, i64),
    limit: usize,
) -> Result<StatementView, Fault> {
    let events = account_events(journal, patron)?;
    let list = || events.iter().map(|(at, by, event)| (*at, *by, event));
    let account = Statement::of(list(), Time(from), Time(to));
    let mut moves: Vec<Move> = Vec::new();
    let heads = journal.heads()?;
    for (table, stays) in stays(&events) {
        // A prize of a promotion comes into the account, and was at no table.
        let promotion = format!("promotion/{table}");
        if heads.iter().any(|head| head.stream.as_str() == promotion) {
            continue;
        }
        let stays = touching(&stays, from, to);
        moves.extend(played(journal, (table, patron), stays, to)?);
        let moved = stays.iter().flat_map(|stay| &stay.moved).filter(|(at, _)| *at < to);
        moves.extend(moved.map(|(at, amount)| Move { at: *at, tables: *amount, ..Move::default() }));
    }
    let opening = Worth {
        account: account.opening.sum().minor(),
        tables: moves.iter().filter(|one| one.at < from).map(|one| one.tables.minor()).sum(),
    };
    moves.retain(|one| one.at >= from);
    moves.extend(account.entries.iter().map(Move::account));
    moves.sort_by_key(|one| one.at);
    Ok(view(patron, (from, to), opening, &moves, limit))
}

/// Something that changes what a patron has.
#[derive(Default)]
struct Move {
    at: i64,
    /// By how much it changes the account.
    account: Money,
    /// By how much it changes what is at tables.
    tables: Money,
    /// What the statement says of it; money on its way to a table is told by the account.
    entry: Option<StatementEntry>,
}

impl Move {
    fn account(entry: &punto_accounts::StatementItem) -> Move {
        let told = StatementEntry {
            at: entry.at.0,
            kind: EntryKind::Account,
            what: Some(nameless(&entry.what)),
            came_in: entry.came_in.minor(),
            went_out: entry.went_out.minor(),
            ..StatementEntry::default()
        };
        let account = entry.came_in - entry.went_out;
        Move { at: entry.at.0, account, entry: Some(told), ..Move::default() }
    }

    fn coup(table: TableId, coup: Played) -> Move {
        // Credits that were bought at the table have not been on the account.
        let bought = coup.bought.is_positive();
        let told = StatementEntry {
            at: coup.at,
            kind: match (coup.undoes, bought) {
                (true, _) => EntryKind::Correction,
                (false, true) => EntryKind::Bought,
                (false, false) => EntryKind::Coup,
            },
            came_in: coup.bought.minor(),
            table: Some(table.to_string()),
            record: Some(coup.record),
            stake: coup.stake.minor(),
            paid: coup.paid.minor(),
            taken: coup.taken.minor(),
            ..StatementEntry::default()
        };
        Move { at: coup.at, tables: coup.net(), entry: Some(told), ..Move::default() }
    }
}

/// An event as its patron reads it: without whose account a voucher came from, and who approved it.
fn nameless(what: &Happening) -> AccountEvent {
    let hidden: &[&str] = match what {
        Happening::VoucherRedeemed { .. } => &["from", "seconded"],
        Happening::VoucherIssued { .. } | Happening::VoucherSpent { .. } => &[],
        of_account!() | of_cage!() | of_tables!() | of_play!() => &[],
    };
    let mut filled = what.args();
    filled.retain(|(name, _)| !hidden.contains(name));
    AccountEvent { name: AccountEventName(what.stored_name().to_owned()), args: args(&filled) }
}

/// What happened to an account in a cell of a sheet; amounts have cells of their own.
fn cell(AccountEvent { name, args }: &AccountEvent) -> String {
    let told = |(name, value): (&String, &Value)| match value {
        Value::Name(text) | Value::Text(text) => Some(format!("{name} {text}")),
        Value::Count(count) => Some(format!("{name} {count}")),
        Value::Time(at) => Some(format!("{name} {}", moment(*at))),
        Value::Word(word) => Some(format!("{name} {}", word.is())),
        Value::Money(_)
        | Value::Minutes(_)
        | Value::Card(_)
        | Value::Bet(_)
        | Value::Actor { .. }
        | Value::Setting(_)
        | Value::Range { .. }
        | Value::Bound { .. }
        | Value::Numbers { .. }
        | Value::InTerms
        | Value::List(_)
        | Value::Unlimited
        | Value::Because { .. } => None,
    };
    let parts: Vec<String> = args.iter().filter_map(told).collect();
    if parts.is_empty() { name.0.clone() } else { format!("{}: {}", name.0, parts.join(", ")) }
}

/// What moved, entry by entry, as far as one page goes.
fn view(
    patron: PersonId,
    (from, to): (i64, i64),
    opening: Worth,
    moves: &[Move],
    limit: usize,
) -> StatementView {
    // What happened at one moment is never torn apart.
    let told = |one: &&Move| one.entry.is_some();
    let next = moves.iter().filter(told).nth(limit).map(|one| one.at).filter(|at| moves[0].at < *at);
    let to = next.unwrap_or(to);
    let mut now = opening;
    let mut items: Vec<StatementEntry> = Vec::new();
    for one in moves.iter().take_while(|one| one.at < to) {
        now.tables += one.tables.minor();
        now.account += one.account.minor();
        if let Some(entry) = &one.entry {
            items.push(StatementEntry { worth: now, ..entry.clone() });
        }
    }
    let next = next.map(|at| at.to_string());
    StatementView { patron: patron.to_string(), from, to, opening, items, closing: now, next }
}

/// Every event of an account.
fn account_events(journal: &dyn Journal, patron: PersonId) -> Result<Vec<(Time, Principal, Event)>, Fault> {
    let mut events = Vec::new();
    walk(journal, &named(StreamOf::Patron(patron))?, 0, |record| {
        let entry = &record.entry;
        let AccountRecord { at, by, body } =
            AccountRecord::of(entry).map_err(|error| unreadable(entry, error))?;
        let own = body.said().into_iter().flat_map(|said| said.events);
        events.extend(own.map(|event| (at, by, event)));
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(events)
}

/// A patron's stay at a table: from the first money that went there until the patron left.
struct Stay {
    from: i64,
    to: i64,
    /// What went there, and below nought what came back.
    moved: Vec<(i64, Money)>,
}

/// The stays at each table, the oldest first.
fn stays(events: &[(Time, Principal, Event)]) -> BTreeMap<TableId, Vec<Stay>> {
    let mut tables: BTreeMap<TableId, Vec<Stay>> = BTreeMap::new();
    for (at, _, event) in events {
        let (table, amount, left) = match &event.what {
            Happening::WentToTable { table, amount, .. } => (*table, *amount, false),
            Happening::CameFromTable { table, amount, .. } => (*table, -*amount, false),
            Happening::LeftTable { table } => (*table, Money::ZERO, true),
            of_account!() | of_cage!() | of_vouchers!() | of_play!() => continue,
        };
        let stays = tables.entry(table).or_default();
        if stays.last().is_none_or(|stay| stay.to != i64::MAX) {
            stays.push(Stay { from: at.0, to: i64::MAX, moved: Vec::new() });
        }
        if let Some(stay) = stays.last_mut() {
            stay.moved.push((at.0, amount));
            if left {
                stay.to = at.0.saturating_add(1);
            }
        }
    }
    tables
}

/// The stays that bear on a period; the last one before it, too, as the shoe that it ended in can be void in it.
fn touching(stays: &[Stay], from: i64, to: i64) -> &[Stay] {
    let first = stays.partition_point(|stay| stay.to <= from).saturating_sub(1);
    let end = stays.partition_point(|stay| stay.from < to);
    stays.get(first..end).unwrap_or_default()
}

/// What the patron's wagers came to at a table over some stays, before a moment.
///
/// Whoever leaves may be paid or charged for what is undone later, until other cards are dealt from.
fn played(
    journal: &dyn Journal,
    (table, patron): (TableId, PersonId),
    stays: &[Stay],
    to: i64,
) -> Result<Vec<Move>, Fault> {
    let stream = table_stream(table)?;
    let last = journal.heads()?.iter().find(|head| head.stream == stream).map_or(0, |head| head.seq);
    let (mut visit, mut after) = (Visit::of(patron), 0);
    for stay in stays {
        after = (first_at(journal, &stream, last, stay.from)? - 1).max(after);
        walk(journal, &stream, after, |record| {
            if record.entry.at >= to || (record.entry.at >= stay.to && visit.is_final()) {
                return Ok(ControlFlow::Break(()));
            }
            visit.take(record)?;
            after = record.entry.seq;
            Ok(ControlFlow::Continue(()))
        })?;
    }
    Ok(visit.played.into_iter().map(|coup| Move::coup(table, coup)).collect())
}

impl Sheet for StatementView {
    const FILE: &'static str = "punto-statement";
    const HEAD: &'static [&'static str] = &[
        "when",
        "kind",
        "what",
        "table",
        "record",
        "came in",
        "went out",
        "stake",
        "paid",
        "taken",
        "account",
        "at tables",
    ];

    fn rows(&self) -> Vec<Vec<String>> {
        let amount = |minor: i64| if minor == 0 { String::new() } else { money(minor) };
        let edge = |kind: &str, at: i64, worth: &Worth| {
            let mut row = vec![String::new(); StatementView::HEAD.len()];
            (row[0], row[1]) = (moment(at), kind.to_owned());
            (row[10], row[11]) = (money(worth.account), money(worth.tables));
            row
        };
        let row = |entry: &StatementEntry| {
            let mut row =
                vec![moment(entry.at), entry.kind.to_string(), or_nothing(entry.what.as_ref().map(cell))];
            row.extend([or_nothing(entry.table.as_ref()), or_nothing(entry.record)]);
            row.extend([entry.came_in, entry.went_out, entry.stake, entry.paid, entry.taken].map(amount));
            row.extend([money(entry.worth.account), money(entry.worth.tables)]);
            row
        };
        let mut rows = vec![edge("opening", self.from, &self.opening)];
        rows.extend(self.items.iter().map(row));
        rows.push(edge("closing", self.to, &self.closing));
        rows
    }
}
