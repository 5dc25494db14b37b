// A small competition at its screens: those who run it at their desks, those who play in it at their own.

import type { Browser, Locator } from 'playwright-core'
import type { ConditionsForm, FormItem, TournamentView } from '../../src/lib/wire.ts'
import type { House } from './house.ts'
import { Person, said, until, words } from './people.ts'

export interface Document {
  rulebook: string
  /** What is written into each item of the form. */
  conditions: Readonly<Record<string, string>>
  /** Who examines forms and reads them out. */
  examiner: 'supervisor' | 'inspector'
  /** Who gives tables and seats. */
  seats: 'director' | 'manager'
  /** Whether the officer who answers for it must be there. */
  attended: boolean
}

const label = ({ item, required }: FormItem): string => words[`tournament-item.${item}`] + (required ? '' : ` ${words['tournament.optional']}`)
const button = (person: Person, name: string | RegExp): Locator => person.page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name }).first()

export class Cup {
  readonly name: string
  readonly title: string
  /** Casino operator: writes and publishes the conditions, pays the prizes. */
  readonly manager: Person
  /** Runs it: tournament manager and competition director. */
  readonly director: Person
  readonly examiner: Person
  readonly players: readonly Person[]
  readonly document: Document

  private constructor(document: Document, staff: readonly [Person, Person, Person], players: readonly Person[], name = `cup-${document.rulebook.replace('-', '')}`) {
    this.document = document
    this.name = name
    this.title = `Cup ${name}`
    this.players = players
    ;[this.manager, this.director, this.examiner] = staff
  }

  static async open(house: House, browser: Browser, document: Document, players: number, name?: string): Promise<Cup> {
    const staff = await Promise.all(['manager', 'director', document.examiner].map((who) => Person.staff(house, browser, who)))
    const guests = await Promise.all(Array.from({ length: players }, () => Person.guest(house, browser)))
    const [manager, director, examiner] = staff as [Person, Person, Person]
    return new Cup(document, [manager, director, examiner], guests, name)
  }

  view(by: Person): Promise<TournamentView> {
    return by.get(`/api/v1/tournaments/${this.name}`)
  }

  /** Waits until the tournament is as somebody may see it. */
  until(what: string, by: Person, holds: (view: TournamentView) => boolean): Promise<TournamentView> {
    return until(what, async () => {
      const view = await this.view(by)
      return holds(view) && view
    })
  }

  desk(person: Person, tab: string): Promise<void> {
    return person.go(`/tournament/${this.name}/desk?tab=${tab}`)
  }

  /** Presses a button at somebody's screen until what it is for has happened. */
  async press(person: Person, name: string | RegExp, what: string, holds: (view: TournamentView) => boolean): Promise<TournamentView> {
    await button(person, name).click()
    return this.until(what, person, holds)
  }

  /** Presses a button that opens a window, and confirms what the window has. */
  async confirm(person: Person, name: string | RegExp, what: string, holds: (view: TournamentView) => boolean): Promise<TournamentView> {
    // What a window offers is what was known when it was opened.
    await person.rests()
    await button(person, name).click()
    await person.page.getByRole('dialog').getByRole('button', { name: words['common.confirm'] ?? '' }).click()
    return this.until(what, person, holds)
  }

  /** The manager makes it, fills in the form that its document asks for, and publishes it. */
  async publish(): Promise<void> {
    const { page } = this.manager
    await this.manager.go('/tournaments')
    await button(this.manager, words['tournament.new'] ?? '').click()
    await page.getByLabel(words['tournament.new-name'] ?? '').fill(this.name)
    await page.getByLabel(words['tournament.new-title'] ?? '').fill(this.title)
    await page.getByLabel(words['word.rulebook'] ?? '').selectOption(this.document.rulebook)
    await button(this.manager, words['tournament.make'] ?? '').click()
    await page.getByRole('tab', { name: words['tournament.tab-conditions'] ?? '' }).waitFor()
    const form = await this.manager.get<ConditionsForm>(`/api/v1/tournaments/${this.name}/form`)
    const unasked = form.items.filter(({ item, required, by }) => item in this.document.conditions && !required && by.length === 0)
    await button(this.manager, words['tournament.put-down'] ?? '').waitFor()
    if (unasked.length > 0) await button(this.manager, words['tournament.all-items'] ?? '').click()
    for (const item of form.items) {
      const written = this.document.conditions[item.item]
      if (written !== undefined) await this.#fill(item, written)
    }
    await button(this.manager, words['tournament.put-down'] ?? '').click()
    await this.press(this.manager, words['tournament-command.publish'] ?? '', 'it is published', ({ stage }) => stage === 'entering')
  }

