// The thread in which a spreadsheet is read, so that a crafted file can take neither the memory nor the time of the server.
// Plain JavaScript, because Node runs the file as it is, from every build.

import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { unzipSync } from 'fflate'

const { path, max_lines, max_unpacked, max_entry } = workerData

/** A fault of the file, by its code. */
class Fault extends Error {
  constructor(code, detail) {
    super(detail)
    this.code = code
  }
}

const isZip = (bytes) => bytes[0] === 0x50 && bytes[1] === 0x4b

/** Judged by the directory of the archive, before anything is unpacked. What lies about its size ends with the thread. */
function refuseBomb(bytes) {
  let unpacked = 0
  unzipSync(bytes, {
    filter({ originalSize }) {
      unpacked += originalSize
      if (unpacked > max_unpacked || originalSize > max_entry)
        throw new Fault('too_big', `The file is larger than ${max_unpacked / 1024 / 1024} MB when it is unpacked.`)
      return false
    },
  })
}

/** As a person reads it: Excel keeps 0.1 with seventeen digits. */
const cellOf = (value) =>
  value === null ? '' : value instanceof Date ? value.toISOString().slice(0, 10) : String(value)

async function readExcel(bytes) {
  try {
    refuseBomb(bytes)
    // Loaded only for a file that is worth it, so that a crafted one is refused sooner.
    const { readSheet } = await import('read-excel-file/node')
    const rows = await readSheet(Buffer.from(bytes), { trim: false })
    return rows.map((cells, at) => ({ line: at + 1, cells: cells.map(cellOf) }))
  } catch (error) {
    if (error instanceof Fault) throw error
    throw new Fault('invalid', 'The file cannot be read. Save it again as XLSX or CSV.')
  }
}

function textOf(bytes) {
  for (const encoding of ['utf-8', 'gbk']) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
      // What GBK does not define is decoded to characters that nobody uses.
      if (!/\p{Co}/u.test(text)) return text
    } catch {
      // The next one.
    }
  }
  throw new Fault('invalid', 'The text of the file is neither UTF-8 nor GBK.')
}

/** What separates the names of the columns: of these, the one that is there most often outside of quotes. */
function delimiterOf(text) {
  const head = (/^[^\r\n]*/.exec(text)?.[0] ?? '').replaceAll(/"(?:[^"]|"")*"/g, '')
  const count = (delimiter) => head.split(delimiter).length
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best))
}

async function readCsv(bytes) {
  const text = textOf(bytes)
  const { parse } = await import('csv-parse/sync')
  try {
    return parse(text, {
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: true,
      // One more than is accepted, and the names of the columns.
      to: max_lines + 2,
    }).map(({ record, info }) => ({ line: info.lines, cells: record }))
  } catch (error) {
    const line = error && typeof error === 'object' && 'lines' in error ? ` (line ${error.lines})` : ''
    throw new Fault('invalid', `The file cannot be read as CSV${line}.`)
  }
}

/** Takes off what an export puts before what a spreadsheet would take for a formula (`lib/api/csv-cell.ts`). */
const withoutGuard = (cell) =>
  (/^'+[=+\-@＝＋－＠;|\p{C}\p{Z}]/u.test(cell) ? cell.slice(1) : cell).replace(
    /([;|\t\r\n][\p{C}\p{Z}"']*)'(?=[=+\-@＝＋－＠])/gu,
    '$1',
  )

try {
  const bytes = new Uint8Array(await readFile(path))
  const rows = await (isZip(bytes) ? readExcel(bytes) : readCsv(bytes))
  const [head, ...below] = rows
  const filled = below
    .map(({ line, cells }) => ({ line, cells: cells.map(withoutGuard) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (!head || filled.length === 0) throw new Fault('empty', 'The file has no lines below the names of the columns.')
  if (filled.length > max_lines) throw new Fault('too_big', `The file has more than ${max_lines} lines.`)
  parentPort?.postMessage({ columns: head.cells.map((cell) => cell.trim()), rows: filled })
} catch (error) {
  if (!(error instanceof Fault)) throw error
  parentPort?.postMessage({ code: error.code, detail: error.message })
}
