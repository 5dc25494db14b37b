import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { catalogue } from './tools/catalogue.ts'

const server = 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [catalogue(), svelte({ configFile: false, compilerOptions: { runes: true } })],
  server: { proxy: { '/api': { target: server, ws: true } } },
  build: {
    target: 'es2022',
    // Fonts and pictures are few and small; everything is served by the one binary.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What is small and wanted by nearly every screen comes in one file instead of a dozen.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'lib', test: /src\/lib\/(?:announce|cards|commands|intents|newer|roads|router|sides|signs|wake)\b/ }] } } },
  },
  // Tests mount components, so Svelte's browser build must be the one they find.
  resolve: process.env['VITEST'] ? { conditions: ['browser'] } : {},
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.ts', 'tests/*.test.ts'],
    restoreMocks: true,
    // They only end what hangs, on the slowest machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    setupFiles: ['tests/setup.ts'],
  },
})
