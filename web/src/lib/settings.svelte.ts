// What this person chose for this browser: language, theme, contrast, motion and sound.

export const LANGUAGES = ['en', 'zh-Hans', 'zh-Hant'] as const
export type Language = (typeof LANGUAGES)[number]
export type Theme = 'dark' | 'light' | 'system'
export type Contrast = 'system' | 'more'
export type Motion = 'system' | 'less'

export interface Settings {
  language: Language
  theme: Theme
  contrast: Contrast
  motion: Motion
  sound: boolean
}

const STORED = 'punto.settings'

/** The language the browser asks for, as far as we speak it. */
export function preferredLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    if (/^zh\b.*(hant|tw|hk|mo)/i.test(tag)) return 'zh-Hant'
    if (/^zh\b/i.test(tag)) return 'zh-Hans'
    if (/^en\b/i.test(tag)) return 'en'
  }
  return 'en'
}

function stored(): Partial<Settings> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORED) ?? '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {} // Storage may be barred; the page works without it.
  }
}

function oneOf<T extends string>(allowed: readonly T[], value: unknown, otherwise: T): T {
  return allowed.find((one) => one === value) ?? otherwise
}

function initial(): Settings {
  const kept = stored()
  return {
    language: oneOf(LANGUAGES, kept.language, preferredLanguage(navigator.languages ?? [])),
    theme: oneOf(['dark', 'light', 'system'], kept.theme, 'dark'),
    contrast: oneOf(['system', 'more'], kept.contrast, 'system'),
    motion: oneOf(['system', 'less'], kept.motion, 'system'),
    sound: kept.sound === true,
  }
}

/** Read it anywhere; change it through `choose`, which keeps and applies it. */
export const settings: Settings = $state(initial())

const queries = {
  light: window.matchMedia('(prefers-color-scheme: light)'),
  contrast: window.matchMedia('(prefers-contrast: more)'),
  still: window.matchMedia('(prefers-reduced-motion: reduce)'),
}

const system = $state({
  light: queries.light.matches,
  contrast: queries.contrast.matches,
  still: queries.still.matches,
})

/** Whether things should appear without moving. */
export function still(): boolean {
  return settings.motion === 'less' || system.still
}

/** Writes the settings to the root element, where the styles read them. */
export function applySettings(root: HTMLElement = document.documentElement): void {
  const light = settings.theme === 'light' || (settings.theme === 'system' && system.light)
  root.lang = settings.language
  root.dataset['theme'] = light ? 'light' : 'dark'
  root.dataset['contrast'] = settings.contrast === 'more' || system.contrast ? 'more' : 'normal'
  root.dataset['motion'] = still() ? 'less' : 'full'
}

export function choose(change: Partial<Settings>): void {
  Object.assign(settings, change)
  try {
    localStorage.setItem(STORED, JSON.stringify(settings))
  } catch {
    // Not kept for the next visit; it holds for this one.
  }
  applySettings()
}

for (const [name, query] of Object.entries(queries) as [keyof typeof queries, MediaQueryList][]) {
  query.addEventListener('change', (event) => {
    system[name] = event.matches
    applySettings()
  })
}
