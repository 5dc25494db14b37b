// The second person whom a form names, and a password that is used once and kept nowhere.

import type { Approver } from './wire.ts'

/** What a form with the fields `officer` and `secret` says. The field of the password is emptied: from here on it is in the request alone. */
export function approverOf(event: SubmitEvent, secret: HTMLInputElement | null): Approver {
  event.preventDefault()
  const given = new FormData(event.currentTarget as HTMLFormElement)
  const approver = { name: String(given.get('officer')).trim(), password: String(given.get('secret')) }
  if (secret) secret.value = ''
  return approver
}
