// One folder a screen, each loaded when its address is first opened.

import type { Component } from 'svelte'
import type { Part } from '../lib/i18n.svelte.ts'
import type { ScreenName } from '../lib/router.svelte.ts'

/** What every screen is given: the `:id` of its address, empty where it has none. */
export interface ScreenProps {
  id: string
}

/** A screen may do without its `id`. */
type Load = () => Promise<{ default: Component<ScreenProps> | Component }>

const FOR_STAFF: ReadonlySet<ScreenName> = new Set(['dealer', 'pit', 'audit', 'odds', 'rules', 'tournament-desk', 'tournament-papers', 'promotion-desk', 'promotion-papers', 'cage', 'reports', 'gallery'])
const FOR_CONTESTS: ReadonlySet<ScreenName> = new Set(['tournaments', 'tournament', 'tournament-display', 'promotions', 'promotion'])

/** The parts of the catalogue that a screen needs. */
export const partsOf = (name: ScreenName): readonly Part[] =>
  FOR_STAFF.has(name) ? ['patron', 'contest', 'staff'] : FOR_CONTESTS.has(name) ? ['patron', 'contest'] : ['patron']

export const screens: Partial<Record<ScreenName, Load>> = {
  lobby: () => import('./lobby/Lobby.svelte'),
  terminal: () => import('./terminal/Terminal.svelte'),
  several: () => import('./several/Several.svelte'),
  dealer: () => import('./dealer/Dealer.svelte'),
  pit: () => import('./pit/Pit.svelte'),
  account: () => import('./account/Account.svelte'),
  cage: () => import('./cage/Cage.svelte'),
  display: () => import('./display/Display.svelte'),
  audit: () => import('./audit/Audit.svelte'),
  reports: () => import('./reports/Reports.svelte'),
  odds: () => import('./odds/Odds.svelte'),
  rules: () => import('./rules/Rules.svelte'),
  tournaments: () => import('./tournaments/Tournaments.svelte'),
  tournament: () => import('./tournament/Tournament.svelte'),
  'tournament-desk': () => import('./tournament-desk/TournamentDesk.svelte'),
  'tournament-display': () => import('./tournament-display/TournamentDisplay.svelte'),
  'tournament-papers': () => import('./tournament-papers/TournamentPapers.svelte'),
  promotions: () => import('./promotions/Promotions.svelte'),
  promotion: () => import('./promotion/Promotion.svelte'),
  'promotion-desk': () => import('./promotion-desk/PromotionDesk.svelte'),
  'promotion-papers': () => import('./promotion-papers/PromotionPapers.svelte'),
  'sign-in': () => import('./sign-in/SignIn.svelte'),
  missing: () => import('./missing/Missing.svelte'),
  ...(import.meta.env.DEV ? { gallery: () => import('./gallery/Gallery.svelte') } : {}),
}