  async #fill(item: FormItem, written: string): Promise<void> {
    const { page } = this.manager
    const field = page.getByLabel(label(item), { exact: true })
    const name = words[`tournament-item.${item.item}`] ?? ''
    switch (item.kind) {
      case 'amount-range':
      case 'count-range': {
        const [least = '', most = ''] = written.split('..')
        await field.fill(least)
        return page.getByLabel(said('tournament.most-of', { item: name }), { exact: true }).fill(most)
      }
      case 'length': {
        const [unit = '', number = ''] = written.split(' ')
        await field.selectOption(unit)
        return page.getByLabel(said('tournament.number-of', { item: name }), { exact: true }).fill(number)
      }
      case 'yes-no':
      case 'choice':
        return void (await field.selectOption(written))
      case 'choices':
        for (const one of written.split(' ')) await page.getByLabel(words[`payment.${one}`] ?? one, { exact: true }).check()
        return
      case 'time':
        return field.fill(written.slice(0, 16))
      case 'amount':
      case 'count':
      case 'shares':
      case 'words':
        return field.fill(written)
    }
  }

  /** Everybody enters at a screen of their own, at the same time. */
  async enter(): Promise<void> {
    const count = this.players.length
    await Promise.all(this.players.map(async (player) => {
      await player.go(`/tournament/${this.name}`)
      await button(player, words['tournament-command-own.apply'] ?? '').click()
    }))
    await this.desk(this.director, 'entries')
    await this.until('everybody has applied', this.director, ({ entries }) => entries.applied === count)
    const all = (await this.view(this.director)).entrants.map(({ entrant }) => entrant.name).toSorted()
    await this.press(this.director, said('tournament-command.inform', { names: all.join(', ') }), 'everybody has the conditions', ({ entrants }) => entrants.every(({ informed }) => informed === true))
    await Promise.all(this.players.map(async (player) => {
      await button(player, words['tournament-command-own.endorse'] ?? '').click()
      await button(player, new RegExp(`^${said('tournament-command-own.pay-fee', { amount: '100' })}`)).click()
    }))
    await this.until('everybody has paid', this.director, ({ entrants }) => entrants.every(({ fee }) => fee !== null))
    await this.press(this.director, said('tournament-command.accept', { names: all.join(', ') }), 'everybody is in', ({ entries }) => entries.accepted === count)
    await this.press(this.director, words['tournament-command.start'] ?? '', 'it has begun', ({ stage }) => stage === 'running')
  }

  /** A table, and seats that everybody takes. */
  async seat(): Promise<void> {
    const seats = this.document.seats === 'director' ? this.director : this.manager
    await this.desk(this.director, 'draw')
    await this.confirm(this.director, new RegExp(`^${said('tournament-command.designate', { table: '' }).trim()}`), 'there is a table', ({ tables }) => tables.length === 1)
    await this.desk(seats, 'draw')
    if (this.document.conditions['seating'] === 'draw') {
      await this.press(seats, words['tournament-command.draw'] ?? '', 'seats are drawn', ({ drawn }) => drawn.length === 1)
      await seats.page.getByText(words['tournament.draw-right'] ?? '').waitFor()
    } else {
      for (const [index, player] of this.players.entries()) {
        await this.confirm(seats, new RegExp(`^${said('tournament-command.allot', { entrant: player.name, seat: '.*', table: '.*' })}`), `${player.name} has a seat`, ({ entrants }) => entrants.filter(({ seat }) => seat !== null).length > index)
      }
    }
    await Promise.all(this.players.map((player) => this.press(player, words['tournament-command-own.take-seat'] ?? '', 'it is taken', ({ own }) => own?.present === true)))
  }

  /** The session begins. */
  async begin(): Promise<void> {
    await this.desk(this.director, 'sessions')
    if (this.document.attended) await this.press(this.director, words['tournament-command.attend'] ?? '', 'the director is there', ({ attending }) => attending.length > 0)
    await this.press(this.director, words['tournament-command.begin'] ?? '', 'the session has begun', ({ tables }) => tables[0]?.phase === 'betting')
  }

  /** Whoever's turn it is makes a wager at their own screen, or hands in a form, until the coup has begun. */
  async coup(act: (player: Person, nth: number) => Promise<void>): Promise<void> {
    const before = await this.view(this.director)
    const coups = before.tables[0]?.coups ?? 0
    for (let nth = 0; ; nth += 1) {
      const next = await until('somebody is to wager, or the coup is dealt', async () => {
        const view = await this.view(this.director)
        const [table] = view.tables
        if (table === undefined || table.coups > coups || table.phase !== 'betting') return 'begun'
        return this.players.find(({ name }) => name === table.next?.name && !table.seats.find(({ entrant }) => entrant.name === name)?.acted)
      })
      if (next === 'begun') return
      await act(next, nth)
      await this.until(`${next.name} has acted`, this.director, ({ tables }) => tables[0]?.phase !== 'betting' || tables[0].seats.find(({ entrant }) => entrant.name === next.name)?.acted === true)
    }
  }

  /** Whoever has cards before them hands them back, until something holds. */
  played<T>(what: string, holds: () => Promise<T | false>): Promise<T> {
    return until(what, async () => {
      for (const { page } of this.players) {
        const back = page.getByRole('button', { name: words['terminal.hand-back'] ?? '' }).first()
        if ((await back.isVisible()) && (await back.isEnabled())) await back.click({ timeout: 1000 }).catch(() => undefined)
      }
      return holds()
    })
  }

  /** Cards are handed back until so many coups of the session are settled or it is over. */
  settled(coups: number): Promise<TournamentView> {
    return this.played(`${coups} coups are settled`, async () => {
      const view = await this.view(this.director)
      const [table] = view.tables
      return table !== undefined && (table.coups >= coups || table.phase === 'over') && view
    })
  }

  /** The form of somebody is read out, which in Tasmania waits for the cards that patrons hold. */
  async announced(hider: string): Promise<void> {
    const name = said('tournament-command.announce', { entrant: hider })
    await this.played('the form can be read out', () => button(this.examiner, name).isEnabled({ timeout: 1000 }).catch(() => false))
    await this.press(this.examiner, name, 'it is read out', ({ tables }) => (tables[0]?.coups ?? 0) === 1 || tables[0]?.seats.some(({ form }) => form === 'announced') === true)
  }

  /** A wager in chips. */
  async wager(player: Person, bet: 'player' | 'banker', stake: number): Promise<void> {
    const { page } = player
    const form = page.getByRole('form', { name: words['tournament.wager'] ?? '' })
    await form.getByRole('radio', { name: words[`bet.${bet}`] ?? bet, exact: true }).check()
    await form.getByLabel(words['tournament.stake'] ?? '').fill(String(stake))
    await button(player, said('tournament.wager-on', { amount: String(stake), bet: words[`bet.${bet}`] })).click()
  }

  /** A form with a wager that nobody else may see. */
  async hide(player: Person, bet: 'player' | 'banker', stake: number): Promise<void> {
    const { page } = player
    await button(player, words['tournament.hidden-wager'] ?? '').click()
    const window = page.getByRole('dialog', { name: words['tournament.hidden-wager'] ?? '' })
    await window.getByRole('radio', { name: words[`bet.${bet}`] ?? bet, exact: true }).check()
    await window.getByLabel(words['tournament.in-figures'] ?? '').fill(String(stake))
    await window.getByLabel(words['tournament.in-words'] ?? '').fill(String(stake))
    await window.getByRole('button', { name: words['tournament.hand-in'] ?? '' }).click()
    await this.until('the form is handed in', player, ({ own }) => own !== null && own.form !== null)
  }

  /** Somebody says in a window what words they have for it. */
  async word(person: Person, name: string, text: string, what: string, holds: (view: TournamentView) => boolean): Promise<void> {
    await person.rests()
    await button(person, name).click()
    const window = person.page.getByRole('dialog')
    await window.getByLabel(words['tournament-field.what'] ?? '').fill(text)
    await window.getByRole('button', { name: words['common.confirm'] ?? '' }).click()
    await this.until(what, person, holds)
  }

  /** Everybody's chips are counted where the document asks for it. */
  async count(): Promise<void> {
    for (;;) {
      const { duties } = await this.view(this.examiner)
      const owed = duties.find(({ what }) => what === 'count')?.entrant?.name
      if (owed === undefined || owed === null) return
      await this.confirm(this.examiner, said('tournament-command.count', { entrant: owed, amount: '…' }), `${owed} is counted`, ({ duties: left }) => !left.some(({ what, entrant }) => what === 'count' && entrant?.name === owed))
    }
  }

  leave(): Promise<unknown> {
    return Promise.all([this.manager, this.director, this.examiner, ...this.players].map((one) => one.leave()))
  }
}
