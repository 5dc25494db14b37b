// The package as a program uses it. With PUNTO_PIPES it speaks to the engine of this machine over two pipes, as `./test` has it; else
// to `punto.wasm` beside the module.

import assert from 'node:assert/strict'
import { openSync, readSync, writeSync } from 'node:fs'
import test from 'node:test'

import { Punto, Refused, load, through } from '../index.js'

/** One line there, one line back. */
function overPipes(folder) {
  const [there, back] = [openSync(`${folder}/questions`, 'w'), openSync(`${folder}/answers`, 'r')]
  let read = Buffer.alloc(0)
  return (question) => {
    writeSync(there, `${question}\n`)
    for (;;) {
      const end = read.indexOf(10)
      if (end >= 0) {
        const line = read.subarray(0, end).toString()
        read = read.subarray(end + 1)
        return line
      }
      const more = Buffer.alloc(65536)
      const length = readSync(back, more)
      if (length === 0) throw new Error('the engine is gone')
      read = Buffer.concat([read, more.subarray(0, length)])
    }
  }
}

const pipes = process.env.PUNTO_PIPES
const punto = pipes ? new Punto(overPipes(pipes)) : await load()

test('a coup says where each card goes, why, and what it comes to', () => {
  const coup = punto.coup('nsw-2021', 'Ks 2d 6h 3c 9d')
  assert.equal(coup.winner, 'player')
  assert.equal(coup.why[4].by, '9.5')
  assert.deepEqual(coup.to.slice(0, 2), ['player', 'banker'])
  assert.equal(punto.coup('nsw-2021', 'Ks').due.to, 'banker')
})

test('wagers are settled to the last unit, under the terms that are said', () => {
  const became = (wagers, choice) => punto.settle('nsw-2021', 'Ks 2d 3h 4c Qs', wagers, choice).map((own) => own.became)
  assert.deepEqual(became([['player', '100'], ['tie', '25']]), ['lost', 'lost'])
  const [banker] = punto.settle('nsw-2021', 'Ks 2d 3h 4c Qs', [['banker', '100']], { chips: '1 5 25' })
  assert.equal(banker.paid, '95')
})

test('odds are exact', () => {
  const edge = (bet, shoe) => punto.odds('nsw-2021', shoe).find((own) => own.bet === bet).house_edge_decimal
  assert.equal(edge('banker'), '0.010579057842')
  assert.notEqual(edge('banker', { decks: 6 }), edge('banker', { decks: 6, removed: '4s 4h' }))
})

test('scoreboards', () => {
  const roads = punto.roads('BBPTPB')
  assert.deepEqual(roads.count, { coups: 6, banker: 3, player: 2, tie: 1 })
})

test('a table keeps to its document', () => {
  const [table, other] = [punto.table('nsw-2021'), punto.table('rws-2016')]
  for (const line of ['open limits 25..5000', 'prepare', 'sit ada@1']) table.say(line)
  assert.equal(table.phase, 'betting')
  assert.equal(other.phase, 'closed')
  assert.throws(
    () => table.say('bet ada@1 player 5'),
    (error) => error instanceof Refused && error.by.length > 0 && error.message.includes(error.by),
  )
  assert.match(table.say('bet ada@1 player 100')[0].what, /^wagered ada@1 player 100/)
  assert.equal(table.roads().count.coups, 0)
  table.leave()
  assert.throws(() => table.phase, TypeError)
})

test('a script says what does not hold', () => {
  const script = 'script 1\nrulebook nsw-2021\nopen limits 25..5000\nprepare\nexpect shoe-ready\n'
  assert.deepEqual(punto.runScript(script), [])
  assert.equal(punto.runScript(`${script}expect wagers-closed\n`).length, 1)
})

test('what cannot be read is said', () => {
  assert.throws(() => punto.coup('nowhere', 'Ks'), /is not a rulebook/)
  assert.throws(() => punto.coup('nsw-2021', 'Xx'), /is not a card/)
  assert.equal(punto.documents().length, 5)
  assert.ok(punto.clause('nsw-2021', '5.8').length > 0)
  assert.match(punto.version, /^\d+\.\d+\.\d+$/)
})

test('questions and answers cross through memory, also where it grows meanwhile', () => {
  const memory = new WebAssembly.Memory({ initial: 1 })
  let [place, length] = [16, 0]
  const ask = through({
    memory,
    punto_question: (wanted) => ((length = wanted), place),
    punto_answer: () => {
      const question = new Uint8Array(memory.buffer, place, length).slice()
      memory.grow(1)
      place = 65536 + 8
      new Uint8Array(memory.buffer, place, length).set(question)
      return length
    },
    punto_place: () => place,
  })
  assert.equal(ask('{"card":"百家樂 ♠"}'), '{"card":"百家樂 ♠"}')
})
