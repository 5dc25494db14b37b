// Rows of a list put together by what they have in common, in the order in which that first comes.

export function grouped<Row>(rows: readonly Row[], by: (row: Row) => string): [string, Row[]][] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const own = groups.get(by(row))
    if (own === undefined) groups.set(by(row), [row])
    else own.push(row)
  }
  return [...groups]
}
