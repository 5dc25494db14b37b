export type HandName = 'player' | 'banker'
export type Pair = 'mixed' | 'coloured' | 'perfect' | null

export interface Why {
  why: string
  by: string
}

export interface Coup {
  to: HandName[]
  why: Why[]
  due: Why & { to: HandName | null }
  /** What follows is there once the coup is complete. */
  winner?: 'player' | 'banker' | 'tie'
  points?: Record<HandName, number>
  pairs?: Record<HandName, Pair>
  natural?: boolean
}

/** Amounts are texts such as `23.75`. */
export interface Settled {
  became: 'won' | 'lost' | 'stand-off' | 'returned'
  back: string
  collected: string
  paid: string
  commission: string
  by: string
}

/** Ratios are texts in lowest terms. */
export interface BetOdds {
  bet: string
  house_edge: string
  house_edge_decimal: string
  outcomes: { settled: 'win' | 'stand-off' | 'lose'; pays: string | null; probability: string; by: string }[]
}

export interface Roads {
  big_road: string[]
  big_road_grid: [number, number][]
  big_eye_boy: string
  big_eye_boy_grid: [number, number][]
  small_road: string
  small_road_grid: [number, number][]
  cockroach_pig: string
  cockroach_pig_grid: [number, number][]
  ask_banker: (string | null)[]
  ask_player: (string | null)[]
  count: { coups: number; banker: number; player: number; tie: number }
}

export interface Happened {
  what: string
  by: string
}

/** What was asked for is refused: why, and by which clauses. */
export class Refused extends Error {
  readonly reason: string
  readonly by: string
}

export class Punto {
  constructor(ask: (question: string) => string)
  readonly version: string
  documents(): string[]
  clause(document: string, id: string): string
  coup(document: string, cards: string): Coup
  settle(
    document: string,
    cards: string,
    wagers: [bet: string, stake: string][],
    choice?: { variant?: string; chips?: string; house?: Record<string, string> },
  ): Settled[]
  odds(document: string, shoe?: { variant?: string; decks?: number; removed?: string }): BetOdds[]
  roads(entries: string, how?: { tail?: 'straight' | 'resume' }): Roads
  /** The expectations that did not hold. */
  runScript(text: string, under?: { document?: string }): string[]
  table(document: string): Table
}

export class Table {
  say(line: string, as?: { by?: string }): Happened[]
  wait(time: string): void
  readonly phase: 'closed' | 'preparing' | 'betting' | 'dealing'
  roads(): Roads
  leave(): void
}

export function load(wasm?: BufferSource): Promise<Punto>
export function through(exports: WebAssembly.Exports): (question: string) => string
