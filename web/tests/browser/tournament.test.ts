// One small competition under each document, from the entry form to the prizes: the operator, the director, whoever keeps the
// forms and three patrons, each signed in at a screen of their own, and the public sign beside them.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import type { PoolStatement } from '../../src/lib/wire.ts'
import { Cup, type Document } from './cup.ts'
import { openHouse, type House } from './house.ts'
import { plain, tabTo } from './keys.ts'
import { Person, PATIENCE_MS, launch, said, stranger, until, words } from './people.ts'

const COMMON = { fee: '100', form: 'f-1', entrants: '2..8', chips: '1000', limits: '10..500', hidden: '2', prizes: '60 40', paid: 'cheque', rounds: '1', tables: '1', advance: '1', start: '2020-01-01T00:00:00Z' }

const DOCUMENTS: Document[] = [
  {
    rulebook: 'nsw-2021',
    conditions: { ...COMMON, 'hidden-after-tie': 'used', compulsory: 'yes', method: 'A', session: 'coups 2', 'second-chance': 'no', seating: 'draw', order: 'yes', 'pass-cards': '1', 'buy-backs': '0', 'entitled-only': 'yes', 'withdraw-days': '7', 'rules-prevail': 'yes' },
    examiner: 'supervisor',
    seats: 'director',
    attended: false,
  },
  { rulebook: 'tas-2013', conditions: { ...COMMON, entry: 'as posted', session: 'minutes 3' }, examiner: 'inspector', seats: 'manager', attended: true },
  { rulebook: 'tas-2018', conditions: { ...COMMON, entry: 'as posted', session: 'minutes 3', seating: 'draw' }, examiner: 'inspector', seats: 'manager', attended: true },
]

/** What the hidden wager is of: a figure that stands nowhere else. */
const HIDDEN = 370
/** The same in minor units as a number of its own, and not as a part of a moment or a digest. */
const SECRET = /(?<![\da-f.])37000(?![\da-f.])/

let house: House
let browser: Browser

beforeAll(async () => {
  house = await openHouse()
  browser = await launch()
})

afterAll(async () => {
  await browser?.close()
  await house?.stop()
})

/** The public sign, where nobody is signed in, and all that its browser was told. */
async function sign(path: string): Promise<{ page: Page; told: () => Promise<string> }> {
  const page = await (await stranger(browser)).newPage()
  const answers: Promise<string>[] = []
  page.on('response', (answer) => void (answer.url().includes('/api/') && answers.push(answer.text().catch(() => ''))))
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => answers.push(Promise.resolve(String(payload)))))
  await page.goto(house.base + path)
  return { page, told: async () => (await Promise.all(answers)).join('\n') }
}

/** One hands in a form that nobody else sees; it is examined, and read out when the document says so. */
async function hiddenCoup(cup: Cup, others: () => Promise<string>): Promise<void> {
  await cup.desk(cup.examiner, 'sessions')
  let hider: Person | null = null
  await cup.coup(async (player, nth) => {
    if (nth > 0) return cup.wager(player, nth === 1 ? 'player' : 'banker', 10 * nth)
    hider = player
    const rest = cup.players.filter((one) => one !== player)
    const before = [cup.manager, cup.director, ...rest].map((one) => ({ one, told: one.told() }))
    const own = player.told()
    await cup.hide(player, 'banker', HIDDEN)
    await player.page.getByText(words['tournament.form-handed-in'] ?? '').first().waitFor()
    await Promise.all(rest.map((one) => cup.until('the others see that there is a form', one, ({ tables }) => tables[0]?.seats.some(({ form }) => form !== null) === true)))
    const told = await Promise.all(before.map(({ one, told: since }) => one.received(since)))
    expect([...told, await others()].filter((text) => SECRET.test(text))).toEqual([])
    expect(SECRET.test(await player.received(own))).toBe(true)
    // The officer looks at it, which goes on record, and finds it in order.
    const { page } = cup.examiner
    await page.getByRole('button', { name: said('tournament.look', { entrant: player.name }) }).click()
    await page.getByText(String(HIDDEN), { exact: true }).first().waitFor()
    await cup.press(cup.examiner, said('tournament-command.examine', { entrant: player.name }), 'it is examined', ({ tables }) => tables[0]?.seats.some(({ form }) => form === 'examined') === true)
  })
  if (hider === null) throw new Error('nobody had a hidden wager')
  const { name } = hider as Person
  await cup.press(cup.examiner, said('tournament-command.announce', { entrant: name }), 'it is read out', ({ tables }) => (tables[0]?.coups ?? 0) === 1 || tables[0]?.seats.some(({ form }) => form === 'announced') === true)
  await cup.settled(1)
  // Now everybody knows what it was.
  await until('it is no secret any more', async () => SECRET.test(await others()))
}

