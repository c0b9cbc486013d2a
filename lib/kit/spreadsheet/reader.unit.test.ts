import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, deflateRawSync } from 'node:zlib'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { zipSync } from 'fflate'
import { afterAll, describe, expect, test } from 'vitest'
import writeExcel from 'write-excel-file/node'
import { csvStream } from '@/lib/kit/api/csv/csv-stream'
import { readSpreadsheet } from './reader'

const folder = mkdtempSync(join(tmpdir(), 'spreadsheet-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
function read(bytes: Uint8Array | string, max_lines = 10) {
  files += 1
  const path = join(folder, String(files))
  writeFileSync(path, bytes)
  return readSpreadsheet(path, { max_lines })
}

const fault = (code: string, detail: RegExp) => ({
  extras: { detail: expect.stringMatching(detail), invalid_params: [{ name: 'file', code }] },
})

const twoLines = {
  columns: ['名称', 'price'],
  rows: [
    { line: 2, cells: ['龙井, 明前', '19.90'] },
    { line: 4, cells: ['碧螺春', '=1'] },
  ],
}

test('an exported file is read back unchanged, and spreadsheets see no formulas', { timeout: 30_000 }, async () => {
  const unit = fc.constantFrom(...';|\t\n\r"\'=-+@＝ a,\u200b\u00a0')
  const texts = fc.array(fc.string({ unit, maxLength: 8 }), { minLength: 50, maxLength: 50 })
  const property = fc.asyncProperty(texts, async (items) => {
    const lines = items.map((text) => ({ text, end: 'x' }))
    const stream = csvStream(['text', 'end'], async () => ({ items: lines, next_cursor: null }))
    const file = await new Response(stream).text()
    expect((await read(file, 50)).rows.map(({ cells }) => cells[0])).toEqual(items)
    // For every separator of a spreadsheet. A text that begins with a quote has three quotes.
    const cells = [/[;\t\r\n]/, /[|\r\n]/].flatMap((separator) => file.split(separator))
    expect(cells.filter((cell) => /^(?!""")[\p{C}\p{Z}"]*[=+\-@＝＋－＠]/u.test(cell))).toEqual([])
  })
  await fc.assert(property, { numRuns: 40 })
})

describe('a CSV file', () => {
  const text = '名称,price\n"龙井, 明前",19.90\n\n碧螺春,\'=1\n'
  test('is read as UTF-8', async () => expect(await read(text)).toEqual(twoLines))
  test('may begin with a byte order mark', async () => expect(await read(`\ufeff${text}`)).toEqual(twoLines))
  test('may end its lines with CRLF', async () => expect(await read(text.replaceAll('\n', '\r\n'))).toEqual(twoLines))
  test.each([';', '\t'])('may be separated by %j', async (delimiter) => {
    expect(
      await read(
        text.replace(',price', `${delimiter}price`).replace('",', `"${delimiter}`).replace('春,', `春${delimiter}`),
      ),
    ).toEqual(twoLines)
  })
  test('may be GBK', async () => {
    // 名称,price / 龙井,19.90
    const bytes = Buffer.from('c3fbb3c62c70726963650ac1fabeae2c31392e39300a', 'hex')
    expect(await read(bytes)).toEqual({ columns: ['名称', 'price'], rows: [{ line: 2, cells: ['龙井', '19.90'] }] })
  })
  test('has the line of each row, also after a cell of several lines', async () => {
    const { rows } = await read('a,b\n"one\ntwo",1\nthree,2\n')
    expect(rows.map(({ line }) => line)).toEqual([3, 4])
  })
  test('removes the apostrophes that an export puts before formulas, once', async () => {
    const { rows } = await read(`no\n'=1\n''=1\n'＝1\n'a\n'-5\n`)
    expect(rows.map(({ cells }) => cells[0])).toEqual(['=1', "'=1", '＝1', "'a", '-5'])
  })
  test('keeps digits as they are', async () => {
    const { rows } = await read('no\n0012\n1.23457E+14\n')
    expect(rows.map(({ cells }) => cells[0])).toEqual(['0012', '1.23457E+14'])
  })

  test('without lines is refused', async () => {
    await expect(read('')).rejects.toMatchObject(fault('empty', /no lines/))
    await expect(read('a,b\n,\n')).rejects.toMatchObject(fault('empty', /no lines/))
  })
  test('with too many lines is refused', async () => {
    const lines = (count: number) => stringify([['a'], ...Array.from({ length: count }, (_, at) => [String(at)])])
    expect((await read(lines(10))).rows).toHaveLength(10)
    await expect(read(lines(11))).rejects.toMatchObject(fault('too_big', /more than 10 lines/))
  })
  test('with an open quote or another encoding is refused', async () => {
    await expect(read('a,b\n"x,1\ny,2\n')).rejects.toMatchObject(fault('invalid', /line/))
    await expect(read(Buffer.from([0x61, 0x0a, 0xff, 0xff]))).rejects.toMatchObject(fault('invalid', /UTF-8 nor GBK/))
  })
})

describe('an XLSX file', () => {
  const excel = (rows: (string | number | null)[][]) =>
    writeExcel(rows.map((cells) => cells.map((value) => (value === null ? null : { value })))).toBuffer()

  test('is read by its first sheet, with numbers as decimals', async () => {
    const bytes = await excel([
      ['名称', 'price'],
      ['龙井', 19.9],
      [null, null],
      ['碧螺春', 6_901_234_567_890],
    ])
    expect(await read(bytes)).toEqual({
      columns: ['名称', 'price'],
      rows: [
        { line: 2, cells: ['龙井', '19.9'] },
        { line: 4, cells: ['碧螺春', '6901234567890'] },
      ],
    })
  })
  test('that is broken is refused', async () => {
    const bytes = await excel([['a'], ['b']])
    await expect(read(bytes.subarray(0, bytes.length / 2))).rejects.toMatchObject(fault('invalid', /cannot be read/))
    await expect(read(zipSync({ 'a.txt': new Uint8Array(3) }))).rejects.toMatchObject(
      fault('invalid', /cannot be read/),
    )
  })
  test('that unpacks to too much is refused', { timeout: 20_000 }, async () => {
    const bomb = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(40 * 1024 * 1024) })
    expect(bomb.length).toBeLessThan(100 * 1024)
    await expect(read(bomb)).rejects.toMatchObject(fault('too_big', /unpacked/))
  })
  test('that declares a smaller unpacked size is refused before it takes the memory', {
    timeout: 30_000,
  }, async () => {
    const peak = () => process.resourceUsage().maxRSS * 1024
    const bomb = lyingBomb(800)
    const before = peak()
    expect(bomb.length).toBeLessThan(1024 * 1024)
    await expect(read(bomb)).rejects.toMatchObject(fault('too_big', /unpacked/))
    expect(peak() - before).toBeLessThan(200 * 1024 * 1024)
  })
})

/** An archive with a sheet of this many megabytes of blanks, whose header declares one byte. */
function lyingBomb(megabytes: number): Buffer {
  const blanks = deflateRawSync(Buffer.alloc(1024 * 1024, ' '), { finishFlush: constants.Z_FULL_FLUSH })
  const end = deflateRawSync(Buffer.alloc(0))
  const data = Buffer.concat([...Array.from({ length: megabytes }, () => blanks), end])
  const name = Buffer.from('xl/worksheets/sheet1.xml')
  const header = (fields: [size: 2 | 4, value: number][]) =>
    Buffer.concat(
      fields.map(([size, value]) => {
        const field = Buffer.alloc(size)
        field.writeUIntLE(value, 0, size)
        return field
      }),
    )
  // Version, flags, method, time, date; checksum, packed and unpacked size; lengths of the name and of the extra field.
  const about: [2 | 4, number][] = [
    ...[20, 0, 8, 0, 0].map((value): [2, number] => [2, value]),
    ...[0, data.length, 1].map((value): [4, number] => [4, value]),
    ...[name.length, 0].map((value): [2, number] => [2, value]),
  ]
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), header(about), name, data])
  const directory = Buffer.concat([
    Buffer.from('PK\u0001\u0002'),
    header([[2, 20], ...about, [2, 0], [2, 0], [2, 0], [4, 0], [4, 0]]),
    name,
  ])
  const counts = header([
    [2, 0],
    [2, 0],
    [2, 1],
    [2, 1],
    [4, directory.length],
    [4, local.length],
    [2, 0],
  ])
  return Buffer.concat([local, directory, Buffer.from('PK\u0005\u0006'), counts])
}
