// Keys that work wherever the focus is, as long as nobody is typing.

import { keysWanted } from '../../lib/keys.ts'

/** The key, or nothing while somebody types, holds a modifier, or works in a dialog that does not listen. */
export function pressed(event: KeyboardEvent, modal = false): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  if (event.key.length === 1 && !keysWanted()) return null
  const at = event.target instanceof Element ? event.target : null
  if (at?.closest('input, select, textarea')) return null
  // The focus falls back to the page when what had it goes away, so the target alone does not tell.
  return modal || document.querySelector('dialog[open]') === null ? event.key : null
}
