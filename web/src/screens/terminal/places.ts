// The places of a table: who is at each, and what is said of it.

import { money } from '../../lib/format.ts'
import { t, word } from '../../lib/i18n.svelte.ts'
import type { AtTable, TableView } from '../../lib/wire.ts'

export const whoAt = ({ patrons }: Pick<TableView, 'patrons'>, place: number): AtTable | null => patrons.find(({ seat, boxes }) => seat === place || boxes.includes(place)) ?? null

/** Whether another's terminal has fallen silent. */
export const isGone = (who: AtTable | null): boolean => who !== null && !who.mine && who.silent

/** A place in words: who is there, and what they have wagered as far as it is shown. */
export function placeText(view: TableView, place: number): string {
  const who = whoAt(view, place)
  if (who === null) return t('terminal.seat-free', { seat: place })
  const lies = view.wagers.filter(({ at, stake }) => at === place && stake !== null).map(({ bet, stake }) => `${word('bet', bet)} ${money(stake ?? 0, view.currency)}`)
  const house = who.house ? [t('house.player')] : []
  return [t('terminal.seat-of', { seat: place, who: who.patron }), ...house, ...lies, ...(isGone(who) ? [t('dealer.silent')] : [])].join(', ')
}
