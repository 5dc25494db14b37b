import { fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Option } from '../../lib/at-table.svelte.ts'
import { commandText } from '../../lib/command-text.ts'
import type { CitedLine, Command, Due, DutyView, Happened, Refusal, Role, SaidWord, Settled, TableView, TroubleView, Value } from '../../lib/wire.ts'
import { instruction } from './due.ts'
import { happened } from '../../lib/happened.ts'
import { KeyedCard } from './keyed.ts'
import Keypad from './Keypad.svelte'
import { factsOf, mishaps } from './mishaps.ts'
import { anotherFor, neededFor, ordersOf } from './needed.ts'
import { sampleStaff, sampleView } from './sample.ts'
import Seats from './Seats.svelte'
import { doneBy, doneIn, offeredTo, stepOf } from './shoe.ts'
import { Ticks } from './ticks.svelte.ts'

const refusal = (code: Refusal['code'], args: Refusal['args'] = {}): Option['refusal'] => ({ code, args, sentence: code, by: ['1.1'] })
const option = (command: Command, why: Option['refusal'] = null): Option => ({ command, line: '', role: 'dealer', refusal: why })
const may = (...commands: Command[]): Option[] => commands.map((command) => option(command))
const due = (view: Partial<TableView>, options: Option[]): ReturnType<typeof instruction> => instruction(sampleView(view), options, 'dan')

describe('what is due', () => {
  it('is to sign on, while somebody else deals', () => {
    const found = due({ staff: sampleStaff({ on_duty: [] }) }, may('sign-on'))
    expect(found).toMatchObject({ text: 'Sign on to deal', next: { give: 'sign-on' }, tone: 'waiting' })
  })

  it('is to wait where nobody signs on, or where Punto’s own shoe waits for a patron', () => {
    const nobody = [option('sign-on', refusal('no-such-role'))]
    const staff = sampleStaff({ on_duty: [] })
    expect(due({ staff, dealer: 'automatic' }, nobody)).toMatchObject({ text: 'Punto deals here by itself', next: null })
    expect(due({ staff, dealer: 'person' }, [...nobody, ...may({ call: { call: 'place-your-bets' } })])).toMatchObject({ text: 'Place your bets' })
    const own = { ...sampleView({}).shoe, own: true }
    expect(due({ phase: 'preparing', shoe: own, staff: sampleStaff({ stage: 'gathered' }) }, [])).toMatchObject({ text: 'Waiting for the first patron', tone: 'waiting' })
  })

  it('is the card the server names, with why and by which clause', () => {
    const card: Due = { hand: 'banker', nth: 3, why: '', code: 'banker-after-third', args: { point: { count: 5 }, card: { card: '6h' } }, by: ['9.4'] }
    const found = due({ phase: 'dealing', due: card }, may({ card: { card: 'As' } }))
    expect(found).toMatchObject({ text: 'Third card to BANKER', why: "Banker 5 · Player's third card is the six of hearts", by: ['9.4'], side: 'banker', next: 'card' })
  })

  it('is the next card of Punto’s own shoe, which is drawn and not told', () => {
    const own = { ...sampleView({}).shoe, own: true }
    const first: Due = { hand: 'player', nth: 1, why: '', code: 'opening', args: {}, by: ['9.2'] }
    expect(due({ phase: 'no-more-bets', shoe: own }, may('deal'))).toMatchObject({ next: 'card' })
    expect(due({ phase: 'dealing', shoe: own, due: first }, may('deal'))).toMatchObject({ next: 'card', side: 'player' })
    // Where a card may only go astray, none is due.
    expect(due({ phase: 'no-more-bets', shoe: own }, may({ deal: { lies: 'nowhere' } }))).toMatchObject({ next: null })
  })

  it('is a call that must come before the card', () => {
    const points = { call: { call: 'points' } } as const
    const card: Due = { hand: 'banker', nth: 3, why: '', code: 'banker-after-stand', args: { point: { count: 5 } }, by: ['9.5'] }
    expect(due({ phase: 'dealing', due: card }, may(points))).toMatchObject({ text: 'Call the points', next: { give: points } })
  })

  it('is the call that is owed before the coup, and no card that the screen would have to guess', () => {
    const last = { call: { call: 'last-coup' } } as const
    const duties: DutyView[] = [{ what: 'call', command: last, roles: ['dealer'], by: ['4.9'], at_close: false }]
    expect(due({ duties }, may(last, { call: { call: 'place-your-bets' } }))).toMatchObject({ text: commandText(last), by: ['4.9'], next: { give: last } })
    const marked = { phase: 'preparing', staff: sampleStaff({ stage: 'marked' }) } as const
    expect(due(marked, may({ burn: { form: 'counted', card: '2c' } }))).toMatchObject({ next: null })
    expect(due(marked, may({ burn: { form: 'one' } }))).toMatchObject({ next: { give: { burn: { form: 'one' } } } })
  })

  it('is an order that waits, before everything else', () => {
    const trouble: TroubleView = { mishap: 'misdeal', cure: 'void-coup', by: ['12.1.2'], orders: ['casino-supervisor'], ordered: false, choices: [], may_withdraw: false }
    const found = due({ phase: 'dealing', trouble }, may({ card: { card: 'As' } }))
    expect(found).toMatchObject({ tone: 'ruling', by: ['12.1.2'], next: 'ruling' })
    expect(found.why).toContain('Casino supervisor')
  })

  it('names who must act where this person may not', () => {
    const options = [option({ cut: { depth: 208 } }, refusal('wrong-role', { needed: { list: [{ word: { of: 'Role', is: 'casino-supervisor' } }] } }))]
    const staff = sampleStaff({ stage: 'shuffled' })
    expect(due({ phase: 'preparing', staff }, options)).toMatchObject({ text: 'Offer the cut', why: 'This takes: Casino supervisor.', tone: 'waiting' })
  })

  it('waits for a patron who has the cards', () => {
    const hand = { ...sampleView({}).player, cards: [null, null], held: { out: 'ada' } }
    expect(due({ phase: 'dealing', player: hand }, may({ return: { hand: 'player' } }))).toMatchObject({ text: "Player's cards are with ada", next: { give: { return: { hand: 'player' } } }, tone: 'waiting' })
  })
})

