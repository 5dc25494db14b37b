import { beforeEach, describe, expect, it } from 'vitest'
import type { SharesView, TableView } from '../../lib/wire.ts'
import { Contribution, given, isIn } from './shares.ts'

const shoe = 'ab'.repeat(32)
const other = 'cd'.repeat(32)
const view = (shares: SharesView, mine = true): TableView => ({ shoe: { commitment: shoe, shares }, patrons: [{ mine }] }) as unknown as TableView

describe('a terminal’s share', () => {
  let said: object[] = []
  const fresh = (): Contribution =>
    new Contribution('t', 'ada', (_, body) => {
      said.push(body)
      return Promise.resolve({ id: '', seq: 1, lines: [], refusal: null, repeated: false })
    })

  beforeEach(() => {
    localStorage.clear()
    said = []
  })

  it('is pledged once, and revealed when pledges are closed, also after a reload', async () => {
    const first = fresh()
    await first.follow(view({ stage: 'pledging', pledges: [] }))
    await first.follow(view({ stage: 'pledging', pledges: [other] }))
    const [kept] = given('t')
    expect(said).toEqual([{ shoe, pledge: kept?.pledge }])
    const pledges = [kept?.pledge ?? '', other].toSorted()
    await fresh().follow(view({ stage: 'revealing', pledges }))
    expect(said[1]).toEqual({ shoe, reveal: { share: kept?.share, salt: kept?.salt } })
    expect(given('t')[0]?.seen).toEqual(pledges)
  })

  it('is not given away where its pledge is left out, nor by who only looks on', async () => {
    await fresh().follow(view({ stage: 'pledging', pledges: [] }, false))
    expect(said).toEqual([])
    await fresh().follow(view({ stage: 'pledging', pledges: [] }))
    await fresh().follow(view({ stage: 'revealing', pledges: [other] }))
    expect(said).toHaveLength(1)
  })

  it('is looked for in the record, with exactly the pledges that were seen', async () => {
    const one = fresh()
    await one.follow(view({ stage: 'pledging', pledges: [] }))
    const [{ pledge = '', share = '' } = {}] = given('t')
    const record = (shares: { pledge: string; shown: { tag: string; share: string } | null }[]): Parameters<typeof isIn>[1] => ({ commitment: shoe, shares }) as Parameters<typeof isIn>[1]
    expect(isIn('t', record([]))).toBeNull()
    await one.follow(view({ stage: 'revealing', pledges: [pledge] }))
    const mine = { pledge, shown: { tag: '', share } }
    expect(isIn('t', record([mine]))).toBe(true)
    expect(isIn('t', record([]))).toBe(false)
    expect(isIn('t', record([{ pledge, shown: null }]))).toBe(false)
    expect(isIn('t', record([mine, { pledge: other, shown: { tag: '', share } }]))).toBe(false)
  })
})
