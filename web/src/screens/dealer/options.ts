// What may be said to a table, as the server answers it for each role of a person.

import type { Allowed, Refusal, TableView } from '../../lib/wire.ts'

export interface Option {
  line: string
  /** Who may say it, or would be refused. */
  role: string
  refusal: Refusal | null
}

/** One list for all roles: each line by the first role that may say it, else with the first role's refusal. */
export function merged(lists: readonly (readonly [string, readonly Allowed[]])[]): Option[] {
  const found = new Map<string, Option>()
  for (const [role, list] of lists) {
    for (const { line, refusal } of list) {
      const known = found.get(line)
      if (known === undefined || (known.refusal !== null && refusal === null)) found.set(line, { line, role, refusal })
    }
  }
  return [...found.values()]
}

/** Whether somebody may work at the table: on duty, or under a document that knows no such role to sign on in. */
export function atWork({ staff, dealer }: Pick<TableView, 'staff' | 'dealer'>, options: readonly Option[], name: string): boolean {
  const onDuty = (staff?.on_duty ?? []).some((entry) => entry.endsWith(` ${name}`))
  return onDuty || (dealer === 'person' && noSuchRole(options))
}

/** Whether the document knows no role for this person to sign on in, as that of the electronic table does not. */
export const noSuchRole = (options: readonly Option[]): boolean => options.some(({ line, refusal }) => line === 'sign-on' && refusal?.code === 'no-such-role')

/** Offices are away from the tables; every other grant is a role that somebody works in there. */
const OFFICES = new Set(['admin', 'auditor', 'cage', 'laboratory', 'service'])

export const rolesOf = (grants: readonly string[]): string[] => grants.filter((grant) => !OFFICES.has(grant))
