// The tests in a real browser, against the real program: one house and one browser at a time.

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/browser/**/*.test.ts'],
    environment: 'node',
    fileParallelism: false,
    testTimeout: 150_000,
    hookTimeout: 60_000,
  },
})
