// What changed between two views of a table, as it is heard.

import type { Sound } from '../../lib/sound.ts'
import type { TableView } from '../../lib/wire.ts'

const drawn = (view: TableView): number => view.player.cards.length + view.banker.cards.length

export function heard(before: TableView | null, after: TableView): Sound | null {
  if (before === null || before.table !== after.table) return null
  const over = (view: TableView): boolean => view.void || view.outcome !== null
  if (over(after) && !over(before)) return 'result'
  return drawn(after) > drawn(before) ? 'card' : null
}
