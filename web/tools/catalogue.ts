// Splits each catalogue in three when the page is built: what patrons read at tables, what there is to read of tournaments
// and promotions, and the rest for staff.
//
// A word comes with the first part that needs it: that of an area which the part has wholly, or one that something names
// which the part's screens are made of.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Plugin } from 'vite'

const SOURCES = resolve(import.meta.dirname, '../src')
const PARTS = ['patron', 'contest', 'staff'] as const
type Part = (typeof PARTS)[number]

const screen = (name: string): string => `screens/${name}.svelte`
/** What each part's screens begin with. */
const SCREENS: Record<'patron' | 'contest', readonly string[]> = {
  patron: ['main.ts', 'App.svelte', ...['lobby/Lobby', 'terminal/Terminal', 'several/Several', 'display/Display', 'account/Account', 'sign-in/SignIn', 'missing/Missing'].map(screen)],
  contest: ['tournaments/Tournaments', 'tournament/Tournament', 'tournament-display/TournamentDisplay', 'promotions/Promotions', 'promotion/Promotion'].map(screen),
}
/** Areas that nobody reads about before that part, but for what is named elsewhere. */
const LATER: Record<'contest' | 'staff', ReadonlySet<string>> = {
  contest: new Set(['prize-item', 'promotion', 'promotion-command', 'promotion-command-own', 'promotion-duty', 'promotion-event', 'promotion-item', 'promotion-rule', 'tournament', 'tournament-choice', 'tournament-command', 'tournament-command-own', 'tournament-duty', 'tournament-field', 'tournament-item', 'tournament-rule']),
  staff: new Set(['at-table', 'audit', 'book', 'cage', 'cause', 'choice', 'command', 'cure', 'dealer', 'event', 'exception', 'fact', 'house-setting', 'mishap', 'notice-channel', 'odds', 'opening', 'pit', 'proposal', 'reports', 'right', 'rules', 'session-end', 'setting', 'severity', 'topic', 'tournament-event']),
}
/** What has the words of every closed list put in sentences, whoever reads them: only what it names in full counts. */
const ALL_LISTS = new Set(['lib/value.ts', 'lib/command-text.ts'].map((file) => resolve(SOURCES, file)))

const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^'?]+)'/g
const WORD = /\bword\('([a-z-]+)',(?:\s*`([^`$]*)\$\{)?/g
const BEGUN = /`([a-z-]+\.[^`$]*)\$\{/g

/** All that these screens are made of, and that without what puts words of lists in sentences. */
function sources(screens: readonly string[]): { all: string; own: string } {
  const seen = new Set<string>()
  const waiting = screens.map((file) => resolve(SOURCES, file))
  let [all, own] = ['', '']
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    // The list of screens names them all.
    if (seen.has(file) || file.endsWith('screens/index.ts') || file.endsWith('.json') || !existsSync(file)) continue
    seen.add(file)
    const text = readFileSync(file, 'utf8')
    all += text
    if (!ALL_LISTS.has(file)) own += text
    for (const [, path = ''] of text.matchAll(IMPORT)) waiting.push(resolve(dirname(file), path))
  }
  return { all, own }
}

/** Whether something that these screens are made of names a word. */
function namedBy(screens: readonly string[]): (key: string) => boolean {
  const { all, own } = sources(screens)
  // `word('pit', `kind-${kind}`)` names what begins so, and `word('bet', bet)` all of its area.
  const words = [...own.matchAll(WORD)].map(([, area = '', start = '']) => `${area}.${start}`)
  const begun = [...words, ...[...own.matchAll(BEGUN)].map(([, start = '']) => start)]
  return (key) => all.includes(`'${key}'`) || begun.some((start) => key.startsWith(start))
}

/** The part that a word comes with. */
export function parts(): (key: string) => Part {
  const [patron, contest] = [namedBy(SCREENS.patron), namedBy(SCREENS.contest)]
  return (key) => {
    const area = key.slice(0, key.indexOf('.'))
    const later = LATER.contest.has(area) ? 'contest' : LATER.staff.has(area) ? 'staff' : 'patron'
    if (later === 'patron' || patron(key)) return 'patron'
    return later === 'contest' || contest(key) ? 'contest' : 'staff'
  }
}

export function catalogue(): Plugin {
  return {
    name: 'catalogue',
    enforce: 'pre',
    load(id) {
      const [, file, part] = /^(.*\/i18n\/[\w-]+\.json)\?part=(patron|contest|staff)$/.exec(id) ?? []
      if (file === undefined) return null
      this.addWatchFile(file)
      const partOf = parts()
      const words = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
      const own = words.filter(([key]) => partOf(key) === part)
      // One string is read quicker than an object is built.
      return { code: `export default JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(own)))})`, moduleType: 'js', map: null }
    },
  }
}
