// Whether somebody may work at a table, read from what the server says they may say.

import type { Option } from '../../lib/at-table.svelte.ts'
import { isCommand } from '../../lib/commands.ts'
import type { TableView } from '../../lib/wire.ts'

/** Whether somebody may work at the table: on duty, or under a document that knows no such role to sign on in. */
export function atWork({ staff, dealer }: Pick<TableView, 'staff' | 'dealer'>, options: readonly Option[], name: string): boolean {
  const onDuty = (staff?.on_duty ?? []).some((one) => one.name === name)
  return onDuty || (dealer === 'person' && noSuchRole(options))
}

/** Whether the document knows no role for this person to sign on in, as that of the electronic table does not. */
export const noSuchRole = (options: readonly Option[]): boolean => options.some(({ command, refusal }) => isCommand(command, 'sign-on') && refusal?.code === 'no-such-role')
