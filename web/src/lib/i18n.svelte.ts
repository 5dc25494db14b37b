// Words in three languages: flat catalogues of sentences with {places}, and Intl for figures.
//
// `{who}` is filled as it is given. `{count|wager|wagers}` is the form of a word that goes with a number, one for each
// kind of number the language tells apart; Chinese tells none. Values of the server are put into words first: value.ts.

import type English from '../i18n/en.json'
import { settings, choose, type Language } from './settings.svelte.ts'

export type Key = keyof typeof English
export type Catalogue = Record<Key, string>
export type Args = Readonly<Record<string, string | number>>

type Load = () => Promise<{ default: Partial<Catalogue> }>

/** The parts of a catalogue, as tools/catalogue.ts divides it: what patrons read at tables, tournaments and promotions, the rest for staff. */
export type Part = 'patron' | 'contest' | 'staff'

const files: Record<Part, Record<Language, Load>> = {
  patron: {
    en: () => import('../i18n/en.json?part=patron'),
    'zh-Hans': () => import('../i18n/zh-Hans.json?part=patron'),
    'zh-Hant': () => import('../i18n/zh-Hant.json?part=patron'),
  },
  contest: {
    en: () => import('../i18n/en.json?part=contest'),
    'zh-Hans': () => import('../i18n/zh-Hans.json?part=contest'),
    'zh-Hant': () => import('../i18n/zh-Hant.json?part=contest'),
  },
  staff: {
    en: () => import('../i18n/en.json?part=staff'),
    'zh-Hans': () => import('../i18n/zh-Hans.json?part=staff'),
    'zh-Hant': () => import('../i18n/zh-Hant.json?part=staff'),
  },
}

/** The parts that are at hand, or on their way. */
let wantedParts: ReadonlySet<Part> = new Set(['patron'])

let current = $state.raw<{ words: Partial<Catalogue>; language: Language }>({ words: {}, language: 'en' })

/** Loads a language and switches every word on the page to it. */
export async function speak(wanted: Language): Promise<void> {
  const parts = await Promise.all([...wantedParts].map((part) => files[part][wanted]()))
  current = { words: Object.assign({}, ...parts.map((part) => part.default)), language: wanted }
  if (settings.language !== wanted) choose({ language: wanted })
}

/** Has these parts at hand from now on. */
export async function speakOf(parts: readonly Part[]): Promise<void> {
  const before = wantedParts
  if (parts.every((part) => before.has(part))) return
  wantedParts = new Set([...before, ...parts])
  try {
    await speak(current.language)
  } catch (error) {
    wantedParts = before
    throw error
  }
}

/** The sentence of this key, its {places} filled in. */
export function t(key: Key, args: Args = {}): string {
  return fill(current.words[key] ?? key, args)
}

/** The word for something the server names, such as a bet or a role; what it is called there if we have none. */
export function word(area: string, name: string, otherwise: string = name): string {
  return sentence(`${area}.${name}`, {}, otherwise)
}

let beside = $state.raw<Partial<Record<string, string>>>({})

/** Has a second language at hand, for a screen that shows two; `null` lets go of it. */
export async function speakAlso(wanted: Language | null): Promise<void> {
  beside = wanted === null ? {} : (await files.patron[wanted]()).default
}

/** A word in that second language; empty until it is there. */
export const second = (area: string, name: string): string => beside[`${area}.${name}`] ?? ''

/** A sentence by a code of the server's, or what the server itself says where the catalogue has none. */
export function sentence(key: string, args: Args, otherwise: string): string {
  const found = (current.words as Partial<Record<string, string>>)[key]
  return found === undefined ? otherwise : fill(found, args)
}

const PLACE = /\{(\w+)(?:\|([^{}]+))?\}/g

export function fill(text: string, args: Args): string {
  return text.replaceAll(PLACE, (place, name: string, forms: string | undefined) => {
    const value = args[name]
    if (value === undefined) return place
    return forms === undefined ? String(value) : formOf(forms.split('|'), Number(value))
  })
}

function formOf(forms: readonly string[], number: number): string {
  const one = new Intl.PluralRules(current.language).select(number) === 'one'
  return (one ? forms[0] : forms.at(-1)) ?? ''
}

/** The language now spoken; reading it makes a view follow a switch. */
export function language(): Language {
  return current.language
}
