// Those who take part: how they are called, and how they stand against each other.

import { t } from './i18n.svelte.ts'
import type { EntrantRef, TournamentView } from './wire.ts'

/** A name for whoever may know it, else a number. */
export const entrantText = ({ name, number }: EntrantRef): string => name ?? t('tournament.number', { number })

export interface Standing {
  /** Shared by those who are level; none for those who are out. */
  place: number | null
  entrant: EntrantRef
  chips: number | null
  prize: number | null
  table: number | null
  seat: number | null
  state: 'plays' | 'through' | 'out' | 'disqualified'
}

/** The best first: by the final's places once they are known, else by chips; those who are out come last. */
export function standings({ entrants, places }: Pick<TournamentView, 'entrants' | 'places'>): Standing[] {
  const placed = new Map(places.flatMap(({ place, entrants: those }) => those.map(({ number }) => [number, place] as const)))
  const playing = entrants.filter(({ standing }) => standing === 'in' || standing === 'out' || standing === 'disqualified')
  const list = playing.map(({ entrant, standing, through, chips, prize, table, seat }): Standing => {
    const state = standing === 'in' ? (through ? 'through' : 'plays') : standing === 'out' ? 'out' : 'disqualified'
    return { place: placed.get(entrant.number) ?? null, entrant, chips, prize, table, seat, state }
  })
  const rank = ({ place, state }: Standing): number => place ?? (state === 'disqualified' ? 1e6 + 1 : state === 'out' ? 1e6 : 1e5)
  const sorted = list.toSorted((a, b) => rank(a) - rank(b) || (b.chips ?? 0) - (a.chips ?? 0) || a.entrant.number - b.entrant.number)
  if (places.length > 0) return sorted
  // Until the final is over a place is what the chips say now.
  return sorted.map((one) => (one.state === 'plays' || one.state === 'through' ? { ...one, place: one.chips === null ? null : 1 + sorted.filter(({ chips, state }) => (state === 'plays' || state === 'through') && (chips ?? 0) > (one.chips ?? 0)).length } : one))
}
