// The tests in a real browser, against the real program. A file has a house and a browser of its own, so two run at a time.

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/browser/**/*.test.ts'],
    environment: 'node',
    maxWorkers: 2,
    // Files share no state, and what they import is large.
    isolate: false,
    // What is waited for has limits of its own (PATIENCE_MS); these only end what hangs, on the slowest machine.
    testTimeout: 1_800_000,
    hookTimeout: 600_000,
  },
})
