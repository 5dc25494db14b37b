// How far a table is between one coup and the next, as everybody sees it.

import type { TableView } from './wire.ts'

/** Whether the last coup is off the layout: wagers are called for or lie there already, and what is shown is of the next. */
export function isSwept({ phase, timer, call, wagers }: Pick<TableView, 'phase' | 'timer' | 'call' | 'wagers'>): boolean {
  return phase === 'betting' && (timer?.what === 'wagers-close' || call === 'place-your-bets' || wagers.length > 0)
}
