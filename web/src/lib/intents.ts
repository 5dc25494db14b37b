// What somebody wants done keeps its id until the server has answered it, so that trying again is not doing it twice.

import { Failure } from './failure.ts'
import { newId } from './ids.ts'

export class Intents {
  #unanswered = new Map<string, string>()
  #newId: () => string

  constructor(make: () => string = newId) {
    this.#newId = make
  }

  /** The id of what is wanted: the one under which it was tried before, if nobody knows what came of that. */
  take(what: string): string {
    const id = this.#unanswered.get(what) ?? this.#newId()
    this.#unanswered.delete(what)
    return id
  }

  /** Notes that a try failed; if it may have been done all the same, the next one goes by the same id. */
  failed(what: string, id: string, error: unknown): void {
    if (inDoubt(error)) this.#unanswered.set(what, id)
  }
}

/** Whether something may have been done though it failed: there was no answer, or none that says so. */
function inDoubt(error: unknown): boolean {
  return !(error instanceof Failure) || ['offline', 'busy', 'fault'].includes(error.kind)
}
