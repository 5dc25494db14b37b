import { render, screen } from '@testing-library/svelte'
import { describe, expect, it } from 'vitest'
import type { FigureRow, PeriodReport } from '../../lib/wire.ts'
import { addressOf, currenciesOf, kindsOf, rowsIn, scaleOf } from './report.ts'
import Shown from './Shown.svelte'

const row = (change: Partial<FigureRow>): FigureRow => ({ of: 'nsw-1', sum: false, currency: 'AUD', coups: 60, voids: 1, corrections: 0, per_hour: 55.4, player: 27, banker: 28, tie: 5, wagers: 180, stakes: 1_800_000, collected: 900_000, paid: 870_000, tokens: 0, commission: 12_000, win: 30_000, drop: 200_000, hold: 0.0167, hold_of_drop: 0.15, expected: { win: 21_000, hold: 0.0117, low: -0.12, high: 0.14, outside: false }, ...change })
const report = (change: Partial<PeriodReport> = {}): PeriodReport => ({ kind: 'shift', table: null, patron: null, from: 0, to: 3_600_000_000, groups: [{ by: 'table', rows: [row({}), row({ of: 'sin', currency: 'SGD', hold: 0.3, expected: { win: 1, hold: 0.01, low: -0.1, high: 0.12, outside: true } })] }, { by: 'hour', rows: [row({ of: '0' }), row({ of: '0', currency: 'SGD' })] }], floats: [], counts: [], bets: [], patrons: [], exceptions: [], days: [], ...change })

describe('a report', () => {
  it('is asked for by whoever may read it', () => {
    expect(kindsOf(['read-reports'])).toEqual(['shift', 'table', 'game'])
    expect(kindsOf(['read-patrons', 'read-events'])).toEqual(['patron', 'exceptions'])
    expect(kindsOf(['watch-table'])).toEqual([])
  })

  it('is of the last hours, or of a gaming day that was closed', () => {
    const asked = { period: 'shift', day: '', table: 'nsw-1', patron: 'ada' } as const
    expect(addressOf('table', asked, 36_000_000_000)).toBe('/api/v1/reports/period/table?from=7200000000&table=nsw-1')
    expect(addressOf('patron', { ...asked, day: '2026-11-18' }, 0)).toBe('/api/v1/reports/period/patron?day=2026-11-18&patron=ada')
  })

  it('never has two currencies in one picture', () => {
    expect(currenciesOf(report())).toEqual(['AUD', 'SGD'])
    expect(rowsIn(report().groups[0], 'SGD').map(({ of }) => of)).toEqual(['sin'])
    render(Shown, { report: report(), kind: 'shift' })
    expect(screen.getAllByRole('img', { name: /Win by hour/ })).toHaveLength(2)
  })

  it('marks a hold outside the band, in the picture and in the table', () => {
    render(Shown, { report: report(), kind: 'shift' })
    expect(screen.getAllByText(/outside the band/)).toHaveLength(2)
  })

  it('draws bars from nought, whichever way they go', () => {
    const scale = scaleOf([-50, 150], 100)
    expect([scale(-50), scale(0), scale(150)]).toEqual([0, 25, 100])
    expect(scaleOf([], 100)(0)).toBe(0)
  })
})
