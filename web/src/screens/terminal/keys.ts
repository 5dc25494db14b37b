// Play by keyboard: figures choose a chip, letters put it down.

import type { Desk } from './desk.svelte.ts'

interface Play {
  desk: Desk
  chips: readonly number[]
  bets: ReadonlyMap<string, string>
  onchip: (value: number) => void
  onput: (bet: string) => void
  onhelp: () => void
}

/** Does what a key means, unless somebody is typing or a window is open. */
export function playedBy(event: KeyboardEvent, on: boolean, { desk, chips, bets, onchip, onput, onhelp }: Play): void {
  if (!on || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  const target = event.target instanceof Element ? event.target : null
  if (target?.closest('input, textarea, select, dialog, [role="slider"], [role="tablist"]')) return
  const key = event.key.toLowerCase()
  const chip = /^[1-9]$/.test(key) ? chips[Number(key) - 1] : undefined
  const bet = [...bets].find(([, letter]) => letter === key)?.[0]
  // Enter on a button presses that button, unless its chips are down already and wait to be sent.
  const way = target?.closest<HTMLElement>('[data-way]')?.dataset['way']
  const free = target?.closest('button, a') === null || target?.closest('[data-bet]') !== null || (way !== undefined && way === desk.slip.way)
  if (chip !== undefined) onchip(chip)
  else if (bet !== undefined) onput(bet)
  else if (key === 'enter' && free && !desk.slip.empty) void desk.confirm()
  else if (key === 'backspace') desk.slip.undo()
  else if (key === 'delete') desk.clear()
  else if (key === 'r') desk.rebet()
  else if (key === 'd') desk.double()
  else if (key === '?') onhelp()
  else return
  event.preventDefault()
}
