// Chips that are put down but not yet confirmed: they are this page's own, the table knows nothing of them.

/** Chips on a bet that came down together. */
export interface Lying {
  bet: string
  value: number
}

/** What puts several down at once. */
export type Way = 'rebet' | 'double'

/** A press: chips that came together and are undone together. */
interface Press {
  chips: readonly Lying[]
  way: Way | null
}

export class Slip {
  #presses = $state.raw<readonly Press[]>([])

  /** All that lies. */
  readonly chips = $derived(this.#presses.flatMap(({ chips }) => chips))
  /** What lies on each bet, in minor units. */
  readonly stakes = $derived.by(() => {
    const stakes = new Map<string, number>()
    for (const { bet, value } of this.chips) stakes.set(bet, (stakes.get(bet) ?? 0) + value)
    return stakes
  })
  readonly total = $derived(this.chips.reduce((sum, { value }) => sum + value, 0))

  get empty(): boolean {
    return this.#presses.length === 0
  }

  /** How the last of it came down, if by one of the keys for several. */
  get way(): Way | null {
    return this.#presses.at(-1)?.way ?? null
  }

  put(bet: string, value: number): void {
    this.#presses = [...this.#presses, { chips: [{ bet, value }], way: null }]
  }

  /** Puts several stakes down at once, as rebet and double do. */
  putAll(stakes: Iterable<readonly [string, number]>, way: Way): void {
    const chips = [...stakes].map(([bet, value]) => ({ bet, value }))
    if (chips.length > 0) this.#presses = [...this.#presses, { chips, way }]
  }

  /** Puts this much on a bet in place of all that lies there. */
  set(bet: string, value: number): void {
    this.drop(bet, this.chips)
    this.put(bet, value)
  }

  undo(): void {
    this.#presses = this.#presses.slice(0, -1)
  }

  clear(): void {
    this.#presses = []
  }

  /** Takes up the chips of a bet among those that were sent: its stake was accepted. What came down since stays. */
  drop(bet: string, sent: readonly Lying[]): void {
    const left = ({ chips, way }: Press): Press => ({ chips: chips.filter((chip) => chip.bet !== bet || !sent.includes(chip)), way })
    this.#presses = this.#presses.map(left).filter(({ chips }) => chips.length > 0)
  }
}
