// What the sign over a table or a competition says, in the language of the page where it is a name that we know.

import { word } from './i18n.svelte.ts'

/** A name and the numbers behind it: `House Cup 1`. */
const NUMBERED = /^(.*?)((?: \d+)*)$/

export function titleOf({ title }: { title: string }): string {
  const [, name = title, numbers = ''] = NUMBERED.exec(title) ?? []
  return word('table-title', name.toLowerCase().replaceAll(' ', '-'), name) + numbers
}
