import { fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Refusal, Settled, TableView } from '../../lib/wire.ts'
import { instruction } from './due.ts'
import { happened } from './happened.ts'
import { KeyedCard } from './keyed.ts'
import Keypad from './Keypad.svelte'
import { factsOf, mishaps } from './mishaps.ts'
import { anotherFor, neededFor, ordersOf } from './needed.ts'
import { merged, rolesOf, type Option } from './options.ts'
import { sampleStaff, sampleView } from './sample.ts'
import Settlement from './Settlement.svelte'
import { doneBy, doneIn, stepOf } from './shoe.ts'
import { inWords } from './words.ts'

const refusal = (code: string, args: Refusal['args'] = {}): Option['refusal'] => ({ code, args, sentence: code, by: ['1.1'] })
const may = (...lines: string[]): Option[] => lines.map((line) => ({ line, role: 'dealer', refusal: null }))
const due = (view: Partial<TableView>, options: Option[]): ReturnType<typeof instruction> => instruction(sampleView(view), options, 'dan')

describe('what may be said', () => {
  it('is said in the first role that may say it', () => {
    const options = merged([
      ['game-supervisor', [{ line: 'order', refusal: refusal('wrong-role') }, { line: 'close', refusal: null }]],
      ['casino-supervisor', [{ line: 'order', refusal: null }, { line: 'close', refusal: refusal('in-coup') }]],
    ])
    expect(options.map(({ line, role, refusal: why }) => [line, role, why?.code])).toEqual([['order', 'casino-supervisor', undefined], ['close', 'game-supervisor', undefined]])
  })

  it('needs a role at tables, not an office', () => {
    expect(rolesOf(['admin', 'dealer', 'auditor', 'surveillance'])).toEqual(['dealer', 'surveillance'])
  })
})

describe('what is due', () => {
  it('is to sign on, while somebody else deals', () => {
    const found = due({ staff: sampleStaff({ on_duty: [] }) }, may('sign-on'))
    expect(found).toMatchObject({ text: 'Sign on to deal', next: 'sign-on', tone: 'waiting' })
  })

  it('is to wait where nobody signs on, or where Punto’s own shoe waits for a patron', () => {
    const nobody: Option[] = [{ line: 'sign-on', role: 'dealer', refusal: refusal('no-such-role') }]
    const staff = sampleStaff({ on_duty: [] })
    expect(due({ staff, dealer: 'automatic' }, nobody)).toMatchObject({ text: 'Punto deals here by itself', next: null })
    expect(due({ staff, dealer: 'person' }, [...nobody, ...may('call place-your-bets')])).toMatchObject({ text: 'Place your bets' })
    const own = { ...sampleView({}).shoe, own: true }
    expect(due({ phase: 'preparing', shoe: own, staff: sampleStaff({ stage: 'gathered' }) }, [])).toMatchObject({ text: 'Waiting for the first patron', tone: 'waiting' })
  })

  it('is the card the server names, with why and by which clause', () => {
    const card = { hand: 'banker', nth: 3, why: '', code: 'banker-after-third', args: { point: { count: 5 }, card: { card: '6h' } }, by: ['9.4'] }
    const found = due({ phase: 'dealing', due: card }, may('card As'))
    expect(found).toMatchObject({ text: 'Third card to BANKER', why: "Banker 5 · Player's third card is the six of hearts", by: ['9.4'], side: 'banker', next: 'card' })
  })

  it('is a call that must come before the card', () => {
    const card = { hand: 'banker', nth: 3, why: '', code: 'banker-after-stand', args: { point: { count: 5 } }, by: ['9.5'] }
    expect(due({ phase: 'dealing', due: card }, may('call points'))).toMatchObject({ text: 'Call the points', next: 'call points' })
  })

  it('is the call that is owed before the coup, and no card that the screen would have to guess', () => {
    const duties = [{ what: 'call', line: 'call last-coup', roles: ['dealer'], by: ['4.9'] }]
    expect(due({ duties }, may('call last-coup', 'call place-your-bets'))).toMatchObject({ text: inWords('call last-coup'), by: ['4.9'], next: 'call last-coup' })
    const marked = { phase: 'preparing', staff: sampleStaff({ stage: 'marked' }) } as const
    expect(due(marked, may('burn counted 2c'))).toMatchObject({ next: null })
    expect(due(marked, may('burn one'))).toMatchObject({ next: 'burn one' })
  })

  it('is an order that waits, before everything else', () => {
    const trouble = { mishap: 'misdeal', cure: 'void-coup', by: ['12.1.2'], orders: ['casino-supervisor'], ordered: false, choices: [], may_withdraw: false }
    const found = due({ phase: 'dealing', trouble }, may('card As'))
    expect(found).toMatchObject({ tone: 'ruling', by: ['12.1.2'], next: 'ruling' })
    expect(found.why).toContain('Casino supervisor')
  })

  it('names who must act where this person may not', () => {
    const options: Option[] = [{ line: 'cut 208', role: 'dealer', refusal: refusal('wrong-role', { needed: { list: [{ word: { of: 'Role', is: 'casino-supervisor' } }] } }) }]
    const staff = sampleStaff({ stage: 'shuffled' })
    expect(due({ phase: 'preparing', staff }, options)).toMatchObject({ text: 'Offer the cut', why: 'This takes: Casino supervisor.', tone: 'waiting' })
  })

  it('waits for a patron who has the cards', () => {
    const hand = { ...sampleView({}).player, cards: [null, null], out: true, holder: 'ada' }
    expect(due({ phase: 'dealing', player: hand }, may('return player'))).toMatchObject({ text: "Player's cards are with ada", next: 'return player', tone: 'waiting' })
  })
})

