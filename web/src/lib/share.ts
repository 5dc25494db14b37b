// A terminal's share of a shoe's order, as docs/shoe.md says: drawn here, pledged before any is shown, then revealed.

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

export interface Share {
  /** 32 bytes. */
  share: string
  /** 16 bytes, which hide the patron's name from readers of the shoe's record. */
  salt: string
}

const digest = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

/** A new share, from the browser's own generator. */
export function newShare(): Share {
  const random = (length: number): string => bytesToHex(crypto.getRandomValues(new Uint8Array(length)))
  return { share: random(32), salt: random(16) }
}

/** What stands for a patron in the record of a shoe. */
export const tagOf = (patron: string, salt: string): string => digest(`shoe-patron 1\npatron ${patron}\nsalt ${salt}\n`)

/** The pledge of a share that is revealed, for the shoe of this commitment. */
export const pledgeOfTag = (shoe: string, tag: string, share: string): string => digest(`shoe-share 1\nshoe ${shoe}\npatron ${tag}\nshare ${share}\n`)

/** The pledge of a patron's own share. */
export const pledgeOf = (shoe: string, patron: string, { share, salt }: Share): string => pledgeOfTag(shoe, tagOf(patron, salt), share)
