// The two hands and the tie, and the colour and letter each has everywhere.

import { t } from './i18n.svelte.ts'

export type Side = 'player' | 'banker'
export type Winner = Side | 'tie'

export const isSide = (text: string): text is Side => text === 'player' || text === 'banker'
export const isWinner = (text: string): text is Winner => isSide(text) || text === 'tie'

/** P, B, T or 闲, 庄, 和: the sign that always goes with the colour. */
export const letterOf = (winner: Winner): string => t(`letter.${winner}`)
