// What a patron says to the house beside wagers.

/** What disputes are mostly about. */
export const REASONS = ['payout', 'wager', 'cards', 'conduct', 'other'] as const

const LONGEST = 200

/** What a dispute says: a reason, and the patron's own words where there are any. A line has no place for `#`. */
export function disputeText(reason: string, more: string): string | null {
  if (reason === '') return null
  const said = more.replaceAll('#', ' ').replaceAll(/[\p{Cc}\u200b-\u200f]/gu, ' ').trim()
  const words = [reason, said].filter((part) => part !== '').join(': ').replaceAll(/\s+/g, ' ')
  return [...words].slice(0, LONGEST).join('')
}
