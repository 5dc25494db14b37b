// A tournament as a screen follows it.

import { Following } from './following.svelte.ts'
import type { HiddenForm, Role, TournamentCommand, TournamentSaid, TournamentView } from './wire.ts'

export const pathOf = (name: string): string => `/api/v1/tournaments/${encodeURIComponent(name)}`

export class Followed extends Following<TournamentView, TournamentCommand, TournamentSaid> {
  /** What the house gave for a form that was handed in. */
  receipt = $state.raw<HiddenForm | null>(null)

  /** `asks`: whether somebody is signed in who may say something. */
  constructor(name: string, roles: readonly Role[] = [], asks = false) {
    super([name, pathOf(name)], roles, asks, 'wrong-tournament-role')
  }

  protected override heard(said: TournamentSaid): void {
    this.receipt = said.receipt ?? this.receipt
  }
}
