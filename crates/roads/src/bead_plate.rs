//! The bead plate (珠盘路): every coup in order, ties included, downwards and then to the right.

use crate::entry::Entry;
use crate::layout::{Cell, ROWS};

/// The bead plate of a list of entries; see [`Roads::bead_plate`](crate::Roads::bead_plate).
///
/// ```
/// use punto_roads::{Roads, parse_entries};
///
/// let roads = Roads::from_entries(parse_entries("BPTBPBPp")?);
/// let (cell, entry) = roads.bead_plate().cells().last().unwrap();
/// assert_eq!((cell.row, cell.column), (0, 1));
/// assert_eq!(entry.to_string(), "Pp");
/// # Ok::<(), punto_roads::ParseEntriesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BeadPlate<'a> {
    entries: &'a [Entry],
}

impl<'a> BeadPlate<'a> {
    pub(crate) const fn new(entries: &'a [Entry]) -> Self {
        Self { entries }
    }

    /// How many columns have at least one bead.
    pub const fn columns(self) -> usize {
        self.entries.len().div_ceil(ROWS)
    }

    /// Every bead with its cell, oldest first.
    pub fn cells(self) -> impl Iterator<Item = (Cell, &'a Entry)> {
        let cell = |index: usize| Cell { row: index % ROWS, column: index / ROWS };
        self.entries.iter().enumerate().map(move |(index, entry)| (cell(index), entry))
    }

    /// The beads on a plate of `columns` columns, the oldest columns having scrolled out on the left.
    pub fn window(self, columns: usize) -> impl Iterator<Item = (Cell, &'a Entry)> {
        // Whole columns leave, so the beads that stay keep their rows.
        let gone = self.columns().saturating_sub(columns) * ROWS;
        BeadPlate::new(self.entries.get(gone..).unwrap_or_default()).cells()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse_entries;

    #[test]
    fn a_full_plate_scrolls_by_a_whole_column() {
        let entries = parse_entries("BBBBBBPPPPPPT").unwrap();
        let plate = BeadPlate::new(&entries);
        assert_eq!(plate.columns(), 3);
        assert_eq!(plate.window(3).count(), 13);

        let shown: Vec<_> = plate.window(2).map(|(cell, entry)| (cell.row, cell.column, *entry)).collect();
        assert_eq!(shown.len(), 7);
        assert_eq!(shown.first(), Some(&(0, 0, entries[6])));
        assert_eq!(shown.last(), Some(&(0, 1, entries[12])));
    }

    #[test]
    fn no_columns_and_no_entries_show_nothing() {
        assert_eq!(BeadPlate::new(&[]).cells().count(), 0);
        assert_eq!(BeadPlate::new(&parse_entries("BPT").unwrap()).window(0).count(), 0);
    }
}
