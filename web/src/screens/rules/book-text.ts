// The questions that documents answer, and the answers, in the page's language. The server names both by the keys of its files.

import { list } from '../../lib/format.ts'
import { sentence, t, word } from '../../lib/i18n.svelte.ts'

/** The lists whose words are keys of files, and how they begin in the catalogue; the nearest to where a key stands comes first. */
const AREAS: Readonly<Record<string, readonly string[]>> = {
  bets: ['bet', 'variant'],
  roles: ['role'],
  house: ['setting'],
  irregularities: ['mishap'],
  procedure: ['rule'],
  tournament: ['tournament-rule', 'tournament-item', 'role'],
  promotion: ['promotion-rule', 'promotion-item', 'prize-item', 'prize-kind', 'role'],
  variants: ['variant'],
}

/** Lists that a word in an answer may be of. */
const ANSWERS = ['choice', 'cure', 'role', 'device', 'medium', 'bet', 'mishap', 'rule', 'hand', 'side', 'variant', 'matter', 'fact', 'prize-kind', 'book']

/** A key of a file, as words of closed lists are spelt. */
const keyed = (text: string): string => text.trim().replaceAll(' ', '-')

function found(areas: readonly string[], name: string): string | null {
  for (const area of areas) {
    for (const spelt of [name, name.replaceAll('-', '_')]) {
      const said = sentence(`${area}.${spelt}`, {}, '')
      if (said !== '') return said
    }
  }
  return null
}

/** A part of a condition such as `winner banker` or `point not 6`. */
function conditionText(part: string): string {
  const whole = found(['variant', 'book', 'bet'], keyed(part))
  if (whole !== null) return whole
  const [, name = part, rest = ''] = /^(point not|point|cards|winner|grade|pairs?)\s+(.*)$/.exec(part.trim()) ?? []
  if (rest === '') return part
  const label = { 'point not': t('book.point-not'), point: t('book.point-is'), cards: t('book.cards-are'), winner: t('book.winner'), grade: t('book.grade') }[name] ?? t('book.pair')
  return `${label} ${found(['side', 'choice', 'book'], keyed(rest)) ?? rest}`
}

/** The steps of a question's path, such as `shoe / decks`, in words. */
export function questionParts(path: string): string[] {
  const [first = '', ...rest] = path.split(' / ')
  const own = AREAS[keyed(first)] ?? []
  const parts = rest.map((part) => {
    if (/^[A-Z\d, ]+$/.test(part)) return part
    const whole = found([...own, 'book', 'choice'], keyed(part))
    return whole ?? part.split(',').map(conditionText).join(' · ')
  })
  return [word('book', keyed(first), first), ...parts]
}

/** The section of a document that a question belongs to, as the server names it. */
export function sectionOf(path: string): string {
  const [section = '', ...rest] = path.split(' / ')
  // What has no parts is about the document itself.
  return rest.length === 0 ? 'document' : section
}

/** A question without its section; the section itself where there is nothing else. */
export function questionText(path: string): string {
  const parts = questionParts(path)
  return (parts.length > 1 ? parts.slice(1) : parts).join(' / ')
}

export const sectionText = (section: string): string => word('book', keyed(section), section)

/** What says how cards lie, where `up` is no rounding. */
const FACING: ReadonlySet<string> = new Set(['opening', 'third'])

/** A value of an answer; the key it stands behind says which of two meanings a word has. */
function valueText(value: string, key: string): string {
  if (/^[\d:., ]*$/.test(value)) return value
  const [, bound, count] = /^(at least|exactly) (\d+)$/.exec(value) ?? []
  if (count !== undefined) return t(bound === 'exactly' ? 'bound.exactly' : 'bound.least', { count })
  if (FACING.has(key) && (value === 'up' || value === 'down')) return t(`choice.facing-${value}`)
  return found(ANSWERS, keyed(value)) ?? conditionText(value)
}

/** An answer in words: `cure: void-coup, ordered by: casino-supervisor`. */
export function answerText(answer: string): string {
  if (answer === '') return ''
  let key = ''
  const said: { key: string; values: string[] }[] = []
  for (const part of answer.split(', ')) {
    const [, name, rest = part] = /^([a-z][a-z ]*): (.*)$/.exec(part) ?? []
    if (name !== undefined || said.length === 0) {
      key = name ?? ''
      said.push({ key, values: [] })
    }
    // A name on the layout is a name, and a row of the drawing table is read as it is printed.
    said.at(-1)?.values.push(key === 'name' || key === 'zh' || key === 'title' || key === 'row' ? rest : valueText(rest, key))
  }
  const parts = said.map(({ key: name, values }) => (name === '' ? list(values) : t('book.said', { key: word('book', `key-${keyed(name)}`, name), values: list(values) })))
  return parts.reduce((first, rest) => t('book.then', { first, rest }))
}
