import { fireEvent, render, screen } from '@testing-library/svelte'
import { describe, expect, it, vi } from 'vitest'
import type { TableSummary, TableView, WaitingView } from '../../lib/wire.ts'
import { refreshSession } from '../../lib/session.svelte.ts'
import { Desk } from '../dealer/desk.svelte.ts'
import { sampleStaff, sampleView } from '../dealer/sample.ts'
import Confirm from './Confirm.svelte'
import Differential from './Differential.svelte'
import DrawerTable from './DrawerTable.svelte'
import { Floor } from './floor.svelte.ts'
import { effectOf } from '../../lib/measure.ts'
import { mattersOf, proposedOf, trayOf, type Wanted } from './proposing.ts'
import { ranked, stateOf } from './rank.ts'
import { signWords } from '../../lib/signs.ts'
import { posted, waits } from './waits.ts'

const summary = (table: string): TableSummary => {
  const view = sampleView({ table })
  return { ...view, tournament: false, taken: 0, trouble: false, pace: 12, silent: 0, here: false, balance: null }
}
const waiting = (what: WaitingView['what']): WaitingView => ({ what, dispute: null, patron: null, command: null, roles: [], by: [] })
const withWaiting = (table: string, ...list: WaitingView['what'][]): TableView => {
  return sampleView({ table, staff: sampleStaff({ waiting: list.map(waiting) }) })
}

describe('the wall', () => {
  it('puts tables with something to decide first and keeps the order of the rest', () => {
    const views: Record<string, TableView> = {
      a: sampleView({ table: 'a' }),
      b: withWaiting('b', 'decide'),
      c: sampleView({ table: 'c', fault: 'integrity' }),
      d: sampleView({ table: 'd', phase: 'preparing' }),
    }
    const names = ranked(['a', 'd', 'b', 'c'].map(summary), (table) => views[table] ?? null).map(({ table }) => table)
    expect(names).toEqual(['c', 'b', 'a', 'd'])
    expect(stateOf(summary('x'), null)).toBe('play')
  })

  it('reads the differential out in figures', () => {
    render(Differential, { player: 10_000, banker: 35_000, most: 20_000, currency: 'AUD' })
    expect(screen.getByRole('img', { name: 'Player $100, Banker $350, apart $250' }).textContent).toContain('§ apart $250 of $200')
  })
})

describe('what waits', () => {
  it('has orders first, whichever table they are at', () => {
    const found = waits([withWaiting('a', 'limits', 'decide'), withWaiting('b', 'order')], 0)
    expect(found.map(({ table, waiting: { what } }) => `${table} ${what}`)).toEqual(['b order', 'a decide', 'a limits'])
  })

  it('has what a sign announces once its clock has run out, and once only', () => {
    const command = { 'change-limits': { limits: { min: 5000, max: 500_000 } } }
    const sign = { says: { kind: 'limits' as const, min: 5000, max: 500_000 }, does: command, since: 0, due: 20 }
    const view = sampleView({ table: 'a', signs: [sign] })
    const commands = (at: number, one: TableView): unknown[] => waits([one], at).map(({ waiting: found }) => found.command)
    expect(commands(19, view)).toEqual([])
    expect(commands(20, view)).toEqual([command])
    const said = { ...waiting('limits'), command, roles: ['casino-supervisor' as const] }
    expect(commands(20, { ...view, staff: sampleStaff({ waiting: [said] }) })).toEqual([command])
    expect(commands(20, { ...view, staff: null })).toEqual([])
  })

  it('has the sign that is due next before the others', () => {
    const sign = (due: number | null): TableView['signs'][number] => ({ says: { kind: 'closure' }, does: 'close', since: 0, due })
    expect(posted([sampleView({ signs: [sign(null), sign(30)] }), sampleView({ signs: [sign(20)] })]).map(({ sign: { due } }) => due)).toEqual([20, 30, null])
  })

  it('reads signs in words', () => {
    expect(signWords({ kind: 'limits', min: 5000, max: 500_000 }, 'AUD')).toBe('Limits $50 to $5,000')
    expect(signWords({ kind: 'closure' }, 'AUD')).toBe('The table closes')
    expect(signWords({ kind: 'old-minimum-ends' }, 'AUD')).toBe('The old minimum ends')
    expect(signWords({ kind: 'restriction', bet: 'tie' }, 'AUD')).toBe('Tie only with a main wager')
  })
})

describe('a destructive act', () => {
  it('says what it does to money and is not done without a second press', async () => {
    HTMLDialogElement.prototype.showModal ??= function show(this: HTMLDialogElement) {
      this.open = true
    }
    const [onyes, onno] = [vi.fn(), vi.fn()]
    render(Confirm, { open: true, title: 'Void', says: 'Every stake goes back.', line: 'order', onyes, onno })
    expect(screen.getByText('Every stake goes back.')).toBeTruthy()
    expect(onyes).not.toHaveBeenCalled()
    await fireEvent.click(screen.getByRole('button', { name: 'Yes, do it' }))
    expect(onyes).toHaveBeenCalledOnce()
  })
})

