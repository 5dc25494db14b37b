//! Streams as rows: one fold over each, in the order of its records.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::Arc;

use punto_coup::Ruling;
use punto_journal::export::ExportError;
use punto_journal::{Entry, Fault, Record, StreamName};
use punto_records::{AccountRecord, StreamOf, TableRecord};
use punto_report::{CoupRecall, Posting, Postings, RECALLED, Recall};
use punto_table::{Account, Actor, Event, Happening, Owed, Table, apply, moved};
use punto_vocab::{Money, PersonId, Time, Value};

use super::books::booked;
use super::coups::{self, CoupFacts};
use super::rows::{FlatDuty, FlatMovement, FlatRuling};
use super::schema::FlatRow;

/// Gives every row that records come to, and says how many records there were. They come stream after stream, each from
/// its first record on; streams of other things than tables and accounts have no rows.
pub fn flat_rows(
    records: impl IntoIterator<Item = Result<Record, Fault>>,
    mut take: impl FnMut(FlatRow) -> Result<(), ExportError>,
) -> Result<u64, ExportError> {
    let (mut read, mut of, mut fold) = (0, None::<StreamName>, TableFold::default());
    for record in records {
        let entry = record?.entry;
        if of.as_ref() != Some(&entry.stream) {
            fold.finish().into_iter().try_for_each(&mut take)?;
            (of, fold) = (Some(entry.stream.clone()), TableFold::default());
        }
        let rows = match StreamOf::read(&entry.stream).map_err(|error| unreadable(&entry, error))? {
            Some(StreamOf::Table(table)) => fold.record(table.as_str(), &entry)?,
            Some(StreamOf::Patron(patron)) => of_account(patron, &entry)?,
            Some(StreamOf::Site | StreamOf::Tournament(_) | StreamOf::Promotion(_)) | None => Vec::new(),
        };
        rows.into_iter().try_for_each(&mut take)?;
        read += 1;
    }
    fold.finish().into_iter().try_for_each(take)?;
    Ok(read)
}

/// A record that cannot be read is a fault: rows without it would be wrong.
fn unreadable(entry: &Entry, error: impl Display) -> Fault {
    Fault::Unfit(format!("record {} of {} cannot be read: {error}", entry.seq, entry.stream))
}

fn of_account(patron: PersonId, entry: &Entry) -> Result<Vec<FlatRow>, Fault> {
    let record = AccountRecord::of(entry).map_err(|error| unreadable(entry, error))?;
    let rows = record.events().iter().filter_map(|event| {
        let (from, to, amount) = booked(&event.what)?;
        Some(FlatRow::from(FlatMovement {
            stream: entry.stream.to_string(),
            record: entry.seq as i64,
            time: Time(entry.at),
            actor: entry.actor.clone(),
            number: None,
            event: event.what.stored_name().to_owned(),
            coin: "account".to_owned(),
            from_account: from.to_owned(),
            to_account: to.to_owned(),
            patron: Some(patron.to_string()),
            amount,
            clauses: event.by.to_string(),
        }))
    });
    Ok(rows.collect())
}

/// A table on its way through its records.
#[derive(Default)]
struct TableFold {
    name: String,
    table: Table,
    recall: Recall,
    postings: Postings,
    facts: BTreeMap<u64, CoupFacts>,
    /// How many rulings each coup has.
    ruled: BTreeMap<u64, i64>,
    /// Duties that wait.
    owed: Vec<(Owed, FlatDuty)>,
}

impl TableFold {
    fn record(&mut self, name: &str, entry: &Entry) -> Result<Vec<FlatRow>, Fault> {
        name.clone_into(&mut self.name);
        let record = TableRecord::of(entry).map_err(|error| unreadable(entry, error))?;
        let mut rows = Vec::new();
        for event in record.events() {
            self.event(entry, record.by, event, &mut rows);
        }
        Ok(rows)
    }

    fn event(&mut self, entry: &Entry, by: Actor, event: &Event, rows: &mut Vec<FlatRow>) {
        let at = Time(entry.at);
        self.recall.note(&self.name, entry.seq, &self.table, at, event);
        let number = self.recall.now().map(|coup| coup.number);
        let posted = self.postings.note(&self.table, entry.at, by, event);
        let ends = matches!(event.what, Happening::Concluded | Happening::CoupVoid { .. });
        if let (true, Some(number)) = (ends, number) {
            let dealer = posted.iter().find_map(|posted| match posted {
                Posting::Ended(coup) => coup.dealer,
                _ => None,
            });
            self.facts.insert(number, CoupFacts { dealer, ..self.terms() });
        }
        let movements = moved(&self.table, &event.what);
        rows.extend(movements.iter().map(|made| movement(entry, number, event, made).into()));
        if let Some(row) = ruling(&self.name, entry, number, event) {
            if let Some(number) = number {
                *self.ruled.entry(number).or_default() += 1;
            }
            rows.push(row.into());
        }
        self.duty(entry, event, rows);
        let oldest = self.recall.coups().next().filter(|_| ends).cloned();
        let full = ends && self.recall.coups().count() == RECALLED;
        apply(&mut self.table, at, by, event);
        self.recall.end(entry.seq, &self.table, at, event);
        // What is looked back on no more is not changed any more either.
        if let Some(oldest) = oldest.filter(|_| full) {
            rows.extend(self.coup(&oldest));
        }
    }

    fn terms(&self) -> CoupFacts {
        let Some(open) = &self.table.open else { return CoupFacts::default() };
        let medium = match (open.opening.is_tournament(), open.terms.credits) {
            (true, _) => "tournament",
            (false, true) => "credits",
            (false, false) => "chips",
        };
        CoupFacts { dealer: None, variant: open.terms.variant.to_string(), medium }
    }

