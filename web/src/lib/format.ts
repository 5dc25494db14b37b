// Money, figures and times as people of each language write them.

import { language, t } from './i18n.svelte.ts'
import type { Micros } from './time.svelte.ts'

const made = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()

function number(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return kept('n', options, (locale) => new Intl.NumberFormat(locale, options))
}

function date(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return kept('d', options, (locale) => new Intl.DateTimeFormat(locale, options))
}

// Making a formatter costs more than a whole road; each is made once a language.
function kept<T extends Intl.NumberFormat | Intl.DateTimeFormat>(kind: string, options: object, make: (locale: string) => T): T {
  const locale = language() === 'en' ? 'en-AU' : language()
  const name = `${kind} ${locale} ${JSON.stringify(options)}`
  const found = made.get(name)
  if (found !== undefined) return found as T
  const fresh = make(locale)
  made.set(name, fresh)
  return fresh
}

/** A count, with the language's separators. */
export function count(value: number): string {
  return number({}).format(value)
}

/** Several things in a row, or a choice among them. */
export function list(items: readonly string[], kind: 'all' | 'any' = 'all'): string {
  if (kind === 'all') return items.join(language() === 'en' ? ', ' : '、')
  return new Intl.ListFormat(language(), { type: 'disjunction' }).format(items)
}

/** A share such as 0.0106 with this many decimals of a percent. */
export function percent(share: number, decimals = 1): string {
  return number({ style: 'percent', minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(share)
}

/** What a person typed in major units, in minor ones. */
export const toMinor = (typed: number): number => Math.round(typed * 100)

/** An amount in minor units, without its currency; cents only where there are some. */
export function amount(minor: number): string {
  const digits = minor % 100 === 0 ? 0 : 2
  return number({ minimumFractionDigits: digits, maximumFractionDigits: digits }).format(minor / 100)
}

/** An amount in minor units with its currency: a code such as SGD, or `credits` and other names of a house. */
export function money(minor: number, currency: string): string {
  if (currency === 'credits' || currency === 'play credits') return t('money.credits', { amount: amount(minor) })
  if (!/^[A-Z]{3}$/.test(currency)) return `${amount(minor)} ${currency}`
  const digits = minor % 100 === 0 ? 0 : 2
  return number({
    style: 'currency',
    currency,
    currencyDisplay: 'symbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(minor / 100)
}

/** An amount of an account: with its currency, where its money is worth something. */
export const worth = (minor: number, currency: string | null): string => (currency === null ? amount(minor) : money(minor, currency))

/** An amount as a line to a table has it: 100 or 23.75. */
export function plain(minor: number): string {
  return minor % 100 === 0 ? String(minor / 100) : (minor / 100).toFixed(2)
}

/** What is printed on a chip: 2.50, 25, 1K. */
export function chipFigure(minor: number): string {
  const units = minor / 100
  if (units >= 1_000_000) return `${units / 1_000_000}M`
  if (units >= 1000) return `${units / 1000}K`
  return Number.isInteger(units) ? String(units) : units.toFixed(2)
}

/** Chinese writes a zone as `[UTC]`; no brackets are wanted. */
const unbracketed = (shown: string): string => shown.replace(/\[([^\]]+)\]/, '$1')

/** A time of day with its zone. */
export function time(at: Micros, zone?: string, seconds = true): string {
  const written = date({
    hour: '2-digit',
    minute: '2-digit',
    second: seconds ? '2-digit' : undefined,
    hourCycle: 'h23',
    timeZoneName: 'short',
    timeZone: zone,
  })
  return unbracketed(written.format(at / 1000))
}

/** Day and time with the zone. */
export function moment(at: Micros, zone?: string): string {
  const written = date({
    dateStyle: 'medium',
    timeStyle: 'long',
    hourCycle: 'h23',
    timeZone: zone,
  })
  return unbracketed(written.format(at / 1000))
}

/** A length of time as 1:05 or 2:03:00. */
export function span(length: Micros): string {
  const all = Math.max(0, Math.ceil(length / 1_000_000))
  const two = (n: number): string => String(n).padStart(2, '0')
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
}
