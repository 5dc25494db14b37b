//! Whose stream of records it is, as a value.

use punto_journal::{BadStreamName, StreamName};
use punto_site::{PromotionId, TableId, TournamentId};
use punto_vocab::PersonId;
use punto_vocab::line::Field;

/// Whose stream it is.
///
/// ```
/// use punto_records::StreamOf;
/// let name = "table/nsw-1".parse().unwrap();
/// assert_eq!(StreamOf::read(&name), Ok(Some(StreamOf::Table("nsw-1".parse().unwrap()))));
/// assert_eq!(StreamOf::Table("nsw-1".parse().unwrap()).name(), Ok(name));
/// assert_eq!(StreamOf::read(&"tables/nsw-1".parse().unwrap()), Ok(None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamOf {
    /// The site's.
    Site,
    /// A table's.
    Table(TableId),
    /// A patron's account.
    Patron(PersonId),
    /// A tournament's.
    Tournament(TournamentId),
    /// A promotion's.
    Promotion(PromotionId),
}

impl StreamOf {
    /// Whose stream has this name, nobody's here if it is of another kind; or why no table or patron can have it.
    pub fn read(name: &StreamName) -> Result<Option<StreamOf>, String> {
        Ok(match name.as_str().split_once('/') {
            None if name.as_str() == "site" => Some(StreamOf::Site),
            Some(("table", table)) => Some(StreamOf::Table(TableId::read(table)?)),
            Some(("patron", patron)) => Some(StreamOf::Patron(PersonId::read(patron)?)),
            Some(("tournament", name)) => Some(StreamOf::Tournament(TournamentId::read(name)?)),
            Some(("promotion", name)) => Some(StreamOf::Promotion(PromotionId::read(name)?)),
            _ => None,
        })
    }

    /// The stream's name; some names of persons and tables cannot stand in one.
    pub fn name(self) -> Result<StreamName, BadStreamName> {
        match self {
            StreamOf::Site => "site".parse(),
            StreamOf::Table(table) => format!("table/{table}").parse(),
            StreamOf::Patron(patron) => format!("patron/{patron}").parse(),
            StreamOf::Tournament(name) => format!("tournament/{name}").parse(),
            StreamOf::Promotion(name) => format!("promotion/{name}").parse(),
        }
    }

    /// The table, if it is a table's.
    pub fn table(name: &StreamName) -> Option<TableId> {
        match StreamOf::read(name) {
            Ok(Some(StreamOf::Table(table))) => Some(table),
            Ok(
                Some(StreamOf::Site | StreamOf::Patron(_) | StreamOf::Tournament(_) | StreamOf::Promotion(_))
                | None,
            )
            | Err(_) => None,
        }
    }

    /// The patron, if it is an account's.
    pub fn patron(name: &StreamName) -> Option<PersonId> {
        match StreamOf::read(name) {
            Ok(Some(StreamOf::Patron(patron))) => Some(patron),
            Ok(
                Some(StreamOf::Site | StreamOf::Table(_) | StreamOf::Tournament(_) | StreamOf::Promotion(_))
                | None,
            )
            | Err(_) => None,
        }
    }
}
