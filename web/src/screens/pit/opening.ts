// The choices of an opening as they are made in a form, and the line they come to. What may be chosen, the server says.

import { list } from '../../lib/format.ts'
import { t, word } from '../../lib/i18n.svelte.ts'
import type { OpeningChoice, OpeningTerm } from '../../lib/wire.ts'

/** What is chosen, by the choice's name; what is not in here is as usual. */
export type Chosen = Readonly<Record<string, readonly string[]>>

type Named = Pick<OpeningChoice | OpeningTerm, 'part' | 'setting'>

/** Its name in an opening. */
export const nameOf = ({ part, setting }: Named): string => part ?? `house ${setting ?? ''}`

/** Its name on the page. */
export const labelOf = ({ part, setting }: Named): string => (part === null ? word('setting', setting ?? '') : word('opening', part))

/** An option in words. */
export function optionText({ part }: Named, option: string): string {
  switch (part) {
    case 'variant':
      return word('variant', option)
    case 'method':
      return t('dealer.method', { method: option })
    case 'bets':
      return word('bet', option)
    case 'device':
      return word('device', option)
    case 'burn':
      return word('dealer', `burn-${option}`, option)
    case null:
      return word('choice', option)
    default:
      return option
  }
}

/** All that was chosen, in words. */
export const chosenText = (named: Named, chosen: readonly string[]): string =>
  chosen.length === 0 ? t('opening.none') : list(chosen.map((option) => optionText(named, option)))

const LIMITS = '25..5000'

/** What holds of a choice now. */
export const heldOf = (choice: OpeningChoice, chosen: Chosen): readonly string[] => chosen[nameOf(choice)] ?? (choice.kind === 'range' ? [LIMITS] : choice.usual)

/** The line that they come to; the limits are always said, as a sign shows them. */
export function openingLine(choices: readonly OpeningChoice[], chosen: Chosen): string {
  const parts = choices.flatMap((choice) => {
    const held = heldOf(choice, chosen).filter((value) => value !== '')
    const said = choice.kind === 'range' || nameOf(choice) in chosen
    if (!said || (held.length === 0 && choice.kind !== 'some-of')) return []
    return [`${nameOf(choice)} ${held.length === 0 ? 'none' : held.join(' ')}`]
  })
  return ['usual', ...parts].join(', ')
}
