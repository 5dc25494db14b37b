// What happened at a table, in the words of staff; what has no words of ours is shown as the record has it.

import { sentence, t } from './i18n.svelte.ts'
import { textsOf, wordsIn } from './value.ts'
import type { CitedLine } from './wire.ts'

/** What is neither a ruling nor led to one: only staff's screens have the words. */
const BESIDES = 'at-table'

export function happened({ what, text }: Pick<CitedLine, 'what' | 'text'>): string {
  if (what === null) return text
  const { name, args } = what
  // A card that lies face down for this person is left out of what they are sent.
  const texts: Record<string, string> = { card: t('dealer.some-card'), ...textsOf(args) }
  switch (name) {
    case 'recorded':
      return texts['rule'] ?? text
    case 'shuffled':
      return texts['by'] ?? text
    case 'dealt':
      return t(wordsIn(args['to']).length === 0 ? 'happened.dealt-nobody' : 'happened.dealt', texts)
    default:
      return sentence(`happened.${name}`, texts, sentence([BESIDES, name].join('.'), texts, text))
  }
}
