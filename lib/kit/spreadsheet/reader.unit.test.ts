import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, deflateRawSync } from 'node:zlib'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, describe, expect, test } from 'vitest'
import writeExcel from 'write-excel-file/node'
import { csvWriter } from '@/lib/kit/api/csv/csv-writer'
import { fileStream } from '@/lib/kit/api/csv/file-stream'
import { xlsxWriter } from '@/lib/kit/api/csv/xlsx-writer'
import { Yuan } from '@/lib/kit/api/csv/yuan'
import { Problem } from '@/lib/kit/api/endpoint/problem'
import { readSpreadsheet } from './reader'

const folder = mkdtempSync(join(tmpdir(), 'spreadsheet-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
function read(bytes: Uint8Array | string, max_lines = 10, user_id = files + 1) {
  files += 1
  const path = join(folder, String(files))
  writeFileSync(path, bytes)
  return readSpreadsheet(path, { max_lines, user_id })
}

const fault = (code: string, detail: RegExp) => ({
  extras: { detail: expect.stringMatching(detail), invalid_params: [{ name: 'file', code }] },
})

/** Returns a line as it is read from a CSV file, whose cells have no types. */
const untyped = (line: number, cells: string[]) => ({ line, cells, texts: [], dates: [] })

const twoLines = {
  columns: ['名称', 'price'],
  rows: [untyped(2, ['龙井, 明前', '19.90']), untyped(4, ['碧螺春', '=1'])],
}

/** Writes a file with one column of these values, in two batches. */
async function fileOf(format: 'csv' | 'xlsx', column: string, values: unknown[]): Promise<Uint8Array> {
  const write = { csv: csvWriter, xlsx: xlsxWriter }[format]([column, 'end'], { isForPeople: column !== 'code' })
  const lines = values.map((value) => [value, 'x'])
  const stream = fileStream(write, async (cursor = 0) => ({
    items: cursor === 0 ? lines.slice(0, 7) : lines.slice(7),
    next_cursor: cursor === 0 ? '7' : null,
  }))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

describe.each(['csv', 'xlsx'] as const)('an exported %s file', (format) => {
  test.each(['Text', 'code'])('with the column %s is read back unchanged', async (column) => {
    const unit = fc.constantFrom(...';|\t\n\r"\'=-+@＝ a,\u200b\u00a0<&_x0041_龙\u0007'.split(''), '𫢶', '_x000D_')
    // Few runs with many texts: each run starts a thread.
    const texts = fc.array(fc.string({ unit, maxLength: 8 }), { minLength: 500, maxLength: 500 })
    const property = fc.asyncProperty(texts, async (items) => {
      const file = await fileOf(format, column, items)
      expect((await read(file, 500)).rows.map(({ cells }) => cells[0])).toEqual(items)
    })
    await fc.assert(property, { numRuns: 4 })
  })

  test('keeps codes, amounts and times', async () => {
    const codes = ['0012', '012345678905', '12345678901234567890', '3-5', '2026-11-25', '2026-11-24 22:49:42', '1e5']
    for (const column of ['Text', 'code']) {
      const { rows } = await read(await fileOf(format, column, [...codes, 7, null, new Yuan(-1_990), true]), 20)
      expect(rows.map(({ cells }) => cells[0])).toEqual([
        ...codes,
        '7',
        '',
        format === 'csv' ? '-19.90' : '-19.9',
        'true',
      ])
      const isXlsx = format === 'xlsx'
      expect(rows.map(({ texts }) => texts.includes(0))).toEqual([
        ...codes.map(() => isXlsx),
        false,
        false,
        false,
        isXlsx,
      ])
      expect(rows.flatMap(({ dates }) => dates)).toEqual([])
    }
  })
})

test('spreadsheets see no formulas in a CSV file for people, and programs see the values', async () => {
  const unit = fc.constantFrom(...';|\t\n\r"\'=-+@＝ a,\u200b\u00a0')
  const texts = fc.array(fc.string({ unit, maxLength: 8 }), { minLength: 50, maxLength: 50 })
  const property = fc.asyncProperty(texts, async (items) => {
    const file = new TextDecoder().decode(await fileOf('csv', 'Text', items))
    // Splits the file at every separator that a spreadsheet may use. A text that begins with a quote has three quotes.
    const cells = [/[;\t\r\n]/, /[|\r\n]/].flatMap((separator) => file.split(separator))
    expect(cells.filter((cell) => /^(?!""")[\p{C}\p{Z}"]*[=+\-@＝＋－＠]/u.test(cell))).toEqual([])
  })
  await fc.assert(property, { numRuns: 40 })
  const exact = ['+85251234567', "摔了;'-)", "'=1"]
  const text = new TextDecoder().decode(await fileOf('csv', 'code', exact))
  expect(text).toBe(['code', ...exact].map((cell, at) => `"${cell}","${at === 0 ? 'end' : 'x'}"\n`).join(''))
})

test('an XLSX file goes on in further sheets, and cuts texts that no spreadsheet opens', async () => {
  const write = xlsxWriter(['code'], { isForPeople: false, linesPerSheet: 3 })
  const parts = unzipSync(Buffer.concat([write([['1'], ['2'], ['3']], false), write([['x'.repeat(40_000)]], true)]))
  const sheets = [1, 2].map((at) => strFromU8(parts[`xl/worksheets/sheet${at}.xml`] ?? new Uint8Array()))
  expect(sheets.map((sheet) => Array.from(sheet.matchAll(/r="(A\d)"/g), ([, place]) => place))).toEqual([
    ['A1', 'A2', 'A3'],
    ['A1', 'A2', 'A3'],
  ])
  expect(sheets[1]).toContain(`>${'x'.repeat(32_766)}…<`)
  expect(strFromU8(parts['xl/workbook.xml'] ?? new Uint8Array()).match(/<sheet /g)).toHaveLength(2)
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
    expect(await read(bytes)).toEqual({ columns: ['名称', 'price'], rows: [untyped(2, ['龙井', '19.90'])] })
  })
  test('may be GB18030 with characters of four bytes', async () => {
    // 名称,price / 㐁𫢶,19.90
    const bytes = Buffer.from('c3fbb3c62c70726963650a8139ef309839c5322c31392e39300a', 'hex')
    expect(await read(bytes)).toEqual({ columns: ['名称', 'price'], rows: [untyped(2, ['㐁𫢶', '19.90'])] })
  })
  test('may be GB18030 whose bytes are also valid UTF-8, with or without a mark', async () => {
    const line = Buffer.from('c9bdcbae0a', 'hex')
    const bytes = Buffer.concat([Buffer.from('product_id,sku_id,name\n1,1,'), line])
    const lines = { columns: ['product_id', 'sku_id', 'name'], rows: [untyped(2, ['1', '1', '山水'])] }
    expect(await read(bytes)).toEqual(lines)
    expect(await read(Buffer.concat([Buffer.from('84319533', 'hex'), bytes]))).toEqual(lines)
    expect((await read('name\nMüller,crème\n')).rows).toEqual([untyped(2, ['Müller', 'crème'])])
  })
  test('may be UTF-16 with a byte order mark, as "Unicode text" of Excel', async () => {
    const bytes = Buffer.from(`\ufeff${text.replaceAll('\n', '\r\n')}`, 'utf16le')
    expect(bytes.subarray(0, 4).toString('hex')).toBe('fffe0d54')
    expect(await read(bytes)).toEqual(twoLines)
    expect(await read(bytes.swap16())).toEqual(twoLines)
  })
  test.each([',', ';', '\t', '|'])('may name its separator %j in its first line', async (separator) => {
    const lines = `sep=${separator}\r\na,;b${separator}c\r\n"1${separator}2"${separator}3\r\n`
    const { columns, rows } = await read(separator === ',' || separator === ';' ? lines.replace(',;', ' ') : lines)
    expect(columns).toHaveLength(2)
    expect(rows).toEqual([untyped(3, [`1${separator}2`, '3'])])
  })
  test('counts the line with the separator in the lines of faults', async () => {
    await expect(read('sep=,\na,b\n"x,1\ny,2\n')).rejects.toMatchObject(fault('invalid', /line 4/))
    await expect(read('sep=,\n')).rejects.toMatchObject(fault('empty', /no lines/))
  })
  test('has the line of each row, also after a cell of several lines', async () => {
    const { rows } = await read('a,b\n"one\ntwo",1\nthree,2\n')
    expect(rows.map(({ line }) => line)).toEqual([3, 4])
  })
  test('removes the apostrophes that an export puts before formulas, once', async () => {
    const { rows } = await read(`No\n'=1\n''=1\n'＝1\n'a\n'-5\n`)
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
    await expect(read(Buffer.from([0x61, 0x0a, 0xff, 0xff]))).rejects.toMatchObject(
      fault('invalid', /UTF-16 nor GB18030/),
    )
    await expect(read(Buffer.from('fffe00d861000a00', 'hex'))).rejects.toMatchObject(fault('invalid', /UTF-16 nor/))
  })
  test.each(['%PDF-1.4\n%%EOF', '\x89PNG\r\n', '\xff\xd8\xff\xe0', 'GIF89a', '{\\rtf1}'])(
    'that begins as another kind of file, %j, is refused',
    async (head) => {
      await expect(read(Buffer.from(head, 'latin1'))).rejects.toMatchObject(fault('invalid', /not a spreadsheet/))
    },
  )
})

const excel = (rows: (string | number | Date | null)[][]) =>
  writeExcel(
    rows.map((cells) =>
      cells.map((value) =>
        value instanceof Date ? { value, format: 'yyyy-mm-dd' } : value === null ? null : { value },
      ),
    ),
  ).toBuffer()

const sheetPath = 'xl/worksheets/sheet1.xml'

/** Returns an XLSX file with three columns and, in its second line, the XML `cells`. */
async function withLine(cells: string): Promise<Uint8Array> {
  const parts = unzipSync(await excel([['a', 'b', 'c'], ['x']]))
  const sheet = strFromU8(parts[sheetPath] ?? new Uint8Array())
  const changed = sheet.replace(/<row r="2"[\s\S]*<\/row>/, `<row r="2">${cells}</row>`)
  expect(changed).not.toBe(sheet)
  return zipSync({ ...parts, [sheetPath]: strToU8(changed) })
}

describe('text', () => {
  const cell = 32_767
  const place = (line: number, column: string, maximum: number) => ({
    extras: { invalid_params: [{ name: 'file', code: 'too_big', params: { line, column, maximum } }] },
  })

  test('of a cell has at most 32,767 characters', async () => {
    const lines = (length: number) => `a,b\n1,2\n3,${' '.repeat(length - 1)}x\n`
    expect((await read(lines(cell))).rows).toHaveLength(2)
    await expect(read(lines(cell + 1))).rejects.toMatchObject(place(3, 'b', cell))
    await expect(read(`a,${'b'.repeat(cell + 1)}\n1,2\n`)).rejects.toMatchObject(place(1, '2', cell))
    await expect(
      read(
        await excel([
          ['a', 'b'],
          ['1', 'x'.repeat(cell + 1)],
        ]),
      ),
    ).rejects.toMatchObject(place(2, 'b', cell))
  })
  test('of a line is in at most 200 cells, besides empty ones at its end', async () => {
    const line = (cells: number) => Array.from({ length: cells }, () => '1').join(',')
    const { rows } = await read(`a,b\n${line(200)}${','.repeat(300)}\n`)
    expect(rows.map(({ cells }) => cells)).toEqual([Array.from({ length: 200 }, () => '1')])
    await expect(read(`a,b\n1,2\n${line(201)}\n`)).rejects.toMatchObject(place(3, '201', 200))
    await expect(read(`a,b\n1,2\n3${','.repeat(250)}x\n`)).rejects.toMatchObject(place(3, '251', 200))
    await expect(read(`${line(201)}\n1\n`)).rejects.toMatchObject(place(1, '201', 200))
  })
  test('of a file has at most 16 MiB, also where lines share it', async () => {
    const maximum = 16 * 1024 * 1024
    const text = '龙'.repeat(10_000)
    // Each cell has 30,000 bytes, so the 560th cell is above the limit.
    const cells = (count: number) => Array.from({ length: count }, () => [text, text, text])
    const { rows } = await read(await excel([['a', 'b', 'c'], ...cells(186)]), 500)
    expect(rows).toHaveLength(186)
    const bytes = await excel([['a', 'b', 'c'], ...cells(187)])
    expect(bytes.length).toBeLessThan(1024 * 1024)
    await expect(read(bytes, 500)).rejects.toMatchObject(place(188, 'b', maximum))
  })
  test('of 100,000 empty lines does not count', async () => {
    expect((await read(`a,b\n${',\n'.repeat(100_000)}1,2\n`)).rows).toEqual([untyped(100_002, ['1', '2'])])
    await expect(read(`a,b\n${',\n'.repeat(100_001)}1,2\n`)).rejects.toMatchObject(fault('too_big', /100000 empty/))
  })

  test('of 300 KB takes no longer than its length', { timeout: 120_000 }, async () => {
    const fillers = ['a', ' ', '\t', '"', '""', '"\n', "'", "'=", ';=', ";'=", ',', ',\n', '\n', '龙', '\u0301\u0316']
    for (const filler of fillers) {
      const before = process.cpuUsage()
      const text = `a,b\n1,x${filler.repeat(300_000 / Buffer.byteLength(filler))}`
      await read(text).catch((error: unknown) => expect(error).toBeInstanceOf(Problem))
      const { user, system } = process.cpuUsage(before)
      expect((user + system) / 1_000_000, JSON.stringify(filler)).toBeLessThan(8)
    }
  })
})

describe('an XLSX file', () => {
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
        { line: 2, cells: ['龙井', '19.9'], texts: [0], dates: [] },
        { line: 4, cells: ['碧螺春', '6901234567890'], texts: [0], dates: [] },
      ],
    })
  })
  test('has the types of its cells', async () => {
    const bytes = await excel([
      ['a', 'b', 'c', 'd', 'e', 'f'],
      [3 * 1.1, '1234567890123450', 1_234_567_890_123_450, new Date('2023-03-15'), 0.000_015, 1e21],
    ])
    expect((await read(bytes)).rows).toEqual([
      {
        line: 2,
        cells: ['3.3', '1234567890123450', '1234567890123450', '2023-03-15', '0.000015', '1e+21'],
        texts: [1],
        dates: [3],
      },
    ])
  })
  test('has errors of formulas as texts', async () => {
    const cell = (place: string, type: string, value: string) => `<c r="${place}" ${type}><v>${value}</v></c>`
    const line = [cell('A2', 's="0" t="e"', '#REF!'), cell('B2', "t='e' s='0'", '#N/A'), cell('C2', 't="n"', '5')]
    const { rows } = await read(await withLine(line.join('')))
    expect(rows).toMatchObject([{ line: 2, cells: ['#REF!', '#N/A', '5'] }])
  })
  test('that is broken is refused', async () => {
    const bytes = await excel([['a'], ['b']])
    await expect(read(bytes.subarray(0, bytes.length / 2))).rejects.toMatchObject(fault('invalid', /cannot be read/))
    await expect(read(zipSync({ 'a.txt': new Uint8Array(3) }))).rejects.toMatchObject(
      fault('invalid', /cannot be read/),
    )
  })
  test('of Excel 97 to 2003, or with a password, is refused with the way to save it', async () => {
    const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504)])
    await expect(read(compound)).rejects.toMatchObject(fault('old_excel', /XLSX/))
  })
  test('that unpacks to too much is refused', async () => {
    const bomb = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(40 * 1024 * 1024) })
    expect(bomb.length).toBeLessThan(100 * 1024)
    await expect(read(bomb)).rejects.toMatchObject(fault('too_big', /unpacked/))
  })
  const sheetOf = async (data: string) => {
    const parts = unzipSync(await excel([['a'], ['x']]))
    const sheet = strFromU8(parts[sheetPath] ?? new Uint8Array())
    const changed = sheet.replace(/<sheetData>[\s\S]*<\/sheetData>/, `<sheetData>${data}</sheetData>`)
    return zipSync({ ...parts, [sheetPath]: strToU8(changed) })
  }
  const cellAt = (place: string) => `<row r="${place.replace(/\D/g, '')}"><c r="${place}"><v>1</v></c></row>`
  test.each([
    ['a cell far to the right', cellAt('A1') + cellAt('XFD2'), 'too_big', /column 16384: A line has at most 200 cells/],
    ['a cell in no column', cellAt('ZZZZZZ1'), 'invalid', /cannot be read/],
    [
      'a place in two attributes',
      '<row r="1"><c r="A1" x=">" r="XFD1"><v>1</v></c></row>',
      'invalid',
      /cannot be read/,
    ],
    ['a place in other quotes', `<row r="1"><c x='a' r='XFD1'><v>1</v></c></row>`, 'too_big', /column 16384/],
    ['a line far below', cellAt('A1') + cellAt('A999999999'), 'too_big', /more than 100000 empty lines/],
    ['a million lines', '<row/>'.repeat(1_000_000), 'too_big', /more than 100000 empty lines/],
    ['two million cells', `<row r="1">${'<c r="A1"/>'.repeat(2_000_000)}</row>`, 'too_big', /more than 1500000 cells/],
  ])('with %s is refused while it is unpacked', async (_, data, code, detail) => {
    await expect(read(await sheetOf(data))).rejects.toMatchObject(fault(code, detail))
  })
  test('may have empty cells with a format to its right', async () => {
    const { rows } = await read(
      await sheetOf(`${cellAt('A1')}<row r="2"><c r="A2"><v>1</v></c><c r="XFD2" s="0"/></row>`),
    )
    expect(rows.map(({ cells }) => cells)).toEqual([['1']])
  })
  test('that declares a smaller unpacked size is refused before it takes the memory', async () => {
    const peak = () => process.resourceUsage().maxRSS * 1024
    const bomb = lyingBomb(800)
    const before = peak()
    expect(bomb.length).toBeLessThan(1024 * 1024)
    await expect(read(bomb)).rejects.toMatchObject(fault('too_big', /unpacked/))
    expect(peak() - before).toBeLessThan(200 * 1024 * 1024)
  })
})

/**
 * Returns an XLSX archive with a sheet of blanks, of this number of megabytes. The header of the sheet declares one
 * byte.
 */
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

test('of one person, one file is read at a time, and those of others are read', async () => {
  const [first, second, other] = await Promise.allSettled([
    read('a\n1\n', 10, 1),
    read('a\n2\n', 10, 1),
    read('a\n3\n', 10, 2),
  ])
  expect([first, other]).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }])
  expect(second).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
  expect((await read('a\n2\n', 10, 1)).rows).toHaveLength(1)
})
