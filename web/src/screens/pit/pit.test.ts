import { fireEvent, render, screen } from '@testing-library/svelte'
import { describe, expect, it, vi } from 'vitest'
import type { TableSummary, TableView, WaitingView } from '../../lib/wire.ts'
import { sampleStaff, sampleView } from '../dealer/sample.ts'
import Confirm from './Confirm.svelte'
import Differential from './Differential.svelte'
import { ranked, stateOf } from './rank.ts'
import { rangeOf, signWords } from './signs.ts'
import { posted, waits } from './waits.ts'

const summary = (table: string): TableSummary => {
  const view = sampleView({ table })
  return { ...view, taken: 0, trouble: false, pace: 12 }
}
const waiting = (what: string): WaitingView => ({ what, patron: null, line: what, roles: [], by: [] })
const withWaiting = (table: string, ...list: string[]): TableView => {
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
    const found = waits([withWaiting('a', 'limits', 'decide'), withWaiting('b', 'order')])
    expect(found.map(({ table, waiting: { what } }) => `${table} ${what}`)).toEqual(['b order', 'a decide', 'a limits'])
  })

  it('has the sign that is due next before the others', () => {
    const sign = (due: number | null): TableView['signs'][number] => ({ text: 'closure', since: 0, due })
    expect(posted([sampleView({ signs: [sign(null), sign(30)] }), sampleView({ signs: [sign(20)] })]).map(({ sign: { due } }) => due)).toEqual([20, 30, null])
  })

  it('reads signs in words', () => {
    expect(signWords('limits 50..5000', 'AUD')).toBe('Limits $50 to $5,000')
    expect(signWords('closure', 'AUD')).toBe('The table closes')
    expect(rangeOf('2.50..100')).toEqual({ min: 250, max: 10_000 })
    expect(rangeOf('many')).toBeNull()
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
