import { cleanup, configure } from '@testing-library/svelte'
import { afterEach, beforeAll } from 'vitest'
import { speak, speakOf } from '../src/lib/i18n.svelte.ts'

// The first import of a screen compiles it, and a machine may be slow.
configure({ asyncUtilTimeout: 120_000 })

beforeAll(async () => {
  await speakOf(['contest', 'staff'])
  await speak('en')
})
afterEach(() => cleanup())
