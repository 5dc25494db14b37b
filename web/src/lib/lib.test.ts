import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { announce, spoken } from './announce.svelte.ts'
import { asCards, isCard, RANKS, spokenCard, SUITS } from './cards.ts'
import { asChips } from './chips.ts'
import { amount, chipFigure, money, plain, span, time } from './format.ts'
import { speak } from './i18n.svelte.ts'
import { newId } from './ids.ts'
import { keysWanted, wantKeys } from './keys.ts'
import { ask, go, listen, place, resolve } from './router.svelte.ts'
import { applySettings, choose, settings } from './settings.svelte.ts'
import { dismiss, toast, toasts } from './toast.svelte.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe('names of what is asked', () => {
  it('sort by time, differ within a moment, and fit the server', () => {
    vi.useFakeTimers()
    const first = newId()
    expect(newId()).not.toBe(first)
    vi.advanceTimersByTime(1)
    expect(newId() > first).toBe(true)
    expect(first).toMatch(/^[0-9a-f-]{49}$/)
  })
})

describe('money and time', () => {
  it('shows cents only where there are some', () => {
    expect([amount(1_284_550), amount(2500), plain(2375), plain(10_000)]).toEqual(['12,845.50', '25', '23.75', '100'])
  })

  it('names the currency, and credits in the language', async () => {
    expect(money(2500, 'SGD')).toMatch(/SGD\s?25/)
    // Hundredths of the unit in every currency, also in one whose own coins are whole.
    expect(money(500_000, 'JPY')).toMatch(/\D5,000$/)
    expect([money(2500, 'play credits'), money(2500, 'doubloons')]).toEqual(['25 credits', '25 doubloons'])
    await speak('zh-Hans')
    expect(money(2500, 'credits')).toBe('25 积分')
    await speak('en')
  })

  it('prints chips short', () => {
    expect([250, 500, 100_000, 250_000, 100_000_000].map(chipFigure)).toEqual(['2.50', '5', '1K', '2.5K', '1M'])
  })

  it('shows times with their zone', () => {
    const at = Date.UTC(2026, 10, 15, 13, 5, 9) * 1000
    expect(time(at, 'Australia/Sydney')).toBe('00:05:09 AEDT')
    expect([span(65_000_000), span(7_380_000_000), span(-1)]).toEqual(['1:05', '2:03:00', '0:00'])
  })
})

describe('chips', () => {
  it('make the whole amount where they can', () => {
    const chips = [500, 2500, 10_000]
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), (units) => {
        const total = asChips(units * 500, chips).reduce((sum, { value, count }) => sum + value * count, 0)
        return total === units * 500
      }),
    )
    expect(asChips(12_500, chips)).toEqual([{ value: 10_000, count: 1 }, { value: 2500, count: 1 }])
  })
})

describe('cards', () => {
  it('are read out in the language', async () => {
    expect(spokenCard('7c')).toBe('seven of clubs')
    await speak('zh-Hant')
    expect(spokenCard('Th')).toBe('紅心10')
    await speak('en')
  })

  it('are 52, and nothing else is one', () => {
    const all = SUITS.flatMap((suit) => RANKS.map((rank) => `${rank}${suit}`))
    expect(all.every(isCard)).toBe(true)
    expect(['', '10d', 'Xs', 'A♠', 'Asx'].some(isCard)).toBe(false)
    expect(asCards(['Ks', null, '??'])).toEqual(['Ks', null, null])
  })
})

