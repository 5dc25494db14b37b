// A shoe to look at, laid out as the server would: only for the gallery and for tests.

import { DERIVED, ROWS, type MarkCell, type RoadCell, type Roads } from '../../lib/roads.ts'
import type { Side, Winner } from '../../lib/sides.ts'
import type { AskCells } from '../../lib/wire.ts'

/** A shoe in letters: B, P, T; `b` and `p` after a letter are pairs. */
export const SHOE = 'TBBPPPBTPBbBPpBBBBBBBBPPTTPBPBPBPPBBTPPBPPPPPBBPBTBBPbpBPPBPBBBPPT'

interface Coup {
  winner: Winner
  banker_pair: boolean
  player_pair: boolean
}

function coups(letters: string): Coup[] {
  const list: Coup[] = []
  const winners = { B: 'banker', P: 'player', T: 'tie' } as const
  for (const letter of letters) {
    const last = list.at(-1)
    if (letter === 'b' && last) last.banker_pair = true
    else if (letter === 'p' && last) last.player_pair = true
    else list.push({ winner: winners[letter as 'B' | 'P' | 'T'], banker_pair: false, player_pair: false })
  }
  return list
}

function layOut(lengths: readonly number[]): { column: number; row: number }[] {
  const taken = new Set<string>()
  const free = (column: number, row: number): boolean => row < ROWS && !taken.has(`${column} ${row}`)
  const cells: { column: number; row: number }[] = []
  let start = 0
  for (const length of lengths) {
    while (!free(start, 0)) start += 1
    let [column, row, turned] = [start, 0, false]
    for (let entry = 0; entry < length; entry += 1) {
      if (entry > 0 && !turned && free(column, row + 1)) row += 1
      else if (entry > 0) {
        turned = true
        while (!free(column, row)) column += 1
      }
      taken.add(`${column} ${row}`)
      cells.push({ column, row })
    }
  }
  return cells
}

/** The lengths of the runs of equal things. */
function runs(list: readonly unknown[]): number[] {
  const lengths: number[] = []
  list.forEach((one, index) => {
    if (index > 0 && list[index - 1] === one) lengths[lengths.length - 1] = (lengths.at(-1) ?? 0) + 1
    else lengths.push(1)
  })
  return lengths
}

function derive(heights: readonly number[], distance: number): boolean[] {
  const reds: boolean[] = []
  heights.forEach((height, n) => {
    for (let m = 1; m <= height; m += 1) {
      const [left, right] = m === 1 ? [heights[n - 1], heights[n - 1 - distance]] : [m, heights[n - distance]]
      if (left !== undefined && right !== undefined) reds.push(m === 1 ? left === right : left !== right + 1)
    }
  })
  return reds
}

function marks(heights: readonly number[], distance: number): MarkCell[] {
  const reds = derive(heights, distance)
  const cells = layOut(runs(reds))
  return reds.map((red, index) => ({ red, column: 0, row: 0, ...cells[index] }))
}

type Three = [boolean | null, boolean | null, boolean | null]

export function sampleRoads(letters: string = SHOE): Roads {
  const list = coups(letters)
  const rings: Omit<RoadCell, 'column' | 'row'>[] = []
  let waiting = 0
  for (const { winner, ...pairs } of list) {
    const last = rings.at(-1)
    if (winner !== 'tie') {
      rings.push({ side: winner, ties: waiting, ...pairs })
      waiting = 0
    } else if (last) last.ties += 1
    else waiting += 1
  }
  const sides = rings.map(({ side }) => side)
  const heights = runs(sides)
  const cells = layOut(heights)
  const ask = (side: Side): Three => {
    const longer = runs([...sides, side])
    return DERIVED.map((_, index) => {
      const [before, after] = [derive(heights, index + 1), derive(longer, index + 1)]
      return after.length > before.length ? (after.at(-1) ?? null) : null
    }) as Three
  }
  const next = (side: Side): AskCells => {
    const longer = runs([...sides, side])
    const cell = (distance: number): MarkCell | null => {
      const [before, after] = [marks(heights, distance), marks(longer, distance)]
      return after.length > before.length ? (after.at(-1) ?? null) : null
    }
    const big = layOut(longer).at(-1) ?? { column: 0, row: 0 }
    return { big: { side, ties: 0, player_pair: false, banker_pair: false, ...big }, eye: cell(1), small: cell(2), cockroach: cell(3) }
  }
  const count = (holds: (coup: Coup) => boolean): number => list.filter(holds).length
  return {
    entries: list.map((coup, index) => ({ ...coup, point: (index * 7) % 10, natural: index % 3 === 0 })),
    big: rings.map((ring, index) => ({ ...ring, column: 0, row: 0, ...cells[index] })),
    eye: marks(heights, 1),
    small: marks(heights, 2),
    cockroach: marks(heights, 3),
    waiting_ties: waiting,
    ask: { player: ask('player'), banker: ask('banker'), player_cells: next('player'), banker_cells: next('banker') },
    good: [],
    counts: {
      coups: list.length,
      player: count((coup) => coup.winner === 'player'),
      banker: count((coup) => coup.winner === 'banker'),
      tie: count((coup) => coup.winner === 'tie'),
      player_pair: count((coup) => coup.player_pair),
      banker_pair: count((coup) => coup.banker_pair),
      natural: 19,
    },
  }
}
