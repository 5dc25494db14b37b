// What this browser saw promised before a cut, so that the check of an ended shoe does not rest on the house's word.

const STORED = 'punto.promises'
const MOST = 40

/** The commitments seen at a table, oldest first. */
export function kept(table: string): string[] {
  return read()[table] ?? []
}

/** Keeps a commitment. */
export function keep(table: string, commitment: string): void {
  const all = read()
  const seen = all[table] ?? []
  if (seen.includes(commitment)) return
  all[table] = [...seen, commitment].slice(-MOST)
  try {
    localStorage.setItem(STORED, JSON.stringify(all))
  } catch {
    // Storage may be barred; the check then says less.
  }
}

function read(): Record<string, string[]> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORED) ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, string[]>) : {}
  } catch {
    return {}
  }
}
