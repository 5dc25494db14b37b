#!/usr/bin/env node
// A program at a table: enters a demonstration as a guest, takes a seat, wagers on a few coups and says what came of it.
//
//     ./run serve --demo &
//     node examples/clients/quickstart.mjs http://127.0.0.1:8080 rws 3
//
// Node 18 or newer is all it needs. What it says to the table are lines of scripts (docs/script.md); every other address is
// described at /api/v1/docs.

import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

const [base, table, coups] = process.argv.slice(2)

// A session: the cookie says who we are, and the header proves that no other page has sent this.
let cookie
let csrf

async function ask(method, path, body) {
  const headers = { accept: 'application/json' }
  if (cookie) headers.cookie = cookie
  if (csrf) headers['x-punto-csrf'] = csrf
  if (body) headers['content-type'] = 'application/json'
  const reply = await fetch(new URL(`/api/v1${path}`, base), { method, headers, body: body && JSON.stringify(body) })
  // Whoever asks too often is told when to come back.
  if (reply.status === 429) {
    await wait(1000 * Number(reply.headers.get('retry-after')))
    return ask(method, path, body)
  }
  cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? cookie
  const text = await reply.text()
  const answer = text ? JSON.parse(text) : null
  // A refusal names the clause it rests on.
  if (!reply.ok) throw new Error(`${answer.code}: ${answer.detail}`)
  return answer
}

// The id makes it safe to send the same again: it is answered as it was the first time.
const say = (line) => ask('POST', `/tables/${table}/commands`, { id: randomUUID(), line })

/** The table as it is shown, once something is so. */
async function until(isSo) {
  for (;;) {
    const view = await ask('GET', `/tables/${table}`)
    if (isSo(view)) return view
    await wait(250)
  }
}

const me = await ask('POST', '/sign-in', { as: 'guest' })
csrf = me.csrf
const taken = new Set((await ask('GET', `/tables/${table}`)).patrons.map((patron) => patron.seat))
const seat = [1, 2, 3, 4, 5, 6, 7].find((seat) => !taken.has(seat))
await say(`sit ${me.name}@${seat}`)
await ask('POST', `/tables/${table}/buy-in`, { id: randomUUID(), amount: 100_000 })
console.log(`${me.name} has seat ${seat} at ${table}`)
for (let played = 0; played < Number(coups); played++) {
  const takesWagers = (view) => view.phase === 'betting' && view.shoe && view.timer?.what !== 'next-coup'
  const { coup } = (await until(takesWagers)).coup
  await say(`bet ${me.name}@${seat} banker 10`)
  const view = await until((view) => view.coup.coup !== coup)
  const own = view.settled.find((wager) => wager.mine)
  const money = (minor) => (minor / 100).toFixed(2)
  console.log(
    `coup ${coup}: ${money(own.stake)} on ${own.bet}, ${own.result} ${money(own.amount)}, by ${own.by.join(', ')}`,
  )
}
