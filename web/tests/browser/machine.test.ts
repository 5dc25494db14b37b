// A machine is enrolled at its own screen, comes back by itself, and does not once it was turned out.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { violations } from './axe.ts'
import { openHouse, type House } from './house.ts'
import { AGAIN, Person, launch, said, until, visitor } from './people.ts'

let house: House
let browser: Browser
let supervisor: Person

beforeAll(async () => {
  house = await openHouse()
  browser = await launch()
  supervisor = await Person.staff(house, browser, 'supervisor')
})

afterAll(async () => {
  await browser?.close()
  await house?.stop()
})

async function offered(kind: string, seat: number | null): Promise<string> {
  return String((await supervisor.post('/api/v1/devices/code', { kind, table: 'nsw', seat }))['secret'])
}

/** A machine nobody has used, at its way in. */
async function fresh(): Promise<Page> {
  const page = await (await visitor(browser)).newPage()
  await page.goto(`${house.base}/sign-in`)
  await page.getByRole('tab', { name: said('signin.machine') }).click()
  return page
}

async function enrol(page: Page, code: string): Promise<void> {
  await page.getByLabel(said('signin.code')).fill(code)
  await page.getByRole('button', { name: said('signin.enrol') }).click()
}

async function whoAt(page: Page): Promise<string> {
  const me = (await (await page.request.get(`${house.base}/api/v1/me`, AGAIN)).json()) as { kind: string; name: string | null }
  return `${me.kind} ${me.name ?? ''}`.trim()
}

/** As when the browser was closed and opened again at the machine's page. */
async function reopened(page: Page): Promise<void> {
  await page.context().clearCookies()
  await page.reload()
}

test('a terminal is enrolled by its code, and signs in again by itself until it is turned out', async () => {
  const page = await fresh()
  expect(await violations(page)).toEqual([])
  await enrol(page, 'not a code')
  await page.getByText(said('signin.machine-wrong')).waitFor()
  await enrol(page, await offered('terminal', 2))
  await page.waitForURL('**/table/nsw')
  expect(await whoAt(page)).toBe('device terminal-nsw-2')
  await reopened(page)
  await until('the machine came back', async () => (await whoAt(page)) === 'device terminal-nsw-2')
  // A person signs in on top of it, and is there with the machine.
  await page.getByRole('button', { name: said('terminal.as-guest') }).click()
  await until('a guest is signed in', async () => (await whoAt(page)).startsWith('guest'))
  await page.goto(`${house.base}/sign-in`)
  await page.getByRole('tab', { name: said('signin.machine') }).click()
  await page.getByText('terminal-nsw-2').waitFor()
  await supervisor.post('/api/v1/devices/terminal-nsw-2/revoke', { why: 'broken' }).catch(() => ({}))
  await reopened(page)
  await until('the machine has forgotten itself', () => page.evaluate(() => localStorage.getItem('punto.machine') === null))
  expect(await whoAt(page)).toBe('nobody')
})

test('a display and a console go to pages of their own, and a machine can be forgotten', async () => {
  const sign = await fresh()
  await enrol(sign, await offered('display', null))
  await sign.waitForURL('**/display/nsw')
  await reopened(sign)
  await until('the sign came back', async () => (await whoAt(sign)) === 'device display-nsw')
  const desk = await fresh()
  await enrol(desk, await offered('console', null))
  await desk.waitForURL('**/dealer/nsw')
  await desk.getByText(said('dealer.not-staff')).waitFor()
  await desk.goto(`${house.base}/sign-in`)
  await desk.getByRole('tab', { name: said('signin.machine') }).click()
  await desk.getByRole('button', { name: said('signin.forget') }).click()
  await desk.getByRole('button', { name: said('pit.yes-do-it') }).click()
  await desk.getByLabel(said('signin.code')).waitFor()
  expect(await whoAt(desk)).toBe('nobody')
})
