// Cards as the wire names them: a rank and a suit, like Td.

import { t } from './i18n.svelte.ts'

export const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'] as const
export const SUITS = ['s', 'h', 'd', 'c'] as const
export type Rank = (typeof RANKS)[number]
export type Suit = (typeof SUITS)[number]
export type CardCode = `${Rank}${Suit}`

export const rankOf = (card: CardCode): Rank => card[0] as Rank
export const suitOf = (card: CardCode): Suit => card[1] as Suit
export const isRed = (suit: Suit): boolean => suit === 'h' || suit === 'd'

/** Whether a text of the server's is a card. */
export function isCard(text: string): text is CardCode {
  return text.length === 2 && RANKS.includes(text[0] as Rank) && SUITS.includes(text[1] as Suit)
}

/** The card as it is read out: "seven of clubs", 梅花7. */
export function spokenCard(card: CardCode): string {
  return t('card.spoken', { rank: t(`rank.${rankOf(card)}`), suit: t(`suit.${suitOf(card)}`) })
}

/** The cards of a hand as the wire has them; what is no card lies face down. */
export function asCards(texts: readonly (string | null)[]): (CardCode | null)[] {
  return texts.map((text) => (text !== null && isCard(text) ? text : null))
}
