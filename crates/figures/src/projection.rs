//! The projection itself: every table's fold, what it posts, and what of the site is worth a look.

use std::collections::{BTreeSet, HashMap};
use std::error::Error;
use std::fmt::Display;
use std::sync::{Arc, Mutex, PoisonError};

use punto_journal::projection::Projection;
use punto_journal::{Entry, Record};
use punto_records::{ENGINE, PromotionRecord, SiteRecord, TableRecord};
use punto_report::{PostedCoup, Posting, Postings};
use punto_rulebook::{Rulebook, Terms};
use punto_table::{SharedTerms, Table, apply};
use rusqlite::{Connection, OptionalExtension, Result, Transaction};

use crate::exceptions::{self, ExceptionKind, LATE};
use crate::expected::Model;
use crate::rows::{self, CoupRow, Place};

/// Changes with the schema, or with what is derived.
const VERSION: u32 = 3;

/// After a longer pause than this the time before a coup is nobody's dealing, in microseconds.
const PAUSE: i64 = 10 * 60 * 1_000_000;

/// Finds the document of a digest.
pub type KeptBooks = Box<dyn Fn(&str) -> Option<Arc<Rulebook>> + Send + Sync>;

/// Coups, wagers and money of all tables, and exceptions of the house, as rows for reports.
pub struct FigureRows {
    book_of: KeptBooks,
    /// The odds of terms that were met, by their number; none where their document is not known.
    models: Mutex<HashMap<i64, Option<Model>>>,
    /// Folds as they stand behind their last record, so that the next one need not read them again.
    folds: Mutex<HashMap<i64, Fold>>,
}

/// A table on its way through its records.
#[derive(Clone, Default)]
struct Fold {
    seq: u64,
    table: Table,
    postings: Postings,
    /// Who dealt last, and which game it was, for what moves beside coups.
    dealer: i64,
    game: i64,
}

impl FigureRows {
    /// Rows whose odds are those of the documents that are found by their digest.
    pub fn new(book_of: KeptBooks) -> FigureRows {
        FigureRows { book_of, models: Mutex::default(), folds: Mutex::default() }
    }

    /// Folds a record of a table, and gives the table's number.
    fn table(&self, db: &Connection, entry: &Entry) -> Result<i64> {
        let name = entry.stream.as_str().split_once('/').map_or("", |(_, name)| name);
        let record = TableRecord::of(entry).map_err(|error| unreadable(entry, error))?;
        let table = rows::id(db, "table", name)?;
        let mut fold = self.fold(db, table, entry.seq)?;
        for event in record.events() {
            let posted = fold.postings.note(&fold.table, entry.at, record.by, event);
            let for_money = !fold.table.open.as_ref().is_some_and(|open| open.opening.is_tournament());
            if let punto_table::Happening::SignedOn {
                who: punto_table::Actor::Staff(punto_vocab::Role::Dealer, name),
            } = &event.what
            {
                fold.dealer = rows::person(db, Some(*name))?;
            }
            for one in &posted {
                self.post(db, entry, table, &mut fold, one, for_money)?;
            }
            if let Some(kind) = exceptions::at_table(&event.what) {
                exception(db, entry, kind, record.by.name().map(|who| who.to_string()), &event.what)?;
            }
            apply(&mut fold.table, record.at, record.by, event);
        }
        fold.table.now = fold.table.now.max(record.at);
        fold.seq = entry.seq;
        locked(&self.folds).insert(table, fold);
        Ok(table)
    }

    /// Where a table stands before a record.
    fn fold(&self, db: &Connection, table: i64, seq: u64) -> Result<Fold> {
        let kept = locked(&self.folds).remove(&table).filter(|fold| fold.seq + 1 == seq);
        match kept {
            Some(fold) => Ok(fold),
            None => stored(db, table),
        }
    }

