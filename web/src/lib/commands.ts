// Commands to a table as values: which one it is, and what belongs to it.

import type { Command } from './wire.ts'

type Fielded = Exclude<Command, string>
type NameOf<T> = T extends unknown ? keyof T & string : never

export type CommandName = Extract<Command, string> | NameOf<Fielded>

/** What belongs to the command of a name. */
export type FieldsOf<N extends CommandName> = N extends NameOf<Fielded> ? Extract<Fielded, Record<N, unknown>>[N] : Record<never, never>

/** What is said to a table: a command, or a line that a person typed. */
export type Speech = { command: Command } | { line: string }

/** The name of a command. A command with fields is an object with its name as the one key. */
export const nameOf = (command: Command): CommandName => (typeof command === 'string' ? command : (Object.keys(command)[0] as CommandName))

/** What belongs to a command, if it is the one of this name. */
export function fieldsOf<N extends CommandName>(command: Command, name: N): FieldsOf<N> | null {
  if (command === name) return {} as FieldsOf<N>
  const [own, fields] = typeof command === 'string' ? [] : (Object.entries(command)[0] ?? [])
  return own === name ? (fields as FieldsOf<N>) : null
}

/** Whether it is the command of this name, with these among its fields. */
export function isCommand<N extends CommandName>(command: Command, name: N, fields: Partial<FieldsOf<N>> = {}): boolean {
  const own = fieldsOf(command, name)
  return own !== null && Object.entries(fields).every(([key, value]) => Reflect.get(own, key) === value)
}

/** The one of a list that is the command of this name, with these among its fields. */
export function findCommand<T extends { command: Command }, N extends CommandName>(list: readonly T[], name: N, fields: Partial<FieldsOf<N>> = {}): T | undefined {
  return list.find(({ command }) => isCommand(command, name, fields))
}

/** Tells commands apart: the same for equal ones, in whichever order their fields were written. */
export const keyOf = (command: Command): string => JSON.stringify([nameOf(command), fieldsOf(command, nameOf(command))], sorted)

/** For `JSON.stringify`: an object's keys in alphabetical order. */
function sorted(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
