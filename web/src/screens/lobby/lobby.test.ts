import { render, screen } from '@testing-library/svelte'
import { describe, expect, it } from 'vitest'
import type { TableSummary, TournamentSummary } from '../../lib/wire.ts'
import { sampleRoads } from '../gallery/sample.ts'
import { among, booksOf, played } from './choose.ts'
import Tile from './Tile.svelte'

const table = (name: string, change: Partial<TableSummary> = {}): TableSummary => ({
  table: name,
  title: name,
  rulebook: 'nsw-2021',
  document: 'Baccarat rules',
  variant: 'standard',
  demonstration: true,
  tournament: false,
  phase: 'betting',
  timer: null,
  limits: { min: 500, max: 500_000 },
  seats: 7,
  taken: 2,
  dealer: 'automatic',
  roads: sampleRoads('BBPT'),
  trouble: false,
  fault: null,
  pace: 40,
  silent: 0,
  seq: 1,
  here: false,
  balance: null,
  ...change,
})

const cup = (name: string, stage: TournamentSummary['stage'], start = 0): TournamentSummary => ({
  name,
  title: name,
  rulebook: 'nsw-2021',
  currency: 'AUD',
  demonstration: true,
  stage,
  start,
  fee: 10_000,
  pool: 60_000,
  entrants: 6,
  most: 12,
  round: 1,
  rounds: 2,
  joined: false,
})

describe('the lobby', () => {
  const tables = [table('shut', { phase: 'closed' }), table('full', { taken: 7 }), table('nz', { rulebook: 'nz-1998' }), table('broken', { fault: 'disk' }), table('cup-1', { tournament: true })]
  const names = (text: string, shown: 'all' | 'open' | 'free' = 'all', book = '', staff = false): string[] => among(tables, { text, shown, book, staff, isFavourite: () => false }).map((one) => one.table)

  it('shows what is in play first and what is out of service last', () => {
    expect(names('')).toEqual(['full', 'nz', 'shut', 'broken'])
    expect(names('', 'open')).toEqual(['full', 'nz'])
    expect(names('', 'free')).toEqual(['nz'])
  })

  it('has where somebody sits first, and then what they have marked', () => {
    const mine = [table('a'), table('b'), table('broken', { fault: 'disk' }), table('sits', { here: true, balance: 119_500 })]
    const order = among(mine, { text: '', shown: 'all', book: '', staff: false, isFavourite: (name) => name === 'b' }).map((one) => one.table)
    expect(order).toEqual(['sits', 'b', 'a', 'broken'])
  })

  it('leads to the tables of a tournament through the tournament, but for staff', () => {
    expect(names('', 'all', '', false)).not.toContain('cup-1')
    expect(names('', 'all', '', true)).toContain('cup-1')
  })

  it('shows the tournaments that are open, and the last result while there is none', () => {
    const shown = (...list: TournamentSummary[]): string[] => played(list).map(({ name }) => name)
    expect(shown(cup('a', 'over'), cup('b', 'running'), cup('c', 'entering'), cup('d', 'drafting'))).toEqual(['b', 'c'])
    expect(shown(cup('a-10', 'over', 10), cup('a-9', 'over', 9), cup('c', 'drafting'), cup('d', 'cancelled'))).toEqual(['a-10'])
    expect(shown(cup('c', 'drafting'))).toEqual([])
  })

  it('finds by the words somebody reads, and by document', () => {
    expect(names('new zealand')).toEqual(['nz'])
    expect(names('standard nothing')).toEqual([])
    expect(names('', 'all', 'nz-1998')).toEqual(['nz'])
    expect(booksOf(tables)).toEqual(['nsw-2021', 'nz-1998'])
  })

  it('names a table, its limits and its seats', () => {
    render(Tile, { table: table('Sydney'), staff: false, onenter: () => undefined })
    expect(screen.getByRole('article', { name: 'Sydney' })).toBeTruthy()
    expect(screen.getByText('5 to 5,000')).toBeTruthy()
    expect(screen.getByText('2 of 7')).toBeTruthy()
  })
})
