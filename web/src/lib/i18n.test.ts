import { Converter } from 'opencc-js'
import { describe, expect, it } from 'vitest'
import en from '../i18n/en.json'
import hans from '../i18n/zh-Hans.json'
import hant from '../i18n/zh-Hant.json'
import { fill, language, sentence, speak, t, word } from './i18n.svelte.ts'
import { preferredLanguage } from './settings.svelte.ts'

type Words = Record<string, string>
// Forms of a word that go with a number are each language's own.
const places = (text: string): string[] => [...new Set(text.match(/\{\w+(?::[a-z]+)?\}/g))].toSorted()
const ownNames = (key: string): boolean => key.startsWith('language.')

describe('the catalogues', () => {
  it('have the same keys, sorted', () => {
    expect(Object.keys(hans)).toEqual(Object.keys(en))
    expect(Object.keys(hant)).toEqual(Object.keys(en))
    expect(Object.keys(en)).toEqual(Object.keys(en).toSorted((a, b) => (a < b ? -1 : 1)))
  })

  it('have the same places in every sentence', () => {
    for (const [key, text] of Object.entries(en as Words)) {
      expect(places((hans as Words)[key] ?? ''), key).toEqual(places(text))
      expect(places((hant as Words)[key] ?? ''), key).toEqual(places(text))
    }
  })

  it('have a form for one wherever English counts', () => {
    const counted = /\{(?:count|coups|depth|left|minutes|seats|seconds|ties|\w+:count)\} (?!is\b|was\b|has\b|times\b)[a-z]+s\b/
    expect(Object.entries(en as Words).filter(([, text]) => counted.test(text))).toEqual([])
  })

  it('have no empty sentence and no stray space', () => {
    for (const words of [en, hans, hant] as Words[]) {
      for (const [key, text] of Object.entries(words)) {
        expect(text, key).not.toBe('')
        expect(text, key).toBe(text.trim())
      }
    }
  })

  const toTraditional = Converter({ from: 'cn', to: 'hk' })
  const toSimplified = Converter({ from: 't', to: 'cn' })

  it('have no traditional character in simplified Chinese', () => {
    for (const [key, text] of Object.entries(hans as Words).filter(([one]) => !ownNames(one))) {
      for (const letter of text) expect(`${key} ${toSimplified(letter)}`).toBe(`${key} ${letter}`)
    }
  })

  it('have no simplified character in traditional Chinese', () => {
    for (const [key, text] of Object.entries(hant as Words).filter(([one]) => !ownNames(one))) {
      // Converted with its neighbours, since 佣 is right in 佣金; and only one that traditional text cannot have
      // is left alone by the way back.
      const converted = [...toTraditional(text)]
      const wrong = [...text].filter((letter, index) => converted[index] !== letter && toSimplified(letter) === letter)
      expect(wrong, key).toEqual([])
    }
  })
})

describe('t', () => {
  it('fills places and follows a switch of language', async () => {
    await speak('en')
    expect(t('call.points', { player: 6, banker: 7 })).toBe('Player 6, Banker 7')
    await speak('zh-Hant')
    expect(t('call.points', { player: 6, banker: 7 })).toBe('閒6點，莊7點')
    expect(language()).toBe('zh-Hant')
    await speak('zh-Hans')
    expect(word('bet', 'banker_pair')).toBe('庄对')
    await speak('en')
  })

  it('falls back to what the server says', () => {
    expect(word('bet', 'dragon', 'Dragon')).toBe('Dragon')
    expect(sentence('refusal.no-such-code', {}, 'the table is closed')).toBe('the table is closed')
    expect(fill('{a} of {b}', { a: 1 })).toBe('1 of {b}')
  })

  it('has the form of a word that goes with the number', async () => {
    await speak('en')
    expect([0, 1, 2, '1', '1,234'].map((count) => fill('{count} {count|wager|wagers}', { count }))).toEqual([
      '0 wagers',
      '1 wager',
      '2 wagers',
      '1 wager',
      '1,234 wagers',
    ])
  })
})

describe('the language asked for', () => {
  it.each([
    [['zh-TW', 'en'], 'zh-Hant'],
    [['zh-Hant-MO'], 'zh-Hant'],
    [['zh-CN'], 'zh-Hans'],
    [['fr', 'zh'], 'zh-Hans'],
    [['en-NZ', 'zh-HK'], 'en'],
    [['fr'], 'en'],
  ])('%j is %s', (wanted, expected) => {
    expect(preferredLanguage(wanted)).toBe(expected)
  })
})
