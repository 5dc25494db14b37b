// Terminals put shares into the order of the house's own shoe, and each checks that its own is in.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import type { EndedShoe, Page } from '../../src/lib/wire.ts'
import { LONG_MS, openHouse, type House } from './house.ts'
import { Person, launch, said, until } from './people.ts'

/** Four decks, most of them behind the cut card, so that a shoe ends after a few coups. */
const SHORT = `
[[table]]
name = "short"
rulebook = "rws-2016"
opening = "usual, limits 5..5000, decks 4, house cut-card-depth 190"
dealer = "automatic"
`

let house: House
let browser: Browser

beforeAll(async () => {
  // Longer than the clock is wound at once.
  house = await openHouse(SHORT, 10, 10, 10 * LONG_MS)
  browser = await launch()
})

afterAll(async () => {
  await browser?.close()
  await house?.stop()
})

/** Plays on until the shoe that was promised so is over. */
function over(one: Person, promised: string | null): Promise<EndedShoe> {
  return until('the shoe is over', async () => {
    const { call, wagers, shoe } = await one.view('short')
    if (call === 'place-your-bets' && wagers.length === 0) {
      const refused = await one.say('short', `bet ${one.name}@1 player 5`)
      // An hour may have gone by on the house's clock, after which a patron is asked whether to play on.
      if (refused !== null) await one.post('/api/v1/me/continue', {})
    }
    // While a share is waited for, the clock is left alone.
    if (shoe.commitment === promised) await house.goOn()
    return (await one.get<Page<EndedShoe>>('/api/v1/tables/short/shoes')).items.find(({ commitment }) => commitment === promised)
  })
}

test('the shares of two terminals are in the order of a shoe, and each page finds its own there', async () => {
  const [ada, ben] = await Promise.all([Person.guest(house, browser), Person.guest(house, browser)])
  await ada.go('/table/short')
  await ben.go('/table/short')
  await ada.sit('short', 1)
  await ben.sit('short', 2)
  // The first shoe may have been promised before either sat down, or while one did.
  const first = await until('the first shoe has its order', async () => {
    const { shoe } = await ada.view('short')
    return shoe.shares?.stage === 'in' && shoe
  })
  await over(ada, first.commitment)
  const { commitment } = await until('the second has the shares of both', async () => {
    const { shoe } = await ada.view('short')
    return shoe.shares?.stage === 'in' && shoe.shares.pledges.length === 2 && shoe
  })
  expect((await over(ada, commitment)).end).toBe('played')
  for (const one of [ada, ben]) {
    await one.page.getByRole('tab', { name: said('word.shoe') }).click()
    const row = one.page.getByRole('listitem').filter({ hasText: commitment ?? '-' })
    await row.getByRole('button', { name: said('terminal.check-shoe') }).click()
    await row.getByText(said('terminal.share-mine')).waitFor()
    expect(await row.locator('.wrong').count()).toBe(0)
    expect(one.errors).toEqual([])
  }
})
