import { expect, it } from 'vitest'
import en from '../src/i18n/en.json'
import { parts } from '../tools/catalogue.ts'

const keys = Object.keys(en)
const partOf = parts()

it('gives patrons every word that their screens name, and not those of tournaments and of staff', () => {
  const wanted = {
    patron: ['terminal.rebet', 'lobby.here', 'refusal.below-minimum', 'refusal-own.not-enough', 'rule.call-no-bets', 'dealer.silent', 'call.no-more-bets', 'choice.in-terms'],
    contest: ['tournament.leaderboard', 'tournament-command.withdraw', 'promotion-rule.cash-alternative', 'prize-item.kind'],
    staff: ['pit.post-limits', 'dealer.tick', 'audit.wagers', 'cage.register', 'reports.automatic', 'right.void-coup'],
  }
  for (const [part, own] of Object.entries(wanted)) {
    for (const key of own) expect([keys.includes(key), partOf(key)], key).toEqual([true, part])
  }
  const first = keys.filter((key) => partOf(key) === 'patron')
  expect(first.length).toBeLessThan(keys.length / 2)
})
