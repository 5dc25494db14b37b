// The chain made again here, what records say, how they are found, and meters.

import { describe, expect, it } from 'vitest'
import { speak } from '../../lib/i18n.svelte.ts'
import type { RecordView } from '../../lib/wire.ts'
import { recordedText } from '../../lib/value.ts'
import { isClause, told } from './body.ts'
import { FIRST_PREV, hashOf, linkOf, sound, walk } from './chain.ts'
import { metersOf } from './meters.ts'

/** A record that hangs behind another, sealed as the journal seals it. */
function sealed(seq: number, said: string, before?: RecordView): RecordView {
  const body = JSON.stringify({ said: { act: said }, events: [{ what: 'closed', by: ['nsw-2021/5.1'] }] })
  const open = { stream: 'table/t-1', seq, at: 1_700_000_000_000_000 + seq, actor: 'patron ada', schema: 2, engine: 3, key: seq === 2 ? 'k' : null, body, prev: before?.hash ?? FIRST_PREV, hash: '', told: { said, events: [{ what: 'closed', by: ['5.1'] }] } }
  return { ...open, hash: hashOf(open) }
}

/** A record of a demonstration, as the server gave it. */
const REAL: RecordView = {
  stream: 'table/nsw',
  seq: 2,
  at: 1794794009098076,
  actor: 'patron guest-7mrb',
  schema: 1,
  engine: 1,
  key: 'f37af7ae-4451-46ca-ab5b-48e33d18937b',
  body: '{"said":"sit guest-7mrb@1","events":[{"what":"sat guest-7mrb@1","by":["2.1"]}]}',
  told: null,
  prev: 'c477ae19b25ca6b91d8554ca785620972b291f3d3cf13179bac913148a203a41',
  hash: '993ea8067089ef156f14d442ad29f39f04e0b17e06bfbaf37dbf3a1ef1dd89be',
}

const first = sealed(1, 'sit ada@1')
const second = sealed(2, 'bet ada@1 player 100', first)
const third = sealed(3, 'card Ks', second)

describe('the chain', () => {
  it('gives a record the hash that the journal gives it', () => {
    expect(hashOf(REAL)).toBe(REAL.hash)
  })

  it('sees a changed record and a missing one', () => {
    expect(linkOf(second, first)).toEqual({ hashed: true, linked: true })
    expect(sound(linkOf({ ...second, actor: 'patron bob' }, first))).toBe(false)
    expect(sound(linkOf({ ...second, key: null }, first))).toBe(false)
    expect(linkOf(third, first).linked).toBeNull()
    expect(sound(linkOf({ ...third, prev: first.hash }, second))).toBe(false)
  })

  it('is walked to its end, or to the first record that does not fit', async () => {
    const pages = (all: RecordView[]) => (after: number) => Promise.resolve(all.filter(({ seq }) => seq > after).slice(0, 2))
    expect(await walk(pages([first, second, third]), () => {})).toEqual({ checked: 3, wrong: null, last: third })
    expect((await walk(pages([first, third]), () => {})).wrong).toBe(3)
    expect((await walk(pages([second, third]), () => {})).wrong).toBe(2)
  })
})

describe('a record', () => {
  it('says a line in the page’s language beside the script’s, where that is another', async () => {
    const body = JSON.stringify({ said: { bet: { patron: 'ada', at: 1, bet: 'banker', stake: 10_000 } }, events: [] })
    expect(told({ ...second, body }).words).toBeNull()
    await speak('zh-Hans')
    try {
      expect(told({ ...second, body }).words).toMatch(/ada.*庄.*100|100.*庄/)
      expect(told({ ...second, stream: 'site', body }).words).toBeNull()
      expect(told({ ...second, body: JSON.stringify({ said: { 'no-longer': {} }, events: [] }) }).words).toBeNull()
    } finally {
      await speak('en')
    }
  })

  it('is told as its line, or as what the shoe did', () => {
    expect(told(second)).toMatchObject({ line: 'bet ada@1 player 100', said: true, events: [{ by: ['5.1'] }] })
    expect(told({ ...second, body: '{"shoe":{"void":{"why":"x"}}}' }).said).toBe(false)
    expect(told(REAL).line).toBe(REAL.body)
    const opened = JSON.stringify({ said: 'close', events: [{ what: { opened: { terms: { rulebook: 'nsw-2021', digest: 'd' } } }, by: [] }] })
    expect(told({ ...second, body: opened }).under).toMatchObject({ rulebook: 'nsw-2021' })
  })
})

it('has the meters of the table and those of its bets by name', () => {
  const { all, bets } = metersOf({ table: 't-1', meters: [['coups', 3], ['stakes', 100]], bets: [{ bet: 'player', meters: [['stakes', 60], ['win', -60]] }, { bet: 'tie', meters: [['stakes', 40]] }] })
  expect([...all.values]).toEqual([['coups', 3], ['stakes', 100]])
  expect(bets.map(({ name, values }) => [name, values.get('stakes')])).toEqual([['player', 60], ['tie', 40]])
})

describe('a search', () => {
  it('takes a number that can only be a clause’s for one', () => {
    expect(['12.1.2', '§ 12.2', '5.4', '14.6a', 'house:table-order'].filter(isClause)).toHaveLength(5)
    expect(['23.75', '100', 'ada', 'bet player', 'Ks'].filter(isClause)).toEqual([])
  })
})

describe('who spoke', () => {
  it('is told in the page’s words, and nobody twice', () => {
    expect(['dealer dan', 'dealer dealer', 'patron ada', 'system'].map(recordedText)).toEqual(['Dealer dan', 'Dealer', 'Patron ada', 'The system'])
  })
})
