// The thread that reads spreadsheets, so that a crafted file cannot use up the memory or the time of the server. Plain
// JavaScript, because Node runs the file itself, in every build.

import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { Unzip, UnzipInflate, zipSync } from 'fflate'

const { path, max_lines, max_unpacked, max_entry } = workerData

/** A fault of the file, by its code. */
class Fault extends Error {
  constructor(code, detail) {
    super(detail)
    this.code = code
  }
}

const isZip = (bytes) => bytes[0] === 0x50 && bytes[1] === 0x4b

/** Packed bytes that are unpacked at a time: each can become a thousand. */
const step = 4_096

/** More parts than any workbook has. */
const max_parts = 10_000

/**
 * The parts of a workbook, by name. The unpacked bytes are counted, because the sizes in an archive may be wrong, and
 * the thread's memory limit does not cover bytes outside of the heap.
 */
function partsOf(bytes) {
  const tooBig = () =>
    new Fault('too_big', `The file is larger than ${max_unpacked / 1024 / 1024} MB when it is unpacked.`)
  const parts = new Map()
  let unpacked = 0
  const unzip = new Unzip((part) => {
    if (!/\.xml(\.rels)?$/.test(part.name)) return
    if (parts.size >= max_parts) throw tooBig()
    const chunks = []
    let size = 0
    parts.set(part.name, chunks)
    part.ondata = (error, chunk) => {
      if (error) throw error
      size += chunk.length
      unpacked += chunk.length
      if (unpacked > max_unpacked || size > max_entry) throw tooBig()
      chunks.push(chunk)
    }
    part.start()
  })
  unzip.register(UnzipInflate)
  for (let at = 0; at < bytes.length; at += step) unzip.push(bytes.subarray(at, at + step), at + step >= bytes.length)
  return Object.fromEntries(Array.from(parts, ([name, chunks]) => [name, Buffer.concat(chunks)]))
}

/** Excel stores 0.1 with seventeen digits; this is the displayed form. */
const cellOf = (value) =>
  value === null ? '' : value instanceof Date ? value.toISOString().slice(0, 10) : String(value)

async function readExcel(bytes) {
  try {
    // The library unpacks everything, so it gets an archive of the counted parts.
    const archive = zipSync(partsOf(bytes), { level: 0 })
    // Loaded only for valid archives, so that a crafted file is refused sooner.
    const { readSheet } = await import('read-excel-file/node')
    const rows = await readSheet(Buffer.from(archive.buffer), { trim: false })
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
      // Bytes that GBK does not define are decoded to characters of the private use area.
      if (!/\p{Co}/u.test(text)) return text
    } catch {
      // Not GBK: try the next encoding.
    }
  }
  throw new Fault('invalid', 'The text of the file is neither UTF-8 nor GBK.')
}

/** The separator of the header: the candidate that occurs most often outside of quotes. */
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
      // One line more than accepted, and the header.
      to: max_lines + 2,
    }).map(({ record, info }) => ({ line: info.lines, cells: record }))
  } catch (error) {
    const line = error && typeof error === 'object' && 'lines' in error ? ` (line ${error.lines})` : ''
    throw new Fault('invalid', `The file cannot be read as CSV${line}.`)
  }
}

/** Removes the apostrophes that exports put before possible formulas (`lib/kit/api/csv/csv-cell.ts`). */
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
