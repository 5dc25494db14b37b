// What the sources must not contain.

import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const src = `${import.meta.dirname}/../src/`
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(svelte|ts|css)$/.test(name))
const text = (name: string): string => readFileSync(src + name, 'utf8')

/** Lines of files that match, as file:line. */
function found(pattern: RegExp, among: readonly string[]): string[] {
  return among.flatMap((name) =>
    text(name)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${name}:${index + 1} ${line.trim()}`] : [])),
  )
}

/** Files that the server's tests write. */
const WRITTEN = new Set(['lib/wire.ts', 'lib/codes.ts'])

const components = files.filter((name) => name.endsWith('.svelte'))

describe('the sources', () => {
  it('load nothing from elsewhere', () => {
    expect(found(/https?:\/\/(?!punto\.invalid)|@import|@font-face/, files)).toEqual([])
  })

  // The server's content security policy lets neither pass: a static style goes into the component's own styles.
  it('have no inline style and no transition that writes one', () => {
    expect(found(/\sstyle="|\{@html|svelte\/(transition|animate)/, components)).toEqual([])
  })

  it('start with a sentence that says what they are', () => {
    expect(components.filter((name) => !text(name).startsWith('<!-- '))).toEqual([])
  })

  it('stay short enough to read', () => {
    expect(files.filter((name) => !WRITTEN.has(name) && text(name).split('\n').length > 400)).toEqual([])
  })

  // Commands and events come as values; a line of the text form is for people.
  it('take no line of the text form apart', () => {
    const apart = /\b(?:line|text|sentence)\)?\.(?:split|slice|match|matchAll|replace|startsWith)\(|\.exec\((?:line|text|sentence)\)|\.test\((?:line|text|sentence)\)|new RegExp\(/
    const may = new Set(['lib/i18n.svelte.ts', 'lib/verify-shoe.ts', 'screens/odds/question.ts', 'screens/lobby/choose.ts'])
    expect(found(apart, files.filter((name) => !may.has(name) && !name.includes('.test.')))).toEqual([])
  })

  it('ask the server for the time', () => {
    const may = new Set(['lib/time.svelte.ts', 'lib/live.ts'])
    expect(found(/Date\.now\b|new Date\(\)/, files.filter((name) => !may.has(name) && !name.includes('.test.')))).toEqual([])
  })
})