    fn post(
        &self,
        db: &Connection,
        entry: &Entry,
        table: i64,
        fold: &mut Fold,
        posted: &Posting,
        for_money: bool,
    ) -> Result<()> {
        if let Posting::Terms(key, terms) = posted {
            fold.game = game(db, key, terms)?.1;
        }
        let place =
            Place { at: entry.at, seq: entry.seq as i64, table, dealer: fold.dealer, game: fold.game };
        match posted {
            // House players of a demonstration are in no report.
            Posting::Beside(_, patron, ..) | Posting::Came(patron) | Posting::Went(patron)
                if patron.is_house_player() =>
            {
                Ok(())
            }
            Posting::Moved(moved) if moved.patron.is_some_and(|patron| patron.is_house_player()) => Ok(()),
            // Chips of a tournament are no money.
            Posting::Ended(_) | Posting::Undone(_) | Posting::Beside(..) | Posting::Moved(_)
                if !for_money =>
            {
                Ok(())
            }
            Posting::Ended(coup) => self.coup(db, place, coup, 1),
            Posting::Undone(coup) => self.coup(db, place, coup, -1),
            Posting::Beside(credits, patron, bet, own) => {
                let whose = (rows::person(db, Some(*patron))?, rows::id(db, "bet", bet.as_str())?, *credits);
                rows::wager(db, place, whose, own, 1)
            }
            Posting::Moved(moved) => rows::moved(db, place, moved),
            Posting::Came(patron) => rows::came(db, place, *patron),
            Posting::Went(patron) => rows::went(db, place, *patron),
            Posting::Discharged(what, since) if entry.at - since > LATE => {
                let minutes = (entry.at - since) / 60_000_000;
                exception(db, entry, ExceptionKind::Late, None, format!("{what} after {minutes} minutes"))
            }
            Posting::Discharged(..) | Posting::Terms(..) => Ok(()),
        }
    }

    fn coup(&self, db: &Connection, place: Place, coup: &PostedCoup, sign: i64) -> Result<()> {
        let terms = coup.terms.as_ref().map(|key| known_terms(db, key)).transpose()?.flatten();
        let (terms, game) = terms.unwrap_or((0, place.game));
        let place = Place { dealer: rows::person(db, coup.dealer)?, game, ..place };
        // What was not played for, or had no result, was not expected to win anything.
        let expected = match coup.laid.is_empty() || coup.winner.is_none() {
            true => Some(Default::default()),
            false => self.expected(db, terms, coup)?,
        };
        let pause = coup.before.filter(|before| coup.at.0 - before <= PAUSE);
        let micros = coup.at.1 - pause.unwrap_or(coup.at.0);
        rows::coup(db, place, CoupRow { sign, winner: coup.winner, micros, expected })?;
        for ((patron, bet), own) in coup.wagers.iter().filter(|((patron, _), _)| !patron.is_house_player()) {
            let whose = (rows::person(db, Some(*patron))?, rows::id(db, "bet", bet.as_str())?, coup.credits);
            rows::wager(db, place, whose, own, sign)?;
        }
        Ok(())
    }

    fn expected(&self, db: &Connection, terms: i64, coup: &PostedCoup) -> Result<Option<crate::Expected>> {
        let mut models = locked(&self.models);
        if let std::collections::hash_map::Entry::Vacant(unknown) = models.entry(terms) {
            let said: Option<String> = db
                .prepare_cached("SELECT said FROM terms WHERE id = ?1")?
                .query_row([terms], |row| row.get(0))
                .optional()?;
            let said = said.and_then(|said| serde_json::from_str::<Arc<Terms>>(&said).ok());
            let model = said.and_then(|said| Model::of(&*(self.book_of)(&said.digest)?, &said));
            unknown.insert(model);
        }
        Ok(models.get_mut(&terms).and_then(Option::as_mut).map(|model| model.expect(&coup.laid)))
    }

    /// Puts the folds down that these records have moved.
    fn keep(&self, db: &Connection, touched: &BTreeSet<i64>) -> Result<()> {
        for (table, fold) in locked(&self.folds).iter().filter(|(table, _)| touched.contains(table)) {
            let state = serde_json::to_string(&(&fold.table, &fold.postings, fold.dealer, fold.game));
            let state = state.map_err(|error| wrong(error.to_string()))?;
            let insert = "INSERT INTO fold VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET seq = excluded.seq, state = excluded.state";
            db.prepare_cached(insert)?.execute((table, fold.seq as i64, state))?;
        }
        Ok(())
    }
}

impl Projection for FigureRows {
    fn name(&self) -> &str {
        "figures"
    }

    fn version(&self) -> u32 {
        // What another engine made of a table's state may not be read by this one.
        VERSION * 1_000 + u32::from(ENGINE)
    }