describe('who else is needed', () => {
  const refused = (code: string, args: Refusal['args']): NonNullable<Option['refusal']> => ({ code, args, sentence: code, by: ['4.3'] })

  it('is whom a refusal names, but nobody for a dealer’s own work or for signing on', () => {
    const role = (...needed: string[]): NonNullable<Option['refusal']> => refused('wrong-role', { needed: { list: needed.map((is) => ({ word: { of: 'Role', is } })) } })
    expect(neededFor('cut 208', role('casino-supervisor', 'gaming-manager'))).toEqual({ line: 'cut 208', roles: ['casino-supervisor', 'gaming-manager'], by: ['4.3'] })
    expect(neededFor('settle', role('dealer'))).toBeNull()
    expect(neededFor('sign-on', role('casino-supervisor'))).toBeNull()
    expect(neededFor('cut 208', refused('not-shuffled', {}))).toBeNull()
  })

  it('is another person where a check is missing that this one has done', () => {
    const missing = refused('missing', { rule: { word: { of: 'Rule', is: 'check-cards' } } })
    expect(anotherFor(missing, ['act check-cards'])?.line).toBe('act check-cards')
    expect(anotherFor(missing, [])).toBeNull()
  })

  it('orders the document’s cure, or one of those the officer may choose', () => {
    const trouble = { mishap: 'misdeal', cure: 'void-coup', by: ['12.1.2'], orders: ['casino-supervisor'], ordered: false, choices: [] as string[], may_withdraw: false }
    expect(ordersOf(trouble).map(({ line, roles }) => [line, roles])).toEqual([['order', ['casino-supervisor']]])
    expect(ordersOf({ ...trouble, cure: 'officer', choices: ['void-coup', 'stands'] }).map(({ line }) => line)).toEqual(['order void-coup', 'order stands'])
  })
})

