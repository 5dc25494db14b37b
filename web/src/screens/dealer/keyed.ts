// A card typed in two keystrokes: its rank, then its suit.

import { RANKS, SUITS, type CardCode, type Rank, type Suit } from '../../lib/cards.ts'

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
