//! The versions of the database and the way from each to the next.

use std::sync::OnceLock;

use rusqlite::{Connection, Result};

/// The newest version that this program knows.
pub(crate) const KNOWN: u32 = VERSIONS.len() as u32;

/// Marks the file as ours: "Pnto" in the header of the file.
pub(crate) const APPLICATION: i32 = 0x506e_746f;

/// What makes each version from the one before.
const VERSIONS: [&str; 2] = [include_str!("schema/1.sql"), include_str!("schema/2.sql")];

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
    change(db, from, KNOWN)
}

fn change(db: &mut Connection, from: u32, to: u32) -> Result<()> {
    let change = db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    for step in &VERSIONS[from as usize..to as usize] {
        change.execute_batch(step)?;
    }
    change.execute_batch(&format!("PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {to};"))?;
    change.commit()
}

/// Whether the database has exactly the tables, indices and triggers of its version: a dropped trigger or a flipped
/// letter in one is damage like any other.
pub(crate) fn agrees(db: &Connection) -> Result<std::result::Result<(), String>> {
    let found = things(db)?;
    let expected = match Stamp::read(db)?.version {
        version @ 1..=KNOWN => expected(version)?,
        version => return Ok(Err(format!("there is no version {version}"))),
    };
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

fn expected(version: u32) -> Result<&'static [Thing]> {
    static EXPECTED: [OnceLock<Vec<Thing>>; VERSIONS.len()] = [const { OnceLock::new() }; VERSIONS.len()];
    let expected = &EXPECTED[version as usize - 1];
    if let Some(things) = expected.get() {
        return Ok(things);
    }
    let mut fresh = Connection::open_in_memory()?;
    change(&mut fresh, 0, version)?;
    let made = things(&fresh)?;
    Ok(expected.get_or_init(|| made))
}
