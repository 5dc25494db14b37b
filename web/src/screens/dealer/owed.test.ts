import { fireEvent, render, screen } from '@testing-library/svelte'
import { describe, expect, it, vi } from 'vitest'
import type { Desk } from './desk.svelte.ts'
import Owed from './Owed.svelte'
import { sampleView } from './sample.ts'

const duties = [
  { what: 'act', line: 'act verify-decks', roles: ['casino-supervisor'], by: ['12.11.3'] },
  { what: 'tell', line: 'tell surveillance of card-fault', roles: [], by: ['12.11.4'] },
  { what: 'new-cards', line: 'new-cards', roles: ['casino-supervisor'], by: ['3.9'] },
]

function owed(roles: string[]): ReturnType<typeof vi.fn> {
  const say = vi.fn(() => Promise.resolve(true))
  const view = sampleView({ duties })
  render(Owed, { desk: { roles, locked: false, say, view } as unknown as Desk, view })
  return say
}

describe('what is owed', () => {
  it('names what, by whom and by which clause', () => {
    owed(['dealer'])
    const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent?.replaceAll(/\s+/g, ' '))
    expect(items).toHaveLength(3)
    expect(items[0]).toMatch(/All decks checked.*12\.11\.3.*By: Casino supervisor/)
    expect(items[1]).toMatch(/Surveillance.*12\.11\.4.*By: anybody on staff/)
    expect(items[2]).toMatch(/Bring other cards.*3\.9/)
  })

  it('is done by whoever owes it, and approved here by another; what takes cards is done where they are', async () => {
    const say = owed(['dealer'])
    expect(screen.getAllByRole('button', { name: 'Done: put on record' })).toHaveLength(1)
    expect(screen.getAllByRole('button', { name: 'Supervisor approves here' })).toHaveLength(1)
    await fireEvent.click(screen.getByRole('button', { name: 'Done: put on record' }))
    expect(say).toHaveBeenCalledWith('tell surveillance of card-fault', 'dealer')
  })

  it('is said in the role that owes it', async () => {
    const say = owed(['game-supervisor', 'casino-supervisor'])
    await fireEvent.click(screen.getAllByRole('button', { name: 'Done: put on record' })[0] as HTMLElement)
    expect(say).toHaveBeenCalledWith('act verify-decks', 'casino-supervisor')
  })
})
