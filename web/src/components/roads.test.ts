import { render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { describe, expect, it } from 'vitest'
import { sampleRoads } from '../screens/gallery/sample.ts'
import BeadPlate from './BeadPlate.svelte'
import BigRoad from './BigRoad.svelte'
import RoadBoard from './RoadBoard.svelte'

const name = (): string => screen.getByRole('img').getAttribute('aria-label') ?? ''

describe('the roads', () => {
  it('are drawn cell by cell as they were laid out', () => {
    const { big } = sampleRoads('BBBBBBBPP')
    const { container } = render(BigRoad, { rings: big })
    const rings = [...container.querySelectorAll('.ring')].map((ring) => [ring.getAttribute('cx'), ring.getAttribute('cy')].map(Number))
    expect(rings).toEqual(big.map(({ column, row }) => [column * 20 + 10, row * 20 + 10]))
    expect(rings[6]).toEqual([30, 110])
  })

  it('say sides and ties in words, and mark Player by more than colour', () => {
    const { container } = render(BigRoad, { rings: sampleRoads('BTTP').big })
    expect(name()).toBe('Big road. Latest first: Player, Banker with 2 ties')
    expect(container.querySelectorAll('.player .point')).toHaveLength(1)
    expect(container.querySelector('.tie text')?.textContent).toBe('2')
  })

  it('stand above a notice that they foretell nothing', () => {
    render(RoadBoard, { roads: sampleRoads('BBPB') })
    expect(screen.getByText('Past results do not change the odds of the next coup.')).toBeTruthy()
  })

  it('hold ties that come before the first win', () => {
    render(BigRoad, { rings: [], waitingTies: 2 })
    expect(name()).toBe('Big road. 2 ties before the first win')
  })

  it('have letters or points on the bead plate, and dots for pairs', () => {
    const { entries } = sampleRoads('BbPpT')
    const { container } = render(BeadPlate, { entries })
    expect([...container.querySelectorAll('text')].map((one) => one.textContent)).toEqual(['B', 'P', 'T'])
    expect(container.querySelectorAll('.pair.banker')).toHaveLength(1)
    expect(container.querySelectorAll('.pair.player')).toHaveLength(1)
    const points = render(BeadPlate, { entries, shows: 'point' })
    expect([...points.container.querySelectorAll('text')].map((one) => one.textContent)).toEqual(['0', '7', '4'])
  })

  it('come with the ask only where it is given, and with what they do not mean', async () => {
    const roads = sampleRoads('BBPPPBPBB')
    const { rerender } = render(RoadBoard, { roads })
    expect(screen.getByRole('button', { name: /If Banker wins: Big eye boy red, Small road red, Cockroach pig red$/ })).toBeTruthy()
    expect(screen.getByText('Past results do not change the odds of the next coup.')).toBeTruthy()
    await rerender({ roads: { ...roads, ask: null } })
    expect(screen.queryByRole('button', { name: /If Banker wins/ })).toBeNull()
  })

  it('show where the next marks would lie while somebody asks', async () => {
    const roads = sampleRoads('BBPPPBPBB')
    const { container } = render(RoadBoard, { roads })
    const asked = (): number => container.querySelectorAll('.asked').length
    expect(asked()).toBe(0)
    const banker = screen.getByRole('button', { name: /If Banker wins/ })
    banker.click()
    await tick()
    // One on the big road and one on each of the three others; the rings of real coups are not among them.
    expect(asked()).toBe(4)
    expect(container.querySelectorAll('.asked .ring')).toHaveLength(1)
    expect(banker.getAttribute('aria-pressed')).toBe('true')
    banker.click()
    await tick()
    expect(asked()).toBe(0)
  })

  it('grow by one mark with one coup', async () => {
    const { container, rerender } = render(RoadBoard, { roads: sampleRoads('BPBPBP') })
    const rings = (): number => container.querySelectorAll('.ring').length
    expect(rings()).toBe(6)
    await rerender({ roads: sampleRoads('BPBPBPB') })
    expect(rings()).toBe(7)
  })
})
