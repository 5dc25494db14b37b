// Short messages that come and go by themselves. What a person must act on is no toast.

import { untrack } from 'svelte'

export type Tone = 'info' | 'good' | 'warning' | 'bad'

export interface Message {
  id: number
  text: string
  tone: Tone
}

export const toasts = $state<Message[]>([])
let counter = 0

/** Shows a message for a while; returns its number. */
export function toast(text: string, tone: Tone = 'info', forMs = 6000): number {
  counter += 1
  const id = counter
  untrack(() => {
    toasts.push({ id, text, tone })
    if (toasts.length > 4) toasts.shift()
  })
  setTimeout(() => dismiss(id), forMs)
  return id
}

export function dismiss(id: number): void {
  const at = toasts.findIndex((one) => one.id === id)
  if (at >= 0) toasts.splice(at, 1)
}
