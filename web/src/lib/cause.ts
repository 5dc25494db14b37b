// What a significant event tells, in the page's language.

import { happened } from './happened.ts'
import { sentence } from './i18n.svelte.ts'
import { effectOf } from './measure.ts'
import { promotionHappened } from './promotion-commands.ts'
import { tournamentHappened } from './tournament-happened.ts'
import { textsOf } from './value.ts'
import type { SignificantView, Value } from './wire.ts'

/** An empty list stands for what is absent. */
const absent = (value: Value | undefined): boolean => value === undefined || (typeof value === 'object' && 'list' in value && value.list.length === 0)

/** Some have another sentence where somebody is named, or nobody is. */
function keyOf({ code, args }: Pick<SignificantView, 'code' | 'args'>): string {
  if (code === 'configured' && absent(args['digest'])) return 'configured-no-file'
  if (code === 'at-table' && !absent(args['asked_by'])) return 'at-table-asked'
  if ((code === 'in-tournament' || code === 'in-promotion') && !absent(args['second'])) return `${code}-two`
  return code === 'unlikely' && absent(args['dealer']) ? 'unlikely-automatic' : code
}

export function causeText(event: Pick<SignificantView, 'code' | 'args' | 'happened' | 'measure' | 'text'>): string {
  const told = event.code === 'in-tournament' ? tournamentHappened : event.code === 'in-promotion' ? promotionHappened : happened
  const what = event.happened === null ? '' : told({ what: event.happened, text: event.text })
  const said = sentence(`cause.${keyOf(event)}`, { ...textsOf(event.args), what }, event.text)
  return event.measure === null ? said : `${said} ${effectOf(event.measure)}`
}
