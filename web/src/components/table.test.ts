import { fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import ChipRail from './ChipRail.svelte'
import ChipStack from './ChipStack.svelte'
import Clock from './Clock.svelte'
import Countdown from './Countdown.svelte'
import Money from './Money.svelte'
import ResultRibbon from './ResultRibbon.svelte'
import Statistics from './Statistics.svelte'

describe('chips', () => {
  it('show their total however tall the stack', () => {
    const { container } = render(ChipStack, { total: 9_999_500, currency: 'AUD', denominations: [500, 2500] })
    expect(screen.getByRole('img', { name: 'stack of $99,995' })).toBeTruthy()
    expect(container.querySelectorAll('.layer').length).toBeLessThanOrEqual(6)
  })

  it('are chosen by arrow keys, one in the order of tabs', async () => {
    const onselect = vi.fn()
    render(ChipRail, { denominations: [500, 2500, 10_000], selected: 10_000, currency: 'AUD', onselect })
    const radios = screen.getAllByRole('radio')
    expect(radios.map((radio) => radio.tabIndex)).toEqual([-1, -1, 0])
    await fireEvent.keyDown(radios[2] as HTMLElement, { key: 'ArrowRight' })
    await fireEvent.keyDown(radios[2] as HTMLElement, { key: 'ArrowLeft' })
    await fireEvent.click(screen.getByRole('radio', { name: '$25 chip' }))
    expect(onselect.mock.calls).toEqual([[500], [2500], [2500]])
  })

  it('can be dragged to where they should lie, and a short move is a tap', async () => {
    const [onselect, ondropchip] = [vi.fn(), vi.fn()]
    const area = document.createElement('div')
    document.elementFromPoint = () => area
    render(ChipRail, { denominations: [500], selected: 500, currency: 'AUD', onselect, ondropchip })
    const chip = screen.getByRole('radio')
    const at = (type: string, x: number): PointerEvent => new PointerEvent(type, { clientX: x, clientY: 0, button: 0, bubbles: true })
    await fireEvent(chip, at('pointerdown', 0))
    await fireEvent(window, at('pointermove', 3))
    await fireEvent(window, at('pointerup', 3))
    expect(ondropchip).not.toHaveBeenCalled()
    await fireEvent(chip, at('pointerdown', 0))
    await fireEvent(window, at('pointermove', 60))
    await fireEvent(window, at('pointerup', 60))
    expect(ondropchip).toHaveBeenCalledExactlyOnceWith(500, area)
  })
})

describe('clocks', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 15, 10, 0, 0) })
  })

  afterEach(() => {
    vi.useRealTimers()
  })

  it('count down by the server’s time', async () => {
    const now = Date.now() * 1000
    render(Countdown, { timer: { since: now - 5_000_000, at: now + 15_000_000 } })
    expect(screen.getByRole('timer').getAttribute('aria-label')).toBe('Time to bet: 15 seconds left')
    await vi.advanceTimersByTimeAsync(11_000)
    expect(screen.getByRole('timer').getAttribute('aria-label')).toBe('Time to bet: 4 seconds left')
    expect(screen.getByRole('timer').classList.contains('urgent')).toBe(true)
    await vi.advanceTimersByTimeAsync(5000)
    expect(screen.getByRole('timer').getAttribute('aria-label')).toBe('Time to bet: Time is up')
  })

  it('tell the time with its zone, and stop with the last that looks', async () => {
    const { unmount, container } = render(Clock, { zone: 'Asia/Singapore' })
    expect(container.textContent?.trim()).toMatch(/^18:00:00 (SGT|GMT\+8)$/)
    await vi.advanceTimersByTimeAsync(1000)
    expect(container.textContent?.trim()).toMatch(/^18:00:01/)
    expect(vi.getTimerCount()).toBe(1)
    unmount()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('results', () => {
  it('name winner, points and pairs', () => {
    const { container } = render(ResultRibbon, { winner: 'banker', player: 5, banker: 7, player_pair: true })
    expect(container.textContent?.replaceAll(/\s+/g, ' ').trim()).toBe('B Banker wins 7 over 5 Player pair')
    render(ResultRibbon, { winner: 'void' })
    expect(screen.getByText('Coup void, stakes go back')).toBeTruthy()
  })

  it('are counted', () => {
    const counts = { coups: 62, player: 26, banker: 29, tie: 7, player_pair: 2, banker_pair: 3, natural: 19 }
    const { container } = render(Statistics, { counts, shares: true })
    expect([...container.querySelectorAll('dd')].map((one) => one.textContent)).toEqual(['29 46.8%', '26 41.9%', '7 11.3%', '3', '2', '19', '62'])
  })

  it('show money with a sign where asked', () => {
    const { container } = render(Money, { value: 9500, currency: 'AUD', sign: true })
    expect(container.textContent).toBe('+$95')
  })
})