    fn coup(&mut self, coup: &CoupRecall) -> Vec<FlatRow> {
        let facts = self.facts.remove(&coup.number).unwrap_or_default();
        coups::rows(coup, &facts, self.ruled.remove(&coup.number).unwrap_or_default())
    }

    fn duty(&mut self, entry: &Entry, event: &Event, rows: &mut Vec<FlatRow>) {
        match &event.what {
            Happening::Owed { what } => self.owed.push((
                *what,
                FlatDuty {
                    table_name: self.name.clone(),
                    duty: what.to_string(),
                    kind: what.kind().word().to_owned(),
                    owed_record: entry.seq as i64,
                    owed: Time(entry.at),
                    clauses: event.by.to_string(),
                    discharged_record: None,
                    discharged: None,
                    discharged_by: None,
                    waited_ms: None,
                },
            )),
            Happening::Discharged { what } => {
                // All that are owed of it, as the table has it.
                let done = self.owed.extract_if(.., |(own, _)| own == what);
                rows.extend(done.map(|(_, waited)| {
                    FlatRow::from(FlatDuty {
                        discharged_record: Some(entry.seq as i64),
                        discharged: Some(Time(entry.at)),
                        discharged_by: Some(entry.actor.clone()),
                        waited_ms: Some((entry.at - waited.owed.0) / 1_000),
                        ..waited
                    })
                }));
            }
            _ => {}
        }
    }

    /// The rows of what is left: the last coups, and the duties that wait.
    fn finish(&mut self) -> Vec<FlatRow> {
        let last: Vec<Arc<CoupRecall>> = self.recall.coups().cloned().collect();
        let mut rows: Vec<FlatRow> = last.iter().flat_map(|coup| self.coup(coup)).collect();
        rows.extend(self.owed.drain(..).map(|(_, duty)| FlatRow::from(duty)));
        rows
    }
}

fn movement(
    entry: &Entry,
    number: Option<u64>,
    event: &Event,
    made: &punto_vocab::ledger::Movement,
) -> FlatMovement {
    // A stake that is made smaller moves less than nothing to the layout.
    let back = made.amount < Money::ZERO;
    let (from, to) = if back { (made.to, made.from) } else { (made.from, made.to) };
    let whose = [from, to].into_iter().find_map(|account| match account {
        Account::Balance(patron) | Account::Owed(patron) => Some(patron.to_string()),
        _ => None,
    });
    let said = || {
        event.what.args().into_iter().find_map(|(name, value)| match value {
            Value::Name(patron) if name == "patron" => Some(patron),
            _ => None,
        })
    };
    FlatMovement {
        stream: entry.stream.to_string(),
        record: entry.seq as i64,
        time: Time(entry.at),
        actor: entry.actor.clone(),
        number: number.map(|number| number as i64),
        event: event.what.stored_name().to_owned(),
        coin: made.coin.word().to_owned(),
        from_account: account(from).to_owned(),
        to_account: account(to).to_owned(),
        patron: whose.or_else(said),
        amount: if back { -made.amount } else { made.amount },
        clauses: event.by.to_string(),
    }
}

fn account(account: Account) -> &'static str {
    match account {
        Account::Float => "float",
        Account::Layout => "layout",
        Account::Pocket => "pocket",
        Account::Balance(_) => "balance",
        Account::Owed(_) => "owed",
        Account::DropBox => "drop-box",
        Account::Cage => "cage",
        Account::Tips => "tips",
        Account::Miscount => "miscount",
    }
}

fn ruling(table: &str, entry: &Entry, number: Option<u64>, event: &Event) -> Option<FlatRuling> {
    let what = &event.what;
    let (mishap, ruled, cure): (_, Option<&Ruling>, _) = match what {
        Happening::Irregular { mishap } => (Some(mishap.word()), None, None),
        Happening::Ruled { ruling } | Happening::Ordered { ruling } => {
            (Some(ruling.0.mishap.word()), Some(&*ruling.0), Some(ruling.0.cure.word()))
        }
        Happening::CoupVoid { cure } => (None, None, Some(cure.word())),
        Happening::FoundLate { cure, .. } => (None, None, Some(cure.word())),
        Happening::CardBecomes { .. }
        | Happening::CardSetAside { .. }
        | Happening::CardOpensNextCoup { .. }
        | Happening::CardAtMouth { .. }
        | Happening::CardWaits { .. }
        | Happening::MayWithdraw
        | Happening::Resumed
        | Happening::Reversed
        | Happening::ReversedCoups { .. }
        | Happening::Rekeyed { .. }
        | Happening::CardKnown { .. }
        | Happening::Mispaid { .. }
        | Happening::PaidAfter { .. }
        | Happening::TakenBack { .. }
        | Happening::FoundAfter { .. }
        | Happening::WagersForfeited { .. }
        | Happening::Disputed { .. }
        | Happening::Decided { .. }
        | Happening::Reviewed { .. } => (None, None, None),
        _ => return None,
    };
    Some(FlatRuling {
        table_name: table.to_owned(),
        number: number.map(|number| number as i64),
        record: entry.seq as i64,
        time: Time(entry.at),
        actor: entry.actor.clone(),
        event: what.stored_name().to_owned(),
        mishap: mishap.map(str::to_owned),
        mishap_case: ruled.map(|ruling| ruling.case.word().to_owned()),
        cure: cure.map(str::to_owned),
        ordered_by: ruled.and_then(|ruling| ruling.ordered_by).map(|role| role.word().to_owned()),
        line: what.to_string(),
        clauses: event.by.to_string(),
    })
}
