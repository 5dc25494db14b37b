// What this machine is, where it was enrolled: kept here, so that it can sign in again by itself.

export interface Machine {
  device: string
  secret: string
  /** `terminal`, `console` or `display`; empty until it has signed in. */
  kind: string
  table: string | null
}

const STORED = 'punto.machine'

/** The machine that this is; `null` where it was never enrolled. */
export function machine(): Machine | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORED) ?? 'null')
    return typeof kept === 'object' && kept !== null && 'device' in kept && 'secret' in kept ? (kept as Machine) : null
  } catch {
    return null
  }
}

/** Keeps what it is; `null` forgets it. */
export function keepMachine(known: Machine | null): void {
  try {
    if (known === null) localStorage.removeItem(STORED)
    else localStorage.setItem(STORED, JSON.stringify(known))
  } catch {
    // It is one until the browser closes.
  }
}

/** The page it is there for. */
export function pageOf({ kind, table }: Pick<Machine, 'kind' | 'table'>): string {
  const screen = { terminal: 'table', console: 'dealer', display: 'display' }[kind]
  return screen === undefined || table === null ? '/' : `/${screen}/${encodeURIComponent(table)}`
}
