// Adds or changes words in all three catalogues at once, and keeps them sorted.
//
//   node tools/words.mjs terminal.rebet "Rebet" "重复上注" ["重複上注"]
//   node tools/words.mjs < words.json        where words.json is {"area.name": ["English", "简体", "繁體"?], …}
//   node tools/words.mjs --remove area.name …
//
// Traditional Chinese is converted by OpenCC (Hong Kong forms) where it is not given; read what it made.

import { mkdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Converter } from 'opencc-js'

const folder = fileURLToPath(new URL('../src/i18n/', import.meta.url))
const languages = ['en', 'zh-Hans', 'zh-Hant']
const letters = Converter({ from: 'cn', to: 'hk' })
// Characters are not all: these things have other names in Hong Kong and Macau.
const names = {
  服務器: '伺服器',
  登錄: '登入',
  菜單: '選單',
  設置: '設定',
  保存: '儲存',
  搜索: '搜尋',
  響應: '回應',
  導出: '匯出',
  回車鍵: 'Enter 鍵',
  啓: '啟',
  兑: '兌',
  眯: '瞇',
  户: '戶',
  説: '說',
  哈希: '雜湊',
  打印: '列印',
  磁盤: '磁碟',
  會話: '工作階段',
  隨機數發生器: '隨機數產生器',
  // A table is 枱 there.
  台: '枱',
  '“': '「',
  '”': '」',
}
const traditional = (text) =>
  Object.entries(names).reduce((said, [from, to]) => said.replaceAll(from, to), letters(text))

const given = process.argv.slice(2)
const change = given.length === 0 ? JSON.parse(readFileSync(0, 'utf8')) : {}
const removed = given[0] === '--remove' ? given.slice(1) : []
if (given.length > 0 && removed.length === 0) {
  const [key, ...texts] = given
  change[key] = texts
}

for (const [key, texts] of Object.entries(change)) {
  if (!/^[a-z][a-z0-9-]*\.[A-Za-z0-9_.-]+$/.test(key)) throw new Error(`${key}: a key is area.name`)
  if (texts.length < 2 || texts.length > 3) throw new Error(`${key}: English and Chinese, please`)
}

// Several people may write at the same time; a folder can be made only once.
const lock = `${folder}.lock`
for (let tries = 0; ; tries += 1) {
  try {
    mkdirSync(lock)
    break
  } catch {
    if (tries > 100) throw new Error(`${lock} is held by somebody else; remove it if nobody is at work`)
    await wait(50)
  }
}
try {
  languages.forEach((language, index) => {
    const file = `${folder}${language}.json`
    const words = JSON.parse(readFileSync(file, 'utf8'))
    for (const [key, texts] of Object.entries(change)) words[key] = texts[index] ?? traditional(texts[1])
    for (const key of removed) delete words[key]
    const sorted = Object.fromEntries(Object.entries(words).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    writeFileSync(`${file}.new`, `${JSON.stringify(sorted, null, 2)}\n`)
    renameSync(`${file}.new`, file)
  })
} finally {
  rmdirSync(lock)
}
console.log(`${Object.keys(change).length} set, ${removed.length} removed`)
