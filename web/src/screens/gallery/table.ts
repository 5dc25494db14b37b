// Tables to look at: a patron in every other seat, and wagers on the cloth. Only for the gallery and for tests.

import type { BetKind, Offer, PayOn, TableView } from '../../lib/wire.ts'
import { sampleView } from '../dealer/sample.ts'

const NAMES: Record<string, readonly [string, string, BetKind, ...(readonly [number, number])[]]> = {
  player: ['Player', '闲', 'player', [1, 1]],
  banker: ['Banker', '庄', 'banker', [19, 20]],
  tie: ['Tie', '和', 'tie', [8, 1]],
  player_pair: ['Pairs Player', '闲对', 'side', [11, 1]],
  banker_pair: ['Pairs Banker', '庄对', 'side', [11, 1]],
  perfect_pair_player: ['Perfect Pairs Player', '完美闲对', 'side', [25, 1], [12, 1]],
  perfect_pair_banker: ['Perfect Pairs Banker', '完美庄对', 'side', [25, 1], [12, 1]],
  super_six: ['Super Six', '超级六', 'side', [15, 1]],
  tiger: ['Tiger', '老虎', 'side', [12, 1], [20, 1]],
  tiger_tie: ['Tiger Tie', '老虎和', 'side', [35, 1]],
  tiger_pair: ['Tiger Pair', '老虎对', 'side', [100, 1], [20, 1], [4, 1]],
  big_tiger: ['Big Tiger', '大老虎', 'side', [50, 1]],
  small_tiger: ['Small Tiger', '小老虎', 'side', [22, 1]],
}

/** Beside which hand's area each pair lies. */
const BESIDE: Partial<Record<string, Offer['beside']>> = { player_pair: 'player', banker_pair: 'banker', perfect_pair_player: 'player', perfect_pair_banker: 'banker' }

const ON: PayOn = { winner: 'player', point: null, point_not: null, cards: null, pair: null, grade: null, pairs: null, margin: null, sum: null, dealt: null, natural: null }

export function sampleOffer(bet: string): Offer {
  const [name, name_zh, kind, ...odds] = NAMES[bet] ?? [bet, bet, 'side']
  return {
    bet,
    name,
    name_zh,
    kind,
    beside: BESIDE[bet] ?? null,
    pays: odds.map(([pays, stake]) => ({ on: ON, pays: { odds: { odds: { pays, stake }, commission: null } }, by: [] })),
    limits: { min: 2500, max: 500_000 },
    restricted: false,
  }
}

const MAIN = ['player', 'banker', 'tie']
const PAIRS = ['player_pair', 'banker_pair']
const TIGERS = ['tiger_tie', 'tiger_pair', 'tiger', 'big_tiger', 'small_tiger']

/** A cloth of each kind: the name it goes by here, how many seats, which layout, which side bets. */
export const CLOTHS: readonly { name: string; seats: number; layout: string; bets: readonly string[] }[] = [
  { name: 'nsw-3', seats: 3, layout: 'A', bets: PAIRS },
  { name: 'nsw-5', seats: 5, layout: 'C', bets: ['super_six'] },
  { name: 'nsw-6', seats: 6, layout: 'D', bets: ['super_six', ...PAIRS] },
  { name: 'nsw-7', seats: 7, layout: 'A', bets: PAIRS },
  { name: 'nsw-9', seats: 9, layout: 'F', bets: TIGERS },
  { name: 'tas-mini', seats: 7, layout: 'mini', bets: [] },
  { name: 'tas-midi', seats: 9, layout: 'midi', bets: ['perfect_pair_player', 'perfect_pair_banker'] },
  { name: 'nz-14', seats: 14, layout: 'baccarat', bets: [] },
]

const rulebookOf = (layout: string): string => (layout.startsWith('m') ? 'tas-2018' : layout === 'baccarat' ? 'nz-1998' : 'nsw-2021')

export function sampleTable(seats: number, layout: string, sides: readonly string[]): TableView {
  const offers = [...MAIN, ...sides].map(sampleOffer)
  const taken = Array.from({ length: Math.ceil(seats / 2) }, (_, index) => 2 * index + 1).map((at) => Math.min(at + 1, seats))
  const patrons = [...new Set(taken)].map((at) => ({ patron: `guest-${at}`, boxes: [at], seat: at, mine: at === 2, silent: false, house: false }))
  const wagers = patrons.flatMap(({ patron, seat, mine }) =>
    offers
      .filter((_, nth) => (nth + seat) % 3 !== 0)
      .map(({ bet }, nth) => ({ patron, at: seat, bet, stake: [2500, 10_000, 500][(nth + seat) % 3] ?? 500, mine, fault: null, sealed: false })),
  )
  return sampleView({ rulebook: rulebookOf(layout), layout, seats, offers, patrons, wagers, staff: null })
}
