//! The versions of the database and the way from each to the next.

use std::sync::OnceLock;

use rusqlite::{Connection, Result};

/// The newest version that this program knows.
pub(crate) const KNOWN: u32 = VERSIONS.len() as u32;

/// Marks the file as ours: "Pnto" in the header of the file.
pub(crate) const APPLICATION: i32 = 0x506e_746f;

/// What makes each version from the one before.
const VERSIONS: [&str; 1] = [include_str!("schema/1.sql")];

/// What the header of the file says.
pub(crate) struct Stamp {
    pub(crate) application: i32,
    pub(crate) version: u32,
    /// Whether nothing was ever made in it.
    pub(crate) empty: bool,
}

impl Stamp {
    pub(crate) fn read(db: &Connection) -> Result<Stamp> {
        let application = db.query_row("PRAGMA application_id", [], |row| row.get(0))?;
        let version: i32 = db.query_row("PRAGMA user_version", [], |row| row.get(0))?;
        let things: i64 = db.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        // A negative version is none of ours either; as a large number it is refused as a newer one.
        Ok(Stamp { application, version: version as u32, empty: things == 0 })
    }
}

/// Brings the database from version `from` to the newest, all or nothing.
pub(crate) fn migrate(db: &mut Connection, from: u32) -> Result<()> {
    let change = db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    for step in VERSIONS.iter().skip(from as usize) {
        change.execute_batch(step)?;
    }
    change
        .execute_batch(&format!("PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {KNOWN};"))?;
    change.commit()
}

/// Whether the database has exactly the tables, indices and triggers of the newest version: a dropped trigger or a
/// flipped letter in one is damage like any other.
pub(crate) fn agrees(db: &Connection) -> Result<std::result::Result<(), String>> {
    let found = things(db)?;
    let expected = expected()?;
    let strange = found.iter().find(|thing| !expected.contains(thing));
    let missing = expected.iter().find(|thing| !found.contains(thing));
    Ok(match (missing, strange) {
        (Some((kind, name, ..)), _) => Err(format!("the {kind} {name:?} is missing or changed")),
        (None, Some((kind, name, ..))) => Err(format!("the {kind} {name:?} does not belong here")),
        (None, None) => Ok(()),
    })
}

type Thing = (String, String, String, Option<String>);

fn things(db: &Connection) -> Result<Vec<Thing>> {
    let mut statement = db.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?;
    rows.collect()
}

fn expected() -> Result<&'static [Thing]> {
    static EXPECTED: OnceLock<Vec<Thing>> = OnceLock::new();
    if let Some(things) = EXPECTED.get() {
        return Ok(things);
    }
    let mut fresh = Connection::open_in_memory()?;
    migrate(&mut fresh, 0)?;
    let made = things(&fresh)?;
    Ok(EXPECTED.get_or_init(|| made))
}
