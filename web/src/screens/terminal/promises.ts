// What this browser saw promised before a cut, so that the check of an ended shoe does not rest on the house's word.

const STORED = 'punto.promised'
const MOST = 40

/** What was promised of a shoe, which goes by the number of the record with its promise. */
interface Promised {
  shoe: number
  commitment: string
}

/** The commitments seen for a shoe of a table: one, unless it was changed; none if this browser was not there. */
export function kept(table: string, shoe: number): string[] {
  return (read()[table] ?? []).filter((one) => one.shoe === shoe).map(({ commitment }) => commitment)
}

/** Keeps a commitment. */
export function keep(table: string, shoe: number, commitment: string): void {
  if (kept(table, shoe).includes(commitment)) return
  const all = read()
  all[table] = [...(all[table] ?? []), { shoe, commitment }].slice(-MOST)
  try {
    localStorage.setItem(STORED, JSON.stringify(all))
  } catch {
    // Storage may be barred; the check then says less.
  }
}

function read(): Record<string, Promised[]> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORED) ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, Promised[]>) : {}
  } catch {
    return {}
  }
}