describe('what takes two persons', () => {
  const wanted: Wanted = { table: 'nsw-3', cure: '', act: 'open', rulebook: 'nsw-2021', dealer: 'person', currency: 'AUD', opening: 'usual, limits 25..5000', setting: 'patron-minutes', value: 20, patron: 'ada', amount: '12.50', tray: '', voucher: '', digest: 'ab'.repeat(32), why: 'counted wrong' }

  it('is proposed as a value', () => {
    expect(proposedOf('adjustment', { ...wanted, act: 'up' })).toEqual({ act: 'adjust', patron: 'ada', by: 1250, why: 'counted wrong' })
    expect(proposedOf('erasure', { ...wanted, why: 'asked for it' })).toEqual({ act: 'erase', patron: 'ada', why: 'asked for it' })
    expect(proposedOf('setting', { ...wanted, why: 'for a while' })).toEqual({ act: 'set', setting: 'patron-minutes', value: 20, why: 'for a while' })
    expect(proposedOf('table', wanted)).toEqual({ act: 'open-table', table: 'nsw-3', rulebook: 'nsw-2021', dealer: 'person', currency: 'AUD', opening: 'usual, limits 25..5000' })
    expect(proposedOf('table', { ...wanted, act: 'close' })).toEqual({ act: 'close-table', table: 'nsw-3' })
    expect(proposedOf('float', { ...wanted, act: 'fill' })).toEqual({ act: 'fill', table: 'nsw-3', amount: 1250 })
    expect(proposedOf('float', { ...wanted, act: 'credit' })).toEqual({ act: 'credit', table: 'nsw-3', amount: 1250 })
    const tray = trayOf([[500, 0], [2_500, 4], [250, 3]])
    expect(proposedOf('float', { ...wanted, act: 'count', tray })).toEqual({ act: 'count', table: 'nsw-3', tray: '4x25+3x2.50' })
    expect(trayOf([[500, 0]])).toBe('empty')
    expect(proposedOf('voucher', { ...wanted, voucher: 'P-4711:collected' })).toEqual({ act: 'issue-token-voucher', voucher: 'P-4711:collected', amount: 1250, patron: 'ada' })
    expect(proposedOf('voucher', { ...wanted, voucher: 'P-4711', patron: '' })).toEqual({ act: 'issue-token-voucher', voucher: 'P-4711', amount: 1250, patron: null })
    expect(proposedOf('voucher', { ...wanted, act: 'withdraw', voucher: 'P-4711', why: 'misprinted' })).toEqual({ act: 'withdraw-token-voucher', number: 'P-4711', why: 'misprinted' })
    expect(proposedOf('void', { ...wanted, table: 'nsw-1' })).toEqual({ act: 'order', table: 'nsw-1', cure: null })
    expect(proposedOf('software', { ...wanted, act: 'withdraw', why: 'old' })).toEqual({ act: 'reject', digest: 'ab'.repeat(32), why: 'old' })
  })

  it('says what will happen, in the form and to the second person alike', () => {
    expect(effectOf(proposedOf('adjustment', { ...wanted, act: 'down' }))).toBe('12.50 is taken from the account of ada, because: counted wrong.')
    expect(effectOf({ act: 'adjust', patron: 'ada', by: 125_000, why: 'counted wrong' })).toBe('1,250 is added to the account of ada, because: counted wrong.')
    expect(effectOf({ act: 'fill', table: 'nsw-3', amount: 125_000 })).toBe('1,250 in chips comes from the cage to the float of nsw-3.')
    expect(effectOf({ act: 'grant', name: 'ben', grant: 'gaming-manager' })).toBe('ben is granted: Gaming manager.')
    expect(effectOf({ act: 'hire', name: 'ben', grants: [] })).toBe('ben is put on staff.')
    expect(effectOf(proposedOf('table', wanted))).toContain('usual, limits 25..5000')
    expect(effectOf(proposedOf('void', { ...wanted, table: 'nsw-1', cure: 'void-coup' }))).toContain('every stake goes back')
    expect(effectOf(proposedOf('software', { ...wanted, act: 'withdraw' }))).toContain('no more')
  })

  it('is offered to those whose work it is', () => {
    expect(mattersOf(['site', 'void', 'tournament'])).toEqual(['void'])
    expect(mattersOf(['adjustment', 'erasure'])).toEqual(['adjustment', 'erasure'])
    expect(mattersOf([])).toEqual([])
  })
})

describe('the floor', () => {
  it('opens nothing for an answer that comes after the screen has gone', async () => {
    const opened: string[] = []
    vi.stubGlobal('WebSocket', class {
      constructor(url: URL) {
        opened.push(url.pathname)
      }
      close(): void {}
    })
    let answer: (tables: TableSummary[]) => void = () => undefined
    vi.stubGlobal('fetch', (path: string) => (path === '/api/v1/tables' ? new Promise((done) => (answer = (tables) => done(Response.json(tables)))) : Promise.resolve(Response.json([]))))
    const floor = new Floor([])
    const stop = floor.start()
    stop()
    answer([summary('a')])
    await new Promise((done) => setTimeout(done, 10))
    expect([opened, floor.desks.size]).toEqual([[], 0])
    const again = floor.start()
    answer([summary('a')])
    await vi.waitFor(() => expect(floor.desks.size).toBe(1))
    again()
    expect(floor.desks.size).toBe(0)
    vi.unstubAllGlobals()
  })
})

describe('who is on duty', () => {
  it('signs off, and nobody else instead of them', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ kind: 'staff', name: 'sue', grants: [], rights: [], tables: [], csrf: 'c', now: 0 })))
    await refreshSession()
    const desk = new Desk('a', ['game-supervisor'])
    const duty = (name: string): TableView => sampleView({ staff: sampleStaff({ on_duty: [{ role: 'game-supervisor', name }] }) })
    const { rerender } = render(DrawerTable, { desk, view: duty('tom'), onact: () => undefined })
    expect(screen.getByRole('button', { name: 'Sign on as Game supervisor' })).toBeTruthy()
    await rerender({ desk, view: duty('sue'), onact: () => undefined })
    expect(screen.getByRole('button', { name: 'Sign off as Game supervisor' })).toBeTruthy()
    vi.unstubAllGlobals()
  })
})
