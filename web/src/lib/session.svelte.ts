// Who sits at this screen.

import { api, know, me, onSessionEnd } from './api.ts'
import { Failure } from './failure.ts'
import { keepMachine, machine, type Machine } from './machine.ts'
import type { Enrol, Me, OneTime, SignIn, Right } from './wire.ts'

let who = $state.raw<Me | null>(null)
let ended = $state(false)
let returning: Promise<Me> | null = null

/** Who is signed in, of kind `nobody` if nobody is; `null` until the server has said so. */
export function session(): Me | null {
  return who
}

/** Whether a session that was there has ended, so that a screen can say so and offer the way back. */
export function sessionEnded(): boolean {
  return ended
}

/** Whether it is a person who is signed in, and not only the machine. */
export const isPerson = (one: Me | null): boolean => one !== null && one.kind !== 'nobody' && one.kind !== 'device'

/** Whether the grants of whoever is signed in allow something, such as `approve-settings`, by what the server says. */
export function allowed(right: Right): boolean {
  return who?.rights.includes(right) ?? false
}

/** Asks the server again; when the page opens, and when a balance may have changed. */
export async function refreshSession(): Promise<Me> {
  const now = await me()
  who = now.kind === 'nobody' && machine() !== null ? await (returning ??= comeBack(now)) : now
  return who
}

/** An enrolled machine at which nobody is signed in signs in by itself. */
async function comeBack(nobody: Me): Promise<Me> {
  try {
    const known = machine()
    if (known === null) return nobody
    await admit(known)
    return await me()
  } catch (error) {
    // A secret that is not good will never be again; whatever else it was, the next look tries once more.
    if (error instanceof Failure && error.problem?.code === 'sign-in-refused') keepMachine(null)
    return nobody
  } finally {
    returning = null
  }
}

/** Signs a machine in; the answer says what it is for and where it stands. */
async function admit({ device, secret }: Machine): Promise<Machine> {
  const body: SignIn = { as: 'device', device, secret }
  const { machine: own, tables } = await api<Me>('/api/v1/sign-in', { body })
  const known = { device, secret, kind: own ?? '', table: tables[0] ?? null }
  keepMachine(known)
  return known
}

/** Makes this machine one of the house's by its code for one use, and signs it in. */
export async function enrol(code: string): Promise<Machine> {
  const body: Enrol = { code }
  const { name, secret } = await api<OneTime>('/api/v1/devices/enrol', { body })
  // Kept before it is used: the code is not good a second time.
  keepMachine({ device: name, secret, kind: '', table: null })
  const known = await admit({ device: name, secret, kind: '', table: null })
  who = await me()
  return known
}

/** This machine is the house's no more, as far as it knows; whoever is signed in here goes with it. */
export async function forgetMachine(): Promise<void> {
  keepMachine(null)
  while ((await refreshSession()).kind !== 'nobody') await signOut()
}

export async function signIn(way: SignIn): Promise<Me> {
  who = know(await api<Me>('/api/v1/sign-in', { body: way }))
  ended = false
  return who
}

export async function signOut(): Promise<void> {
  await api<void>('/api/v1/sign-out', { method: 'POST' })
  await refreshSession()
}

onSessionEnd(() => {
  if (who !== null && who.kind !== 'nobody') ended = true
  who = null
})
