import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { createRawSnippet, type Snippet } from 'svelte'
import { describe, expect, it, vi } from 'vitest'
import App from '../App.svelte'
import { announce } from '../lib/announce.svelte.ts'
import { Failure } from '../lib/failure.ts'
import { language } from '../lib/i18n.svelte.ts'
import { go } from '../lib/router.svelte.ts'
import { settings } from '../lib/settings.svelte.ts'
import AppBar from './AppBar.svelte'
import Clause from './Clause.svelte'
import Connection from './Connection.svelte'
import { sorted } from './data-table.ts'
import DataTable from './DataTable.svelte'
import Dialog from './Dialog.svelte'
import FailureNote from './FailureNote.svelte'
import LiveRegion from './LiveRegion.svelte'
import type { RefusalCode as Code } from '../lib/codes.ts'
import Refusal from './Refusal.svelte'
import Sheet from './Sheet.svelte'
import Tabs from './Tabs.svelte'

const text = (words: string): Snippet<[]> & Snippet<[string]> => createRawSnippet<[]>(() => ({ render: () => `<p>${words}</p>` }))
const refusal = { code: 'no-such-code' as Code, args: {}, sentence: 'wagers are closed', by: ['5.4', 'house:table-order'] }

describe('a clause', () => {
  it('opens its gist', async () => {
    const body = { clause: '12.2', topic: 'misdeal', gist: 'The card goes to Banker.', standing: 'encoded', scenarios: [] }
    const fetched = vi.fn(() => Promise.resolve(new Response(JSON.stringify(body))))
    vi.stubGlobal('fetch', fetched)
    render(Clause, { rulebook: 'nsw-2021', clause: '12.2' })
    await fireEvent.click(screen.getByRole('button', { name: /Clause 12\.2 of New South Wales 2021/ }))
    await waitFor(() => expect(screen.getByText('The card goes to Banker.')).toBeTruthy())
    expect(fetched).toHaveBeenCalledWith('/api/v1/rulebooks/nsw-2021/clauses/12.2', expect.anything())
    expect(screen.getByText(/Decided by the software/)).toBeTruthy()
  })

  it('of the house needs no document', async () => {
    render(Clause, { rulebook: 'nsw-2021', clause: 'house:payout-rounding' })
    await fireEvent.click(screen.getByRole('button', { name: 'A setting of the house: rounding of payouts' }))
    expect(screen.getByText(/decided it by its setting “rounding of payouts”/)).toBeTruthy()
  })
})

describe('what was not done', () => {
  it('is one sentence with its clauses', () => {
    render(Refusal, { refusal, rulebook: 'nsw-2021' })
    expect(screen.getByRole('alert').textContent?.replaceAll(/\s+/g, ' ').trim()).toMatch(/Wagers are closed\. § 5\.4/)
    expect(screen.getAllByRole('button')).toHaveLength(2)
  })

  it('is told by its kind, with a way on', async () => {
    const onretry = vi.fn()
    render(FailureNote, { error: new Failure('offline'), onretry })
    await fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(onretry).toHaveBeenCalledOnce()
    render(FailureNote, { error: new Failure('session') })
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toMatch(/^\/sign-in\?then=/)
    render(FailureNote, { error: new Failure('refused', { type: '/api/v1/problems/refused', title: 't', status: 409, detail: 's', code: 'refused', refusal, request: '' }), rulebook: 'nsw-2021' })
    expect(screen.getByText(/Wagers are closed/)).toBeTruthy()
  })

  it('is told of the line, too', async () => {
    const { rerender, container } = render(Connection, { state: 'live', why: null })
    expect(container.textContent).toBe('')
    await rerender({ state: 'silent', why: null })
    expect(container.textContent).toMatch(/Wagering is locked/)
    await rerender({ state: 'gone', why: 'version' })
    expect(screen.getByRole('button', { name: 'Load again' })).toBeTruthy()
  })
})

