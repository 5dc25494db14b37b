// Idempotency keys of what the page asks for.

import { serverNow } from './time.svelte.ts'

/** A new name. It begins with the time: names of one moment then lie side by side in the journal's index, which is quicker. */
export function newId(): string {
  const moment = Math.floor(serverNow() / 1000)
  return `${moment.toString(16).padStart(12, '0')}-${crypto.randomUUID()}`
}
