// Somebody at a table, at whichever screen: the live view, and what the server says they may say now.

import { fieldsOf, isCommand, type CommandName, type FieldsOf } from './commands.ts'
import type { Offers } from './live.ts'
import { Watched } from './watch.svelte.ts'
import type { Allowed, Role, TableView } from './wire.ts'

/** Something that may be said, or why it is refused now. */
export type Option = Allowed

/** Whether the next card may come: told, or drawn from Punto's own shoe. */
export const cardMayCome = (options: readonly Option[]): boolean => options.some(({ command, refusal }) => refusal === null && (command === 'deal' || fieldsOf(command, 'card') !== null))

export class AtTable {
  readonly table: string
  readonly watched: Watched

  constructor(table: string, watching: { role?: Role | null; shares?: boolean; offers: Offers }) {
    this.table = table
    this.watched = new Watched(table, watching)
  }

  get view(): TableView | null {
    return this.watched.view
  }

  get options(): readonly Option[] {
    return this.watched.offers
  }

  /** The commands of a name with these fields, whether they may be given or not. */
  like<N extends CommandName>(name: N, fields: Partial<FieldsOf<N>> = {}): readonly Option[] {
    return this.options.filter(({ command }) => isCommand(command, name, fields))
  }

  /** The first of a name with these fields that may be given. */
  first<N extends CommandName>(name: N, fields: Partial<FieldsOf<N>> = {}): Option | null {
    return this.like(name, fields).find(({ refusal }) => refusal === null) ?? null
  }

  /** Whether one of a name with these fields may be given now. */
  may<N extends CommandName>(name: N, fields: Partial<FieldsOf<N>> = {}): boolean {
    return this.first(name, fields) !== null
  }

  /** Whether the server names one of this kind at all, and if it does, why it is refused. */
  answer<N extends CommandName>(name: N, fields: Partial<FieldsOf<N>> = {}): Option | null {
    return this.like(name, fields)[0] ?? null
  }
}
