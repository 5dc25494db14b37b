import { fireEvent, render, screen } from '@testing-library/svelte'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { RANKS, SUITS, type CardCode } from '../lib/cards.ts'
import { speak } from '../lib/i18n.svelte.ts'
import Card from './Card.svelte'
import { along, fold, grip, HEIGHT, peeled, WIDTH } from './fold.ts'
import Hand from './Hand.svelte'
import Squeeze from './Squeeze.svelte'

describe('a card', () => {
  it('says what it is, and only that it lies face down where nobody may know', async () => {
    const { container, rerender } = render(Card, { card: null as CardCode | null })
    expect(screen.getByRole('img', { name: 'face-down card' })).toBeTruthy()
    expect(container.querySelectorAll('svg')).toHaveLength(1)
    await rerender({ card: 'Qh' })
    expect(screen.getByRole('img', { name: 'queen of hearts' })).toBeTruthy()
    expect(container.querySelector('.leaf')?.classList.contains('up')).toBe(true)
  })

  it.each(SUITS.flatMap((suit) => RANKS.map((rank): CardCode => `${rank}${suit}`)))('%s has an index and suits', (card) => {
    const { container } = render(Card, { card })
    expect(container.querySelectorAll('.front .rank, .front .suit')).toHaveLength(3)
  })
})

describe('a hand', () => {
  it('is read out with its cards and point', async () => {
    render(Hand, { side: 'banker', cards: ['7c', 'Kd', null], point: null })
    expect(screen.getByRole('group', { name: 'Banker: seven of clubs, king of diamonds, face-down card' })).toBeTruthy()
    await speak('zh-Hans')
    render(Hand, { side: 'player', cards: ['4h', '5s'], point: 9 })
    expect(screen.getByRole('group', { name: '闲家：红心4, 黑桃5, 9点' })).toBeTruthy()
    await speak('en')
  })

  it('keeps a place for the card that is due', () => {
    const { container } = render(Hand, { side: 'player', cards: ['2d', '3c'], point: 5, due: true })
    expect(container.querySelector('.due.across')).toBeTruthy()
  })
})

describe('the squeeze', () => {
  it('peels by arrow keys, shows no index on the way, and turns once', async () => {
    const onturned = vi.fn()
    const { container } = render(Squeeze, { card: '7h', onturned })
    const slider = screen.getByRole('slider')
    await fireEvent.keyDown(slider, { key: 'ArrowRight' })
    await fireEvent.keyDown(slider, { key: 'ArrowUp' })
    expect(slider.getAttribute('aria-valuetext')).toBe('peeled 12%')
    expect(container.querySelectorAll('.flap .suit')).toHaveLength(7)
    expect(container.querySelector('.rank')).toBeNull()
    await fireEvent.keyDown(slider, { key: 'ArrowLeft' })
    expect(slider.getAttribute('aria-valuenow')).toBe('6')
    for (let press = 0; press < 12; press += 1) await fireEvent.keyDown(slider, { key: 'ArrowRight' })
    expect(onturned).toHaveBeenCalledExactlyOnceWith('7h')
    expect(screen.getByRole('img', { name: 'seven of hearts' })).toBeTruthy()
  })

  it('turns at once by Enter or its button', async () => {
    const onturned = vi.fn()
    const { unmount } = render(Squeeze, { card: 'As', onturned })
    await fireEvent.keyDown(screen.getByRole('slider'), { key: 'Enter' })
    unmount()
    render(Squeeze, { card: 'Ks', onturned })
    await fireEvent.click(screen.getByRole('button', { name: 'Turn' }))
    expect(onturned.mock.calls).toEqual([['As'], ['Ks']])
  })
})

describe('the fold', () => {
  const spot = fc.record({ x: fc.double({ min: -40, max: 140, noNaN: true }), y: fc.double({ min: -40, max: 180, noNaN: true }) })
  const area = (points: string): number => {
    const list = points.split(' ').filter(Boolean).map((pair) => pair.split(',').map(Number) as [number, number])
    const twice = list.reduce((sum, [x, y], index) => {
      const [nx, ny] = list[(index + 1) % list.length] as [number, number]
      return sum + x * ny - nx * y
    }, 0)
    return Math.abs(twice) / 2
  }

  it('loses nothing of the card', () => {
    fc.assert(
      fc.property(spot, spot, (start, to) => {
        const folded = fold(grip(start), to)
        return folded === null || Math.abs(area(folded.lying) + area(folded.flap) - WIDTH * HEIGHT) < 5
      }),
    )
  })

  it('brings the corner to the finger', () => {
    const corner = { x: 0, y: HEIGHT }
    const to = { x: 40, y: 100 }
    // The face's own corner under this one is at its right, as the face looks the other way.
    const [a, b, c, d, e, f] = (fold(corner, to)?.face.match(/-?[\d.]+/g) ?? []).map(Number) as [number, number, number, number, number, number]
    expect(a * WIDTH + c * HEIGHT + e).toBeCloseTo(to.x, 1)
    expect(b * WIDTH + d * HEIGHT + f).toBeCloseTo(to.y, 1)
  })

  it('takes hold of the nearest corner, or of a long edge in its middle', () => {
    expect(grip({ x: 90, y: 10 })).toEqual({ x: WIDTH, y: 0 })
    expect(grip({ x: 20, y: 70 })).toEqual({ x: 0, y: 70 })
    expect(peeled(grip({ x: 0, y: 140 }), along({ x: 0, y: HEIGHT }, 0.5))).toBeCloseTo(0.5, 2)
    expect(fold({ x: 0, y: 0 }, { x: 0, y: 0 })).toBeNull()
  })
})
