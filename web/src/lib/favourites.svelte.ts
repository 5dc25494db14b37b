// Which tables somebody has marked in this browser, to find them first.

const STORED = 'punto.favourites'

let marked = $state.raw<ReadonlySet<string>>(read())

export const isFavourite = (table: string): boolean => marked.has(table)

/** Marks a table, or takes its mark away. */
export function mark(table: string): void {
  const next = new Set(marked)
  if (!next.delete(table)) next.add(table)
  marked = next
  try {
    localStorage.setItem(STORED, JSON.stringify([...next]))
  } catch {
    // Not kept for the next visit; it holds for this one.
  }
}

function read(): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]')
    return new Set(Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [])
  } catch {
    return new Set()
  }
}
