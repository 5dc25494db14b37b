// Which screens for staff are open to somebody, so that no link leads to a closed door.

import type { ScreenName } from './router.svelte.ts'
import { session } from './session.svelte.ts'
import type { Me, Right } from './wire.ts'

/** Any of these is enough; a screen that is not named here is open to all staff. */
const NEEDS: Partial<Record<ScreenName, readonly Right[]>> = {
  cage: ['release-hold', 'read-patrons'],
  audit: ['read-journal'],
  odds: ['run-odds'],
  reports: ['read-reports'],
}

/** Whether somebody of staff may go to a screen, by what the server says they may do. */
export const mayGo = (screen: ScreenName, who: Pick<Me, 'rights'> | null = session()): boolean => NEEDS[screen]?.some((right) => who?.rights.includes(right)) ?? true
