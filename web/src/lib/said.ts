// What the server says, in the page's language: refusals, reasons and failures, each a sentence by its code.

import { Failure } from './failure.ts'
import { sentence, t } from './i18n.svelte.ts'
import { session } from './session.svelte.ts'
import { textsOf } from './value.ts'
import type { Due, Refusal } from './wire.ts'

/** Why something was not done: one sentence. */
export function refusalText({ code, args, sentence: english }: Refusal): string {
  const filled = textsOf(args)
  const otherwise = sentence(`refusal.${code}`, filled, capital(english))
  // Only staff speak for others; what is refused to a patron is said to that patron.
  return session()?.kind === 'staff' ? otherwise : sentence(`refusal-own.${code}`, filled, otherwise)
}

/** What became of something that was asked and not done; a refusal has its own sentence. */
export function failureText(error: unknown): string {
  if (!(error instanceof Failure)) return t('error.fault')
  if (error.refusal !== null) return refusalText(error.refusal)
  return sentence(`error.${error.problem?.code}`, {}, t(`error.${error.kind}`))
}

/** Why a card is due, or none. */
export function dueText({ code, args, why }: Pick<Due, 'code' | 'args' | 'why'>): string {
  return sentence(`dealer.why-${code}`, textsOf(args), capital(why, ''))
}

const STOPS = ['.', '!', '?']

// The server's sentences begin in lower case and have no stop, to be put into others.
function capital(words: string, stop = '.'): string {
  const first = words.at(0)
  return first === undefined ? words : `${first.toUpperCase()}${words.slice(1)}${STOPS.some((one) => words.endsWith(one)) ? '' : stop}`
}
