// Measurements in a real browser, one at a time: they print figures and assert nothing.

import { defineConfig } from 'vitest/config'
import browser from './vitest.browser.config.ts'

export default defineConfig({ test: { ...browser.test, include: ['tests/browser/**/*.bench.ts'], fileParallelism: false } })
