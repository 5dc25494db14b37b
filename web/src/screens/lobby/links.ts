// Where somebody may go from the lobby; the server decides what they see there.

import type { ScreenName } from '../../lib/router.svelte.ts'
import type { Me } from '../../lib/wire.ts'

interface Link {
  href: string
  screen: ScreenName
}

const STAFF: readonly Link[] = [
  { href: '/pit', screen: 'pit' },
  { href: '/audit', screen: 'audit' },
  { href: '/odds', screen: 'odds' },
]
/** For whoever has business there. */
const CAGE: Link = { href: '/cage', screen: 'cage' }
const ALL: readonly Link[] = [
  { href: '/tournaments', screen: 'tournaments' },
  { href: '/promotions', screen: 'promotions' },
  { href: '/rules', screen: 'rules' },
]

export function linksFor(who: Me | null): readonly Link[] {
  if (who?.kind === 'patron' || who?.kind === 'guest') return [{ href: '/account', screen: 'account' }, ...ALL]
  if (who?.kind !== 'staff') return ALL
  return who.rights.includes('release-hold') || who.rights.includes('read-patrons') ? [CAGE, ...STAFF, ...ALL] : [...STAFF, ...ALL]
}
