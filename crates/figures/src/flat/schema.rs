//! What a flat table is made of: columns with types, and rows of cells in their order.

use punto_vocab::{Money, Time};

punto_vocab::words! {
    /// A flat table for analysts.
    pub enum FlatTable: "a flat table" {
        /// A row for each coup that ended.
        Coups = "coups",
        /// A row for each wager of such a coup.
        Wagers = "wagers",
        /// A row for each card of such a coup.
        Cards = "cards",
        /// A row for each movement of money, from one account to another.
        Movements = "movements",
        /// A row for each irregularity, each ruling, and whatever else was put right.
        Rulings = "rulings",
        /// A row for each duty.
        Duties = "duties",
    }
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellKind {
    /// A text.
    Text,
    /// A whole number.
    Whole,
    /// An amount in minor units.
    Amount,
    /// Yes or no.
    Truth,
    /// A moment of UTC, to the microsecond.
    Moment,
}

impl CellKind {
    /// What documentation and DuckDB call it.
    pub const fn name(self) -> &'static str {
        match self {
            CellKind::Text => "VARCHAR",
            CellKind::Whole | CellKind::Amount => "BIGINT",
            CellKind::Truth => "BOOLEAN",
            CellKind::Moment => "TIMESTAMPTZ",
        }
    }
}

/// A column of a flat table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlatColumn {
    /// Its name, the same in every form.
    pub name: &'static str,
    /// What it holds.
    pub kind: CellKind,
    /// Whether a row may have nothing in it.
    pub optional: bool,
    /// What it says, in a sentence.
    pub gist: &'static str,
}

/// One value of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FlatCell {
    /// Nothing.
    Absent,
    /// A text.
    Text(String),
    /// A whole number, or an amount in minor units.
    Whole(i64),
    /// Yes or no.
    Truth(bool),
    /// A moment, in microseconds of UTC.
    Moment(i64),
}

/// A row of a flat table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlatRow {
    /// Of which table.
    pub of: FlatTable,
    /// Its cells, in the order of the table's columns.
    pub cells: Vec<FlatCell>,
}

/// What a field of a row becomes in a file.
pub(super) trait InCell {
    const KIND: CellKind;
    const OPTIONAL: bool = false;
    fn cell(self) -> FlatCell;
}

impl InCell for String {
    const KIND: CellKind = CellKind::Text;

    fn cell(self) -> FlatCell {
        FlatCell::Text(self)
    }
}

impl InCell for i64 {
    const KIND: CellKind = CellKind::Whole;

    fn cell(self) -> FlatCell {
        FlatCell::Whole(self)
    }
}

impl InCell for Money {
    const KIND: CellKind = CellKind::Amount;

    fn cell(self) -> FlatCell {
        FlatCell::Whole(self.minor())
    }
}

impl InCell for bool {
    const KIND: CellKind = CellKind::Truth;

    fn cell(self) -> FlatCell {
        FlatCell::Truth(self)
    }
}

impl InCell for Time {
    const KIND: CellKind = CellKind::Moment;

    fn cell(self) -> FlatCell {
        FlatCell::Moment(self.0)
    }
}

impl<T: InCell> InCell for Option<T> {
    const KIND: CellKind = T::KIND;
    const OPTIONAL: bool = true;

    fn cell(self) -> FlatCell {
        self.map_or(FlatCell::Absent, T::cell)
    }
}

/// Declares the rows of a flat table: the struct that is filled, its columns and its cells, in one order.
macro_rules! flat {
    ($($(#[doc = $about:literal])* struct $row:ident of $table:ident { $(#[doc = $gist:literal] $field:ident: $type:ty,)* })*) => {
        $($(#[doc = $about])*
        pub(super) struct $row { $(#[doc = $gist] pub(super) $field: $type,)* }

        impl From<$row> for FlatRow {
            fn from(row: $row) -> FlatRow {
                FlatRow { of: FlatTable::$table, cells: vec![$(InCell::cell(row.$field)),*] }
            }
        })*

        impl FlatTable {
            /// Its columns, in the order of a row's cells.
            pub const fn columns(self) -> &'static [FlatColumn] {
                match self {
                    $(FlatTable::$table => const {
                        &[$(FlatColumn {
                            name: stringify!($field),
                            kind: <$type as InCell>::KIND,
                            optional: <$type as InCell>::OPTIONAL,
                            gist: $gist.trim_ascii(),
                        }),*]
                    },)*
                }
            }

            /// What its rows are, in a sentence or two.
            pub const fn about(self) -> &'static [&'static str] {
                match self {
                    $(FlatTable::$table => const { &[$($about.trim_ascii()),*] },)*
                }
            }
        }
    };
}

pub(super) use flat;
