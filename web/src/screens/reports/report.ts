// What the screen of reports asks for and how it is drawn; every figure is the server's.

import type { FigureGroup, FigureRow, PeriodReport, Right } from '../../lib/wire.ts'

export const KINDS = ['shift', 'table', 'game', 'patron', 'exceptions'] as const
export type ReportKind = (typeof KINDS)[number]

/** What each report takes; others would be refused, and a refusal is put on record. */
export const TAKES: Record<ReportKind, Right> = { shift: 'read-reports', table: 'read-reports', game: 'read-reports', patron: 'read-patrons', exceptions: 'read-events' }

export const kindsOf = (rights: readonly Right[]): ReportKind[] => KINDS.filter((kind) => rights.includes(TAKES[kind]))

export const PERIODS = { shift: 8, day: 24, week: 7 * 24, all: null } as const
export type Period = keyof typeof PERIODS

const HOUR = 3_600_000_000

/** Where a report is asked for: the last hours before a moment, or a gaming day that was closed. */
export function addressOf(kind: ReportKind, asked: { period: Period; day: string; table: string; patron: string }, now: number): string {
  const query = new URLSearchParams()
  const hours = PERIODS[asked.period]
  if (asked.day !== '') query.set('day', asked.day)
  else if (hours !== null) query.set('from', String(now - hours * HOUR))
  if (kind === 'table' || (kind !== 'patron' && asked.table !== '')) query.set('table', asked.table)
  if (kind === 'patron' && asked.patron !== '') query.set('patron', asked.patron)
  return `/api/v1/reports/period/${kind}?${query}`
}

export const groupOf = (report: PeriodReport, by: string): FigureGroup | undefined => report.groups.find((group) => group.by === by)

/** The rows of a group in one currency, without its sum: amounts of two currencies are never in one picture. */
export const rowsIn = (group: FigureGroup | undefined, currency: string): FigureRow[] => (group?.rows ?? []).filter((row) => row.currency === currency && !row.sum)

export const currenciesOf = (report: PeriodReport): string[] => [...new Set(report.groups.flatMap(({ rows }) => rows.map(({ currency }) => currency)))].toSorted()

/** A scale from values to a length, with nought inside. */
export function scaleOf(values: readonly number[], length: number): (value: number) => number {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const wide = high - low || 1
  return (value) => ((value - low) / wide) * length
}
