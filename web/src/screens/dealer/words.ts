// Words of the staff's screens that are more than one command's.

import { commandText } from '../../lib/command-text.ts'
import { t, word } from '../../lib/i18n.svelte.ts'
import type { DutyView, TableView } from '../../lib/wire.ts'

/** What is owed: the command that discharges it, or its kind where that takes cards. */
export function dutyText({ command, what }: DutyView): string {
  return command === null ? word('duty', what) : commandText(command)
}

/** Document, variant and dealing method; a closed table has only the first. */
export function termsOf({ rulebook, variant, method }: Pick<TableView, 'rulebook' | 'variant' | 'method'>): string {
  const parts = [word('rulebook', rulebook)]
  if (variant !== '') parts.push(word('variant', variant))
  if (method !== '') parts.push(t('dealer.method', { method }))
  return parts.join(' · ')
}