/** Coups with other wagers until the session is over, its chips are counted and somebody has won. */
async function decide(cup: Cup): Promise<void> {
  const table = async () => (await cup.view(cup.director)).tables[0]
  const declare = cup.director.page.getByRole('button', { name: said('tournament-command.declare', { table: 1 }) }).first()
  const playOff = cup.director.page.getByRole('button', { name: new RegExp(`^${said('tournament-command.play-off', { table: 1 })}`) }).first()
  for (;;) {
    const now = await until('the session goes on or is over', async () => {
      const here = await table()
      if (here?.phase === 'over' || here?.phase === 'declared') return here.phase
      return here?.phase === 'betting' && here.next !== null && 'betting'
    })
    if (now === 'declared') return
    if (now === 'betting') {
      const coups = (await table())?.coups ?? 0
      await cup.coup((player, nth) => cup.wager(player, 'player', 20 * (nth + 1)))
      const { tables } = await cup.settled(coups + 1)
      // A session by the clock: its time is up once the house's clock has been wound past it.
      if (tables[0]?.phase === 'betting' && tables[0].play_off === null && tables[0].ends !== null) await house.goOn()
      continue
    }
    await count(cup)
    const way = await until('winners can be declared, or some are level', async () => ((await declare.isEnabled().catch(() => false)) ? declare : (await playOff.isEnabled().catch(() => false)) ? playOff : null))
    await way.click()
    const confirm = cup.director.page.getByRole('dialog').getByRole('button', { name: words['common.confirm'] ?? '' })
    if (way === playOff && (await confirm.isVisible())) await confirm.click()
    await cup.until('it goes on', cup.director, ({ tables: [own] }) => own?.phase !== 'over')
  }
}

/** Everybody's chips are counted where the document asks for it. */
async function count(cup: Cup): Promise<void> {
  for (;;) {
    const { duties } = await cup.view(cup.examiner)
    const owed = duties.find(({ what }) => what === 'count')?.entrant?.name
    if (owed === undefined || owed === null) return
    await cup.confirm(cup.examiner, said('tournament-command.count', { entrant: owed, amount: '…' }), `${owed} is counted`, ({ duties: left }) => !left.some(({ what, entrant }) => what === 'count' && entrant?.name === owed))
  }
}

/** The operator shares the pool out and pays it, to the cent. */
async function pay(cup: Cup): Promise<PoolStatement> {
  await cup.desk(cup.manager, 'pool')
  await cup.press(cup.manager, words['tournament-command.award'] ?? '', 'the pool is shared out', ({ entrants }) => entrants.some(({ prize }) => prize !== null))
  const { entrants } = await cup.view(cup.manager)
  const winners = entrants.filter(({ prize }) => prize !== null)
  for (const { entrant } of winners) {
    await cup.press(cup.manager, said('tournament-command.pay-prize', { entrant: entrant.name, how: words['payment.cheque'] }), `${entrant.name} is paid`, (view) => view.entrants.some((one) => one.entrant.number === entrant.number && one.paid))
  }
  return cup.manager.get(`/api/v1/tournaments/${cup.name}/statement`)
}

