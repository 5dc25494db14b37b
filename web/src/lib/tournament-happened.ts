// What happened in a tournament, in the reader's language; what has no words of ours is shown as the record has it.

import { sentence } from './i18n.svelte.ts'
import { textsOf } from './value.ts'
import type { CitedLine } from './wire.ts'

export const tournamentHappened = ({ what, text }: Pick<CitedLine, 'what' | 'text'>): string => (what === null ? text : sentence(`tournament-event.${what.name}`, textsOf(what.args), text))
