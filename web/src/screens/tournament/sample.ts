// A tournament for tests: nine entrants, two tables, the first round being played.

import { orderOf, promiseOf } from '../../lib/draw.ts'
import type { ConditionsForm, EntrantRef, FormItem, OwnEntry, TournamentEntrant, TournamentSeat, TournamentTable, TournamentView } from '../../lib/wire.ts'

export const NAMES = ['ada', 'ben', 'cyd', 'dee', 'eve', 'fay', 'gus', 'hal', 'ida']
export const SEED = '07'.repeat(32)

const ref = (name: string): EntrantRef => ({ number: NAMES.indexOf(name) + 1, name })

export const sampleSeat = (seat: number, name: string, change: Partial<TournamentSeat> = {}): TournamentSeat => ({
  seat,
  entrant: ref(name),
  present: true,
  substitute: false,
  chips: 100_000,
  counted: false,
  wagers: [],
  form: null,
  form_number: null,
  passed: false,
  acted: false,
  restricted: false,
  pass_cards: 1,
  hidden: 2,
  missed: 0,
  ...change,
})

export const sampleTable = (table: number, seats: readonly TournamentSeat[], change: Partial<TournamentTable> = {}): TournamentTable => ({
  table,
  name: `cup-${table}`,
  exists: true,
  phase: 'betting',
  coups: 3,
  shoes: 0,
  limits: { min: 1000, max: 50_000 },
  marker: seats[0]?.seat ?? 1,
  since: 0,
  ends: null,
  last_coup: false,
  next: seats[1]?.entrant ?? null,
  waits_since: null,
  last: null,
  play_off: null,
  disputes: [],
  agreed: [],
  indicator: false,
  seats: [...seats],
  order: [],
  exits: [],
  ...change,
})

export const sampleEntrant = (name: string, change: Partial<TournamentEntrant> = {}): TournamentEntrant => ({
  entrant: ref(name),
  standing: 'in',
  through: false,
  chips: 100_000,
  table: 1,
  seat: 1,
  prize: null,
  paid: false,
  informed: true,
  endorsed: true,
  fee: 10_000,
  second_chance: false,
  named: null,
  ...change,
})

export const sampleOwn = (change: Partial<OwnEntry> = {}): OwnEntry => ({
  number: 1,
  standing: 'in',
  informed: true,
  endorsed: true,
  fee: 10_000,
  through: false,
  table: 1,
  seat: 1,
  chips: 100_000,
  pass_cards: 1,
  hidden: 2,
  present: true,
  my_turn: true,
  restricted: false,
  buy_backs: 0,
  prize: null,
  paid: false,
  form: null,
  ...change,
})

const first = ['ada', 'ben', 'cyd', 'dee', 'eve']
const second = ['fay', 'gus', 'hal', 'ida']
const chips = (index: number): number => 100_000 + (index % 4) * 12_500 - (index % 3) * 20_000

export const sampleTournament = (change: Partial<TournamentView> = {}): TournamentView => ({
  name: 'cup',
  title: 'Harbour Cup',
  rulebook: 'nsw-2021',
  currency: 'AUD',
  demonstration: true,
  dealer: 'automatic',
  seq: 42,
  now: 1_800_000_000_000_000,
  stage: 'running',
  round: 1,
  rounds: 2,
  final: false,
  conditions: null,
  promise: promiseOf(SEED),
  drawn: [{ round: 1, seed: SEED, order: orderOf(SEED, 1, NAMES).map(ref) }],
  pool: { fees: 90_000, retained: 0, added: 0, pool: 90_000 },
  scheduled: null,
  time_limit: null,
  entries: { applied: 9, accepted: 9, least: 2, most: 20 },
  attending: ['max'],
  tables: [
    sampleTable(1, first.map((name, index) => sampleSeat(index + 1, name, index === 0 ? { chips: chips(0), wagers: [{ bet: 'banker', stake: 5000, hidden: false, stays: false }], acted: true } : { chips: chips(index) }))),
    sampleTable(2, second.map((name, index) => sampleSeat(index + 1, name, index === 2 ? { form: 'handed-in', acted: true } : { chips: chips(index + 5) })), { phase: 'closed', marker: 2 }),
  ],
  entrants: NAMES.map((name, index) => sampleEntrant(name, { chips: chips(index), table: index < 5 ? 1 : 2, seat: index < 5 ? index + 1 : index - 4 })),
  places: [],
  own: null,
  duties: [],
  reported: [],
  waits: [{ table: 1, what: 'time-limit', at: 1_800_000_025_000_000 }],
  fault: null,
  bracket: [
    { round: 1, tables: [{ table: 1, entrants: first.map((name, index) => ({ entrant: ref(name), chips: chips(index), through: null })) }, { table: 2, entrants: second.map((name, index) => ({ entrant: ref(name), chips: chips(index + 5), through: null })) }] },
  ],
  ...change,
})

const item = (name: string, kind: FormItem['kind'], text: string | null, by: string, change: Partial<FormItem> = {}): FormItem => ({ item: name, kind, text, by: [by], required: true, choices: [], ...change })

export const sampleForm = (change: Partial<ConditionsForm> = {}): ConditionsForm => ({
  rulebook: 'nsw-2021',
  published: true,
  text: '',
  items: [
    item('fee', 'amount', '100', '15.4.2(b)'),
    item('form', 'words', 'f-1', '15.4.2(a)'),
    item('entrants', 'count-range', '2..20', '15.4.2(i)'),
    item('chips', 'amount', '1000', '15.4.2(c)'),
    item('compulsory', 'yes-no', 'yes', '15.4.2(d)'),
    item('limits', 'amount-range', '10..500', '15.4.2(d)'),
    item('session', 'length', 'coups 8', '15.4.2(e)'),
    item('seating', 'choice', 'draw', '15.4.2(e)', { choices: ['draw', 'officer'] }),
    item('hidden', 'count', '2', '15.4.2(f)'),
    item('prizes', 'shares', '50 30 20', '15.4.2(j)'),
    item('paid', 'choices', 'cheque', '15.4.2(j)', { choices: ['cheque', 'transfer', 'cash', 'goods'] }),
    item('guarantee', 'amount', null, '15.3.3', { required: false }),
    item('start', 'time', '2027-01-15T08:00:00Z', '15.4.2(i)'),
  ],
  missing: [],
  ...change,
})
