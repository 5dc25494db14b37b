// Chips that are put down but not yet confirmed: they are this page's own, the table knows nothing of them.

/** A press: chips that came together and are undone together. */
type Press = readonly { bet: string; value: number }[]

export class Slip {
  #presses = $state.raw<readonly Press[]>([])

  /** What lies on each bet, in minor units. */
  readonly stakes = $derived.by(() => {
    const stakes = new Map<string, number>()
    for (const { bet, value } of this.#presses.flat()) stakes.set(bet, (stakes.get(bet) ?? 0) + value)
    return stakes
  })
  readonly total = $derived(this.#presses.flat().reduce((sum, { value }) => sum + value, 0))

  get empty(): boolean {
    return this.#presses.length === 0
  }

  put(bet: string, value: number): void {
    this.#presses = [...this.#presses, [{ bet, value }]]
  }

  /** Puts several stakes down at once, as rebet and double do. */
  putAll(stakes: Iterable<readonly [string, number]>): void {
    const press = [...stakes].map(([bet, value]) => ({ bet, value }))
    if (press.length > 0) this.#presses = [...this.#presses, press]
  }

  undo(): void {
    this.#presses = this.#presses.slice(0, -1)
  }

  clear(): void {
    this.#presses = []
  }

  /** Takes a bet off: its stake was accepted. */
  drop(bet: string): void {
    this.#presses = this.#presses.map((press) => press.filter((chip) => chip.bet !== bet)).filter((press) => press.length > 0)
  }
}
