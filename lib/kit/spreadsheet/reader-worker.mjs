// The thread that reads spreadsheets. A crafted file cannot use up the memory or the time of the server in it. Plain
// JavaScript, since Node runs this file without a build.

import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { Unzip, UnzipInflate, zipSync } from 'fflate'
import { decoded, encodingOf } from './encoding.mjs'

const { path, max_lines, max_empty, max_cells, max_cell, max_text, max_unpacked, max_entry, max_parsed_cells } =
  workerData

/** A fault of the file, with its code and parameters for the message. */
class Fault extends Error {
  constructor(code, detail, params) {
    super(detail)
    this.code = code
    this.params = params
  }
}

const unreadable = () => new Fault('invalid', 'The file cannot be read. Save it again as XLSX or CSV.')

const tooManyEmpty = () => new Fault('too_big', `The file has more than ${max_empty} empty lines.`)

/** The lines of a file. `add` checks the limits for each line, so that a large file does not fill the memory. */
class Lines {
  /** The names of the columns, from the first line; undefined before that line. */
  columns
  /** Whether the file is an export for programs: its cells are not escaped. */
  isForPrograms = false
  /** The lines below the header that are not empty. */
  rows = []
  empty = 0
  text = 0

  add(line, cells, types = { texts: [], dates: [] }) {
    const last = cells.findLastIndex((cell) => cell.trim() !== '')
    if (this.columns && last < 0) {
      this.empty += 1
      if (this.empty > max_empty) throw tooManyEmpty()
      return
    }
    if (this.rows.length === max_lines) throw new Fault('too_big', `The file has more than ${max_lines} lines.`)
    // Counts only up to the last cell with text: spreadsheets may fill up lines with empty cells.
    if (last >= max_cells) {
      const at = cells.findIndex((cell, place) => place >= max_cells && cell.trim() !== '')
      throw this.tooBig(line, at, `A line has at most ${max_cells} cells.`, max_cells)
    }
    const kept = cells.slice(0, max_cells)
    for (const [at, cell] of kept.entries()) {
      if (cell.length > max_cell) throw this.tooBig(line, at, `A cell has at most ${max_cell} characters.`, max_cell)
      this.text += Buffer.byteLength(cell)
      if (this.text > max_text)
        throw this.tooBig(line, at, `A file has at most ${max_text / 1024 / 1024} MiB of text.`, max_text)
    }
    if (this.columns)
      this.rows.push({ line, cells: this.isForPrograms ? kept : kept.map((cell) => withoutGuard(cell)), ...types })
    else {
      this.columns = kept.map((cell) => cell.trim())
      this.isForPrograms = hasCodes(this.columns)
    }
  }

  /** Returns a fault at a cell. The column is named as in the file, or by its number. */
  tooBig(line, at, rule, maximum) {
    const column = (this.columns?.[at] || String(at + 1)).slice(0, 64)
    return new Fault('too_big', `Line ${line}, column ${at + 1}: ${rule}`, { line, column, maximum })
  }
}

const startsWith = (bytes, signature) => signature.every((byte, at) => bytes[at] === byte)
const isZip = (bytes) => startsWith(bytes, [0x50, 0x4b])
/** Whether the file is a compound file: a workbook of Excel 97 to 2003, or a workbook with a password. */
const isOldExcel = (bytes) => startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])
/**
 * Whether the file is a PDF, a picture or an RTF document. Without this check, such a file can look like a text with
 * one line, and the message to the user would be wrong: the spreadsheet has no lines.
 */
const isOther = (bytes) =>
  /^(?:%PDF-|\x89PNG|\xff\xd8\xff|GIF8|\{\\rtf)/.test(Buffer.from(bytes.subarray(0, 5)).toString('latin1'))

/** The number of packed bytes that are unpacked at a time. Each packed byte can become a thousand bytes. */
const step = 4_096

/** The maximum number of parts of a workbook. Real workbooks have far fewer. */
const max_parts = 10_000

/** The maximum number of lines in a workbook, with the header and the empty lines. */
const max_parsed_lines = max_lines + max_empty + 1

const openTag = /<(?:\w+:)?(?:c|row)(?=[\s/>])/g
const wholeTag = /<(?:\w+:)?(c|row)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*)\s*(\/?)>/g
const places = /\sr\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const address = /^([A-Z]{0,3})(\d{1,15})$/

