// Addresses of screens over the History API, so that a page can be shared and the back key works.

export type ScreenName =
  | 'lobby'
  | 'terminal'
  | 'several'
  | 'dealer'
  | 'pit'
  | 'cage'
  | 'account'
  | 'display'
  | 'audit'
  | 'reports'
  | 'odds'
  | 'rules'
  | 'tournaments'
  | 'tournament'
  | 'tournament-desk'
  | 'tournament-display'
  | 'tournament-papers'
  | 'promotions'
  | 'promotion'
  | 'promotion-desk'
  | 'promotion-papers'
  | 'sign-in'
  | 'gallery'
  | 'missing'

export interface Place {
  screen: ScreenName
  /** The `:id` of the address. */
  id: string | null
  path: string
  query: URLSearchParams
}

const addresses: readonly (readonly [RegExp, ScreenName])[] = [
  [/^\/$/, 'lobby'],
  [/^\/table\/([^/]+)$/, 'terminal'],
  [/^\/tables\/([^/]+)$/, 'several'],
  [/^\/dealer\/([^/]+)$/, 'dealer'],
  [/^\/pit$/, 'pit'],
  [/^\/cage$/, 'cage'],
  [/^\/account$/, 'account'],
  [/^\/display\/([^/]+)$/, 'display'],
  [/^\/audit$/, 'audit'],
  [/^\/reports$/, 'reports'],
  [/^\/odds$/, 'odds'],
  [/^\/rules$/, 'rules'],
  [/^\/rules\/([^/]+)$/, 'rules'],
  [/^\/tournaments$/, 'tournaments'],
  [/^\/tournament\/([^/]+)$/, 'tournament'],
  [/^\/tournament\/([^/]+)\/desk$/, 'tournament-desk'],
  [/^\/tournament\/([^/]+)\/display$/, 'tournament-display'],
  [/^\/tournament\/([^/]+)\/papers$/, 'tournament-papers'],
  [/^\/promotions$/, 'promotions'],
  [/^\/promotion\/([^/]+)$/, 'promotion'],
  [/^\/promotion\/([^/]+)\/desk$/, 'promotion-desk'],
  [/^\/promotion\/([^/]+)\/papers$/, 'promotion-papers'],
  [/^\/sign-in$/, 'sign-in'],
  ...(import.meta.env.DEV ? [[/^\/gallery$/, 'gallery'] as const] : []),
]

/** The screen an address names. */
export function resolve(address: string): Place {
  const url = new URL(address, 'http://punto.invalid')
  const path = url.pathname.length > 1 ? url.pathname.replace(/\/+$/, '') || '/' : '/'
  for (const [pattern, screen] of addresses) {
    const found = pattern.exec(path)
    if (found !== null) return { screen, id: decoded(found[1]), path, query: url.searchParams }
  }
  return { screen: 'missing', id: null, path, query: url.searchParams }
}

function decoded(part: string | undefined): string | null {
  if (part === undefined) return null
  try {
    return decodeURIComponent(part)
  } catch {
    return part // A stray % in a typed address: the screen will say that there is no such thing.
  }
}

let here = $state.raw(resolve(window.location.pathname + window.location.search))

/** Where we are; reading it makes a view follow. */
export function place(): Place {
  return here
}

/** Goes to an address of ours. `replace` leaves no step behind for the back key. */
export function go(address: string, options: { replace?: boolean } = {}): void {
  if (options.replace === true) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  here = resolve(address)
}

/** Puts a choice into the address (`?tab=limits`), so that it can be shared; `null` takes it out. */
export function ask(name: string, value: string | null): void {
  const query = new URLSearchParams(here.query)
  if (value === null) query.delete(name)
  else query.set(name, value)
  const text = query.toString()
  go(text === '' ? here.path : `${here.path}?${text}`, { replace: true })
}

/** Follows the back key and takes over clicks on our own links. Returns what undoes it. */
export function listen(): () => void {
  const back = (): void => {
    here = resolve(window.location.pathname + window.location.search)
  }
  const click = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = (event.target as Element | null)?.closest('a')
    if (!link || link.target !== '' || link.hasAttribute('download')) return
    if (link.origin !== window.location.origin || resolve(link.href).screen === 'missing') return
    if (link.hash !== '' && link.pathname === window.location.pathname) return
    event.preventDefault()
    go(link.pathname + link.search)
  }
  window.addEventListener('popstate', back)
  document.addEventListener('click', click)
  return () => {
    window.removeEventListener('popstate', back)
    document.removeEventListener('click', click)
  }
}
