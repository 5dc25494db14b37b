// The shoe that is asked about, as it stands in the address, and the questions that follow from it.

import { api } from '../../lib/api.ts'
import { isCard, RANKS, SUITS, type CardCode, type Rank } from '../../lib/cards.ts'
import type { BetOddsView, Card, OddsAnswer, OddsQuestion, RulebookView } from '../../lib/wire.ts'

export const DECK: readonly CardCode[] = SUITS.flatMap((suit) => RANKS.map((rank): CardCode => `${rank}${suit}`))
export const MOST_DECKS = 8

/** How often each card is gone. */
export type Gone = ReadonlyMap<CardCode, number>

/** Reads `Ks3.Ah`: three kings of spades and one ace of hearts are gone. */
export function readGone(text: string, decks: number): Gone {
  const gone = new Map<CardCode, number>()
  for (const part of text.split('.')) {
    const card = part.slice(0, 2)
    const count = Math.min(decks, Number(part.slice(2) || '1'))
    if (isCard(card) && Number.isInteger(count) && count > 0) gone.set(card, count)
  }
  return gone
}

export function writeGone(gone: Gone): string | null {
  const parts = DECK.flatMap((card) => {
    const count = gone.get(card) ?? 0
    return count === 0 ? [] : [count === 1 ? card : `${card}${count}`]
  })
  return parts.length === 0 ? null : parts.join('.')
}

export const total = (gone: Gone): number => [...gone.values()].reduce((sum, count) => sum + count, 0)
export const listed = (gone: Gone): CardCode[] => [...gone].flatMap(([card, count]) => Array.from({ length: count }, () => card))

/** A bet of a document's variant with its figures. */
export interface Row {
  id: string
  rulebook: string
  variant: string
  odds: BetOddsView
}

export interface Sheet {
  rows: Row[]
  /** Of the first document asked about. */
  winner: OddsAnswer['winner']
}

export const ask = (question: OddsQuestion, signal?: AbortSignal): Promise<OddsAnswer> =>
  api<OddsAnswer>('/api/v1/odds', signal === undefined ? { body: question } : { body: question, signal })

/** The figures of every bet of these documents for one shoe. */
export async function sheetOf(books: readonly { rulebook: string; variant: string }[], decks: number, removed: Card[], signal?: AbortSignal): Promise<Sheet> {
  const answers = await Promise.all(books.map((book) => ask({ ...book, decks, removed }, signal)))
  const rows = books.flatMap((book, index) =>
    (answers[index]?.bets ?? []).map((odds) => ({ id: `${book.rulebook} ${book.variant} ${odds.bet}`, ...book, odds })),
  )
  return { rows, winner: answers[0]?.winner ?? [0, 0, 0] }
}

/** Every document in every variant. */
export const editions = (books: readonly RulebookView[]): { rulebook: string; variant: string }[] =>
  books.flatMap(({ id, variants }) => variants.map((variant) => ({ rulebook: id, variant })))

/** How many of a rank are still in the shoe, suit by suit, as they would be taken away one after the other. */
export function ofRank(rank: Rank, decks: number, gone: Gone): CardCode[] {
  const cards: CardCode[] = []
  for (let copy = 0; copy < decks; copy += 1) {
    for (const suit of SUITS) if (copy >= (gone.get(`${rank}${suit}`) ?? 0)) cards.push(`${rank}${suit}`)
  }
  return cards
}
