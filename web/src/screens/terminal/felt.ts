// How the bets on offer lie on the cloth, which key each has, and which chips the rail holds.

import { fieldsOf } from '../../lib/commands.ts'
import { language, word } from '../../lib/i18n.svelte.ts'
import type { Allowed, Offer, Pays, Side, Span, TableView } from '../../lib/wire.ts'

export interface Rows {
  /** Above: pairs and the tie between them. */
  upper: Offer[]
  /** Player and Banker. */
  main: Offer[]
  /** Whatever else the table offers. */
  more: Offer[]
}

/** Player's on the left, Banker's on the right, the tie between, as on every cloth. */
export function rowsOf(offers: readonly Offer[]): Rows {
  const sides = offers.filter(({ kind }) => kind === 'side')
  const own = (side: Side): Offer[] => sides.filter(({ beside }) => beside === side)
  const kind = (wanted: string): Offer[] => offers.filter((offer) => offer.kind === wanted)
  return {
    upper: [...own('player'), ...kind('tie'), ...own('banker')],
    main: [...kind('player'), ...kind('banker')],
    more: sides.filter(({ beside }) => beside === null),
  }
}

/** The same in one line where there is room: pairs outside, Player, the tie, Banker. */
export function lineOf(offers: readonly Offer[]): { line: Offer[]; more: Offer[] } {
  const { upper, main, more } = rowsOf(offers)
  const of = (list: readonly Offer[], wanted: string): Offer[] => list.filter(({ kind }) => kind === wanted)
  const own = (side: Side): Offer[] => of(upper, 'side').filter(({ beside }) => beside === side)
  return { line: [...own('player'), ...of(main, 'player'), ...of(upper, 'tie'), ...of(main, 'banker'), ...own('banker')], more }
}

/** A bet's name as it is printed on the cloth: in the language spoken, and in the other one. */
export function legendOf({ bet, name, name_zh }: Pick<Offer, 'bet' | 'name' | 'name_zh'>): { own: string; other: string; otherLang: string } {
  const own = word('bet', bet, language() === 'en' ? name : name_zh)
  return language() === 'en' ? { own, other: name_zh, otherLang: 'zh-Hans' } : { own, other: name, otherLang: 'en' }
}

/** The numbers of all places: those the table has, those taken, and those that could be. */
export function placesOf(view: Pick<TableView, 'seats' | 'patrons'>, allowed: readonly Allowed[]): number {
  const offered = allowed.flatMap(({ command }) => (fieldsOf(command, 'sit') ?? fieldsOf(command, 'take-box'))?.at ?? [])
  return Math.max(view.seats, ...offered, ...view.patrons.flatMap(({ boxes, seat }) => [...boxes, seat ?? 0]))
}

const FIXED: Partial<Record<string, string>> = { player: 'p', banker: 'b', tie: 't' }
const FREE = 'qweyuioasfghjkl'

/** The letter that puts a chip on each bet. */
export function keysOf(offers: readonly Offer[]): Map<string, string> {
  const free = [...FREE]
  return new Map(offers.map(({ bet, kind }) => [bet, FIXED[kind] ?? free.shift() ?? '']))
}

const USUAL = [100, 500, 1000, 2500, 10_000, 50_000, 100_000, 500_000, 1_000_000]
const MOST = 7

/** The chips of the rail. A table of credits has no chips of its own, so it gets usual ones that its unit can make. */
export function railOf(view: Pick<TableView, 'chips' | 'limits'>): number[] {
  const limits: Span = view.limits ?? { min: 0, max: Number.MAX_SAFE_INTEGER }
  const unit = view.chips[0] ?? 1
  const chips = view.chips.length > 2 ? view.chips : USUAL.filter((value) => value % unit === 0 && value >= limits.min)
  return chips.filter((value) => value <= limits.max).slice(0, MOST)
}

/** Of what the stakes on some bets are multiples, as the server says where it refuses the least of them as not to be paid exactly. */
export function partsOf(options: readonly Allowed[]): number[] {
  return options.flatMap(({ command, refusal }) => {
    const nearest = fieldsOf(command, 'bet') !== null && refusal?.code === 'not-payable' ? refusal.args['nearest'] : undefined
    return typeof nearest === 'object' && 'money' in nearest && nearest.money > 0 ? [nearest.money] : []
  })
}

/** The chip to begin with: the least that is a wager, and one on every bet if there is such a chip. */
export function firstChip(chips: readonly number[], least: number, parts: readonly number[]): number {
  const large = chips.filter((value) => value >= least)
  return large.find((value) => parts.every((part) => value % part === 0)) ?? large[0] ?? chips[0] ?? 0
}

/** The pay of a bet in short: one figure for each case that pays, stand-offs left out. */
export function paysOf(offer: Offer): Pays[] {
  return offer.pays.map(({ pays }) => pays).filter((pays) => typeof pays !== 'string')
}
