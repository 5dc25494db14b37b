import { fireEvent, render, screen } from '@testing-library/svelte'
import { describe, expect, it, vi } from 'vitest'
import type { Desk } from './desk.svelte.ts'
import Owed from './Owed.svelte'
import type { DutyView } from '../../lib/wire.ts'
import { sampleView } from './sample.ts'

const verify = { act: { rule: 'verify-decks' } } as const
const tell = { tell: { role: 'surveillance', rule: 'card-fault' } } as const
const duties: DutyView[] = [
  { what: 'act', command: verify, roles: ['casino-supervisor'], by: ['12.11.3'], at_close: false },
  { what: 'tell', command: tell, roles: [], by: ['12.11.4'], at_close: false },
  { what: 'new-cards', command: null, roles: ['casino-supervisor'], by: ['3.9'], at_close: false },
]

function owed(roles: string[]): ReturnType<typeof vi.fn> {
  const give = vi.fn(() => Promise.resolve(true))
  const view = sampleView({ duties })
  render(Owed, { desk: { roles, locked: false, give, view } as unknown as Desk, view })
  return give
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
    const give = owed(['dealer'])
    expect(screen.getAllByRole('button', { name: 'Done: put on record' })).toHaveLength(1)
    expect(screen.getAllByRole('button', { name: 'Supervisor approves here' })).toHaveLength(1)
    await fireEvent.click(screen.getByRole('button', { name: 'Done: put on record' }))
    expect(give).toHaveBeenCalledWith(tell, 'dealer')
  })

  it('is said in the role that owes it', async () => {
    const give = owed(['game-supervisor', 'casino-supervisor'])
    await fireEvent.click(screen.getAllByRole('button', { name: 'Done: put on record' })[0] as HTMLElement)
    expect(give).toHaveBeenCalledWith(verify, 'casino-supervisor')
  })
})
