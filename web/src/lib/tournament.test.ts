import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NAMES, SEED, sampleEntrant, sampleTournament } from '../screens/tournament/sample.ts'
import { formOf, itemText, partsOf, written } from './conditions.ts'
import { follows, orderOf, promiseOf, wasPromised } from './draw.ts'
import { entrantText, standings } from './entrants.ts'
import { speak } from './i18n.svelte.ts'
import { actsOf, actText, choicesOf, merged, tournamentText, type TournamentOption } from './tournament-commands.ts'
import { Followed } from './tournament.svelte.ts'
import type { FormItem, Refusal, TournamentAllowed, TournamentCommand, TournamentView } from './wire.ts'

const refusal = (code: Refusal['code']): Refusal => ({ code, args: {}, sentence: 'no', by: ['15.4.1'] })
const offered = (command: TournamentCommand, why: Refusal | null = null, asks: string[] = []): TournamentAllowed => ({ command, line: '', asks, refusal: why })
const option = (command: TournamentCommand, asks: readonly string[] = []): TournamentOption => ({ command, role: null, asks, refusal: null })

beforeEach(() => speak('en'))

describe('an item of the conditions', () => {
  it.each<[FormItem['kind'], string, string]>([
    ['amount', '100', '100'],
    ['count', '2000', '2,000'],
    ['amount-range', '10..500', '10 to 500'],
    ['count-range', '2..20', '2 to 20'],
    ['yes-no', 'yes', 'Yes'],
    ['length', 'shoes 1', '1 shoe'],
    ['shares', '60 40', '60 % · 40 %'],
    ['choice', 'draw', 'By a draw that can be checked'],
    ['choices', 'cheque cash', 'cheque, cash'],
    ['words', 'f-1', 'f-1'],
  ])('of the kind %s is written as it was read', (kind, text, said) => {
    expect(written(kind, partsOf(kind, text))).toBe(text)
    expect(itemText({ kind, text })).toBe(said)
  })

  it('is nothing while a part of it is missing', () => {
    expect(written('amount-range', ['10', ''])).toBeNull()
    expect(written('length', ['coups', ' '])).toBeNull()
    expect(itemText({ kind: 'amount', text: null })).toBe('–')
  })

  it('is as it was typed, on one line', () => {
    expect(formOf([['fee', '100'], ['entry', 'members,\n guests'], ['rise', null]])).toEqual({ fee: '100', entry: 'members, guests' })
  })
})

describe('a draw', () => {
  it('follows from its seed, its round and the names, in whichever order they are given', () => {
    const order = orderOf(SEED, 1, NAMES)
    expect(orderOf(SEED, 1, NAMES.toReversed())).toEqual(order)
    expect(orderOf(SEED, 2, NAMES)).not.toEqual(order)
    expect(order.toSorted()).toEqual(NAMES)
    expect(promiseOf(SEED)).toMatch(/^[0-9a-f]{64}$/)
  })

  it('is found wrong when two have changed places, and is not judged without names', () => {
    const [draw] = sampleTournament().drawn
    if (draw === undefined) throw new Error('no draw')
    expect(follows(draw)).toBe(true)
    const [a, b, ...rest] = draw.order
    expect(follows({ ...draw, order: [b, a, ...rest].flatMap((one) => one ?? []) })).toBe(false)
    expect(follows({ ...draw, order: draw.order.map(({ number }) => ({ number, name: null })) })).toBeNull()
  })
})

describe('a promise', () => {
  it('is of the first seed, and each seed is of the next', () => {
    const seeds = [promiseOf(promiseOf(SEED)), promiseOf(SEED), SEED]
    const drawn = seeds.map((seed, index) => ({ round: index + 1, seed, order: [] }))
    const published = promiseOf(seeds[0] ?? '')
    expect(drawn.map((_, index) => wasPromised(drawn, index, published))).toEqual([true, true, true])
    expect(wasPromised(drawn, 0, SEED)).toBe(false)
    expect(wasPromised(drawn.toSpliced(1, 1), 1, published)).toBe(false)
  })
})

describe('standings', () => {
  it('go by chips while it is played, and those who are level share a place', () => {
    const entrants = [sampleEntrant('ada', { chips: 500 }), sampleEntrant('ben', { chips: 900 }), sampleEntrant('cyd', { chips: 500 }), sampleEntrant('dee', { standing: 'out', chips: null }), sampleEntrant('eve', { standing: 'applicant' })]
    const list = standings({ entrants, places: [] }).map(({ place, entrant }) => [place, entrantText(entrant)])
    expect(list).toEqual([[1, 'ben'], [2, 'ada'], [2, 'cyd'], [null, 'dee']])
  })

  it('go by the places of the final once there are some', () => {
    const entrants = [sampleEntrant('ada', { chips: 900 }), sampleEntrant('ben', { chips: 100 })]
    const list = standings({ entrants, places: [{ place: 1, entrants: [{ number: 2, name: 'ben' }] }, { place: 2, entrants: [{ number: 1, name: 'ada' }] }] })
    expect(list.map(({ entrant }) => entrant.name)).toEqual(['ben', 'ada'])
  })

  it('call by number whom the viewer may not know', () => {
    expect(entrantText({ number: 7, name: null })).toBe('No. 7')
  })
})

