declare module 'opencc-js' {
  export function Converter(options: { from: 'cn' | 't' | 'hk' | 'tw'; to: 'cn' | 't' | 'hk' | 'tw' }): (text: string) => string
}
