// Everything that waits for a decision on the floor, most urgent first.

import type { SignView, TableView, WaitingView } from '../../lib/wire.ts'

export interface Waits {
  table: string
  view: TableView
  waiting: WaitingView
}

const FIRST = ['order', 'resume', 'decide', 'review', 'free-coup']

/** By the server's clock: a sign may have run out since the table last spoke, and then the table has not said so. */
export function waits(views: readonly TableView[], now: number): Waits[] {
  const all = views.flatMap((view) => {
    const told = view.staff?.waiting ?? []
    const ripe = view.staff === null ? [] : view.signs.filter(({ due }) => due !== null && due <= now).flatMap(announced)
    const fresh = ripe.filter(({ what }) => told.every((known) => known.what !== what))
    return [...told, ...fresh].map((waiting) => ({ table: view.table, view, waiting }))
  })
  const place = ({ waiting }: Waits): number => {
    const at = FIRST.indexOf(waiting.what)
    return at < 0 ? FIRST.length : at
  }
  return all.toSorted((a, b) => place(a) - place(b))
}

/** What a sign announces, as the command that does it; who may say it is the server's to say. */
function announced({ says, does }: SignView): WaitingView[] {
  return does === null || says.kind === 'restriction' ? [] : [{ what: says.kind === 'stakes' ? 'limits' : says.kind, dispute: null, patron: null, command: does, roles: [], by: [] }]
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
