// Takes pictures of screens, to be looked at.
//
//   node tools/look.mjs OUT /gallery [/table/x …] [--wide 1440,360] [--in en,zh-Hans] [--theme dark,light]
//        [--contrast more] [--server http://127.0.0.1:8080] [--axe]
//
// Without --server it starts the development server itself.

import { mkdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    wide: { type: 'string', default: '1440,360' },
    in: { type: 'string', default: 'en,zh-Hans' },
    theme: { type: 'string', default: 'dark,light' },
    contrast: { type: 'string', default: 'system' },
    server: { type: 'string' },
    axe: { type: 'boolean', default: false },
  },
})
const [out, ...paths] = positionals
if (out === undefined || paths.length === 0) throw new Error('usage: node tools/look.mjs OUT PATH …')
mkdirSync(out, { recursive: true })

let vite
let base = values.server
if (base === undefined) {
  const { createServer } = await import('vite')
  vite = await createServer({ server: { port: 5199, strictPort: false }, logLevel: 'error' })
  await vite.listen()
  base = vite.resolvedUrls.local[0].replace(/\/$/, '')
}
/** Lists what axe-core finds wrong. */
async function check(page) {
  // Our own policy forbids script tags from elsewhere; the debugger may bring it in.
  await page.evaluate(readFileSync(fileURLToPath(import.meta.resolve('axe-core')), 'utf8'))
  const { violations } = await page.evaluate(() => window.axe.run())
  for (const { id, help, nodes } of violations) {
    console.log(`  axe ${id}: ${help}`)
    for (const node of nodes.slice(0, 4)) console.log(`      ${node.html.slice(0, 160)}\n      ${node.any[0]?.message ?? ''}`)
  }
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--no-first-run'],
})
for (const width of values.wide.split(',').map(Number)) {
  for (const language of values.in.split(',')) {
    for (const theme of values.theme.split(',')) {
      const context = await browser.newContext({ viewport: { width, height: width < 600 ? 844 : 900 } })
      await context.addInitScript((kept) => localStorage.setItem('punto.settings', kept), JSON.stringify({ language, theme, contrast: values.contrast }))
      for (const path of paths) {
        const page = await context.newPage()
        page.on('pageerror', (error) => console.log(`${path}: ${error}`))
        page.on('console', (message) => message.type() === 'error' && console.log(`${path}: ${message.text()}`))
        await page.goto(base + path, { waitUntil: 'networkidle' })
        await page.waitForTimeout(600)
        const name = `${path.replaceAll(/[^a-z0-9]+/gi, '-').replace(/^-/, '') || 'lobby'}-${width}-${language}-${theme}.png`
        await page.screenshot({ path: `${out}/${name}`, fullPage: true })
        const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        console.log(`${name}${over > 0 ? `  wider than the screen by ${over}px` : ''}`)
        if (values.axe) await check(page)
        await page.close()
      }
      await context.close()
    }
  }
}
await browser.close()
await vite?.close()
