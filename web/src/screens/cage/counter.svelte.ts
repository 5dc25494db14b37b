// The patron at the counter, and what is done for them.

import { api } from '../../lib/api.ts'
import { Asks } from '../../lib/asks.svelte.ts'
import { Failure } from '../../lib/failure.ts'
import { toMinor } from '../../lib/format.ts'
import { newId } from '../../lib/ids.ts'
import type { AccountView } from '../../lib/wire.ts'

/** What a form of the counter takes as an amount. */
export const AMOUNT = '\\d{1,11}(\\.\\d{1,2})?'

export const minorOf = (typed: string): number => toMinor(Number(typed))

/** The number of a voucher, where that is what was typed or scanned. */
export function voucherNumber(text: string): string | null {
  const figures = text.replaceAll(/[\s-]/g, '')
  return /^\d{20}$/.test(figures) ? figures : null
}

export class Counter {
  patron = $state.raw<AccountView | null>(null)
  /** A voucher that was scanned, to be redeemed for the patron. */
  scanned = $state('')
  readonly asks = new Asks()

  get path(): string {
    return `/api/v1/patrons/${encodeURIComponent(this.patron?.patron ?? '')}`
  }

  choose(patron: AccountView | null): void {
    this.patron = patron
    this.asks.error = null
  }

  async refresh(): Promise<void> {
    if (this.patron === null) return
    this.patron = await api<AccountView>(this.path)
  }

  /** Asks for something that moves money, once; the account as it is afterwards is shown. */
  async move(act: string, body: object, says: string): Promise<boolean> {
    const account = await this.asks.send<AccountView>(`${this.path}/${act}`, { id: newId(), ...body }, says)
    if (account === null) return false
    this.patron = account
    return true
  }
}

/** Whether something failed for this reason. */
export const isProblem = (error: unknown, code: string): boolean => error instanceof Failure && error.problem?.code === code
