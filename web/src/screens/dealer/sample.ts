// A table's view to test with: open, empty, a dealer on duty.

import type { HandView, StaffView, TableView } from '../../lib/wire.ts'

const hand: HandView = { cards: [], point: null, held: null, mine: false, may_turn: false }

export function sampleStaff(change: Partial<StaffView>): StaffView {
  return { float: 0, layout: 0, drop: 0, on_player: 0, on_banker: 0, on_duty: [{ role: 'dealer', name: 'dan' }], stage: 'ready', waiting: [], checks: [{ rule: 'check-cards', roles: ['dealer', 'game-supervisor'] }, { rule: 'wash', roles: [] }], ...change }
}

export function sampleView(change: Partial<TableView>): TableView {
  return {
    table: 'nsw-1',
    title: 'Sydney 1',
    seq: 1,
    at: 0,
    rulebook: 'nsw-2021',
    document: 'Baccarat rules',
    variant: 'standard',
    method: 'A',
    demonstration: false,
    medium: 'chips',
    by_hand: true,
    currency: 'AUD',
    dealer: 'person',
    phase: 'betting',
    coup: { shoe: 1, coup: 1, seq: 1 },
    timer: null,
    limits: { min: 2500, max: 500_000 },
    own_limits: null,
    differential: null,
    offers: [],
    chips: [500, 2500, 10_000],
    seats: 7,
    layout: 'A',
    patrons: [],
    player: hand,
    banker: hand,
    aside: [],
    due: null,
    void: false,
    no_bet: false,
    outcome: null,
    wagers: [],
    settled: [],
    settled_of: 0,
    call: null,
    signs: [],
    trouble: null,
    disputes: [],
    matters: [],
    shoe: { number: 1, coups: 0, drawn: 1, cards: 416, marker: 'in', last_coup: false, own: false, commitment: null, promised_in: null, shares: null, cut_until: null, ended: [] },
    roads: { entries: [], big: [], eye: [], small: [], cockroach: [], waiting_ties: 0, ask: null, good: [], counts: { coups: 0, player: 0, banker: 0, tie: 0, player_pair: 0, banker_pair: 0, natural: 0 } },
    balance: null,
    owed: null,
    duties: [],
    staff: sampleStaff({}),
    lines: [],
    fault: null,
    ...change,
  }
}