test.for(DOCUMENTS)('$rulebook: from the entry form to the prizes', async (document) => {
  const cup = await Cup.open(house, browser, document, 3)
  await cup.publish()
  const { page, told } = await sign(`/tournament/${cup.name}/display`)
  await page.getByRole('heading', { level: 1, name: cup.title }).waitFor()
  if (document.rulebook === 'nsw-2021') await nothingIsKept(cup)
  await cup.enter()
  await cup.begin()
  await hiddenCoup(cup, told)
  await decide(cup)
  const { pool, awarded, paid, prizes } = await pay(cup)
  expect([pool.pool, awarded, paid]).toEqual([30_000, 30_000, 30_000])
  expect(prizes.reduce((sum, { prize }) => sum + prize, 0)).toBe(pool.pool)
  // Everybody has a place, and no name is on the public sign.
  const { places } = await cup.view(cup.director)
  expect(places.flatMap(({ entrants }) => entrants.map(({ name }) => name)).toSorted()).toEqual(cup.players.map(({ name }) => name).toSorted())
  const signed = await told()
  expect(cup.players.filter(({ name }) => signed.includes(name))).toEqual([])
  // The winner reads it at their own screen, and it can be printed.
  const winner = cup.players.find(({ name }) => places[0]?.entrants.some((one) => one.name === name))
  await winner?.page.getByText(words['tournament.prize-paid']?.split('{')[0] ?? '').waitFor()
  await cup.manager.go(`/tournament/${cup.name}/papers?paper=results`)
  await cup.manager.page.emulateMedia({ media: 'print' })
  await cup.manager.page.getByRole('row', { name: new RegExp(`${words['tournament.sum-to-pay']}.*0`) }).waitFor()
  expect(await cup.manager.page.locator('header.bar').isVisible()).toBe(false)
  expect(cup.players.flatMap(({ errors }) => errors)).toEqual([])
  await page.context().close()
  await cup.leave()
})

/** Under this document the house keeps nothing of the fees: the refusal is where it was asked, with its clause. */
async function nothingIsKept(cup: Cup): Promise<void> {
  await cup.desk(cup.manager, 'pool')
  const { page } = cup.manager
  await page.getByRole('button', { name: said('tournament-command.retain', { amount: '…' }) }).click()
  const window = page.getByRole('dialog')
  await window.getByLabel(words['tournament-field.amount'] ?? '').fill('10')
  await window.getByRole('button', { name: words['common.confirm'] ?? '' }).click()
  await window.getByRole('alert').getByRole('button', { name: /15\.3\.2/ }).waitFor()
  await page.keyboard.press('Escape')
  expect((await cup.view(cup.manager)).pool.retained).toBe(0)
}

test('a newcomer finds the demonstration tournament in the lobby and enters by keys alone', async () => {
  const page = await (await stranger(browser, { locale: 'en-AU' })).newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  await page.goto(house.base)
  const cups = /^House Cup \d+$/
  await page.getByRole('link', { name: cups }).first().waitFor()
  // Its tables are found in it, and not beside it.
  expect(await page.getByRole('link', { name: /House Cup \d+ \d+/ }).count()).toBe(0)
  await tabTo(page, cups)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: cups }).waitFor()
  await page.getByRole('heading', { name: words['tournament.entry'] ?? '' }).waitFor()
  const apply = page.getByRole('button', { name: words['tournament-command-own.apply'] ?? '' })
  const watched = page.getByText(new RegExp(`${plain(words['tournament-stage.running'])}|${plain(words['tournament-stage.over'])}`)).first()
  const now = await until('it takes entries, is played or is over', async () => ((await apply.isVisible()) ? 'entering' : (await watched.isVisible()) && 'watched'))
  if (now === 'entering') {
    await applyByKeys(page).catch(async (error: unknown) => {
      // Entry may have closed in between, and then it is watched.
      if (!(await watched.isVisible())) throw error
    })
  }
  await page.context().close()
})

async function applyByKeys(page: Page): Promise<void> {
  await tabTo(page, new RegExp(`^${plain(words['tournament-command-own.apply'])}$`))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: words['tournament-command-own.withdraw'] ?? '' }).waitFor({ timeout: 20_000 })
}
