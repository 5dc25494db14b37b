// The colours of tokens.css meet WCAG AA in every theme: 4.5 for text, 3 for marks; 7 where more contrast is asked.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Colours = Record<string, string>

const css = readFileSync(`${import.meta.dirname}/../src/styles/tokens.css`, 'utf8').replaceAll(/\/\*[^]*?\*\//g, '')

/** The declarations of all rules whose selector list holds one of these, later ones winning. */
function cascade(...selectors: string[]): Colours {
  const colours: Colours = {}
  for (const [, list, body] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    if (!(list ?? '').split(',').some((one) => selectors.includes(one.trim()))) continue
    for (const [, name, value] of (body ?? '').matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\b/g)) {
      if (name !== undefined && value !== undefined) colours[name] = value
    }
  }
  return colours
}

function luminance(colour: string): number {
  const part = (at: number): number => {
    const value = parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const [root, light, more] = [':root', ":root[data-theme='light']", ":root[data-contrast='more']"]
const themes: [string, Colours, number][] = [
  ['dark', cascade(root), 4.5],
  ['light', cascade(root, light), 4.5],
  ['dark, more contrast', cascade(root, more), 7],
  ['light, more contrast', cascade(root, light, more, ":root[data-contrast='more'][data-theme='light']"), 7],
]
// What the felt says of itself goes before what it inherits.
const felts: [string, Colours, number][] = [
  ['dark', { ...cascade(root), ...cascade('.felt') }, 4.5],
  ['light', { ...cascade(root, light), ...cascade('.felt', `${light} .felt`) }, 4.5],
  ['more contrast', { ...cascade(root, more), ...cascade('.felt', `${more} .felt`) }, 7],
]

const accents = ['player', 'banker', 'tie', 'gold', 'amber', 'violet']
const inks = ['ink', 'ink-soft', 'ink-faint']

function check(colours: Colours, texts: string[], grounds: string[], least: number): void {
  for (const ground of grounds) {
    for (const text of texts) {
      const found = contrast(colours[text] ?? '#000000', colours[ground] ?? '#000000')
      expect(found, `--${text} on --${ground}`).toBeGreaterThanOrEqual(least)
    }
  }
}

describe.each(themes)('%s', (_, colours, least) => {
  it('has text that can be read on every ground', () => {
    check(colours, [...inks, ...accents], ['ground', 'surface', 'raised'], least)
  })

  it('has letters that can be read on filled marks and buttons', () => {
    check(colours, ['on-solid'], ['player-solid', 'banker-solid', 'tie-solid', 'violet-solid'], least)
    check(colours, ['on-gold'], ['gold-solid'], least)
  })

  it('has a focus ring that stands out', () => {
    check(colours, ['focus'], ['ground', 'surface', 'raised'], 3)
  })
})

describe.each(felts)('the felt, %s', (_, colours, least) => {
  it('has lines, text and accents that can be read', () => {
    check(colours, ['felt-line', ...inks, ...accents], ['felt', 'felt-deep'], least)
  })
})