const numberOf = (letters) => Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

/**
 * Checks the places and the number of the cells of a sheet while the sheet is unpacked. The library fills gaps between
 * cells and lines, so a small sheet with a far cell takes much time and memory.
 */
class Places {
  /** The beginning of a tag whose end is in the next chunk. */
  rest = ''
  /** The numbers of cells and lines so far, by their tags. */
  c = 0
  row = 0

  add(chunk) {
    const text = this.rest + Buffer.from(chunk).latin1Slice()
    const last = text.lastIndexOf('<')
    const isWhole = last < 0 || text.includes('>', last)
    this.rest = isWhole ? '' : text.slice(last)
    const tags = isWhole ? text : text.slice(0, last)
    const found = [...tags.matchAll(wholeTag)]
    if (this.rest.length > step || found.length !== [...tags.matchAll(openTag)].length) throw unreadable()
    for (const [, name, attributes, end] of found) this.check(name, attributes, end === '')
  }

  check(name, attributes, hasValue) {
    for (const [, doubled, single] of attributes.matchAll(places)) {
      const [, letters = '', digits] = address.exec(doubled ?? single ?? '') ?? []
      const [column, row] = [numberOf(letters), Number(digits)]
      if (digits === undefined) throw unreadable()
      if (row > max_parsed_lines) throw tooManyEmpty()
      if (hasValue && column > max_cells)
        throw new Lines().tooBig(row, column - 1, `A line has at most ${max_cells} cells.`, max_cells)
    }
    this[name] += 1
    if (this.row > max_parsed_lines) throw tooManyEmpty()
    if (this.c > max_parsed_cells) throw new Fault('too_big', `The file has more than ${max_parsed_cells} cells.`)
  }
}

/**
 * Returns the unpacked parts of a workbook, by name. Throws `too_big`. Counts the unpacked bytes: the sizes in an
 * archive may be wrong, and the memory limit of the thread does not cover bytes outside of the heap.
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
    const places = /\/worksheets\//.test(part.name) ? new Places() : undefined
    let size = 0
    parts.set(part.name, chunks)
    part.ondata = (error, chunk) => {
      if (error) throw error
      size += chunk.length
      unpacked += chunk.length
      if (unpacked > max_unpacked || size > max_entry) throw tooBig()
      places?.add(chunk)
      chunks.push(chunk)
    }
    part.start()
  })
  unzip.register(UnzipInflate)
  for (let at = 0; at < bytes.length; at += step) unzip.push(bytes.subarray(at, at + step), at + step >= bytes.length)
  return Object.fromEntries(Array.from(parts, ([name, chunks]) => [name, withErrors(Buffer.concat(chunks))]))
}

/** Changes the type of formula errors, such as #REF!, to text: the library reads cells of the type error as empty. */
const withErrors = (part) =>
  Buffer.from(
    part.latin1Slice().replace(/<c\s[^<>]*>/g, (cell) => cell.replace(/\st=(?:"e"|'e')/, ' t="str"')),
    'latin1',
  )

/**
 * The number of digits that spreadsheets show for a number. The file can have more digits for a calculated number:
 * 3.3000000000000003 for 3 × 1.1.
 */
const shown_digits = 15

function cellOf(value) {
  if (value === null) return ''
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  const isFraction = typeof value === 'number' && !Number.isInteger(value)
  return String(isFraction ? Number(value.toPrecision(shown_digits)) : value)
}

/** Returns the indexes of the cells for which `isWanted` is true. */
const placesOf = (cells, isWanted) => cells.flatMap((cell, at) => (isWanted(cell) ? [at] : []))

