// Something asked of the server that may take a second person of staff, who approves it at the same screen.

import { api } from './api.ts'
import { Failure } from './failure.ts'
import type { Approver } from './wire.ts'

interface Waiting {
  /** What is approved, in a sentence. */
  says: string
  send: (approver: Approver) => Promise<void>
  cancel: () => void
}

/** The refusal that a second person gets over. */
const TAKES_TWO = 'second-person-needed'

export class Asks {
  error = $state.raw<unknown>(null)
  busy = $state(false)
  waiting = $state.raw<Waiting | null>(null)

  /** What the server answers; `null` where it was refused or nobody approved it. `says` is what a second person would approve. */
  async send<Answer>(path: string, body: object, says: string): Promise<Answer | null> {
    this.error = null
    this.busy = true
    try {
      return await api<Answer>(path, { body })
    } catch (error) {
      if (error instanceof Failure && error.refusal?.code === TAKES_TWO) return await this.#second<Answer>(path, body, says)
      this.error = error
      return null
    } finally {
      this.busy = false
    }
  }

  /** Waits for a second person; whoever cancels has nothing done. A wrong password is thrown to the window that asked for it. */
  #second<Answer>(path: string, body: object, says: string): Promise<Answer | null> {
    return new Promise((done) => {
      const end = (answer: Answer | null): void => {
        this.waiting = null
        done(answer)
      }
      const send = async (approver: Approver): Promise<void> => {
        try {
          end(await api<Answer>(path, { body: { ...body, approver } }))
        } catch (error) {
          if (error instanceof Failure && (error.problem?.code === 'not-approved' || error.kind === 'busy' || error.kind === 'offline')) throw error
          this.error = error
          end(null)
        }
      }
      this.waiting = { says, send, cancel: () => end(null) }
    })
  }
}
