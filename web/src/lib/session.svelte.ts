// Who sits at this screen.

import { api, know, me, onSessionEnd } from './api.ts'
import type { Me, SignIn } from './wire.ts'

let who = $state.raw<Me | null>(null)
let ended = $state(false)

/** Who is signed in, of kind `nobody` if nobody is; `null` until the server has said so. */
export function session(): Me | null {
  return who
}

/** Whether a session that was there has ended, so that a screen can say so and offer the way back. */
export function sessionEnded(): boolean {
  return ended
}

/** Whether the person has a grant, such as a role or `odds`. What follows from it is the server's to say. */
export function granted(grant: string): boolean {
  return who?.grants.includes(grant) ?? false
}

/** Asks the server again; when the page opens, and when a balance may have changed. */
export async function refreshSession(): Promise<Me> {
  who = await me()
  return who
}

export async function signIn(way: SignIn): Promise<Me> {
  who = know(await api<Me>('/api/sign-in', { body: way }))
  ended = false
  return who
}

export async function signOut(): Promise<void> {
  await api<void>('/api/sign-out', { method: 'POST' })
  await refreshSession()
}

onSessionEnd(() => {
  if (who !== null && who.kind !== 'nobody') ended = true
  who = null
})
