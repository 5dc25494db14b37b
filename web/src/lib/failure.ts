// The few ways in which something asked of the server can fail, by what the page has to do about it.

import type { Problem, ProblemCode, Refusal } from './wire.ts'

export type FailureKind =
  | 'offline' // no answer: try again
  | 'session' // signed out: sign in again
  | 'refused' // the rulebook says no: show the sentence and its clause
  | 'not-allowed' // this person may not
  | 'missing' // there is no such thing
  | 'invalid' // what was sent makes no sense to the server
  | 'busy' // too much at once: wait and try again
  | 'fault' // the server's own fault

export class Failure extends Error {
  readonly kind: FailureKind
  readonly problem: Problem | null
  /** How many seconds to wait before another try, where the server says so. */
  readonly wait: number | null

  constructor(kind: FailureKind, problem: Problem | null = null, wait: number | null = null) {
    super(problem?.detail ?? kind)
    this.name = 'Failure'
    this.kind = kind
    this.problem = problem
    this.wait = wait
  }

  get refusal(): Refusal | null {
    return this.problem?.refusal ?? null
  }
}

const byCode: Partial<Record<string, FailureKind>> = {
  'bad-request': 'invalid',
  'too-large': 'invalid',
  'not-signed-in': 'session',
  'sign-in-refused': 'session',
  'wrong-password': 'not-allowed',
  forged: 'session',
  'not-allowed': 'not-allowed',
  'not-approved': 'not-allowed',
  'not-found': 'missing',
  refused: 'refused',
  'too-many': 'busy',
  busy: 'busy',
  fault: 'fault',
} satisfies Record<ProblemCode, FailureKind>

const byStatus: Partial<Record<number, FailureKind>> = {
  400: 'invalid',
  401: 'session',
  403: 'not-allowed',
  404: 'missing',
  409: 'refused',
  422: 'invalid',
  429: 'busy',
  503: 'busy',
}

/** What a problem means to the page; an answer without our body is judged by its status. */
export function failureOf(problem: Problem | null, status: number, retryAfter: string | null = null): Failure {
  const wait = retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : null
  return new Failure(byCode[problem?.code ?? ''] ?? byStatus[status] ?? 'fault', problem, wait)
}
