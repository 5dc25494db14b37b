// What a patron says to the house beside wagers.

/** What disputes are mostly about. */
export const REASONS = ['payout', 'wager', 'cards', 'conduct', 'other'] as const

const LONGEST = 200

/** The line of a dispute: a reason, and the patron's own words where there are any. A line has no place for `#`. */
export function disputeLine(patron: string, reason: string, more: string): string | null {
  if (reason === '') return null
  const said = more.replaceAll('#', ' ').replaceAll(/[\p{Cc}\u200b-\u200f]/gu, ' ').trim()
  const words = [reason, said].filter((part) => part !== '').join(': ').replaceAll(/\s+/g, ' ')
  return `dispute ${patron} ${[...words].slice(0, LONGEST).join('')}`
}
