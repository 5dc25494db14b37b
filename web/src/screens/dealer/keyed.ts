// A card typed in two keystrokes: its rank, then its suit.

import { asCards, isCard, RANKS, SUITS, type CardCode, type Rank, type Suit } from '../../lib/cards.ts'
import type { TableView } from '../../lib/wire.ts'

type Lying = Pick<TableView, 'player' | 'banker' | 'aside' | 'shoe' | 'dealer' | 'lines'>

/** Every card that may have been keyed wrong, each once: of several alike the last is meant. None where no cards are keyed. */
export function keyedCards({ player, banker, aside, shoe, dealer }: Lying): CardCode[] {
  if (shoe.own || dealer !== 'person') return []
  return [...new Set(asCards([...player.cards, ...banker.cards, ...aside]).filter((card) => card !== null))]
}

/** The one of them that was keyed last, as far as it is told. */
export function lastKeyed(view: Lying): CardCode | null {
  const cards = keyedCards(view)
  const told = view.lines.findLast(({ what }) => what?.name === 'dealt')?.what?.args['card']
  const last = typeof told === 'object' && 'card' in told && isCard(told.card) ? told.card : null
  return last !== null && cards.includes(last) ? last : (cards.at(-1) ?? null)
}

export class KeyedCard {
  rank: Rank | null = null

  /** Takes a key; answers the rank, the whole card, or nothing for a key that means neither. */
  press(key: string): Rank | CardCode | null {
    const suit = key.toLowerCase() as Suit
    if (this.rank !== null && SUITS.includes(suit)) {
      const card: CardCode = `${this.rank}${suit}`
      this.rank = null
      return card
    }
    const rank = (key === '0' ? 'T' : key === '1' ? 'A' : key.toUpperCase()) as Rank
    if (!RANKS.includes(rank)) return null
    this.rank = rank
    return rank
  }

  clear(): void {
    this.rank = null
  }
}
