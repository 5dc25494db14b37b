import { cleanup } from '@testing-library/svelte'
import { afterEach, beforeAll } from 'vitest'
import { speak } from '../src/lib/i18n.svelte.ts'

beforeAll(() => speak('en'))
afterEach(() => cleanup())
