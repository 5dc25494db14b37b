// What may be said to a table, as the server answers it for each role of a person.

import { isCommand, keyOf } from '../../lib/commands.ts'
import type { Allowed, Command, Grant, Refusal, Role, TableView } from '../../lib/wire.ts'

export interface Option {
  command: Command
  /** The same in the text form. */
  line: string
  /** Who may say it, or would be refused. */
  role: Role
  refusal: Refusal | null
}

/** One list for all roles: each command by the first role that may say it, else with the first role's refusal. */
export function merged(lists: readonly (readonly [Role, readonly Allowed[]])[]): Option[] {
  const found = new Map<string, Option>()
  for (const [role, list] of lists) {
    for (const { command, line, refusal } of list) {
      const known = found.get(keyOf(command))
      if (known === undefined || (known.refusal !== null && refusal === null)) found.set(keyOf(command), { command, line, role, refusal })
    }
  }
  return [...found.values()]
}

/** Whether somebody may work at the table: on duty, or under a document that knows no such role to sign on in. */
export function atWork({ staff, dealer }: Pick<TableView, 'staff' | 'dealer'>, options: readonly Option[], name: string): boolean {
  const onDuty = (staff?.on_duty ?? []).some((one) => one.name === name)
  return onDuty || (dealer === 'person' && noSuchRole(options))
}

/** Whether the document knows no role for this person to sign on in, as that of the electronic table does not. */
export const noSuchRole = (options: readonly Option[]): boolean => options.some(({ command, refusal }) => isCommand(command, 'sign-on') && refusal?.code === 'no-such-role')

/** Offices are away from the tables; every other grant is a role that somebody works in there. */
const isOffice = (grant: Grant): grant is Exclude<Grant, Role> => ['admin', 'auditor', 'cage', 'laboratory', 'service'].includes(grant)

export const rolesOf = (grants: readonly Grant[]): Role[] => grants.filter((grant): grant is Role => !isOffice(grant))
