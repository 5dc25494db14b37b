// Items of the conditions of a tournament or a promotion: how each is written down, and how it is read to people.

import { amount, count, list, moment, toMinor } from './format.ts'
import { t, word } from './i18n.svelte.ts'
import type { FormItem, FormKind } from './wire.ts'

export const LENGTHS = ['minutes', 'coups', 'shoes'] as const
export type Length = (typeof LENGTHS)[number]

/** The parts of what is written: two for a span, the unit and the number for a session, else one. */
export function partsOf(kind: FormKind, text: string | null): readonly string[] {
  const value = text ?? ''
  switch (kind) {
    case 'amount-range':
    case 'count-range': {
      const [least = '', most = ''] = value.split('..')
      return [least, most]
    }
    case 'length': {
      const [unit = '', number = ''] = value.split(' ')
      return [unit || LENGTHS[0], number]
    }
    case 'amount':
    case 'count':
    case 'yes-no':
    case 'shares':
    case 'time':
    case 'choice':
    case 'choices':
    case 'words':
      return [value]
  }
}

/** What is written for these parts; nothing where a part is missing. */
export function written(kind: FormKind, parts: readonly string[]): string | null {
  const given = parts.map((part) => part.trim())
  if (given.some((part) => part === '')) return null
  return given.join(kind === 'amount-range' || kind === 'count-range' ? '..' : ' ')
}

/** The whole form, as it is put down: what each item says, on one line and otherwise as it was typed. */
export function formOf(items: readonly (readonly [string, string | null])[]): Record<string, string> {
  return Object.fromEntries(items.flatMap(([item, value]) => (value === null ? [] : [[item, value.trim().replaceAll(/\s+/g, ' ')]])))
}

const money = (major: string): string => amount(toMinor(Number(major)))

/** What an item says, in words; a dash where it says nothing. */
export function itemText({ kind, text }: Pick<FormItem, 'kind' | 'text'>): string {
  if (text === null) return '–'
  const [first = '', second = ''] = partsOf(kind, text)
  switch (kind) {
    case 'amount':
      return money(first)
    case 'amount-range':
      return t('money.limit-range', { min: money(first), max: money(second) })
    case 'count':
      return count(Number(first))
    case 'count-range':
      return t('money.limit-range', { min: first, max: second })
    case 'yes-no':
      return t(first === 'yes' ? 'common.yes' : 'common.no')
    case 'length':
      return t(`tournament.length-${first as Length}`, { count: Number(second) })
    case 'shares':
      return first.split(' ').map((share) => `${share} %`).join(' · ')
    case 'time':
      return moment(new Date(first).getTime() * 1000)
    case 'choice':
      return choiceText(first)
    case 'choices':
      return list(first.split(' ').map(choiceText))
    case 'words':
      return first
  }
}

/** One of the ways that an item may have. */
export const choiceText = (choice: string): string => word('tournament-choice', choice, word('payment', choice, word('prize-kind', choice, word('prize-manner', choice))))
