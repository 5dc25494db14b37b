import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import en from '../i18n/en.json'
import hans from '../i18n/zh-Hans.json'
import hant from '../i18n/zh-Hant.json'
import { commandText, speechText } from './command-text.ts'
import { CAUSES, COMMANDS, DUE, HAPPENED, REFUSALS, PROMOTION_COMMANDS, PROMOTION_HAPPENED, TOURNAMENT_COMMANDS, TOURNAMENT_HAPPENED, WORDS } from './codes.ts'
import { speak } from './i18n.svelte.ts'
import { Failure } from './failure.ts'
import { dueText, failureText, refusalText } from './said.ts'
import { refreshSession } from './session.svelte.ts'
import type { Command, Problem, Refusal, SaidWord, Value } from './wire.ts'

type Words = Partial<Record<string, string>>
const catalogues: readonly (readonly [string, Words])[] = [['en', en], ['zh-Hans', hans], ['zh-Hant', hant]]
const refused = (code: Refusal['code'], args: Record<string, Value> = {}): Refusal => ({ code, args, sentence: 'the server says so', by: [] })
const word = (of: SaidWord['of'], is: string): Value => ({ word: { of, is } as SaidWord })

/** Codes with what fills their sentences, by the beginning of the sentences' keys. */
const LISTS: Partial<Record<string, Readonly<Record<string, readonly string[]>>>> = { 'cause.': CAUSES, 'refusal.': REFUSALS, 'refusal-own.': REFUSALS, 'dealer.why-': DUE, 'command.': COMMANDS, 'at-table.': HAPPENED, 'happened.': HAPPENED, 'tournament-command.': TOURNAMENT_COMMANDS, 'tournament-command-own.': TOURNAMENT_COMMANDS, 'tournament-event.': TOURNAMENT_HAPPENED, 'promotion-command.': PROMOTION_COMMANDS, 'promotion-command-own.': PROMOTION_COMMANDS, 'promotion-event.': PROMOTION_HAPPENED }

/** The longest beginning of a key that is a code. */
function nearest(key: string, list: object): string {
  return key in list || !key.includes('-') ? key : nearest(key.slice(0, key.lastIndexOf('-')), list)
}

const argsOf = (list: Readonly<Record<string, readonly string[]>>, code: string): readonly string[] | undefined => list[code]

/** What a sentence is filled with: the name of each place. */
const places = (text: string): string[] => [...text.matchAll(/\{(\w+)(?:\|[^{}]+)?\}/g)].map(([, name = '']) => name)

describe.each(catalogues)('the catalogue of %s', (_, words) => {
  it('has a sentence for every refusal, significant event and reason why a card is due', () => {
    const keys = [...Object.keys(CAUSES).map((code) => `cause.${code}`), ...Object.keys(REFUSALS).map((code) => `refusal.${code}`), ...Object.keys(DUE).map((code) => `dealer.why-${code}`)]
    expect(keys.filter((key) => words[key] === undefined)).toEqual([])
  })

  it('has a word for everything the server names', () => {
    const keys = Object.entries(WORDS).flatMap(([area, names]) => names.map((name) => area + name))
    expect(keys.filter((key) => words[key] === undefined)).toEqual([])
  })

  it('has a sentence for everything that is said to a tournament and happens in it', () => {
    const keys = [...Object.keys(TOURNAMENT_COMMANDS).map((name) => `tournament-command.${name}`), ...Object.keys(TOURNAMENT_HAPPENED).map((name) => `tournament-event.${name}`), ...Object.keys(PROMOTION_COMMANDS).map((name) => `promotion-command.${name}`), ...Object.keys(PROMOTION_HAPPENED).map((name) => `promotion-event.${name}`)]
    expect(keys.filter((key) => words[key] === undefined)).toEqual([])
  })

  it('has no sentence for a code that is gone', () => {
    const codes = Object.keys(words).flatMap((key) => /^refusal(?:-own)?\.(.+)$/.exec(key)?.[1] ?? [])
    expect(codes.filter((code) => code !== 'title' && !(code in REFUSALS))).toEqual([])
  })

  it('fills sentences with what their codes have', () => {
    const wrong = Object.entries(words).flatMap(([key, text = '']) => {
      const [, area = '', code = ''] = /^(cause\.|refusal\.|refusal-own\.|dealer\.why-|command\.|at-table\.|happened\.|tournament-command\.|tournament-command-own\.|tournament-event\.)(.+)$/.exec(key) ?? []
      const list = LISTS[area]
      // Some have more sentences than one, such as `command.cut-by` besides `command.cut`.
      const args = list && argsOf(list, nearest(code, list))
      expect(list !== undefined && args === undefined && code !== 'title' ? key : null).toBeNull()
      const unknown = places(text).filter((name) => args && !args.includes(name))
      return unknown.map((name) => `${key} {${name}}`)
    })
    expect(wrong).toEqual([])
  })
})

