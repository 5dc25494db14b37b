// What each screen loads at first, compressed; fails when the terminal is over its limit.

import { gzipSync } from 'node:zlib'
import { build } from 'vite'

const LIMIT = 150_000
const { output } = await build({ build: { write: false }, logLevel: 'error' })
const chunks = new Map(output.map((file) => [file.fileName, file]))
const sizes = new Map(output.map((file) => [file.fileName, gzipSync(file.type === 'chunk' ? file.code : file.source, { level: 9 }).length]))

function needed(file, seen = new Set()) {
  const chunk = chunks.get(file)
  if (chunk === undefined || seen.has(file)) return seen
  seen.add(file)
  if (chunk.type === 'chunk') {
    for (const one of chunk.imports) needed(one, seen)
    for (const style of chunk.viteMetadata?.importedCss ?? []) seen.add(style)
  }
  return seen
}

const entry = output.find((file) => file.type === 'chunk' && file.isEntry)
const english = output.find((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith('en.json?part=patron'))
const shared = new Set([...needed(entry.fileName), ...(english ? needed(english.fileName) : []), 'index.html'])
const sum = (files) => [...files].reduce((total, file) => total + (sizes.get(file) ?? 0), 0)
console.log(`shared by all screens: ${sum(shared)} bytes`)
for (const chunk of output) {
  const screen = chunk.type === 'chunk' ? /src\/screens\/([^/]+)\/[A-Z]\w*\.svelte$/.exec(chunk.facadeModuleId ?? '')?.[1] : undefined
  if (screen === undefined) continue
  const all = sum(new Set([...shared, ...needed(chunk.fileName)]))
  console.log(`${screen.padEnd(10)} ${all} bytes`)
  if (screen === 'terminal' && all > LIMIT) {
    console.error(`the terminal loads ${all} bytes at first; the limit is ${LIMIT}`)
    process.exitCode = 1
  }
}