describe('addresses', () => {
  it.each([
    ['/', 'lobby', null],
    ['/table/nsw-1', 'terminal', 'nsw-1'],
    ['/dealer/nsw-1/', 'dealer', 'nsw-1'],
    ['/pit', 'pit', null],
    ['/display/nsw-1', 'display', 'nsw-1'],
    ['/audit?stream=site', 'audit', null],
    ['/odds', 'odds', null],
    ['/rules', 'rules', null],
    ['/rules/nz-1998?clause=5.1', 'rules', 'nz-1998'],
    ['/tournaments', 'tournaments', null],
    ['/tournament/cup', 'tournament', 'cup'],
    ['/tournament/cup/desk?tab=pool', 'tournament-desk', 'cup'],
    ['/tournament/cup/display', 'tournament-display', 'cup'],
    ['/tournament/cup/papers/', 'tournament-papers', 'cup'],
    ['/tournament/cup/else', 'missing', null],
    ['/sign-in', 'sign-in', null],
    ['/table/%E0', 'terminal', '%E0'],
    ['/table', 'missing', null],
    ['/table/a/b', 'missing', null],
  ])('%s is %s', (address, screen, id) => {
    expect(resolve(address)).toMatchObject({ screen, id })
  })

  it('can be shared, and the back key works', async () => {
    const undo = listen()
    go('/rules')
    ask('tab', 'draw')
    expect(window.location.pathname + window.location.search).toBe('/rules?tab=draw')
    expect(place().query.get('tab')).toBe('draw')
    ask('tab', null)
    expect(window.location.search).toBe('')
    const link = Object.assign(document.createElement('a'), { href: '/pit' })
    document.body.append(link)
    link.click()
    expect(place().screen).toBe('pit')
    history.replaceState(null, '', '/odds')
    window.dispatchEvent(new PopStateEvent('popstate'))
    expect(place().screen).toBe('odds')
    undo()
    link.remove()
  })
})

describe('settings', () => {
  it('are kept and shown on the root', () => {
    choose({ theme: 'light', contrast: 'more', motion: 'less' })
    expect(document.documentElement.dataset).toMatchObject({ theme: 'light', contrast: 'more', motion: 'less' })
    expect(JSON.parse(localStorage.getItem('punto.settings') ?? '')).toMatchObject({ theme: 'light', sound: false })
    choose({ theme: 'dark', contrast: 'system', motion: 'system' })
    expect(settings.theme).toBe('dark')
  })

  it('survive spoilt storage', async () => {
    localStorage.setItem('punto.settings', '{"theme":"pink","language":7')
    vi.resetModules()
    const again = await import('./settings.svelte.ts')
    expect(again.settings).toMatchObject({ theme: 'dark', sound: false })
    localStorage.clear()
    applySettings()
  })
})

describe('the server’s clock', () => {
  it('is that of the least late frame', async () => {
    vi.resetModules()
    const { hear, serverNow } = await import('./time.svelte.ts')
    vi.useFakeTimers({ now: 1_000_000 })
    hear(1_002_000_000 - 300_000)
    hear(1_002_000_000 - 20_000)
    hear(1_002_000_000 - 900_000)
    expect(serverNow()).toBe(1_002_000_000 - 20_000)
    for (let beat = 0; beat < 16; beat += 1) hear(1_001_000_000)
    expect(serverNow()).toBe(1_001_000_000)
  })
})

describe('messages', () => {
  it('come and go, four at most', () => {
    vi.useFakeTimers()
    for (const text of ['a', 'b', 'c', 'd', 'e']) toast(text)
    expect(toasts.map(({ text }) => text)).toEqual(['b', 'c', 'd', 'e'])
    dismiss(toasts[0]?.id ?? 0)
    vi.advanceTimersByTime(6000)
    expect(toasts).toEqual([])
  })

  it('that are read out do not pile up', () => {
    for (let coup = 0; coup < 1000; coup += 1) announce(`coup ${coup}`)
    announce('')
    expect(spoken.calm.length).toBeLessThan(20)
    expect(spoken.calm.at(-1)?.text).toBe('coup 999')
  })
})

describe('single keys', () => {
  it('are switched off for a visit, too, where nothing can be stored', () => {
    const denied = (): never => {
      throw new DOMException('denied', 'SecurityError')
    }
    vi.stubGlobal('localStorage', { getItem: denied, setItem: denied })
    expect([keysWanted(), wantKeys(false), keysWanted(), wantKeys(true), keysWanted()]).toEqual([true, false, false, true, true])
    vi.unstubAllGlobals()
  })
})
