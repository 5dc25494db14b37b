// Something a supervisor is about to say to a table.

export interface Act {
  line: string
  title: string
  /** What it does to money or play; with it, it is asked again. */
  says?: string
}
