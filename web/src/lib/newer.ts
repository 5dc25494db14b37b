// Whether the server has come to have a newer page than the one that runs here, and the way to a page that could not be loaded.

import { onWake } from './wake.ts'

/** The name of the page's own code; it has a digest in it, so another page has another name. */
function ownCode(): string | null {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  return script === null ? null : new URL(script.src).pathname
}

/** Asks for the page as it is now. No answer is no newer page. */
export async function newerPage(): Promise<boolean> {
  const own = ownCode()
  if (own === null) return false
  try {
    const answer = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } })
    return answer.ok && !(await answer.text()).includes(own)
  } catch {
    return false
  }
}

const AGAIN_MS = 5000

/** Looks for the server until it answers, and then loads the page anew. A failed part of a page cannot be fetched again in the same page. */
export function reloadWhenThere(reload: () => void = () => window.location.reload()): () => void {
  const look = async (): Promise<void> => {
    try {
      const answer = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(AGAIN_MS) })
      if (answer.ok) reload()
    } catch {
      // Still away.
    }
  }
  const again = setInterval(() => void look(), AGAIN_MS)
  const unwake = onWake(() => void look())
  return () => {
    clearInterval(again)
    unwake()
  }
}
