// The steps of the shoe, and who had which part in them, read from what happened at the table.

import { fieldsOf } from '../../lib/commands.ts'
import { nameIn, wordsIn } from '../../lib/value.ts'
import type { CardCheck, CitedLine, Command, HappenedName, Rule, Stage, TableView } from '../../lib/wire.ts'

/** The stages of the shoe, in order; `ready` follows. */
const STAGES: readonly Stage[] = ['gathered', 'shuffled', 'cut', 'marked']

export const STEPS = ['check', 'shuffle', 'cut', 'marker', 'burn'] as const
export type Step = (typeof STEPS)[number]

/** The step that is due; checking and shuffling both belong to gathered cards. */
export function stepOf(view: TableView): Step {
  if (view.shoe.own) return 'cut' // Punto has checked and shuffled its own shoe.
  const stage = STAGES.findIndex((one) => one === view.staff?.stage)
  return (['shuffle', 'cut', 'marker', 'burn'] as const)[stage] ?? 'burn'
}

/** What belongs to each step, besides acts of checking. */
const EVENTS: Record<Step, readonly HappenedName[]> = {
  check: [],
  shuffle: ['shuffled'],
  cut: ['patrons-may-cut', 'cut-offered', 'cut-declined', 'cut-passed', 'was-cut'],
  marker: ['marker-placed'],
  burn: ['burned', 'burn-shown'],
}

const isNamed = ({ what }: CitedLine, names: readonly HappenedName[]): boolean => what !== null && names.includes(what.name)

/** What happened since the last shoe ended, or since the table opened. */
function present(lines: readonly CitedLine[]): readonly CitedLine[] {
  return lines.slice(lines.findLastIndex((line) => isNamed(line, ['shoe-ended', 'opened'])) + 1)
}

/** What the document has done to check cards, as the server names it. */
export const checksOf = ({ staff }: Pick<TableView, 'staff'>): readonly CardCheck[] => staff?.checks ?? []

/** The check that was put on record, if it was one. */
function checkIn(line: CitedLine, checks: readonly CardCheck[]): Rule | null {
  const rules = isNamed(line, ['recorded', 'recorded-about']) ? wordsIn(line.what?.args['rule']) : []
  return checks.find(({ rule }) => rules.includes(rule))?.rule ?? null
}

/** Checks that somebody has done in the present preparation. */
export function doneBy(name: string, view: Pick<TableView, 'lines' | 'staff'>): Rule[] {
  const own = present(view.lines).filter(({ actor }) => actor?.name === name)
  return own.flatMap((line) => checkIn(line, checksOf(view)) ?? [])
}

/** What belongs to a step of the present preparation. */
export function doneIn(step: Step, view: Pick<TableView, 'lines' | 'staff'>): CitedLine[] {
  return present(view.lines).filter((line) => (step === 'check' ? checkIn(line, checksOf(view)) !== null : isNamed(line, EVENTS[step])))
}

/** Who has been offered the cut since the cards were shuffled: nobody is offered it twice. */
export function offeredTo(lines: readonly CitedLine[]): string[] {
  const since = lines.slice(lines.findLastIndex((line) => isNamed(line, ['shuffled'])) + 1)
  return since.flatMap((line) => (isNamed(line, ['cut-offered']) ? (nameIn(line.what?.args['patron']) ?? []) : []))
}

/** The rule of an act of checking; a patron's check is said with the patron's name. */
export function checkOf(command: Command, checks: readonly CardCheck[]): Rule | null {
  const act = fieldsOf(command, 'act') ?? fieldsOf(command, 'act-about')
  return checks.find(({ rule }) => rule === act?.rule)?.rule ?? null
}