async function readExcel(bytes, lines) {
  try {
    // The library unpacks the whole archive, so it gets a new archive with only the counted parts.
    const archive = zipSync(partsOf(bytes), { level: 0 })
    // Loaded only for valid archives, so that a crafted file is refused sooner.
    const { readSheet } = await import('read-excel-file/node')
    const rows = await readSheet(Buffer.from(archive.buffer), { trim: false })
    for (const [at, cells] of rows.entries()) {
      lines.add(at + 1, cells.map(cellOf), {
        texts: placesOf(cells, (cell) => typeof cell === 'string'),
        dates: placesOf(cells, (cell) => cell instanceof Date),
      })
    }
  } catch (error) {
    if (error instanceof Fault) throw error
    throw unreadable()
  }
}

/** The UTF-16 encoding that the byte order mark names; undefined without such a mark. */
const markedEncoding = ([first, second]) => {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

function textOf(bytes) {
  const encoding = markedEncoding(bytes) ?? encodingOf(bytes)
  const text = encoding && decoded(bytes, encoding)
  if (text !== undefined) return text
  throw new Fault('invalid', 'The text of the file is neither UTF-8, UTF-16 nor GB18030.')
}

/** A first line that names the separator, for spreadsheets: `sep=;`. */
const separatorLine = /^"?sep=([,;\t|])"?[,;\t|]*\r?\n/i

/** The separator of the header: the candidate that occurs most often outside of quotes. */
function delimiterOf(text) {
  const head = (/^[^\r\n]*/.exec(text)?.[0] ?? '').replaceAll(/"[^"]*"/g, '')
  const count = (delimiter) => head.split(delimiter).length
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best))
}

async function readCsv(bytes, lines) {
  const whole = textOf(bytes)
  const [separator = '', named] = separatorLine.exec(whole) ?? []
  const text = whole.slice(separator.length)
  const before = separator === '' ? 0 : 1
  const { parse } = await import('csv-parse/sync')
  try {
    parse(text, {
      delimiter: named ?? delimiterOf(text),
      info: true,
      relax_column_count: true,
      // A record with another number of columns than before costs 0.1 ms.
      skip_empty_lines: true,
      on_record({ record, info }) {
        lines.add(before + info.lines, record)
        return null
      },
    })
  } catch (error) {
    if (error instanceof Fault) throw error
    const line = error && typeof error === 'object' && 'lines' in error ? ` (line ${before + error.lines})` : ''
    throw new Fault('invalid', `The file cannot be read as CSV${line}.`)
  }
}

/** Whether the file is for programs. A copy of the function in `lib/kit/api/csv/csv-cell.ts`. */
const hasCodes = (columns) => columns.every((column) => /^(?:[a-z][a-z0-9_.]*)?$/.test(column))

/** Removes the apostrophes that exports for people put before possible formulas (`lib/kit/api/csv/csv-cell.ts`). */
const withoutGuard = (cell) =>
  (/^'+[=+\-@＝＋－＠;|\p{C}\p{Z}]/u.test(cell) ? cell.slice(1) : cell).replace(
    /'(?=[=+\-@＝＋－＠])(?<=[;|\t\r\n][\p{C}\p{Z}"']*')/gu,
    '',
  )

try {
  const bytes = new Uint8Array(await readFile(path))
  if (isOldExcel(bytes))
    throw new Fault(
      'old_excel',
      'The file is an old Excel file (.xls), or has a password. Save it as XLSX without one.',
    )
  if (isOther(bytes)) throw new Fault('invalid', 'The file is not a spreadsheet. Choose an XLSX or CSV file.')
  const lines = new Lines()
  await (isZip(bytes) ? readExcel(bytes, lines) : readCsv(bytes, lines))
  const { columns, rows } = lines
  if (rows.length === 0) throw new Fault('empty', 'The file has no lines below the names of the columns.')
  parentPort?.postMessage({ columns, rows })
} catch (error) {
  if (!(error instanceof Fault)) throw error
  parentPort?.postMessage({ code: error.code, detail: error.message, params: error.params })
}
