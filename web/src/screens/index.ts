// One folder a screen, each loaded when its address is first opened.

import type { Component } from 'svelte'
import type { ScreenName } from '../lib/router.svelte.ts'

/** What every screen is given: the `:id` of its address, empty where it has none. */
export interface ScreenProps {
  id: string
}

/** A screen may do without its `id`. */
type Load = () => Promise<{ default: Component<ScreenProps> | Component }>

export const screens: Partial<Record<ScreenName, Load>> = {
  lobby: () => import('./lobby/Lobby.svelte'),
  terminal: () => import('./terminal/Terminal.svelte'),
  dealer: () => import('./dealer/Dealer.svelte'),
  pit: () => import('./pit/Pit.svelte'),
  display: () => import('./display/Display.svelte'),
  audit: () => import('./audit/Audit.svelte'),
  odds: () => import('./odds/Odds.svelte'),
  rules: () => import('./rules/Rules.svelte'),
  tournaments: () => import('./tournaments/Tournaments.svelte'),
  tournament: () => import('./tournament/Tournament.svelte'),
  'tournament-desk': () => import('./tournament-desk/TournamentDesk.svelte'),
  'tournament-display': () => import('./tournament-display/TournamentDisplay.svelte'),
  'tournament-papers': () => import('./tournament-papers/TournamentPapers.svelte'),
  'sign-in': () => import('./sign-in/SignIn.svelte'),
  missing: () => import('./missing/Missing.svelte'),
  ...(import.meta.env.DEV ? { gallery: () => import('./gallery/Gallery.svelte') } : {}),
}
