// Commands to a promotion as values: what each does in words, and what a person fills in.

import { amount, list, toMinor } from './format.ts'
import { fieldsIn, nameIn, type Option } from './following.svelte.ts'
import { sentence, t, word } from './i18n.svelte.ts'
import { session } from './session.svelte.ts'
import { textsOf } from './value.ts'
import type { CitedLine, PromotionCommand } from './wire.ts'

export type PromotionOption = Option<PromotionCommand>

/** Written in forms of their own, and not beside the others. */
export const isWritten = (command: PromotionCommand): boolean => ['conditions', 'prize', 'drop-prize'].includes(nameIn(command))

function fieldText(field: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return '…'
  if (field === 'wager' || field === 'amount') return amount(Number(value))
  if (field === 'channel') return word('notice-channel', String(value))
  return Array.isArray(value) ? list(value.map(String)) : String(value)
}

/** What a command does, in words; what is still to be given is left open. */
export function promotionText({ command, asks }: Pick<PromotionOption, 'command' | 'asks'>): string {
  const fields = Object.entries(fieldsIn(command))
  const texts = Object.fromEntries(fields.map(([field, value]) => [field, asks.includes(field) ? '…' : fieldText(field, value)]))
  const otherwise = t(`promotion-command.${nameIn(command) as 'draw'}`, texts)
  // Only staff speak for others.
  return session()?.kind === 'staff' ? otherwise : sentence(`promotion-command-own.${nameIn(command)}`, texts, otherwise)
}

/** The command with what a person has given. */
export function filled({ command, asks }: PromotionOption, given: Readonly<Record<string, string>>): PromotionCommand {
  const fields: Record<string, unknown> = { ...fieldsIn(command) }
  for (const field of asks) {
    const typed = (given[field] ?? '').trim()
    if (field === 'names') fields[field] = typed.split(/[\s,]+/).filter((name) => name !== '')
    else if (field === 'wager') fields[field] = toMinor(Number(typed))
    else if (field === 'address' && typed === '') delete fields[field]
    else fields[field] = typed
  }
  return { [nameIn(command)]: fields } as PromotionCommand
}

/** What happened, in words; what has no words of ours is shown as the record has it. */
export const promotionHappened = ({ what, text }: Pick<CitedLine, 'what' | 'text'>): string => (what === null ? text : sentence(`promotion-event.${what.name}`, textsOf(what.args), text))
