// The second person whom a form names, and a password that is used once and kept nowhere.

import type { Approver } from './wire.ts'

/** What a form with the fields `officer` and `secret`, and `code` where the house asks for one, says. The field of the password is emptied: from here on it is in the request alone. */
export function approverOf(event: SubmitEvent, secret: HTMLInputElement | null): Approver {
  event.preventDefault()
  const given = new FormData(event.currentTarget as HTMLFormElement)
  const code = String(given.get('code') ?? '').trim()
  const approver = { name: String(given.get('officer')).trim(), password: String(given.get('secret')), code: code || null }
  if (secret) secret.value = ''
  return approver
}
