// What a record says, read from its body as stored (schema 1).

import { t } from '../../lib/i18n.svelte.ts'
import type { RecordView } from '../../lib/wire.ts'

export interface Told {
  /** The line of the script, or what the house's own shoe did. */
  line: string
  /** Whether the line is of the script, and not in our words. */
  said: boolean
  events: readonly { what: string; by: readonly string[] }[]
  /** The document under which a table was opened. */
  under: { rulebook: string; digest: string } | null
}

interface Stored {
  said?: string
  events?: { what: string; by: string[] }[]
  under?: { rulebook: string; digest: string }
  shoe?: { prepared?: { commitment: string }; opened?: { cut: number }; void?: { why: string } }
}

/** Reads a body; one that cannot be read is shown as it stands. */
export function told(record: RecordView): Told {
  let stored: Stored
  try {
    stored = JSON.parse(record.body) as Stored
  } catch {
    stored = {}
  }
  const { said, events = [], under = null, shoe } = stored
  if (said !== undefined) return { line: said, said: true, events, under }
  return { line: shoe === undefined ? record.body : ofShoe(shoe), said: false, events: [], under: null }
}

function ofShoe(shoe: NonNullable<Stored['shoe']>): string {
  if (shoe.prepared) return t('audit.shoe-prepared', { commitment: `${shoe.prepared.commitment.slice(0, 12)}…` })
  if (shoe.opened) return t('audit.shoe-opened', { cut: shoe.opened.cut })
  return t('audit.shoe-void', { why: shoe.void?.why ?? '' })
}

/** The table whose stream it is. */
export const tableOf = (stream: string): string | null => (stream.startsWith('table/') ? stream.slice('table/'.length) : null)

export const SEARCHES = ['any', 'patron', 'clause', 'card', 'amount'] as const
export type SearchKind = (typeof SEARCHES)[number]

/** The text that the server looks for. */
export function needle(kind: SearchKind, text: string): string {
  const trimmed = text.trim()
  if (kind === 'clause') return trimmed === '' ? '' : `"${trimmed.replace(/^§\s*/, '')}"`
  if (kind === 'amount') return trimmed.replaceAll(/[,\s]/g, '').replace(/\.00$/, '')
  if (kind === 'card' && trimmed.length === 2) return `${trimmed[0]?.toUpperCase()}${trimmed[1]?.toLowerCase()}`
  return trimmed
}

/** Whether what the server found is the thing itself and not a part of something longer. */
export function fits(kind: SearchKind, text: string, record: RecordView): boolean {
  if (kind === 'any' || kind === 'clause') return true
  const wanted = needle(kind, text).replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`(?<![\\w.-])${wanted}(?![\\w-]|\\.\\d)`).test(`${record.actor}\n${told(record).line}\n${told(record).events.map(({ what }) => what).join('\n')}`)
}
