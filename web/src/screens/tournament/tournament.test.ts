import { fireEvent, render, screen, within } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import Acts from '../../components/tournament/Acts.svelte'
import Bracket from '../../components/tournament/Bracket.svelte'
import DrawProof from '../../components/tournament/DrawProof.svelte'
import Leaderboard from '../../components/tournament/Leaderboard.svelte'
import Statement from '../../components/tournament/Statement.svelte'
import { speak } from '../../lib/i18n.svelte.ts'
import type { TournamentOption } from '../../lib/tournament-commands.ts'
import { Followed } from '../../lib/tournament.svelte.ts'
import type { FormItem, Refusal, TournamentCommand } from '../../lib/wire.ts'
import ItemField from '../tournament-desk/ItemField.svelte'
import Entry from './Entry.svelte'
import Hidden from './Hidden.svelte'
import { sampleOwn, sampleTournament } from './sample.ts'

const refusal: Refusal = { code: 'fee-not-paid', args: { entrant: { name: 'ada' } }, sentence: 'ada has not paid the fee', by: ['15.3.1'] }
const option = (command: TournamentCommand, why: Refusal | null = null, asks: readonly string[] = []): TournamentOption => ({ command, role: null, asks, refusal: why })

/** A tournament at which somebody may say these, and what was said to it. */
function followed(options: readonly TournamentOption[], view = sampleTournament()): { tournament: Followed; say: ReturnType<typeof vi.fn> } {
  const tournament = new Followed('cup', [], true)
  tournament.view = view
  tournament.state = 'live'
  tournament.options = options
  const say = vi.fn(() => Promise.resolve(true))
  tournament.say = say
  return { tournament, say }
}

beforeEach(() => speak('en'))
afterEach(() => vi.unstubAllGlobals())

describe('what may be said to a tournament', () => {
  it('is a button, and what may not has its reason and its clause', async () => {
    const options = [option({ endorse: { entrant: 'ada' } }), option({ accept: { names: ['ada'] } }, refusal)]
    const { tournament, say } = followed(options)
    render(Acts, { tournament, options })
    await fireEvent.click(screen.getByRole('button', { name: /agree/ }))
    expect(say).toHaveBeenCalledWith({ endorse: { entrant: 'ada' } }, null)
    const why = screen.getByText('Accept ada').closest('li') as HTMLElement
    expect(within(why).getByText(/has not paid the fee/)).toBeTruthy()
    expect(within(why).getByRole('button', { name: /15\.3\.1/ })).toBeTruthy()
  })

  it('is said with what was filled in', async () => {
    const options = [option({ 'add-value': { amount: 0, what: '-' } }, null, ['amount', 'what'])]
    const { tournament, say } = followed(options)
    render(Acts, { tournament, options })
    await fireEvent.click(screen.getByRole('button', { name: /to the pool/ }))
    await fireEvent.input(screen.getByLabelText('Amount'), { target: { value: '250' } })
    await fireEvent.input(screen.getByLabelText('What'), { target: { value: 'a car' } })
    await fireEvent.submit(screen.getByLabelText('What').closest('form') as HTMLFormElement)
    expect(say).toHaveBeenCalledWith({ 'add-value': { amount: 25_000, what: 'a car' } }, null)
  })

  it('asks once more before it ends something for somebody', async () => {
    const options = [option({ withdraw: { entrant: 'ada' } })]
    const { tournament, say } = followed(options)
    render(Acts, { tournament, options })
    await fireEvent.click(screen.getByRole('button', { name: 'Withdraw' }))
    expect(say).not.toHaveBeenCalled()
    expect(screen.getByText(/cannot be undone/)).toBeTruthy()
  })
})

describe('an entry', () => {
  it('shows what is done and what is next', () => {
    const own = sampleOwn({ standing: 'applicant', endorsed: false, fee: null, table: null })
    const view = sampleTournament({ stage: 'entering', own })
    const { tournament } = followed([option({ endorse: { entrant: 'ada' } }), option({ 'pay-fee': { entrant: 'ada', amount: 10_000 } })], view)
    render(Entry, { tournament, view, me: 'ada' })
    expect(screen.getByText('Agree to them in writing').closest('li')?.getAttribute('aria-current')).toBe('step')
    expect(screen.getByRole('button', { name: 'Pay the fee of 100' })).toBeTruthy()
  })

  it('has no step that the document does not ask for', () => {
    const view = sampleTournament({ stage: 'entering', own: sampleOwn({ standing: 'applicant', endorsed: false, table: null }) })
    const { tournament } = followed([], view)
    render(Entry, { tournament, view, me: 'ada' })
    expect(screen.queryByText('Agree to them in writing')).toBeNull()
  })
})

