// Everything that waits for a decision on the floor, most urgent first.

import type { SignView, TableView, WaitingView } from '../../lib/wire.ts'

export interface Waits {
  table: string
  view: TableView
  waiting: WaitingView
}

const FIRST = ['order', 'resume', 'check-decks', 'decide', 'review', 'free-coup']

export function waits(views: readonly TableView[]): Waits[] {
  const all = views.flatMap((view) => (view.staff?.waiting ?? []).map((waiting) => ({ table: view.table, view, waiting })))
  const place = ({ waiting }: Waits): number => {
    const at = FIRST.indexOf(waiting.what)
    return at < 0 ? FIRST.length : at
  }
  return all.toSorted((a, b) => place(a) - place(b))
}

export interface Posted {
  table: string
  view: TableView
  sign: SignView
}

/** Signs that run towards a moment, the next one first. */
export function posted(views: readonly TableView[]): Posted[] {
  const all = views.flatMap((view) => view.signs.map((sign) => ({ table: view.table, view, sign })))
  return all.toSorted((a, b) => (a.sign.due ?? Infinity) - (b.sign.due ?? Infinity))
}