describe('what may be said', () => {
  it('is taken in the first role that may say it, and else with the refusal that is not about the role', () => {
    const list = merged([
      ['dealer', [offered('start', refusal('wrong-tournament-role')), offered('award', refusal('wrong-tournament-role'))]],
      ['tournament-manager', [offered('start'), offered('award', refusal('sessions-not-over'))]],
    ])
    expect(list.map(({ role, refusal: why }) => [role, why?.code])).toEqual([['tournament-manager', undefined], ['tournament-manager', 'sessions-not-over']])
  })

  it('is one act where commands differ in a word of a closed list', () => {
    const acts = actsOf([option({ disqualify: { entrant: 'ada', offence: 'swap' } }), option({ disqualify: { entrant: 'ada', offence: 'advice' } }), option({ disqualify: { entrant: 'ben', offence: 'swap' } })])
    expect(acts.map(({ options }) => options.length)).toEqual([2, 1])
    expect(acts.map(choicesOf)).toEqual([[['offence', ['swap', 'advice']]], []])
  })

  it('leaves open in its name what is still to be filled in', async () => {
    const acts = actsOf([option({ 'add-value': { amount: 100, what: '-' } }, ['amount', 'what'])])
    expect(acts.map(actText)).toEqual(['Add … in cash to the pool: …'])
    expect(tournamentText({ 'pay-prize': { entrant: 'ada', how: 'cheque' } })).toBe('Pay the prize of ada by cheque')
    await speak('zh-Hans')
    expect(tournamentText({ 'pay-prize': { entrant: 'ada', how: 'cheque' } })).toBe('以支票支付 ada 的奖金')
  })
})

describe('a tournament that is followed', () => {
  afterEach(() => vi.unstubAllGlobals())
  const me = { kind: 'patron', name: 'ada', grants: [], rights: [], csrf: 'x', now: 0 }

  /** A server that answers with views in turn and then waits; it keeps what it was asked. */
  function server(views: readonly TournamentView[], answer: () => Response): { asked: string[]; said: Record<string, unknown>[] } {
    const kept = { asked: [] as string[], said: [] as Record<string, unknown>[] }
    const left = [...views]
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
      if (path.endsWith('/me')) return Promise.resolve(Response.json(me))
      if (path.endsWith('/allowed')) return Promise.resolve(Response.json([offered('start')]))
      if (path.endsWith('/commands')) {
        kept.said.push(JSON.parse(String(init.body)) as Record<string, unknown>)
        return Promise.resolve(answer())
      }
      kept.asked.push(path)
      const next = left.shift()
      return next === undefined ? new Promise(() => undefined) : Promise.resolve(Response.json(next))
    })
    return kept
  }

  it('asks for what is newer than what it has, and what may be said with each view', async () => {
    const { asked } = server([sampleTournament({ seq: 3 }), sampleTournament({ seq: 5 })], () => Response.json({}))
    const followed = new Followed('cup', [], true)
    const stop = followed.start()
    await vi.waitFor(() => expect(asked).toHaveLength(3))
    expect(asked).toEqual(['/api/v1/tournaments/cup?', '/api/v1/tournaments/cup?after=3', '/api/v1/tournaments/cup?after=5'])
    expect(followed.view?.seq).toBe(5)
    await vi.waitFor(() => expect(followed.options).toHaveLength(1))
    stop()
  })

  it('keeps a refusal with what was refused', async () => {
    const problem = { type: '', title: '', status: 409, detail: 'no', code: 'refused', refusal: refusal('sessions-not-over'), request: '' }
    server([sampleTournament()], () => Response.json(problem, { status: 409 }))
    const followed = new Followed('cup', [], true)
    const stop = followed.start()
    await vi.waitFor(() => expect(followed.state).toBe('live'))
    expect(await followed.say('award')).toBe(false)
    expect([followed.refusal?.code, followed.refused]).toEqual(['sessions-not-over', 'award'])
    stop()
  })

  it('says the same thing under the same key where nobody knows what came of the first try', async () => {
    let answers = 0
    const { said } = server([sampleTournament()], () => (answers++ === 0 ? new Response('', { status: 503 }) : Response.json({ id: '', seq: 1, lines: [], repeated: true, receipt: null, proposal: null })))
    const followed = new Followed('cup', [], true)
    const stop = followed.start()
    await vi.waitFor(() => expect(followed.state).toBe('live'))
    expect([await followed.say('start'), await followed.say('start')]).toEqual([false, true])
    expect(said[0]?.['id']).toBe(said[1]?.['id'])
    stop()
  })
})