async function signedInAs(kind: string): Promise<void> {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ kind, name: 'kim', grants: [], csrf: 'x', now: 0 })))
  await refreshSession()
}

describe('a refusal', () => {
  beforeEach(() => signedInAs('staff'))
  afterEach(() => vi.unstubAllGlobals())

  const said: [Refusal, string, string][] = [
    [
      refused('below-minimum', { bet: { bet: 'banker_pair' }, stake: { money: 1250 }, minimum: { money: 100_000 } }),
      'A wager of 12.50 on Banker Pair is below the minimum of 1,000.',
      '庄对下注12.50低于下限1,000。',
    ],
    [refused('wrong-role', { actor: { actor: { role: 'dealer', name: 'dan' } }, needed: { list: [word('Role', 'game-supervisor'), word('Role', 'casino-supervisor')] } }), 'This takes: Game supervisor or Casino supervisor.', '须由监场或赌场主管办理。'],
    [refused('combination', { patron: { name: 'ada' }, held: { list: [word('BetKind', 'player'), word('BetKind', 'banker')] } }), 'ada may not hold Player, Banker in one coup.', 'ada 不可在同一局同时下注：闲、庄。'],
    [refused('no-card-due', { why: { because: { code: 'natural' } }, hand: word('HandName', 'player'), point: { count: 9 } }), 'No card is due: Player has a natural 9.', '无须发牌：闲家例牌 9 点。'],
    [refused('too-many-of-card', { card: { card: 'Ks' }, count: { count: 1 } }), 'The king of spades has been seen 1 time, and the shoe has no more of it.', '黑桃K已出现1次，靴内不会再有。'],
    [refused('must-call', { call: word('Call', 'no-more-bets') }), 'This must be called first: no more bets.', '须先宣布：停止下注。'],
    [refused('no-such-setting', { setting: { setting: 'payout-rounding' } }), 'This document has no setting “rounding of payouts”.', '本规则没有“派彩取整”这项设定。'],
    [refused('not-in-document', { what: word('Term', 'number-of-seats'), asked: { text: '8' }, known: { list: [{ count: 7 }, { count: 9 }] } }), 'This document does not have the number of seats “8”; it has: 7, 9.', '本规则没有座位数“8”；可用：7、9。'],
    [
      refused('over-limit', { whose: word('Whose', 'own'), kind: word('LimitKind', 'time'), span: word('Span', 'day'), most: { minutes: 90 }, used: { minutes: 1 } }),
      'The limit of playing time in a day (set by the patron) is 90 minutes, and 1 minute of it is used.',
      '每日的游戏时间限额（客人自设）为90分钟，已用1分钟。',
    ],
    [refused('behind-marker', { asked: { count: 1 }, wanted: { bound: { count: 14, or_more: true } } }), '1 card behind the cut card will not do; the document wants at least 14.', '切牌卡后1张不符规定；规则要求至少14张。'],
    [refused('not-yours', { by: { actor: { role: 'patron', name: 'ada' } }, needed: { list: [word('Party', 'person-of-staff')] } }), 'Patron ada may not do this; it takes a person of staff.', '客人 ada 不可办理；须由员工办理。'],
    [refused('choose-setting', { setting: { setting: 'burn' }, choices: { list: [{ text: 'none' }, { text: 'one' }, { text: 'counted' }] } }), 'The house must choose: burn, none, one, or counted.', '须由赌场选定“烧牌方式”：none、one或counted。'],
  ]

  it.each(said)('is one sentence in each language: %j', async (refusal, english, chinese) => {
    await speak('en')
    expect(refusalText(refusal)).toBe(english)
    await speak('zh-Hans')
    expect(refusalText(refusal)).toBe(chinese)
  })

  it('has moments in the time of day', async () => {
    await speak('en')
    const text = refusalText(refused('sign-too-new', { since: { time: 1_794_794_865_353_299 }, minutes: { count: 20 }, until: { time: Date.parse('2026-11-16T00:00:00Z') * 1000 } }))
    expect(text).toMatch(/^The sign has been up since .*\d\d:\d\d.*20 minutes, until .*\d\d.*\.$/)
    expect(text).not.toContain('Invalid')
  })

  it('is said to the patron who asked, and of the patron to everybody else', async () => {
    await speak('en')
    const one = refused('not-enough', { patron: { name: 'ada' }, balance: { money: 5000 }, asked: { money: 10_000 } })
    await signedInAs('patron')
    expect(refusalText(one)).toBe('You have 50 at the table, not 100.')
    await signedInAs('staff')
    expect(refusalText(one)).toBe('ada has 50 at the table, not 100.')
    expect(refusalText(refused('closed'))).toBe('The table is closed.')
  })

  it('without a sentence of ours is what the server says', async () => {
    await speak('en')
    expect(refusalText(refused('no-such-code' as Refusal['code']))).toBe('The server says so.')
  })
})

