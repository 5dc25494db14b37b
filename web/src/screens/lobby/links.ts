// Where somebody may go from the lobby; the server decides what they see there.

import { mayGo } from '../../lib/doors.ts'
import type { ScreenName } from '../../lib/router.svelte.ts'
import type { Me } from '../../lib/wire.ts'

interface Link {
  href: string
  screen: ScreenName
}

const STAFF: readonly Link[] = [
  { href: '/cage', screen: 'cage' },
  { href: '/pit', screen: 'pit' },
  { href: '/audit', screen: 'audit' },
  { href: '/odds', screen: 'odds' },
]
const ALL: readonly Link[] = [
  { href: '/tournaments', screen: 'tournaments' },
  { href: '/promotions', screen: 'promotions' },
  { href: '/rules', screen: 'rules' },
]

export function linksFor(who: Me | null): readonly Link[] {
  if (who?.kind === 'patron' || who?.kind === 'guest') return [{ href: '/account', screen: 'account' }, ...ALL]
  return who?.kind === 'staff' ? [...STAFF.filter(({ screen }) => mayGo(screen, who)), ...ALL] : ALL
}
