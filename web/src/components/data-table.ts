// The columns of a data table, and how its rows are sorted.

export interface Column<Row> {
  name: string
  label: string
  /** What the column is sorted by, and what it shows where no cell is drawn; without it there is no sorting. */
  value?: (row: Row) => string | number
  /** Stands at the end of its cell, as figures do. */
  end?: boolean
}

export function sorted<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  by: { name: string; down: boolean } | null,
): readonly Row[] {
  const value = columns.find(({ name }) => name === by?.name)?.value
  if (by === null || value === undefined) return rows
  const order = by.down ? -1 : 1
  return rows.toSorted((left, right) => order * compare(value(left), value(right)))
}

function compare(left: string | number, right: string | number): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  return String(left).localeCompare(String(right), undefined, { numeric: true })
}
