// Something a supervisor is about to say to a table.

import type { Speech } from '../../lib/commands.ts'

export interface Act {
  speech: Speech
  title: string
  /** What it does to money or play; with it, it is asked again. */
  says?: string
}
