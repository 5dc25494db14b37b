import { mount } from 'svelte'
import App from './App.svelte'
import { speak } from './lib/i18n.svelte.ts'
import { reloadWhenThere } from './lib/newer.ts'
import { listen } from './lib/router.svelte.ts'
import { applySettings, settings } from './lib/settings.svelte.ts'
import './styles/tokens.css'
import './styles/base.css'
import './styles/print.css'

const root = document.getElementById('app')
if (root === null) throw new Error('index.html has no #app')

applySettings()
listen()
try {
  await speak(settings.language)
  mount(App, { target: root })
} catch {
  // Without a catalogue there are no words but those of the bare page.
  document.getElementById('unloaded')?.removeAttribute('hidden')
  reloadWhenThere()
}
