// Whether the server has come to have a newer page than the one that runs here.

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