describe('a failure', () => {
  it('is told by its kind, by the word of the server where there is more to say, or as the refusal it is', async () => {
    await speak('en')
    const problem: Problem = { type: '/api/v1/problems/wrong-password', title: 't', status: 403, detail: 'no', code: 'wrong-password', refusal: null, request: '' }
    expect(failureText(new Failure('offline'))).toBe('The server does not answer. See whether it was done before you try again.')
    expect(failureText(new Failure('not-allowed', problem))).toBe('The present password does not fit.')
    expect(failureText(new Failure('refused', { ...problem, code: 'refused', refusal: refused('closed') }))).toBe('The table is closed.')
    expect(failureText(new TypeError('x'))).toBe('Something went wrong on the server. Nothing was changed.')
  })
})

describe('a command', () => {
  it('is told in words, and what a person typed as it is', async () => {
    await speak('zh-Hans')
    const said: Command[] = [
      { 'post-limits': { limits: { min: 5000, max: 500_000 } } },
      { 'tell-bet': { role: 'surveillance', bet: 'player_pair' } },
      { bet: { patron: 'ada', at: 3, bet: 'banker', stake: 1250 } },
      { exclude: { patron: 'ada', why: 'loud and rude' } },
      { 'take-down': { sign: { limits: { limits: { min: 5000, max: 500_000 } } } } },
    ]
    expect(said.map(commandText)).toEqual(['张贴告示：限红 50 至 5,000', '通知监控部：限制闲对', 'ada 在3号投注位下注庄 12.50', '禁止 ada 参与：loud and rude', '撤下告示：限红 50 至 5,000'])
    await speak('en')
    expect(commandText({ 'buy-in': { patron: 'ada', amount: 100_000, with: 'cash' } })).toBe('ada buys chips for 1,000 (cash)')
    expect(commandText({ card: { card: '7h', lies: { to: { hand: 'banker' } } } })).toBe('seven of hearts, laid with Banker')
    expect(speechText({ line: 'strange thing' })).toBe('strange thing')
  })
})

describe('why a card is due', () => {
  it('is told with cards and hands in words', async () => {
    await speak('zh-Hans')
    expect(dueText({ code: 'banker-after-third', args: { point: { count: 5 }, card: { card: '7h' } }, why: '' })).toBe('庄家 5 点 · 闲家第三张为红心7')
    await speak('en')
    expect(dueText({ code: 'has-third', args: { hand: word('HandName', 'banker') }, why: '' })).toBe('Banker has its third card')
  })
})