describe('the frame of a screen', () => {
  it('has dialogs that close by their cross', async () => {
    const onclose = vi.fn()
    render(Dialog, { open: true, title: 'Stray card', onclose, children: text('what happened') })
    expect(screen.getByRole('dialog', { name: 'Stray card' })).toBeTruthy()
    await fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(onclose).toHaveBeenCalledOnce()
  })

  it('has tabs that arrow keys move along', async () => {
    const onselect = vi.fn()
    const tabs = ['a', 'b', 'c'].map((name) => ({ name, label: name }))
    render(Tabs, { label: 'parts', tabs, selected: 'a', onselect, children: text('panel') })
    for (const key of ['ArrowLeft', 'ArrowRight', 'End', 'x']) await fireEvent.keyDown(screen.getByRole('tab', { name: 'a' }), { key })
    expect(onselect.mock.calls).toEqual([['c'], ['b'], ['c']])
    expect(screen.getByRole('tabpanel', { name: 'a' })).toBeTruthy()
  })

  it('has sheets that open by their handle', async () => {
    const onopen = vi.fn()
    render(Sheet, { label: 'Roads', open: false, onopen, children: text('roads') })
    const handle = screen.getByRole('button', { name: 'Show Roads' })
    await fireEvent.click(handle)
    await fireEvent.pointerDown(handle, { clientY: 500 })
    await fireEvent(window, new PointerEvent('pointermove', { clientY: 300 }))
    await fireEvent(window, new PointerEvent('pointerup', { clientY: 300 }))
    await fireEvent.click(handle)
    expect(onopen.mock.calls).toEqual([[true], [true]])
  })

  it('has tables that sort, and say so when they are empty', async () => {
    const columns = [{ name: 'n', label: 'N', value: (row: { n: number }) => row.n }]
    const { container, unmount } = render(DataTable<{ n: number }>, { caption: 'figures', columns, rows: [{ n: 2 }, { n: 10 }, { n: 1 }], key: (row) => row.n })
    const cells = (): (string | undefined)[] => [...container.querySelectorAll('td')].map((cell) => cell.textContent?.trim())
    for (const expected of [['1', '2', '10'], ['10', '2', '1'], ['2', '10', '1']]) {
      await fireEvent.click(screen.getByRole('button', { name: 'N' }))
      expect(cells()).toEqual(expected)
    }
    unmount()
    render(DataTable<{ n: number }>, { caption: 'figures', columns, rows: [], key: (row) => row.n, empty: 'No coups yet' })
    expect(screen.getByText('No coups yet')).toBeTruthy()
    const byText = [{ name: 'c', label: 'C', value: (row: string) => row }]
    expect(sorted(['12.10', '12.2'], byText, { name: 'c', down: false })).toEqual(['12.2', '12.10'])
  })

  it('reads out what is announced', async () => {
    render(LiveRegion)
    announce('Banker wins')
    announce('No word from the table', true)
    await waitFor(() => expect(screen.getByRole('log').textContent).toMatch(/Banker wins$/))
    expect(screen.getByRole('alert').textContent).toMatch(/No word from the table$/)
  })

  it('still has things read out while it is open, but not what was heard before', async () => {
    announce('heard before')
    const { container } = render(Dialog, { open: true, title: 'T', onclose: () => undefined, children: text('c') })
    announce('read out')
    announce('lost', true)
    await waitFor(() => expect(container.querySelector('dialog [role="log"]')?.textContent).toBe('read out'))
    expect(container.querySelector('dialog [role="alert"]')?.textContent).toBe('lost')
  })

  it('says that it is a demonstration, unless the screen says so itself', () => {
    const notice = (): Element | null => screen.queryByRole('note')
    const { unmount } = render(AppBar, { title: 'Tables', demo: true })
    expect(notice()?.textContent).toContain('Demonstration')
    unmount()
    render(AppBar, { title: 'Tables', demo: false })
    expect(notice()).toBeNull()
  })

  it('has every setting behind one door', async () => {
    const onsignout = vi.fn()
    render(AppBar, { title: 'Tables', who: 'ada', onsignout })
    await fireEvent.click(screen.getByRole('button', { name: 'ada, Settings' }))
    await fireEvent.click(screen.getByRole('switch', { name: /High contrast/ }))
    expect(settings.contrast).toBe('more')
    await fireEvent.click(screen.getByRole('radio', { name: 'Light' }))
    expect(document.documentElement.dataset['theme']).toBe('light')
    await fireEvent.click(screen.getByRole('radio', { name: '繁體中文' }))
    await waitFor(() => expect(document.documentElement.lang).toBe('zh-Hant'))
    await fireEvent.click(screen.getByRole('radio', { name: 'English' }))
    await waitFor(() => expect(language()).toBe('en'))
    await fireEvent.click(screen.getByRole('switch', { name: /High contrast/ }))
    await fireEvent.click(screen.getByRole('button', { name: 'Sign out (ada)' }))
    expect(onsignout).toHaveBeenCalledOnce()
  })
})

describe('the page', () => {
  it('shows the screen of its address, and begins at its heading', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ kind: 'nobody', grants: [], rights: [], tables: [], csrf: null, demonstration: true, unapproved: true, now: 0 })))
    go('/nowhere')
    render(App)
    await waitFor(() => expect(screen.getByText('There is no page at this address')).toBeTruthy())
    expect(document.title).toBe('Not found · Punto')
    await waitFor(() => expect(screen.getAllByText('Demonstration: play credits, no money.')).toHaveLength(1))
    expect(screen.getAllByText(/^No manifest was given: the software/)).toHaveLength(1)
    go('/gallery')
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Gallery'))
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
  })

  it('gives no screen the address of the next one', async () => {
    const opened: string[] = []
    vi.stubGlobal('WebSocket', class {
      constructor(url: URL) {
        opened.push(url.pathname)
      }
      close(): void {}
    })
    const who = { kind: 'nobody', grants: [], rights: [], tables: [], csrf: null, demonstration: true, unapproved: false, now: 0 }
    vi.stubGlobal('fetch', (path: string) => Promise.resolve(Response.json(path === '/api/v1/me' ? who : [])))
    go('/table/nsw-1')
    const { unmount } = render(App)
    await waitFor(() => expect(opened).toEqual(['/api/v1/tables/nsw-1/live']), { timeout: 100_000 })
    for (const address of ['/rules/nsw-2021', '/', '/table/nsw-1']) {
      go(address)
      await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'), { timeout: 100_000 })
      ;(document.activeElement as HTMLElement).blur()
    }
    expect(new Set(opened)).toEqual(new Set(['/api/v1/tables/nsw-1/live']))
    unmount()
  })
})
