// The chain as anybody can check it: a record's BLAKE3 hash is made again from its fields, as docs of the journal say
// (crates/journal/src/record.rs), and its `prev` must be the hash of the record before it.

import { blake3 } from '@noble/hashes/blake3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { RecordView } from '../../lib/wire.ts'

/** What a record's place in the chain came to. `linked` is `null` where the record before it is not at hand. */
export interface Link {
  hashed: boolean
  linked: boolean | null
}

export const FIRST_PREV = '0'.repeat(64)
const encoder = new TextEncoder()

/** The hash of a record, made here. */
export function hashOf(record: RecordView): string {
  const texts = [record.stream, record.actor, record.key ?? '', record.body].map((text) => encoder.encode(text))
  const bytes = new Uint8Array(15 + 32 + 16 + 4 + 1 + 16 + texts.reduce((sum, text) => sum + text.length, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  const raw = (part: Uint8Array): void => {
    bytes.set(part, at)
    at += part.length
  }
  const text = (index: number): void => {
    const part = texts[index] as Uint8Array
    view.setUint32(at, part.length, true)
    at += 4
    raw(part)
  }
  raw(encoder.encode('punto record 1\n'))
  raw(hexToBytes(record.prev))
  text(0)
  view.setBigUint64(at, BigInt(record.seq), true)
  view.setBigInt64(at + 8, BigInt(record.at), true)
  at += 16
  text(1)
  view.setUint16(at, record.schema, true)
  view.setUint16(at + 2, record.engine, true)
  view.setUint8(at + 4, record.key === null ? 0 : 1)
  at += 5
  if (record.key !== null) text(2)
  text(3)
  return bytesToHex(blake3(bytes.subarray(0, at)))
}

/** Checks a record behind the one before it in its stream, where that is at hand. */
export function linkOf(record: RecordView, before: RecordView | undefined): Link {
  const prev = record.seq === 1 ? FIRST_PREV : before?.seq === record.seq - 1 && before.stream === record.stream ? before.hash : null
  return { hashed: hashOf(record) === record.hash, linked: prev === null ? null : prev === record.prev }
}

export const sound = (link: Link): boolean => link.hashed && link.linked !== false

/** What a walk along a whole stream came to. */
export interface Walk {
  checked: number
  /** The first record that does not fit, if one does not. */
  wrong: number | null
  last: RecordView | null
}

/**
 * Walks a stream from its first record. `page` gives the records behind a number, none at the end;
 * `progress` hears how far it has come.
 */
export async function walk(page: (after: number) => Promise<readonly RecordView[]>, progress: (checked: number) => void): Promise<Walk> {
  let last: RecordView | null = null
  let checked = 0
  for (;;) {
    const records = await page(last?.seq ?? 0)
    if (records.length === 0) return { checked, wrong: null, last }
    for (const record of records) {
      const link = linkOf(record, last ?? undefined)
      if (!link.hashed || link.linked !== true) return { checked, wrong: record.seq, last: record }
      last = record
      checked += 1
    }
    progress(checked)
  }
}
