// What all patrons at a table have agreed to, and the command that carries it out.

import { nameOf, type CommandName } from '../../lib/commands.ts'
import type { Option } from '../../lib/at-table.svelte.ts'
import type { Matter, MatterView, TableView } from '../../lib/wire.ts'

/** What is said to the table once all have agreed; a squeeze has no command of its own. */
const DOES: Partial<Record<Matter, CommandName>> = { 'end-shoe': 'end-shoe', 'no-bet-coups': 'free-coup', limits: 'change-limits', variant: 'change-variant' }
/** Under which name the server lists the same among what waits for a decision. */
const WAITS: Partial<Record<Matter, string>> = { 'no-bet-coups': 'free-coup', limits: 'limits', variant: 'variant' }

/** What all have agreed to and nobody has carried out yet, without what is listed as waiting already. */
export function agreedIn({ matters, staff }: Pick<TableView, 'matters' | 'staff'>): MatterView[] {
  const listed = new Set<string>((staff?.waiting ?? []).map(({ what }) => what))
  return matters.filter(({ matter, asked, agreed, needed }) => asked && needed > 0 && agreed >= needed && DOES[matter] !== undefined && !listed.has(WAITS[matter] ?? ''))
}

/** How it is carried out, as the server offers it: where somebody here may say it, that comes first. */
export function carriesOut(options: readonly Option[], matter: Matter): Option | null {
  const fitting = options.filter(({ command }) => nameOf(command) === DOES[matter])
  return fitting.find(({ refusal }) => refusal === null) ?? fitting[0] ?? null
}
