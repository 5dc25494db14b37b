// What a record says: the server's lines, and the values of the body where our own words are better.

import { commandText } from '../../lib/command-text.ts'
import { nameOf } from '../../lib/commands.ts'
import { language, sentence, t } from '../../lib/i18n.svelte.ts'
import type { Command, RecordView, ShoeEnd, ToldEvent } from '../../lib/wire.ts'

export interface Told {
  /** The line of the script, or what the house's own shoe did. */
  line: string
  /** Whether the line is of the script, and not in our words. */
  said: boolean
  /** The same in the page's language, where that is another than the script's. */
  words: string | null
  events: readonly ToldEvent[]
  /** The document under which a table was opened. */
  under: { rulebook: string; digest: string } | null
}

/** The parts of a body that are shown in our own words. */
interface Stored {
  said?: Command
  events?: { what: string | { opened?: { terms: { rulebook: string; digest: string } } } }[]
  shoe?:
    | 'pledges-closed'
    | {
        prepared?: { commitment: string }
        pledged?: { patron: string }
        revealed?: { patron: string }
        opened?: { cut: number }
        discarded?: { why: ShoeEnd }
        void?: { why: string }
      }
}

/** Reads a record; one that the server cannot read is shown as it stands. */
export function told(record: RecordView): Told {
  if (record.told === null) return { line: record.body, said: false, words: null, events: [], under: null }
  const stored = JSON.parse(record.body) as Stored
  if (stored.shoe) return { line: ofShoe(stored.shoe), said: false, words: null, events: [], under: null }
  const opened = stored.events?.map(({ what }) => (typeof what === 'string' ? undefined : what.opened)).find((one) => one !== undefined)
  return { line: record.told.said, said: true, words: tableOf(record.stream) === null ? null : inWords(stored.said), events: record.told.events, under: opened?.terms ?? null }
}

/** A command of a table in the page's language; one that is called otherwise by now has only its line. */
function inWords(said: Command | undefined): string | null {
  if (said === undefined || language() === 'en') return null
  const name = nameOf(said)
  return sentence(`command.${name}`, {}, '') === '' && !OTHERWISE.has(name) ? null : commandText(said)
}

/** Commands whose words are not under their own name. */
const OTHERWISE: ReadonlySet<string> = new Set(['act', 'burn', 'call', 'deal', 'mark', 'report', 'shuffle'])

function ofShoe(shoe: NonNullable<Stored['shoe']>): string {
  if (shoe === 'pledges-closed') return t('audit.pledges-closed')
  if (shoe.prepared) return t('audit.shoe-prepared', { commitment: `${shoe.prepared.commitment.slice(0, 12)}…` })
  if (shoe.opened) return t('audit.shoe-opened', { cut: shoe.opened.cut })
  if (shoe.pledged) return t('audit.shoe-pledged', shoe.pledged)
  if (shoe.revealed) return t('audit.shoe-revealed', shoe.revealed)
  if (shoe.discarded) return t('audit.shoe-discarded', { why: t(`shoe-end.${shoe.discarded.why}`) })
  return t('audit.shoe-void', { why: shoe.void?.why ?? '' })
}

/** The table whose stream it is. */
export const tableOf = (stream: string): string | null => (stream.startsWith('table/') ? stream.slice('table/'.length) : null)

export const SEARCHES = ['any', 'patron', 'clause', 'card', 'amount'] as const
export type SearchKind = (typeof SEARCHES)[number]

/** A text that can be nothing but a clause's number is looked for as one: its figures alone stand in many records. */
export const isClause = (text: string): boolean => /^(§.*|house:.*|\d+(\.\d+){2,}[a-z]?|\d+\.\d[a-z]?)$/i.test(text.trim())
