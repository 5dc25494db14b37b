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
const ALL: readonly Link[] = [
  { href: '/tournaments', screen: 'tournaments' },
  { href: '/rules', screen: 'rules' },
]

export function linksFor(who: Me | null): readonly Link[] {
  return who?.kind === 'staff' ? [...STAFF, ...ALL] : ALL
}