describe('a hidden wager', () => {
  it('is said as it was written, and is not on the screen afterwards', async () => {
    const own = sampleOwn()
    const { tournament, say } = followed([option({ seal: { entrant: 'ada' } }), option({ wager: { entrant: 'ada', seat: 1, bet: 'banker', stake: 1000 } })])
    const { container, rerender } = render(Hidden, { tournament, own, me: 'ada', handed: null })
    await fireEvent.click(screen.getByRole('button', { name: 'Hidden wager' }))
    await fireEvent.input(screen.getByLabelText('Amount in figures'), { target: { value: '437' } })
    await fireEvent.input(screen.getByLabelText('Amount again, as in words'), { target: { value: '437' } })
    await fireEvent.submit(screen.getByLabelText('Amount in figures').closest('form') as HTMLFormElement)
    expect(say).toHaveBeenCalledWith({ seal: { entrant: 'ada', bet: 'banker', stake: 43_700, words: 43_700 } })
    const form = { entrant: 'ada', bet: 'banker', stake: 43_700, words: 43_700, seal: 'ff', number: 'FF00-0000-0001', text: '' }
    await rerender({ tournament, own: sampleOwn({ form }), me: 'ada', handed: 'handed-in' })
    expect(container.textContent).not.toContain('437')
    await fireEvent.click(screen.getByRole('button', { name: 'Show my form' }))
    expect(container.textContent).toContain('437')
  })
})

describe('what everybody may see', () => {
  it('ranks those who play, and shows prizes once there are some', () => {
    render(Leaderboard, { view: sampleTournament() })
    const [, first] = screen.getAllByRole('row')
    expect(first?.textContent).toContain('dee')
    expect(first?.textContent).toContain('1,375')
  })

  it('says that nobody is in', () => {
    render(Leaderboard, { view: sampleTournament({ entrants: [] }) })
    expect(screen.getByText('Nobody is in yet')).toBeTruthy()
  })

  it('marks who went on in words too', () => {
    const bracket = sampleTournament().bracket.map((round) => ({ ...round, tables: round.tables.slice(0, 1).map((table) => ({ ...table, entrants: table.entrants.map((one, index) => ({ ...one, through: index === 0 })) })) }))
    render(Bracket, { view: sampleTournament({ bracket }) })
    expect(screen.getAllByText('goes on')).toHaveLength(1)
    expect(screen.getAllByText('out')).toHaveLength(4)
  })

  it('checks the draw and finds one that was tampered with', () => {
    const view = sampleTournament()
    const { rerender } = render(DrawProof, { view })
    expect(screen.getByText(/follows from the seed/)).toBeTruthy()
    void rerender({ view: { ...view, drawn: view.drawn.map((draw) => ({ ...draw, order: draw.order.toReversed() })) } })
    return vi.waitFor(() => expect(screen.getByText(/does not follow/)).toBeTruthy())
  })

  it('adds up to what is still to be paid', () => {
    const pool = { fees: 90_000, retained: 9000, added: 0, pool: 81_000 }
    render(Statement, { currency: 'AUD', statement: { pool, guarantee: 0, awarded: 81_000, paid: 40_500, prizes: [{ place: 1, entrant: { number: 1, name: 'ada' }, prize: 40_500, paid: 'cheque' }], goods: [{ place: 2, what: 'a hamper', worth: 25_000, winners: [{ entrant: { number: 2, name: 'ben' }, handed: false }] }] } })
    expect(screen.getByRole('row', { name: /Still to be paid/ }).textContent).toContain('405')
    expect(screen.getByText('✓ cheque')).toBeTruthy()
  })
})

describe('an item of the form', () => {
  it('is written when all of it is there', async () => {
    const item = { item: 'limits', required: true, by: ['15.4.2(d)'], text: null, kind: 'amount-range', choices: [] } satisfies FormItem
    const onwrite = vi.fn()
    render(ItemField, { item, rulebook: 'nsw-2021', value: null, missing: true, onwrite })
    await fireEvent.input(screen.getByLabelText('Least and most of a wager'), { target: { value: '25' } })
    expect(onwrite).toHaveBeenLastCalledWith(null)
    await fireEvent.input(screen.getByLabelText('Least and most of a wager: the most'), { target: { value: '500' } })
    expect(onwrite).toHaveBeenLastCalledWith('25..500')
    expect(screen.getByRole('button', { name: /15\.4\.2\(d\)/ })).toBeTruthy()
  })
})
