//! A patron's statement: what came in and went out of the account, and what each coup at a table came to.

use std::ops::ControlFlow;

use punto_accounts::{Event, Happening, Statement};
use punto_journal::{Fault, Journal};
use punto_records::AccountBody;
use punto_site::{Principal, TableId};
use punto_vocab::{Money, PersonId, Time};
use punto_wire::{EntryKind, StatementEntry, StatementView, Worth};

use crate::sheet::{Sheet, moment, money, or_nothing};
use crate::stream::{first_at, named, table_stream, walk};
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
    for stay in stays(&events).into_iter().filter(|stay| stay.from < to && stay.to > from) {
        let played = played(journal, patron, &stay, to)?;
        moves.extend(played.into_iter().map(|coup| Move::coup(stay.table, coup)));
        moves.extend(stay.moved.iter().filter(|(at, _)| *at < to).map(|(at, amount)| Move {
            at: *at,
            tables: *amount,
            entry: None,
        }));
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
struct Move {
    at: i64,
    /// By how much it changes what is at tables.
    tables: Money,
    /// What the statement says of it; money on its way to a table is told by the account.
    entry: Option<StatementEntry>,
}

impl Move {
    fn account(entry: &punto_accounts::Entry) -> Move {
        let told = StatementEntry {
            at: entry.at.0,
            kind: EntryKind::Account,
            what: nameless(&entry.what),
            came_in: entry.came_in.minor(),
            went_out: entry.went_out.minor(),
            ..StatementEntry::default()
        };
        Move { at: entry.at.0, tables: Money::ZERO, entry: Some(told) }
    }

    fn coup(table: TableId, coup: Played) -> Move {
        let told = StatementEntry {
            at: coup.at,
            kind: if coup.undoes { EntryKind::Correction } else { EntryKind::Coup },
            table: Some(table.to_string()),
            record: Some(coup.record),
            stake: coup.stake.minor(),
            paid: coup.paid.minor(),
            taken: coup.taken.minor(),
            ..StatementEntry::default()
        };
        Move { at: coup.at, tables: coup.net(), entry: Some(told) }
    }
}

/// An event's line as its patron reads it: without whose account a voucher came from.
fn nameless(what: &Happening) -> String {
    match what {
        Happening::VoucherRedeemed { voucher, amount, .. } => format!("voucher-redeemed {voucher} {amount}"),
        other => other.to_string(),
    }
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
        if let Some(entry) = &one.entry {
            now.account += entry.came_in - entry.went_out;
            items.push(StatementEntry { worth: now, ..entry.clone() });
        }
    }
    let next = next.map(|at| at.to_string());
    StatementView { patron: patron.to_string(), from, to, opening, items, closing: now, next }
}

/// Every event of an account.
fn account_events(journal: &dyn Journal, patron: PersonId) -> Result<Vec<(Time, Principal, Event)>, Fault> {
    let mut events = Vec::new();
    walk(journal, &named(format!("patron/{patron}"))?, 0, |record| {
        let entry = &record.entry;
        let by = entry.actor.parse().unwrap_or(Principal::System);
        let said = AccountBody::of(entry).ok().and_then(AccountBody::said);
        let own = said.into_iter().flat_map(|said| said.events);
        events.extend(own.map(|event| (Time(entry.at), by, event)));
        ControlFlow::Continue(())
    })?;
    Ok(events)
}

/// A patron's stay at a table: from the first money that went there until the patron left.
struct Stay {
    table: TableId,
    from: i64,
    to: i64,
    /// What went there, and below nought what came back.
    moved: Vec<(i64, Money)>,
}

fn stays(events: &[(Time, Principal, Event)]) -> Vec<Stay> {
    let mut stays: Vec<Stay> = Vec::new();
    for (at, _, event) in events {
        let (table, amount) = match &event.what {
            Happening::WentToTable { table, amount, .. } => (*table, *amount),
            Happening::CameFromTable { table, amount, .. } => (*table, -*amount),
            Happening::LeftTable { table } => (*table, Money::ZERO),
            _ => continue,
        };
        let open = stays.iter().rposition(|stay| stay.table == table && stay.to == i64::MAX);
        let place = open.unwrap_or_else(|| {
            stays.push(Stay { table, from: at.0, to: i64::MAX, moved: Vec::new() });
            stays.len() - 1
        });
        stays[place].moved.push((at.0, amount));
        if matches!(event.what, Happening::LeftTable { .. }) {
            stays[place].to = at.0.saturating_add(1);
        }
    }
    stays
}

/// What the patron's wagers came to over a stay, before a moment.
fn played(journal: &dyn Journal, patron: PersonId, stay: &Stay, to: i64) -> Result<Vec<Played>, Fault> {
    let (stream, end) = (table_stream(stay.table)?, stay.to.min(to));
    let last = journal.heads()?.iter().find(|head| head.stream == stream).map_or(0, |head| head.seq);
    let after = first_at(journal, &stream, last, stay.from)? - 1;
    let mut visit = Visit::of(patron);
    walk(journal, &stream, after, |record| {
        if record.entry.at >= end {
            return ControlFlow::Break(());
        }
        visit.take(record);
        ControlFlow::Continue(())
    })?;
    Ok(visit.played)
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
            let mut row = vec![moment(entry.at), entry.kind.to_string(), entry.what.clone()];
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
