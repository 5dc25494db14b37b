//! Rows of the projection, as they are written.

use punto_report::{BetMeters, PostedMove};
use punto_rulebook::Winner;
use punto_vocab::PersonId;
use rusqlite::{Connection, OptionalExtension, Result};

use crate::expected::Expected;

/// An hour, in microseconds.
pub(crate) const HOUR: i64 = 3_600 * 1_000_000;

/// Where and when something was posted: the record, the table, who dealt and which game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) at: i64,
    pub(crate) seq: i64,
    pub(crate) table: i64,
    pub(crate) dealer: i64,
    pub(crate) game: i64,
}

/// A coup, or the undoing of one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CoupRow {
    pub(crate) sign: i64,
    pub(crate) winner: Option<Winner>,
    pub(crate) micros: i64,
    /// What was to be expected, if its odds are known.
    pub(crate) expected: Option<Expected>,
}

/// The number of a name.
pub(crate) fn id(db: &Connection, kind: &str, name: &str) -> Result<i64> {
    let select = "SELECT id FROM name WHERE kind = ?1 AND name = ?2";
    if let Some(known) = db.prepare_cached(select)?.query_row((kind, name), |row| row.get(0)).optional()? {
        return Ok(known);
    }
    db.prepare_cached("INSERT INTO name (kind, name) VALUES (?1, ?2)")?.insert((kind, name))
}

/// The number of a person; Punto itself, which deals where nobody does, has none of theirs.
pub(crate) fn person(db: &Connection, person: Option<PersonId>) -> Result<i64> {
    person.map_or(Ok(0), |person| id(db, "person", person.as_str()))
}

pub(crate) fn coup(db: &Connection, place: Place, row: CoupRow) -> Result<()> {
    let Place { at, seq, table, dealer, game } = place;
    let CoupRow { sign, winner, micros, expected } = row;
    let came = match winner {
        Some(Winner::Player) => 0,
        Some(Winner::Banker) => 1,
        Some(Winner::Tie) => 2,
        None => 3,
    };
    let Expected { mean, variance } = expected.unwrap_or_default();
    let (mean, variance) = (mean * sign as f64, variance * sign as f64);
    let known = expected.is_some();
    db.prepare_cached("INSERT INTO coup VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)")?
        .execute((at, table, seq, dealer, game, sign, came, micros * sign, known, mean, variance))?;
    let times = |is: bool| sign * i64::from(is);
    let insert =
        "INSERT INTO coup_hour VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
         ON CONFLICT DO UPDATE SET coups = coups + excluded.coups, voids = voids + excluded.voids,
           undone = undone + excluded.undone, player = player + excluded.player, banker = banker + excluded.banker,
           tie = tie + excluded.tie, micros = micros + excluded.micros, unknown = unknown + excluded.unknown,
           mean = mean + excluded.mean, variance = variance + excluded.variance";
    db.prepare_cached(insert)?.execute((
        at.div_euclid(HOUR),
        table,
        dealer,
        game,
        times(came < 3),
        times(came == 3),
        i64::from(sign < 0),
        times(came == 0),
        times(came == 1),
        times(came == 2),
        micros * sign,
        times(!known),
        mean,
        variance,
    ))?;
    Ok(())
}

/// What a patron wagered on a bet, with the sign of its coup.
pub(crate) fn wager(
    db: &Connection,
    place: Place,
    (patron, bet, credits): (i64, i64, bool),
    own: &BetMeters,
    sign: i64,
) -> Result<()> {
    let Place { at, seq, table, dealer, game } = place;
    let BetMeters { wagers, stakes, paid, collected, tokens, stood_off, commission } = own;
    let sums = [*stakes, *paid, *collected, *tokens, *stood_off, *commission].map(|sum| sum.minor() * sign);
    let [stakes, paid, collected, tokens, stood_off, commission] = sums;
    let wagers = *wagers as i64 * sign;
    db.prepare_cached(
        "INSERT INTO wager VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
    )?
    .execute((
        at, table, seq, dealer, game, patron, bet, credits, wagers, stakes, paid, collected, tokens,
        stood_off, commission,
    ))?;
    let insert =
        "INSERT INTO wager_hour VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
         ON CONFLICT DO UPDATE SET wagers = wagers + excluded.wagers, stakes = stakes + excluded.stakes,
           paid = paid + excluded.paid, collected = collected + excluded.collected, tokens = tokens + excluded.tokens,
           stood_off = stood_off + excluded.stood_off, commission = commission + excluded.commission";
    db.prepare_cached(insert)?.execute((
        at.div_euclid(HOUR),
        table,
        dealer,
        game,
        patron,
        bet,
        credits,
        wagers,
        stakes,
        paid,
        collected,
        tokens,
        stood_off,
        commission,
    ))?;
    Ok(())
}

pub(crate) fn moved(db: &Connection, place: Place, moved: &PostedMove) -> Result<()> {
    let Place { at, seq, table, dealer, game } = place;
    let patron = moved.patron.map(|patron| person(db, Some(patron))).transpose()?;
    let tray = moved.tray.as_ref().map(ToString::to_string);
    let (what, coin, amount) = (moved.what.to_string(), moved.coin.to_string(), moved.amount.minor());
    db.prepare_cached("INSERT INTO moved VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)")?
        .execute((at, table, seq, what, coin, dealer, game, patron, amount, tray))?;
    Ok(())
}

/// Somebody came to a table.
pub(crate) fn came(db: &Connection, place: Place, patron: PersonId) -> Result<()> {
    let patron = person(db, Some(patron))?;
    let insert = "INSERT INTO visit VALUES (?1, ?2, ?3, NULL)";
    db.prepare_cached(insert)?.execute((place.table, patron, place.at)).map(drop)
}

/// Somebody left a table.
pub(crate) fn went(db: &Connection, place: Place, patron: PersonId) -> Result<()> {
    let patron = person(db, Some(patron))?;
    let update = "UPDATE visit SET until = ?3 WHERE tbl = ?1 AND patron = ?2 AND until IS NULL";
    db.prepare_cached(update)?.execute((place.table, patron, place.at)).map(drop)
}