describe('who else is needed', () => {
  const refused = (code: Refusal['code'], args: Refusal['args']): NonNullable<Option['refusal']> => ({ code, args, sentence: code, by: ['4.3'] })

  it('is whom a refusal names, but nobody for a dealer’s own work or for signing on', () => {
    const role = (...needed: Role[]): NonNullable<Option['refusal']> => refused('wrong-role', { needed: { list: needed.map((is) => ({ word: { of: 'Role', is } })) } })
    const cut = { command: { cut: { depth: 208 } } }
    expect(neededFor(cut, role('casino-supervisor', 'gaming-manager'))).toEqual({ speech: cut, text: 'Cut it myself', roles: ['casino-supervisor', 'gaming-manager'], by: ['4.3'] })
    // What nobody does alone is approved by another of one's own role.
    expect(neededFor(cut, { ...role('casino-supervisor'), code: 'takes-two' })?.roles).toEqual(['casino-supervisor'])
    expect(neededFor({ command: 'settle' }, role('dealer'))).toBeNull()
    expect(neededFor({ command: 'sign-on' }, role('casino-supervisor'))).toBeNull()
    expect(neededFor(cut, refused('not-shuffled', {}))).toBeNull()
  })

  it('is another person where a check is missing that this one has done', () => {
    const missing = refused('missing', { rule: { word: { of: 'Rule', is: 'check-cards' } } })
    const { checks } = sampleStaff({})
    expect(anotherFor(missing, ['check-cards'], checks)).toMatchObject({ speech: { command: { act: { rule: 'check-cards' } } }, roles: ['game-supervisor'] })
    expect(anotherFor(missing, [], checks)).toBeNull()
    // What the document does not have checked is nobody's to check.
    expect(anotherFor(missing, ['check-cards'], [])).toBeNull()
  })

  it('orders the document’s cure, or one of those the officer may choose', () => {
    const trouble: TroubleView = { mishap: 'misdeal', cure: 'void-coup', by: ['12.1.2'], orders: ['casino-supervisor'], ordered: false, choices: [], may_withdraw: false }
    expect(ordersOf(trouble).map(({ speech, roles }) => [speech.command, roles])).toEqual([['order', ['casino-supervisor']]])
    expect(ordersOf({ ...trouble, choices: ['void-coup', 'stands'] }).map(({ speech }) => speech.command)).toEqual(['order', { order: { cure: 'stands' } }])
    expect(ordersOf({ ...trouble, cure: 'officer', choices: ['void-coup', 'stands'] }).map(({ speech }) => speech.command)).toEqual([{ order: { cure: 'void-coup' } }, { order: { cure: 'stands' } }])
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
    const row = (patron: string, result: Settled['result']): Settled => ({ patron, at: 1, bet: 'player', stake: 10_000, result, amount: 10_000, commission: 0, by: ['5.1'], mine: false })
    const view = sampleView({ settled: [row('ben', 'collected'), row('ada', 'paid')] })
    render(Seats, { view, ticks: new Ticks('a'), onchoose: () => undefined })
    expect(screen.getAllByRole('listitem').map((item) => item.className.includes('next'))).toEqual([true, false])
    await fireEvent.keyDown(window, { key: 'p' })
    expect(screen.getByRole('button', { name: 'Done: ben, seat 1, Player' }).getAttribute('aria-pressed')).toBe('true')
    expect(screen.getAllByRole('listitem').map((item) => item.className.includes('next'))).toEqual([false, true])
    // A reload forgets none of it; another coup has nothing ticked yet.
    expect(new Ticks('a').next(view)?.patron).toBe('ada')
    expect(new Ticks('a').next({ ...view, settled_of: 9 })?.patron).toBe('ben')
    // A shoe that is ended after it takes nothing back.
    expect(new Ticks('a').next({ ...view, shoe: { ...view.shoe, number: 2, coups: 0 } })?.patron).toBe('ada')
  })

  it('is what the dealer is told to do, chip by chip, before wagers are called for again', () => {
    const paid: Settled = { patron: 'ada', at: 2, bet: 'banker', stake: 10_000, result: 'paid', amount: 9500, commission: 500, by: ['5.1', '5.2', '5.3'], mine: false }
    const view = sampleView({ settled: [{ ...paid, at: 4, patron: 'ben', result: 'collected', stake: 19_000, amount: 19_000 }, paid] })
    const call: Option = { command: { call: { call: 'place-your-bets' } }, line: 'call place-your-bets', role: 'dealer', refusal: null }
    const ticks = new Ticks('b')
    const told = (): string => instruction(view, [call], 'dan', ticks.next(view)).text
    const heard: string[] = []
    for (let one = ticks.next(view); one !== null; one = ticks.next(view)) {
      heard.push(told())
      ticks.tick(view, one)
    }
    expect([...heard, told()]).toEqual(['Take seat 4: $190', 'Pay seat 2: $95', 'Place your bets'])
    // Credits are moved by the software, and a coup that goes on has nothing to move.
    expect([new Ticks('c').next({ ...view, by_hand: false }), new Ticks('c').next({ ...view, phase: 'dealing' })]).toEqual([null, null])
  })
})

