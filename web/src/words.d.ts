declare module '*?part=patron' {
  const words: Partial<import('./lib/i18n.svelte.ts').Catalogue>
  export default words
}

declare module '*?part=staff' {
  const words: Partial<import('./lib/i18n.svelte.ts').Catalogue>
  export default words
}

declare module '*?part=contest' {
  const words: Partial<import('./lib/i18n.svelte.ts').Catalogue>
  export default words
}
