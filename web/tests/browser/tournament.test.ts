// One small competition under each document, from the entry form to the prizes: the operator, the director, whoever keeps the
// forms and three patrons, each signed in at a screen of their own, and the public sign beside them.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Locator, Page } from 'playwright-core'
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
  await cup.announced((hider as Person).name)
  await cup.settled(1)
  // Now everybody knows what it was.
  await until('it is no secret any more', async () => SECRET.test(await others()))
}

/** Whether something can be pressed now. */
const offered = async (what: Locator): Promise<boolean> => (await what.isVisible()) && what.isEnabled({ timeout: 1000 }).catch(() => false)

/** Coups with other wagers until the session is over, its chips are counted and somebody has won. */
async function decide(cup: Cup): Promise<void> {
  const table = async () => (await cup.view(cup.director)).tables[0]
  const declare = cup.director.page.getByRole('button', { name: said('tournament-command.declare', { table: 1 }) }).first()
  const playOff = cup.director.page.getByRole('button', { name: new RegExp(`^${said('tournament-command.play-off', { table: 1 })}`) }).first()
  for (;;) {
    // What lies from a tied coup is dealt without anybody's doing, and whoever gets cards then hands them back.
    const now = await cup.played('the session goes on or is over', async () => {
      const here = await table()
      if (here?.phase === 'over' || here?.phase === 'declared') return here.phase
      return here?.phase === 'betting' && here.next !== null && 'betting'
    })
    if (now === 'declared') return
    if (now === 'betting') {
      // In a play-off chips are counted after each coup.
      await cup.count()
      const coups = (await table())?.coups ?? 0
      await cup.coup((player, nth) => cup.wager(player, 'player', 20 * (nth + 1)))
      const { tables } = await cup.settled(coups + 1)
      // A session by the clock: its time is up once the house's clock has been wound past it.
      if (tables[0]?.phase === 'betting' && tables[0].play_off === null && tables[0].ends !== null) await house.goOn()
      continue
    }
    await cup.count()
    const way = await until('winners can be declared, or some are level', async () => ((await offered(declare)) ? declare : (await offered(playOff)) ? playOff : null))
    await way.click()
    const confirm = cup.director.page.getByRole('dialog').getByRole('button', { name: words['common.confirm'] ?? '' })
    if (way === playOff && (await confirm.isVisible())) await confirm.click()
    await cup.until('it goes on', cup.director, ({ tables: [own] }) => own?.phase !== 'over')
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
  await cup.seat()
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

test('who did not buy chips buys back, all who are level play off, and who has lost disputes it', async () => {
  const [nsw] = DOCUMENTS
  if (nsw === undefined) throw new Error('there is no document')
  const conditions = { ...nsw.conditions, bought: 'yes', 'buy-backs': '1', session: 'coups 1', hidden: '0' }
  const cup = await Cup.open(house, browser, { ...nsw, conditions }, 3, 'cup-again')
  await cup.publish()
  await cup.enter()
  await cup.seat()
  const [late, ...others] = cup.players
  if (late === undefined) throw new Error('nobody plays')
  const buys = said('tournament-command-own.buy-in', { amount: '1,000' })
  await Promise.all(others.map(async ({ page }) => {
    await page.getByRole('button', { name: buys }).click()
    await page.getByRole('button', { name: buys }).waitFor({ state: 'detached' })
  }))
  await cup.begin()
  // Without chips the session is over for them before it has begun, and the conditions let them buy back once.
  await cup.until('who has no chips is out', late, ({ own }) => own?.standing === 'out')
  await cup.press(late, words['tournament-command-own.buy-back'] ?? '', 'they are in again', ({ own }) => own?.standing === 'in' && own.chips === 100_000)
  const pass = words['tournament-command-own.pass'] ?? ''
  await cup.coup(async ({ page }) => page.getByRole('button', { name: pass, exact: true }).click())
  await cup.until('the session is over', cup.director, ({ tables }) => tables[0]?.phase === 'over')
  await cup.desk(cup.examiner, 'sessions')
  await cup.count()
  await cup.press(cup.director, new RegExp(`^${said('tournament-command.play-off', { table: 1 })}`), 'they play off', ({ tables }) => tables[0]?.play_off?.entrants.length === 3)
  await decide(cup)
  await cup.until('it is won', cup.director, ({ stage }) => stage === 'over')
  // Prizes wait for the officer's word on a dispute, of whoever it is.
  await cup.word(late, said('tournament-command-own.dispute', { what: '…' }), 'my chips were counted wrongly', 'it is disputed', () => true)
  await cup.desk(cup.manager, 'pool')
  await cup.until('the dispute waits', cup.director, ({ duties }) => duties.some(({ what }) => what === 'decide'))
  const award = cup.manager.page.getByRole('button', { name: words['tournament-command.award'] ?? '', exact: true })
  expect(await offered(award)).toBe(false)
  await cup.word(cup.director, said('tournament-command.rule', { entrant: late.name, what: '…' }), 'they were counted twice', 'it is decided', ({ duties }) => !duties.some(({ what }) => what === 'decide'))
  const { pool, paid } = await pay(cup)
  expect(paid).toBe(pool.pool)
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
