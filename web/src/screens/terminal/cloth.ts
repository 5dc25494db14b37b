// Where things lie on a table's cloth, seen from the patrons' side: the dealer above, a box for each place along the
// arc, one ring for each bet. In units of a thousandth of the cloth's width. How many places there are, which cloth it
// is and what is printed on it comes with the view.

import type { Offer } from '../../lib/wire.ts'
import { lineOf } from './felt.ts'

export const WIDE = 1000

export interface Point {
  x: number
  y: number
}

/** A bet's area in a box. */
export interface Spot extends Point {
  offer: Offer
  outline: string
  /** By how many degrees its legend is turned. */
  turn: number
  /** The length of its middle line. */
  wide: number
}

export interface Box {
  at: number
  outline: string
  spots: Spot[]
  /** Where its number stands. */
  number: Point
}

export interface Cloth {
  high: number
  /** How far the ends of the arc rise above its middle. */
  rise: number
  /** The edge of the table. */
  rim: string
  boxes: Box[]
}

const RING = 45
const SMALL_RING = 37
/** No ring is so narrow that a letter does not fit, in pixels. */
const LETTER = 20
/** Side bets that share a ring. */
const SHARE = 3
/** A box is no wider than this, however few there are. */
const BOX = 180
const MARGIN = 12
/** Half of a number's disc, which is as large on a small cloth as on a large one, and the edge around it, in pixels. */
const NUMBER = 26

/** Half of the arc in degrees: a mini table is bent, a midi table and a full one are flatter. */
function bend(places: number, layout: string | null): number {
  if (layout === 'mini') return 34
  if (layout === 'midi') return 23
  return places <= 6 ? 32 : places <= 7 ? 28 : 25
}

/** The rings of a box from the patron inwards: Player, Banker, tie, then the side bets, a few a ring. */
function ringsOf(offers: readonly Offer[], unit: number): { bets: Offer[]; deep: number }[] {
  const { line, more } = lineOf(offers)
  const kind = (wanted: string): Offer[] => line.filter((offer) => offer.kind === wanted)
  const sides = [...line.filter(({ kind: own }) => own === 'side'), ...more]
  const shared = Array.from({ length: Math.ceil(sides.length / SHARE) }, (_, ring) => sides.slice(ring * SHARE, (ring + 1) * SHARE))
  const small = Math.max(SMALL_RING, LETTER * unit)
  const large = Math.max(RING, LETTER * unit)
  return [
    ...['player', 'banker', 'tie'].map((name) => ({ bets: kind(name), deep: name === 'tie' ? small : large })),
    ...shared.map((bets) => ({ bets, deep: small })),
  ].filter(({ bets }) => bets.length > 0)
}

/** `unit`: how much of the cloth a pixel is. */
export function clothOf(places: number, layout: string | null, offers: readonly Offer[], unit = 1): Cloth {
  const half = (bend(places, layout) * Math.PI) / 180
  const chord = Math.min(WIDE - 2 * MARGIN, places * BOX)
  const outer = chord / 2 / Math.sin(half)
  const rings = ringsOf(offers, unit)
  const inner = outer - rings.reduce((sum, { deep }) => sum + deep, 0)
  const top = inner * Math.cos(half) - MARGIN
  const at = (radius: number, angle: number): Point => ({ x: WIDE / 2 + radius * Math.sin(angle), y: radius * Math.cos(angle) - top })
  const area = (near: number, far: number, from: number, to: number): string => {
    const [a, b, c, d] = [at(far, from), at(far, to), at(near, to), at(near, from)]
    return `M${pair(a)}A${far} ${far} 0 0 0 ${pair(b)}L${pair(c)}A${near} ${near} 0 0 1 ${pair(d)}Z`
  }
  const each = (2 * half) / places
  const gap = 5 / outer
  const boxes = Array.from({ length: places }, (_, index): Box => {
    const [from, to] = [-half + index * each + gap / 2, -half + (index + 1) * each - gap / 2]
    let far = outer
    const spots = rings.flatMap(({ bets, deep }) => {
      const near = far - deep
      const made = bets.map((offer, nth): Spot => {
        const [left, right] = [from + ((to - from) * nth) / bets.length, from + ((to - from) * (nth + 1)) / bets.length]
        const [angle, radius] = [(left + right) / 2, (near + far) / 2]
        return { offer, outline: area(near, far, left, right), turn: (-angle * 180) / Math.PI, wide: radius * (right - left), ...at(radius, angle) }
      })
      far = near
      return made
    })
    return { at: index + 1, outline: area(inner, outer, from, to), spots, number: at(outer + NUMBER * unit, (from + to) / 2) }
  })
  const edge = outer + (2 * NUMBER + 4) * unit
  return { high: edge - top, rise: outer * (1 - Math.cos(half)), rim: `M${pair(at(edge, -half))}A${edge} ${edge} 0 0 0 ${pair(at(edge, half))}`, boxes }
}

function pair({ x, y }: Point): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`
}
