// The steps of the shoe, and who had which part in them, read from the table's lines.

import type { CitedLine, TableView } from '../../lib/wire.ts'
import { STAGES } from './due.ts'

export const STEPS = ['check', 'shuffle', 'cut', 'marker', 'burn'] as const
export type Step = (typeof STEPS)[number]

/** The step that is due; checking and shuffling both belong to gathered cards. */
export function stepOf(view: TableView): Step {
  if (view.shoe.own) return 'cut' // Punto has checked and shuffled its own shoe.
  const stage = (STAGES as readonly string[]).indexOf(view.staff?.stage ?? '')
  return (['shuffle', 'cut', 'marker', 'burn'] as const)[stage] ?? 'burn'
}

/** Acts of checking, by the name of their rule. */
const CHECKS = ['check-cards', 'show-cards', 'patron-checks', 'pre-checked', 'wash', 'stack', 'riffle', 'preshuffled', 'machine-shuffle']

/** Lines since the last shoe ended, or since the table opened. */
function present(lines: readonly CitedLine[]): readonly CitedLine[] {
  return lines.slice(lines.findLastIndex(({ text }) => text === 'shoe-ended' || text.startsWith('opened ')) + 1)
}

/** Acts of checking that somebody has done in the present preparation, as they are said. */
export function doneBy(name: string, lines: readonly CitedLine[]): string[] {
  const own = present(lines).filter(({ actor, text }) => actor.endsWith(` ${name}`) && text.startsWith('recorded '))
  return own.map(({ text }) => `act ${text.split(' ')[1]}`)
}

/** Lines of the present preparation that belong to a step. */
export function doneIn(step: Step, lines: readonly CitedLine[]): CitedLine[] {
  const begins: Record<Step, readonly string[]> = {
    check: CHECKS.map((rule) => `recorded ${rule}`),
    shuffle: ['shuffled '],
    cut: ['patrons-may-cut', 'cut-offered ', 'cut-declined ', 'cut-passed ', 'was-cut '],
    marker: ['marker-placed '],
    burn: ['burned ', 'burn-shown '],
  }
  return present(lines).filter(({ text }) => begins[step].some((begin) => text.startsWith(begin)))
}

/** A patron's check is said with the patron's name. */
export const isCheck = (line: string): boolean => CHECKS.some((rule) => line === `act ${rule}` || (rule === 'patron-checks' && line.startsWith(`act ${rule} `)))
