// Chips: the colour of each denomination, and how an amount is shown as a stack.

export interface ChipColour {
  face: string
  spot: string
  ink: string
}

/** By value in minor units; the colours most floors of these documents use, the value always printed as well. */
const colours: readonly (readonly [number, ChipColour])[] = [
  [50, { face: '#d8cfb8', spot: '#7c6f52', ink: '#221d12' }],
  [100, { face: '#f2eee2', spot: '#5c7d9c', ink: '#1b2421' }],
  [200, { face: '#f0c9b4', spot: '#a3552c', ink: '#2c1509' }],
  [250, { face: '#f3b9c8', spot: '#a3325a', ink: '#3a0d1d' }],
  [500, { face: '#c8343a', spot: '#fbeee6', ink: '#ffffff' }],
  [1000, { face: '#2f6fb5', spot: '#eaf2fb', ink: '#ffffff' }],
  [2000, { face: '#5b6b78', spot: '#e4ebf0', ink: '#ffffff' }],
  [2500, { face: '#1d7a4b', spot: '#e9f5ec', ink: '#ffffff' }],
  [5000, { face: '#d9772b', spot: '#fff1e2', ink: '#1f0f03' }],
  [10_000, { face: '#1d2322', spot: '#d8b45a', ink: '#ffffff' }],
  [25_000, { face: '#7a4a2b', spot: '#f2e3d4', ink: '#ffffff' }],
  [50_000, { face: '#6b3fa0', spot: '#efe6fa', ink: '#ffffff' }],
  [100_000, { face: '#e3b53f', spot: '#5b3c06', ink: '#241802' }],
  [500_000, { face: '#0f7f86', spot: '#def3f3', ink: '#ffffff' }],
  [1_000_000, { face: '#8f1f4b', spot: '#f7d9e4', ink: '#ffffff' }],
]

/** The colour of a chip; one between two known denominations looks like the smaller. */
export function chipColour(minor: number): ChipColour {
  let found = colours[0]
  for (const row of colours) if (row[0] <= minor) found = row
  return found?.[1] ?? { face: '#f2eee2', spot: '#5c7d9c', ink: '#1b2421' }
}

export interface ChipCount {
  value: number
  count: number
}

/** An amount in the fewest of these chips, largest first, for show; a rest that they cannot make is left out. */
export function asChips(minor: number, denominations: readonly number[]): ChipCount[] {
  const counts: ChipCount[] = []
  let rest = minor
  for (const value of denominations.toSorted((a, b) => b - a)) {
    const count = Math.floor(rest / value)
    if (count > 0) counts.push({ value, count })
    rest -= count * value
  }
  return counts
}