describe('the keypad', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })

  afterEach(() => {
    vi.useRealTimers()
  })

  it('makes a card of two keystrokes, and of nothing else', () => {
    const keyed = new KeyedCard()
    expect(['x', 's', '0', 'D', '1', '7', 'c'].map((key) => keyed.press(key))).toEqual([null, null, 'T', 'Td', 'A', '7', '7c'])
  })

  it('holds a card for a moment, in which it can be taken back', async () => {
    const ontell = vi.fn()
    render(Keypad, { live: true, ontell })
    await fireEvent.keyDown(window, { key: '9' })
    await fireEvent.keyDown(window, { key: 'd' })
    await fireEvent.keyDown(window, { key: 'Escape' })
    await vi.advanceTimersByTimeAsync(5000)
    expect(ontell).not.toHaveBeenCalled()
    await fireEvent.click(screen.getByRole('button', { name: 'K, king' }))
    await fireEvent.click(screen.getByRole('button', { name: 'spades' }))
    await vi.advanceTimersByTimeAsync(5000)
    expect(ontell).toHaveBeenCalledExactlyOnceWith('Ks')
  })

  it('sends the held card when the next one begins', async () => {
    const ontell = vi.fn()
    render(Keypad, { live: true, ontell })
    for (const key of ['2', 'h', '3']) await fireEvent.keyDown(window, { key })
    expect(ontell).toHaveBeenCalledExactlyOnceWith('2h')
  })
})

describe('the settlement', () => {
  it('goes by the server’s order, and each is ticked', async () => {
    const row = (patron: string, result: string): Settled => ({ patron, at: 1, bet: 'player', stake: 10_000, result, amount: 10_000, commission: 0, by: ['5.1'], mine: false })
    render(Settlement, { view: sampleView({ settled: [row('ben', 'collected'), row('ada', 'paid')] }) })
    expect(screen.getAllByRole('listitem').map((item) => item.className.includes('next'))).toEqual([true, false])
    await fireEvent.keyDown(window, { key: 'p' })
    expect(screen.getByRole('button', { name: 'Done: ben, seat 1, Player' }).getAttribute('aria-pressed')).toBe('true')
    expect(screen.getAllByRole('listitem').map((item) => item.className.includes('next'))).toEqual([false, true])
  })
})

describe('the shoe', () => {
  it('shows who was offered the cut in this shoe only', () => {
    const line = (text: string): TableView['lines'][number] => ({ seq: 1, at: 0, actor: '', text, by: [] })
    const lines = ['cut-offered ada', 'shoe-ended', 'shuffled hand', 'cut-offered ben', 'cut-declined ben'].map(line)
    expect(doneIn('cut', lines).map(({ text }) => happened(text))).toEqual(['Cut offered to ben', 'ben declined the cut'])
    expect(stepOf(sampleView({ staff: sampleStaff({ stage: 'cut' }) }))).toBe('marker')
    const checked = ['recorded wash', 'shoe-ended', 'recorded check-cards'].map((text) => ({ ...line(text), actor: 'dealer dan' }))
    expect(doneBy('dan', checked)).toEqual(['act check-cards'])
    expect(doneBy('sam', checked)).toEqual([])
  })
})

describe('mishaps', () => {
  it('are those that can arise, the ones of cards first and never refused beforehand', () => {
    const options: Option[] = [
      { line: 'report misdeal plain', role: 'dealer', refusal: null },
      { line: 'report device-fails plain', role: 'dealer', refusal: refusal('cannot-arise') },
      { line: 'report surplus-card plain', role: 'dealer', refusal: refusal('card-shows-it') },
    ]
    expect(mishaps(options)).toEqual([{ mishap: 'surplus-card', refused: null }, { mishap: 'misdeal', refused: null }])
    expect(factsOf('misdeal')).toEqual(['reconstructable', 'beyond-repair'])
    expect(factsOf('fraud')).toEqual(['plain'])
  })
})

describe('words', () => {
  it('are found for lines, and a line without any is shown as it is', () => {
    expect(['pass player to ada', 'act wash', 'cut 200 by ada', 'order void-coup', 'strange thing'].map(inWords)).toEqual([
      "Pass Player's cards to ada",
      'Cards washed',
      'ada cuts',
      'The coup is void; every stake goes back',
      'strange thing',
    ])
  })

  it('of a shoe made ready in one step name who cuts, and never the card that is burned', () => {
    const ready = inWords('prepare')
    expect(['prepare cut 208', 'prepare burn 7h', 'prepare cut 208 burn 7h'].map(inWords)).toEqual([ready, ready, ready])
    expect(['prepare cut 208 by ada', 'prepare cut 208 by ada burn 7h'].map(inWords)).toEqual(['ada cuts, ready', 'ada cuts, ready'])
  })
})