    fn schema(&self) -> &str {
        include_str!("schema.sql")
    }

    fn add(&self, db: &Transaction<'_>, records: &[Record]) -> Result<()> {
        let mut touched = BTreeSet::new();
        for Record { entry, .. } in records {
            match entry.stream.kind() {
                "table" => {
                    touched.insert(self.table(db, entry)?);
                }
                "site" => site(db, entry)?,
                "promotion" => promotion(db, entry)?,
                _ => {}
            }
        }
        self.keep(db, &touched)
    }
}

/// What the site's record has of days and of what is worth a look.
fn site(db: &Connection, entry: &Entry) -> Result<()> {
    let record = SiteRecord::of(entry).map_err(|error| unreadable(entry, error))?;
    for event in record.events() {
        if let punto_site::Happening::DayClosed { day, who } = &event.what {
            let insert = "INSERT OR REPLACE INTO day VALUES (?1, ?2, ?3)";
            db.prepare_cached(insert)?.execute((day.to_string(), entry.at, who.as_str()))?;
        }
        if let Some(kind) = exceptions::at_site(&event.what) {
            let whom = exceptions::whom_at_site(&event.what);
            let whom = whom.or_else(|| record.by.staff().map(|who| who.to_string()));
            exception(db, entry, kind, whom, &event.what)?;
        }
    }
    Ok(())
}

/// What a promotion's record has of what is worth a look: a winner who was told after the time that its document gives.
fn promotion(db: &Connection, entry: &Entry) -> Result<()> {
    let record = PromotionRecord::of(entry).map_err(|error| unreadable(entry, error))?;
    for event in record.events() {
        if event.what.stored_name() == "notified-late" {
            exception(
                db,
                entry,
                ExceptionKind::Late,
                record.by.name().map(|who| who.to_string()),
                &event.what,
            )?;
        }
    }
    Ok(())
}

fn exception(
    db: &Connection,
    entry: &Entry,
    kind: ExceptionKind,
    who: Option<String>,
    line: impl Display,
) -> Result<()> {
    let insert = "INSERT INTO exception VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    db.prepare_cached(insert)?
        .execute((entry.at, entry.stream.as_str(), entry.seq as i64, kind.to_string(), who, line.to_string()))
        .map(drop)
}

/// The number of terms and of their game, kept from now on.
fn game(db: &Connection, key: &str, terms: &SharedTerms) -> Result<(i64, i64)> {
    if let Some(known) = known_terms(db, key)? {
        return Ok(known);
    }
    let name = format!("{} {}", terms.rulebook, terms.variant);
    let game = rows::id(db, "game", &name)?;
    let said = serde_json::to_string(&*terms.0).map_err(|error| wrong(error.to_string()))?;
    let insert = "INSERT INTO terms (key, game, said) VALUES (?1, ?2, ?3)";
    Ok((db.prepare_cached(insert)?.insert((key, game, said))?, game))
}

fn known_terms(db: &Connection, key: &str) -> Result<Option<(i64, i64)>> {
    let select = "SELECT id, game FROM terms WHERE key = ?1";
    db.prepare_cached(select)?.query_row([key], |row| Ok((row.get(0)?, row.get(1)?))).optional()
}

/// The fold of a table as it was put down; a new one where there is none.
fn stored(db: &Connection, table: i64) -> Result<Fold> {
    let select = "SELECT seq, state FROM fold WHERE tbl = ?1";
    let kept: Option<(i64, String)> =
        db.prepare_cached(select)?.query_row([table], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
    let Some((seq, state)) = kept else { return Ok(Fold::default()) };
    let (table, postings, dealer, game) =
        serde_json::from_str(&state).map_err(|error| wrong(error.to_string()))?;
    Ok(Fold { seq: seq.unsigned_abs(), table, postings, dealer, game })
}

fn unreadable(entry: &Entry, error: impl Display) -> rusqlite::Error {
    wrong(format!("record {} of {} cannot be read: {error}", entry.seq, entry.stream))
}

/// A report without what cannot be read would be wrong, so that there is none.
fn wrong(why: String) -> rusqlite::Error {
    rusqlite::Error::ToSqlConversionFailure(Box::<dyn Error + Send + Sync>::from(why))
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
