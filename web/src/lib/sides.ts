// The two hands and the tie, the colour and letter each has everywhere, and whether they still lie.

import { t } from './i18n.svelte.ts'
import type { TableView } from './wire.ts'

export type Side = 'player' | 'banker'
export type Winner = Side | 'tie'

export const isSide = (text: string): text is Side => text === 'player' || text === 'banker'
export const isWinner = (text: string): text is Winner => isSide(text) || text === 'tie'

/** P, B, T or 闲, 庄, 和: the sign that always goes with the colour. */
export const letterOf = (winner: Winner): string => t(`letter.${winner}`)

/** Whether the last coup is off the layout: wagers are called for, lie there already or are closed, and what is shown is of the next. */
export function isSwept({ phase, timer, call, wagers }: Pick<TableView, 'phase' | 'timer' | 'call' | 'wagers'>): boolean {
  return phase === 'no-more-bets' || (phase === 'betting' && (timer?.what === 'wagers-close' || call === 'place-your-bets' || wagers.length > 0))
}