describe('the shoe', () => {
  const word = (of: SaidWord['of'], is: string): Value => ({ word: { of, is } as SaidWord })
  const patron = (name: string): Happened['args'] => ({ patron: { name } })
  const event = (name: Happened['name'], args: Happened['args'] = {}): CitedLine => ({ seq: 1, at: 0, actor: { role: 'dealer', name: 'dan' }, text: name, what: { name, args }, by: [] })

  it('tells where a card went, and none that lies face down for the reader', () => {
    const to = word('HandName', 'banker')
    expect([event('dealt', { card: { card: '7h' }, to }), event('dealt', { to }), event('dealt', { card: { card: '7h' }, to: { list: [] } }), event('shoe-ended'), event('wager-order')].map(happened)).toEqual([
      'seven of hearts to Banker',
      'a card to Banker',
      'seven of hearts to neither hand',
      'The shoe has ended',
      'wager-order',
    ])
  })

  it('shows who was offered the cut in this shoe only', () => {
    const lines = [event('cut-offered', patron('ada')), event('shoe-ended'), event('shuffled', { by: word('ShuffleBy', 'hand') }), event('cut-offered', patron('ben')), event('cut-declined', patron('ben'))]
    const { staff } = sampleView({})
    expect(doneIn('cut', { lines, staff }).map(happened)).toEqual(['Cut offered to ben', 'ben declined the cut'])
    expect(offeredTo(lines)).toEqual(['ben'])
    expect(doneIn('shuffle', { lines, staff }).map(happened)).toEqual(['Shuffled by hand'])
    expect(stepOf(sampleView({ staff: sampleStaff({ stage: 'cut' }) }))).toBe('marker')
    const checked = [event('recorded', { rule: word('Rule', 'wash') }), event('shoe-ended'), event('recorded', { rule: word('Rule', 'check-cards') })]
    expect(doneBy('dan', { lines: checked, staff })).toEqual(['check-cards'])
    expect(doneBy('sam', { lines: checked, staff })).toEqual([])
  })
})

describe('mishaps', () => {
  it('are those that can arise, the ones of cards first and never refused beforehand', () => {
    const options: Option[] = [
      option({ report: { mishap: 'misdeal', fact: 'reconstructable' } }),
      option({ report: { mishap: 'misdeal', fact: 'beyond-repair' } }),
      option({ report: { mishap: 'device-fails', fact: 'plain' } }, refusal('cannot-arise')),
      option({ report: { mishap: 'surplus-card', fact: 'plain' } }, refusal('card-shows-it')),
    ]
    expect(mishaps(options)).toEqual([{ mishap: 'surplus-card', refused: null }, { mishap: 'misdeal', refused: null }])
    expect(factsOf(options, 'misdeal')).toEqual(['reconstructable', 'beyond-repair'])
    expect(factsOf(options, 'surplus-card')).toEqual(['plain'])
  })
})

describe('words', () => {
  it('are found for commands by what belongs to them', () => {
    const commands: Command[] = [{ pass: { hand: 'player', patron: 'ada' } }, { act: { rule: 'wash' } }, { cut: { depth: 200, by: 'ada' } }, { order: { cure: 'void-coup' } }]
    expect(commands.map(commandText)).toEqual(["Pass Player's cards to ada", 'Cards washed', 'ada cuts', 'The coup is void; every stake goes back'])
  })

  it('of a shoe made ready in one step name who cuts, and never the card that is burned', () => {
    const ready = commandText('prepare')
    const prepared = (fields: { cut?: number; by?: string; burn?: '7h' }): string => commandText({ prepare: fields })
    expect([prepared({ cut: 208 }), prepared({ burn: '7h' }), prepared({ cut: 208, burn: '7h' })]).toEqual([ready, ready, ready])
    expect([prepared({ cut: 208, by: 'ada' }), prepared({ cut: 208, by: 'ada', burn: '7h' })]).toEqual(['ada cuts, ready', 'ada cuts, ready'])
  })
})
