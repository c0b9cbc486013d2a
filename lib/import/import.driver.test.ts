import { parse as parseCsv } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { eq, inArray } from 'drizzle-orm'
import { zipSync } from 'fflate'
import { readSheet } from 'read-excel-file/node'
import { beforeAll, describe, expect, test } from 'vitest'
import writeExcel from 'write-excel-file/node'
import * as tables from '@/db/tables'
import { fileTypes } from '@/lib/kit/api/csv/csv'
import { productImport } from '@/lib/product/import'
import { api, dispatch, send } from '@/lib/server/testing/api'
import {
  database,
  newCategory,
  newProduct,
  newStaff,
  newTemplate,
  setParameters,
  stockFaults,
  unique,
} from '@/lib/server/testing/factories'
import { migrateDatabase } from '@/lib/server/update-database'

let token: string
let category: Awaited<ReturnType<typeof newCategory>>

beforeAll(async () => {
  // The dictionaries.
  await migrateDatabase()
  await setParameters({ 'limit.writes_per_minute': 10_000 })
  token = (await newStaff(['cms.product.list', 'cms.product.export', 'cms.product.import', 'cms.product.cost'])).token
  category = await newCategory()
})

/** Creates a product that can be activated, because it has a picture. */
const offered = (values: Parameters<typeof newProduct>[0] = {}) => newProduct({ images: ['/demo/a.svg'], ...values })

type Lines = Record<string, string | number>[]

const csv = (lines: Lines) => stringify(lines, { header: true, columns: Object.keys(lines[0] ?? {}) })

async function sendFile(content: string | Uint8Array<ArrayBuffer>, as = token) {
  const form = new FormData()
  form.append('file', new Blob([content]), 'products.csv')
  return send<{
    id: number
    counts: Record<string, number>
    left: number
    doubtful: number
    ignored_columns: string[]
  }>('POST', '/cms/product/import', { token: as, raw: form })
}

async function started(content: string | Uint8Array<ArrayBuffer>, as = token) {
  const reply = await sendFile(content, as)
  expect(reply).toMatchObject({ status: 201 })
  return reply.body
}

const apply = (id: number, body: object = {}, as = token) =>
  api('POST /cms/product/import/{id}/apply', { params: { id }, body, token: as })

async function rowsOf(id: number, query: Record<string, string> = {}, as = token) {
  const reply = await api('GET /cms/product/import/{id}/row', {
    params: { id },
    query: { size: 100, ...query },
    token: as,
  })
  expect(reply.status).toBe(200)
  return reply.body.items
}

/** Uploads a file, and returns `line column code` of each of its errors. */
async function errorsOf(content: string | Uint8Array<ArrayBuffer>, as = token) {
  const { id } = await started(content, as)
  const rows = await rowsOf(id, { result: 'error' }, as)
  return rows.flatMap(({ line, errors }) => errors.map(({ column, code }) => `${line} ${column} ${code}`))
}

async function download(path: string, as = token) {
  const request = new Request(`http://localhost:3000${path}`, { headers: { authorization: `Bearer ${as}` } })
  const response = await dispatch(request)
  expect(response.status).toBe(200)
  return response.text()
}

const exported = (text: string): Record<string, string>[] => parseCsv(text, { columns: true, bom: true })
const exportOf = async (category_id: number, as = token) =>
  download(`/cms/product?format=csv&category_id=${category_id}`, as)

/** Downloads a file as XLSX and checks the headers of the response. */
async function workbook(path: string, as = token) {
  const request = new Request(`http://localhost:3000${path}`, { headers: { authorization: `Bearer ${as}` } })
  const response = await dispatch(request)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe(fileTypes.xlsx)
  expect(response.headers.get('content-disposition')).toMatch(/-\d{4}-\d\d-\d\d-\d{6}\.xlsx"/)
  return new Uint8Array(await response.arrayBuffer())
}

async function skuRow(id: number) {
  const [row] = await (await database()).select().from(tables.sku).where(eq(tables.sku.id, id))
  return row
}

const colors = [{ name: '颜色', values: ['红', '白'] }]
const twoColors = () =>
  offered({
    category_id: category.id,
    specs: colors,
    skus: [
      { spec_values: ['红'], cost: 700 },
      { spec_values: ['白'], barcode: '690123' },
    ],
  })

describe('an export', () => {
  test('has a line per SKU, with amounts in yuan', async () => {
    const parent = await newCategory({ name: unique('茶') })
    const child = await newCategory({ name: '绿茶', parent_id: parent.id })
    const product = await offered({
      category_id: child.id,
      name: '=名称',
      specs: colors,
      skus: [
        { spec_values: ['红'], price: 1990, market_price: 2500, cost: 705, weight_g: 50 },
        { spec_values: ['白'], price: 5, enabled: false, stock: 0 },
        { spec_values: ['白'], deleted_at: new Date() },
      ],
    })
    const lines = exported(await exportOf(child.id))
    expect(lines).toEqual([
      {
        product_id: String(product.id),
        sku_id: String(product.skus[0]?.id),
        sku_no: product.skus[0]?.sku_no,
        name: '=名称',
        category: `${parent.name} / 绿茶`,
        images: '/demo/a.svg',
        spec_1: '颜色',
        value_1: '红',
        spec_2: '',
        value_2: '',
        spec_3: '',
        value_3: '',
        price_yuan: '19.90',
        market_price_yuan: '25.00',
        cost_yuan: '7.05',
        weight_g: '50',
        barcode: '',
        enabled: 'true',
        status: 'on_sale',
        stock: '100',
        stock_delta: '',
      },
      expect.objectContaining({
        value_1: '白',
        price_yuan: '0.05',
        market_price_yuan: '',
        enabled: 'false',
        stock: '0',
      }),
    ])
  })

  test('has no costs for users without the permission', async () => {
    const { category_id } = await offered({ skus: [{ cost: 700 }] })
    const other = await newStaff(['cms.product.list', 'cms.product.export'])
    const [line = {}] = exported(await exportOf(category_id, other.token))
    expect(Object.keys(line)).not.toContain('cost_yuan')
    expect(Object.keys(line)).toContain('price_yuan')
  })
})

describe('a file', () => {
  test('from an unchanged export changes nothing, in any format', async () => {
    const { id } = await twoColors()
    await offered({ category_id: category.id, name: "'=1", skus: [{ sku_no: unique('=') }] })
    const text = await exportOf(category.id)
    const unchanged = { create: 0, update: 0, unchanged: 3, error: 0 }
    expect(exported(text)).toHaveLength(3)
    expect(await started(text)).toMatchObject({ counts: unchanged, left: 0 })
    expect(await started(text.replaceAll(',', ';'))).toMatchObject({ counts: unchanged })
    const lines = exported(text)
    const cells = [Object.keys(lines[0] ?? {}), ...lines.map((line) => Object.values(line))]
    const excel = await writeExcel(cells.map((row) => row.map((value) => ({ value })))).toBuffer()
    expect(await started(Uint8Array.from(excel))).toMatchObject({ counts: unchanged })
    const [row] = await rowsOf((await started(text)).id)
    expect(row).toMatchObject({ result: 'unchanged', changes: {}, errors: [] })
    expect(id).toBeGreaterThan(0)
  })

  test('exported as XLSX has its codes as texts, and changes nothing', async () => {
    const { id: category_id } = await newCategory()
    const long = '12345678901234567890'
    await offered({
      category_id,
      name: '2026-11-25',
      specs: [{ name: '规格', values: ['3-5', '0012', '-5℃', "'=1"] }],
      skus: [
        { spec_values: ['3-5'], sku_no: `00${unique('').replaceAll(/\D/g, '')}`, barcode: '012345678905', price: 1990 },
        { spec_values: ['0012'], sku_no: '1E5', barcode: long, cost: 5 },
        { spec_values: ['-5℃'], sku_no: '3/5' },
        { spec_values: ["'=1"] },
      ],
    })
    for (const labels of ['', '&labels=en', '&labels=zh-CN']) {
      const file = await workbook(`/cms/product?format=xlsx&category_id=${category_id}${labels}`)
      const [, first, second, third] = await readSheet(Buffer.from(file))
      expect(first).toEqual(expect.arrayContaining(['2026-11-25', '3-5', '012345678905', 19.9, 100]))
      expect(second).toEqual(expect.arrayContaining(['0012', '1E5', long, 0.05]))
      expect(third).toContain('-5℃')
      expect(await started(file)).toMatchObject({ counts: { create: 0, update: 0, unchanged: 4, error: 0 } })
    }
  })

  test('changes the given values, and nothing else', async () => {
    const { id, skus } = await twoColors()
    const [red = 0, white = 0] = skus.map((one) => one.id)
    const name = unique('新名')
    const lines = [
      {
        'Product ID': id,
        SKU_ID: red,
        名称之外: '',
        '价格（元）': '21.9',
        'cost (yuan)': '',
        'Stock change': '5',
        name: '',
      },
      {
        'Product ID': id,
        SKU_ID: white,
        名称之外: '',
        '价格（元）': '0.05',
        'cost (yuan)': '3',
        'Stock change': '',
        name,
      },
    ].map(({ 名称之外: _, ...line }) => line)
    const { id: import_id, counts, left } = await started(csv(lines))
    expect({ counts, left }).toEqual({ counts: { create: 0, update: 2, unchanged: 0, error: 0 }, left: 2 })
    expect(await rowsOf(import_id)).toMatchObject([
      {
        line: 2,
        result: 'update',
        changes: { price_yuan: ['19.99', '21.90'], cost_yuan: ['7.00', null], stock_delta: [null, '5'] },
      },
      {
        line: 3,
        changes: { price_yuan: ['19.99', '0.05'], cost_yuan: [null, '3.00'], name: [expect.any(String), name] },
      },
    ])
    expect((await skuRow(red))?.price).toBe(1999)
    expect(await apply(import_id)).toMatchObject({ status: 200, body: { done: 2, left: 0 } })
    expect(await skuRow(red)).toMatchObject({ price: 2190, cost: null, stock: 105, barcode: null })
    expect(await skuRow(white)).toMatchObject({ price: 5, cost: 300, stock: 100, barcode: '690123' })
    const db = await database()
    const logged = await db
      .select()
      .from(tables.oper_log)
      .where(eq(tables.oper_log.path, `/cms/product/import/${import_id}/apply`))
    expect(logged.map(({ target_type, target_id }) => [target_type, target_id])).toEqual([
      ['product', String(id)],
      ['stock', null],
      ['import', String(import_id)],
    ])
    expect(new Set(logged.map(({ request_id }) => request_id)).size).toBe(1)
    // As after a change in the form, the history of the product has the prices of both states.
    const { body: history } = await api('GET /cms/product/{id}/history', { token, params: { id } })
    expect(history.items[0]).toMatchObject({
      action: 'import',
      before: {
        skus: [
          { id: red, price: 1999, cost: 700 },
          { id: white, price: 1999, cost: null },
        ],
      },
      after: {
        name,
        skus: [
          { id: red, price: 2190, cost: null },
          { id: white, price: 5, cost: 300 },
        ],
      },
    })
    // Again: nothing is left.
    expect(await apply(import_id)).toMatchObject({ body: { done: 2, left: 0 } })
    expect((await skuRow(red))?.stock).toBe(105)
    expect(await stockFaults()).toEqual([])
  })

  test('adds SKUs and values to a product, and finds SKUs by their values', async () => {
    const { id, skus } = await twoColors()
    const line = { product_id: id, sku_id: '', spec_1: '颜色' }
    const { id: import_id, counts } = await started(
      csv([
        { ...line, value_1: '红', price_yuan: '1', stock_delta: '' },
        { ...line, value_1: '绿', price_yuan: '2.00', stock_delta: '7' },
        { ...line, sku_id: skus[1]?.id ?? 0, value_1: '黑', price_yuan: '', stock_delta: '-1' },
      ]),
    )
    expect(counts).toEqual({ create: 1, update: 2, unchanged: 0, error: 0 })
    expect(await apply(import_id)).toMatchObject({ body: { left: 0, counts: { error: 0 } } })
    const db = await database()
    const rows = await db.select().from(tables.sku).where(eq(tables.sku.product_id, id)).orderBy(tables.sku.id)
    expect(rows.map(({ spec_values, price, stock }) => [...spec_values, price, stock])).toEqual([
      ['红', 100, 100],
      ['黑', 1999, 99],
      ['绿', 200, 7],
    ])
    expect(rows[0]?.id).toBe(skus[0]?.id)
    expect(await stockFaults()).toEqual([])
  })

  test('creates a product only if all of its lines are valid', async () => {
    const name = unique('新品')
    const line = { product_key: 'a', name, category: category.name, spec_1: '规格', status: '' }
    const other = { product_key: 'b', name: unique('散'), category: category.name, spec_1: '', value_1: '', status: '' }
    const lines: Lines = [
      { ...line, value_1: '50 克', price_yuan: '10', stock_delta: '5' },
      { ...line, name: '', spec_1: '', category: '', value_1: '100 克', price_yuan: '18.5', stock_delta: '' },
      { ...other, price_yuan: '', stock_delta: '' },
      { ...other, product_key: 'c', status: 'x', price_yuan: '3', stock_delta: '' },
    ]
    expect(await errorsOf(csv(lines))).toEqual(['4 price_yuan required', '5 status invalid_value'])
    const half = [...lines.slice(0, 1), { ...lines[1], price_yuan: '1.2E+5' }]
    expect(await errorsOf(csv(half))).toEqual(['2 null incomplete', '3 price_yuan number_format'])
    const { id } = await started(csv(lines.slice(0, 2)))
    expect(await apply(id)).toMatchObject({ body: { done: 2, left: 0, counts: { create: 2, error: 0 } } })
    const db = await database()
    const products = await db.select().from(tables.product).where(eq(tables.product.name, name))
    expect(products).toMatchObject([{ status: 'draft', price: 1000, price_max: 1850, category_id: category.id }])
    const skus = await db
      .select()
      .from(tables.sku)
      .where(eq(tables.sku.product_id, products[0]?.id ?? 0))
      .orderBy(tables.sku.id)
    expect(skus.map(({ spec_values, stock }) => [...spec_values, stock])).toEqual([
      ['50 克', 5],
      ['100 克', 0],
    ])
  })

  test('finds a category in any case, width and writing; the same writing comes first', async () => {
    const mark = unique('Cafe\u0301 Ａ')
    const { id: parent_id } = await newCategory({ name: mark })
    await newCategory({ name: '茶', parent_id })
    const line = { name: unique('新品'), price_yuan: '10', status: '', stock_delta: '' }
    const errorsWith = async (category: string) => errorsOf(csv([{ ...line, category }]))
    for (const text of [mark.normalize('NFC'), mark.normalize('NFKC').toUpperCase(), `${mark.toLowerCase()} / 茶`])
      expect(await errorsWith(text), text).toEqual([])
    await newCategory({ name: mark.toUpperCase() })
    expect(await errorsWith(mark)).toEqual([])
    expect(await errorsWith(mark.toLowerCase())).toEqual(['2 category ambiguous'])
  })

  test('finds the names of products, specs and values in any case, width and composition', async () => {
    const { id, skus } = await offered({
      specs: [{ name: 'Café', values: ['Rosé', 's', 'S'] }],
      skus: [{ spec_values: ['Rosé'] }, { spec_values: ['s'] }, { spec_values: ['S'] }],
    })
    const line = { product_id: id, spec_1: 'CAFE\u0301', price_yuan: '3.00' }
    const changed = await started(
      csv([
        { ...line, value_1: 'ｒｏｓe\u0301' },
        { ...line, value_1: 's' },
        { ...line, value_1: 'S' },
        { ...line, value_1: 'Ｍ' },
      ]),
    )
    expect(changed.counts).toMatchObject({ create: 1, update: 3, error: 0 })
    await apply(changed.id)
    const stored = await (await database()).select().from(tables.sku).where(eq(tables.sku.product_id, id))
    expect(stored.sort((a, b) => a.id - b.id).map((row) => [...row.spec_values, row.price])).toEqual([
      ['Rosé', 300],
      ['s', 300],
      ['S', 300],
      ['Ｍ', 300],
    ])
    expect(await errorsOf(csv([{ ...line, value_1: 'Ｓ' }]))).toEqual(['2 value_1 ambiguous'])
    expect(
      await errorsOf(
        csv([
          { ...line, value_1: 'ROSÉ' },
          { ...line, value_1: 'Rose\u0301' },
        ]),
      ),
    ).toEqual(['3 value_1 duplicate_combination'])
    const moved = await started(csv([{ ...line, sku_id: skus[0]?.id ?? 0, value_1: 'ROSÉ', price_yuan: '' }]))
    expect(moved.counts).toMatchObject({ unchanged: 1 })

    const name = unique('Café')
    await newProduct({ name })
    const fresh = { category: category.name, spec_1: 'Größe', price_yuan: '1', stock: '0' }
    for (const text of [name.normalize('NFD'), name.toUpperCase(), name.replace('C', 'Ｃ')])
      expect(await errorsOf(csv([{ ...fresh, name: text, value_1: 'a' }])), text).toEqual(['2 name already_exists'])
  })

  test('creates one product of lines whose names are written differently, in the spelling of the first', async () => {
    const name = unique('Crème')
    const line = { category: category.name, status: '', price_yuan: '1', stock: '2' }
    const lines = [
      { ...line, name, spec_1: 'Größe', value_1: 'Rot', spec_2: 'F', value_2: '1' },
      {
        ...line,
        name: name.normalize('NFD').toUpperCase(),
        spec_1: 'GRÖßE',
        value_1: 'ＲＯＴ',
        spec_2: 'f',
        value_2: '2',
      },
    ]
    expect(
      await errorsOf(csv([...lines, { ...line, name, spec_1: '', value_1: 'rot', spec_2: '', value_2: '2' }])),
    ).toEqual(['2 null incomplete', '3 null incomplete', '4 value_1 duplicate_combination'])
    const { id } = await started(csv(lines))
    expect(await apply(id)).toMatchObject({ body: { done: 2, left: 0, counts: { create: 2, error: 0 } } })
    const db = await database()
    const products = await db.select().from(tables.product).where(eq(tables.product.name, name))
    expect(products.map(({ shown_specs }) => shown_specs)).toEqual([
      [
        { name: 'Größe', values: ['Rot'] },
        { name: 'F', values: ['1', '2'] },
      ],
    ])
  })

  test('written by hand creates products by their names, with prices and stock in common notations', async () => {
    const [tea, cup] = [unique('手写茶'), unique('手写杯')]
    const head = ['商品名称', '分类', '规格1', '规格值1', 'SKU编号', '价格', '库存']
    const numbers = [unique('H'), unique('H'), unique('H')]
    const file = [
      [tea, category.name, '包装', '袋', numbers[0], '￥27.5', '1,200'],
      [cup, category.name, '', '', numbers[1], '1,299.00', ''],
      [tea, category.name, '包装', '罐', numbers[2], '45', '0'],
    ]
    const { id, counts } = await started(stringify([head, ...file]))
    expect(counts).toMatchObject({ create: 3, error: 0 })
    await apply(id)
    const stored = await (await database()).select().from(tables.sku).where(inArray(tables.sku.sku_no, numbers))
    const bySku = new Map(stored.map((row) => [row.sku_no, row]))
    const skus = numbers.map((number) => bySku.get(number))
    expect(skus.map((row) => [row?.price, row?.stock])).toEqual([
      [2750, 1200],
      [129_900, 0],
      [4500, 0],
    ])
    expect(skus[0]?.product_id).toBe(skus[2]?.product_id)
    expect(skus[1]?.product_id).not.toBe(skus[0]?.product_id)
    // Repeated, it creates nothing twice.
    expect(await errorsOf(stringify([head, [cup, category.name, '', '', unique('H'), '5', '-1']]))).toEqual([
      '2 stock too_small',
      '2 name already_exists',
    ])
  })

  test('is refused for invalid columns, naming them', async () => {
    const faultsOf = async (text: string) => {
      const { status, problem } = await sendFile(text)
      return [
        status,
        ...problem.invalid_params.map(({ name, code, params }) => `${name} ${code} ${params?.line} ${params?.column}`),
      ]
    }
    expect(await faultsOf('Preis,sku_id,SKU ID\n1,2,3\n')).toEqual([
      400,
      'file unknown_field 1 Preis',
      'file duplicate 1 SKU ID',
    ])
    expect(await faultsOf('price_yuan\n1\n')).toEqual([400, 'file required 1 product_id'])
    expect(await faultsOf('sku,price_yuan\n1,2\n')).toEqual([
      400,
      'file unknown_field 1 sku',
      'file required 1 product_id',
    ])
    expect(await faultsOf('sku_id,Preis,error\n1,2,\n')).toEqual([400, 'file unknown_field 1 Preis'])
    expect(await faultsOf('sku_id\n')).toEqual([400, 'file empty undefined undefined'])
  })

  test('may have columns of the user, which are named, not read, and kept in the file of the lines', async () => {
    const { sku } = await offered()
    const file = `Lieferant,sku_id,price_yuan,Preis alt,error,\nHuber,${sku.id},3,x,,\n`
    const { id, counts, ignored_columns } = await started(file)
    expect(counts).toMatchObject({ update: 1, error: 0 })
    expect(ignored_columns).toEqual(['Lieferant', 'Preis alt'])
    expect(await api('GET /cms/product/import/{id}', { params: { id }, token })).toMatchObject({
      body: { ignored_columns },
    })
    expect(await rowsOf(id)).toMatchObject([{ changes: { price_yuan: ['19.99', '3.00'] }, errors: [] }])
    expect(exported(await download(`/cms/product/import/${id}/row?format=csv&labels=en`))).toMatchObject([
      { Lieferant: 'Huber', 'Preis alt': 'x', Error: '' },
    ])
    expect(await apply(id)).toMatchObject({ body: { done: 1, left: 0 } })
    expect((await started(`sku_id,price_yuan\n${sku.id},3\n`)).ignored_columns).toEqual([])
  })

  test('may have columns with names that the database cannot store, or that are too long to be shown', async () => {
    const { sku } = await offered()
    const { ignored_columns } = await started(`a\0b,x${'😀'.repeat(40)},sku_id,price_yuan\n,,${sku.id},3\n`)
    expect(ignored_columns).toEqual(['a\ufffdb', `x${'😀'.repeat(31)}\ufffd`])
  })

  test('may be GBK, and begin with a byte order mark', async () => {
    const { sku } = await offered()
    // 价格（元）
    const head = Buffer.from('bcdbb8f1a3a8d4aaa3a9', 'hex')
    const gbk = Buffer.concat([Buffer.from('sku_id,'), head, Buffer.from(`\n${sku.id},3\n`)])
    for (const bytes of [Uint8Array.from(gbk), `\ufeffsku_id;价格（元）\r\n${sku.id};3\r\n`]) {
      const { id } = await started(bytes)
      expect(await rowsOf(id)).toMatchObject([{ changes: { price_yuan: ['19.99', '3.00'] } }])
    }
  })

  test('of more than 5000 lines, or larger than 4 MiB, is refused', async () => {
    const lines = (count: number) => `sku_id\n${'1\n'.repeat(count)}`
    expect(await sendFile(lines(5_001))).toMatchObject({
      status: 400,
      problem: { invalid_params: [{ name: 'file', code: 'too_big' }] },
    })
    expect((await sendFile('x'.repeat(4 * 1024 * 1024 + 1))).status).toBe(413)
  })

  test('keeps only the cells of lines with changes or errors, and exports only these', async () => {
    const [same, changed, wrong] = [await offered(), await offered(), await offered()]
    const { id, counts } = await started(
      csv([
        { sku_id: same.sku.id, price_yuan: '19.99' },
        { sku_id: changed.sku.id, price_yuan: '5' },
        { sku_id: wrong.sku.id, price_yuan: 'x' },
      ]),
    )
    expect(counts).toEqual({ create: 0, update: 1, unchanged: 1, error: 1 })
    const stored = await (await database())
      .select({ cells: tables.import_row.cells })
      .from(tables.import_row)
      .where(eq(tables.import_row.import_id, id))
      .orderBy(tables.import_row.id)
    const kept = [
      [String(changed.sku.id), '5'],
      [String(wrong.sku.id), 'x'],
    ]
    expect(stored.map(({ cells }) => cells)).toEqual([[], ...kept])
    const file = (query: string) => download(`/cms/product/import/${id}/row?format=csv${query}`)
    expect(exported(await file('')).map(({ sku_id, price_yuan }) => [sku_id, price_yuan])).toEqual(kept)
    expect(exported(await file('&result=unchanged'))).toEqual([])
    expect(await rowsOf(id)).toHaveLength(3)
  })

  test('whose lines share a long text is refused, naming the cell', async () => {
    const text = '龙'.repeat(32_000)
    const rows = Array.from({ length: 200 }, (_, at) => [{ value: String(at) }, { value: text }])
    const bytes = await writeExcel([[{ value: 'sku_id' }, { value: 'name' }], ...rows]).toBuffer()
    expect(bytes.length).toBeLessThan(1024 * 1024)
    expect(await sendFile(Uint8Array.from(bytes))).toMatchObject({
      status: 400,
      problem: { invalid_params: [{ name: 'file', code: 'too_big', params: { line: 176, column: 'name' } }] },
    })
  })

  test('that is a bomb is refused', async () => {
    const bomb = Uint8Array.from(zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(40 * 1024 * 1024) }))
    expect(await sendFile(bomb)).toMatchObject({
      status: 400,
      problem: { invalid_params: [{ name: 'file', code: 'too_big' }] },
    })
  })
})

describe('a fault has its line and column', () => {
  let red: { product_id: number; sku_id: number }
  let white: typeof red
  /** The errors of one file with a product of two lines for each of `faulty`: the second line has the fault. */
  let errors: string[]
  beforeAll(async () => {
    const { id, skus } = await twoColors()
    red = { product_id: id, sku_id: skus[0]?.id ?? 0 }
    white = { product_id: id, sku_id: skus[1]?.id ?? 0 }
    const none = Object.fromEntries(faulty.map(([column]) => [column, '']))
    const lines: Lines = []
    for (const [column, value] of faulty) {
      const product = await twoColors()
      const [one, other] = product.skus.map((sku) => ({ ...none, product_id: product.id, sku_id: sku.id }))
      lines.push({ ...other }, { ...one, [column]: value })
    }
    errors = await errorsOf(csv(lines))
  })

  const faulty: [column: string, value: string, code: string, at?: string][] = [
    ['price_yuan', '1.2E+5', 'number_format'],
    ['price_yuan', '1234567890123456', 'number_format'],
    ['price_yuan', '19.999', 'invalid_format'],
    ['price_yuan', '$19', 'invalid_format'],
    ['price_yuan', '1,9', 'invalid_format'],
    ['price_yuan', '-1', 'too_small'],
    ['price_yuan', '10000000.01', 'too_big'],
    ['cost_yuan', '1e3', 'number_format'],
    ['barcode', '6.90123E+12', 'number_format'],
    ['barcode', '6901234567890120000', 'number_format'],
    ['weight_g', '1.5', 'invalid_type'],
    ['enabled', 'maybe', 'invalid_value'],
    ['status', 'sold', 'invalid_value'],
    ['category', 'no such category', 'not_found'],
    ['name', 'x'.repeat(65), 'too_big'],
    ['name', 'a\u200bb', 'invalid_characters'],
    ['spec_1', '尺码', 'not_allowed'],
    ['value_2', 'S', 'not_allowed'],
    ['stock_delta', '-101', 'out_of_stock'],
    ['stock_delta', '1.2E+5', 'number_format'],
    ['stock_counted', '5', 'required', 'stock_expected'],
    ['product_id', '2000000000', 'not_found'],
    ['product_id', '', 'ok'],
    ['stock_delta', '一百', 'invalid_type'],
    ['sku_id', '2000000000', 'not_found'],
    ['sku_id', '1.2E+5', 'number_format'],
  ]
  test.each(faulty)('%s %s: %s', (column, value, code, place = column) => {
    const line = 3 + 2 * faulty.findIndex((one) => one[0] === column && one[1] === value)
    const expected = code === 'ok' ? [] : [`${line} ${place} ${code}`]
    expect(errors.filter((error) => [line - 1, line].includes(Number.parseInt(error, 10)))).toEqual(expected)
  })

  test('codes that a spreadsheet has changed by opening and saving the file', async () => {
    const db = await database()
    const [number, barcode] = [`00${white.sku_id}`, '012345678905']
    await db.update(tables.sku).set({ sku_no: number, barcode }).where(eq(tables.sku.id, white.sku_id))
    const saved = { ...white, sku_no: String(white.sku_id), barcode: '12345678905' }
    expect(await errorsOf(csv([saved]))).toEqual(['2 sku_no number_format', '2 barcode number_format'])
    expect(await errorsOf(csv([{ ...white, sku_no: number, barcode: '12345678906' }]))).toEqual([])
  })

  test('a cut code of an XLSX file, also when its file of errors is sent again as it is', async () => {
    const rows = (barcode: number | string) =>
      writeExcel([
        [{ value: 'sku_id' }, { value: 'barcode' }],
        [{ value: Number(red.sku_id) }, { value: barcode }],
      ]).toBuffer()
    const { id } = await started(new Uint8Array(await rows(1_234_567_890_123_400)))
    const file = await workbook(`/cms/product/import/${id}/row?format=xlsx&result=error&labels=en`)
    for (const sent of [await workbook(`/cms/product/import/${id}/row?format=xlsx`), file])
      expect(await errorsOf(sent)).toEqual(['2 barcode number_format'])
    expect(await errorsOf(new Uint8Array(await rows('1234567890123400')))).toEqual([])
  })

  test('a SKU of another product, a duplicate SKU, taken numbers and outdated counts', async () => {
    const other = await offered()
    expect(await errorsOf(csv([{ ...red, sku_id: other.sku.id }]))).toEqual(['2 sku_id not_found'])
    expect(await errorsOf(csv([red, red]))).toEqual(['3 sku_id duplicate'])
    const numbers = [
      { ...red, sku_no: 'N-1' },
      { ...white, sku_no: 'N-1' },
    ]
    expect(await errorsOf(csv(numbers))).toEqual(['3 sku_no duplicate'])
    const broken = numbers.map((line, at) => (at === 0 ? { ...line, price_yuan: '$19' } : line))
    expect(await errorsOf(csv(broken))).toEqual(['2 price_yuan invalid_format'])
    expect(await errorsOf(csv([{ ...red, sku_no: other.sku.sku_no }]))).toEqual(['2 sku_no already_exists'])
    expect(await errorsOf(csv([{ ...red, stock_counted: 5, stock_expected: 99 }]))).toEqual([
      '2 stock_expected stale_stock',
    ])
    expect(
      await errorsOf(
        csv([
          { ...red, name: 'a' },
          { ...white, name: 'b' },
        ]),
      ),
    ).toEqual(['3 name ambiguous'])
    expect(await errorsOf('sku_id\n1,2,3\n'.replace('1', String(red.sku_id)))).toEqual(['2 null unknown_field'])
    expect(await errorsOf(csv([{ product_id: red.product_id, sku_id: '', value_1: '' }]))).toEqual([
      '2 value_1 required',
    ])
    expect(await errorsOf(csv([{ product_id: '', price_yuan: '1' }]))).toEqual(['2 product_id required'])
    expect(await errorsOf(csv([{ product_id: '', name: '', price_yuan: '1' }]))).toEqual(['2 name required'])
  })

  test('every fault of a line at once, with the allowed values of a column', async () => {
    const other = await offered()
    const { id } = await started(
      csv([
        {
          product_id: '',
          product_key: 'a',
          sku_id: '',
          name: unique('新'),
          category: category.name,
          price_yuan: 'x',
          sku_no: other.sku.sku_no,
          enabled: '也许',
          status: '售卖中',
          stock_delta: '1.5',
        },
        {
          product_id: '',
          product_key: 'b',
          sku_id: '',
          name: unique('新'),
          category: '没有',
          price_yuan: '1',
          sku_no: other.sku.sku_no,
          enabled: '否',
          status: '在售',
          stock_delta: '',
        },
        {
          product_id: '2000000000',
          product_key: '',
          sku_id: '',
          name: '',
          category: '',
          price_yuan: 'x',
          sku_no: '',
          enabled: '',
          status: 'sold',
          stock_delta: '',
        },
      ]),
    )
    const rows = await rowsOf(id)
    expect(rows.map(({ errors }) => errors.map(({ column, code }) => `${column} ${code}`).sort())).toEqual([
      [
        'enabled invalid_value',
        'price_yuan invalid_format',
        'sku_no already_exists',
        'status invalid_value',
        'stock_delta invalid_type',
      ],
      ['category not_found', 'sku_no already_exists'],
      ['price_yuan invalid_format', 'product_id not_found', 'status invalid_value'],
    ])
    expect(rows[0]?.errors).toContainEqual({
      column: 'status',
      code: 'invalid_value',
      value: '售卖中',
      allowed: ['draft', 'on_sale', 'off_sale'],
    })
    const broken = (locale: string) => download(`/cms/product/import/${id}/row?format=csv&labels=${locale}`)
    const [chinese] = exported(await broken('zh-CN'))
    expect(chinese).toMatchObject({ 商品标识: 'a', 状态: '售卖中' })
    expect(chinese?.错误).toContain('状态“售卖中”：不能填写此值。可填：草稿、在售、已下架。')
    expect(chinese?.错误).toContain('启用“也许”：不能填写此值。可填：是、否。')
    const [english, , unknown] = exported(await broken('en'))
    expect(english?.Error).toMatch(/Status “售卖中”: .* Use one of: Draft, /)
    expect(unknown?.Error).toContain('Price (yuan) “x”: ')
    // Both files can be imported again unchanged.
    for (const locale of ['zh-CN', 'en']) {
      expect(await started(await broken(locale))).toMatchObject({ counts: { error: 3 } })
    }
  })

  test('an error of a formula in each column', async () => {
    const none = Object.fromEntries(productImport.columns.map((column) => [column, '']))
    for (const value of ['#REF!', '#N/A'])
      expect(
        await errorsOf(csv(productImport.columns.map((column) => ({ ...none, ...red, [column]: value })))),
      ).toEqual(expect.arrayContaining(productImport.columns.map((column, at) => `${at + 2} ${column} formula_error`)))
  })

  test('errors of formulas and dates of XLSX; its other cells are read as they are shown', async () => {
    const head = ['product_id', 'sku_id', 'name', 'price_yuan', 'barcode', 'value_1']
    const date = { value: new Date('2023-03-15'), format: 'yyyy-mm-dd' } as const
    const lines = [
      [red.product_id, red.sku_id, 'x', 3 * 1.1, '1234567890123450', '#NAME?'],
      [white.product_id, white.sku_id, null, 3 * 1.1, '1234567890123450', date],
      [white.product_id, null, null, 3 * 1.1, 1_234_567_890_123_450, '黑'],
      [white.product_id, null, null, 3.333, null, '灰'],
    ].map((line) => line.map((cell) => (typeof cell === 'object' ? cell : { value: cell })))
    const bytes = Uint8Array.from(await writeExcel([head.map((value) => ({ value })), ...lines]).toBuffer())
    expect(await errorsOf(bytes)).toEqual([
      '2 value_1 formula_error',
      '3 value_1 date_format',
      '4 barcode number_format',
      '5 price_yuan invalid_format',
    ])
    const fine = Uint8Array.from(
      await writeExcel(
        [head, lines[0]?.toSpliced(5, 1) ?? []].map((line) =>
          line.map((cell) => (typeof cell === 'string' ? { value: cell } : cell)),
        ),
      ).toBuffer(),
    )
    expect(await rowsOf((await started(fine)).id)).toMatchObject([
      { changes: { price_yuan: ['19.99', '3.30'], barcode: [null, '1234567890123450'] } },
    ])
  })

  test.each([
    ['status', ['off_sale', 'OFF_SALE', '已下架', '下架', 'Off sale', 'off sale'], 'off_sale'],
    ['status', ['draft', '草稿', 'Draft'], 'draft'],
    ['enabled', ['false', 'FALSE', '否', 'no', 'No', 'N', '0'], 'false'],
  ])('%s is named by %j', async (column, words, value) => {
    const lines: Lines = []
    for (const word of words) {
      const { id, sku } = await offered()
      lines.push({ product_id: id, sku_id: sku.id, [column]: word })
    }
    const { id } = await started(csv(lines))
    expect(await rowsOf(id)).toMatchObject(
      words.map(() => ({ errors: [], changes: { [column]: [expect.any(String), value] } })),
    )
  })

  test('costs are shown to and set by staff with the permission only', async () => {
    const importer = await newStaff(['cms.product.import'])
    expect(await errorsOf(csv([{ ...red, cost_yuan: '7.00' }]), importer.token)).toEqual(['2 cost_yuan forbidden'])
    const { id } = await started(csv([{ ...red, cost_yuan: '80871.5' }]))
    expect(await rowsOf(id)).toMatchObject([{ changes: { cost_yuan: ['7.00', '80871.50'] } }])
    expect((await rowsOf(id, {}, importer.token))[0]?.changes).toEqual({})
    expect(await download(`/cms/product/import/${id}/row?format=csv`, importer.token)).not.toContain('80871')
    expect(await apply(id, {}, importer.token)).toMatchObject({
      status: 403,
      problem: { permission: 'cms.product.cost' },
    })
  })

  test('prices that are probably a mistake are warned of, and imported all the same', async () => {
    const { id: product_id, skus } = await offered({
      category_id: category.id,
      specs: colors,
      skus: [
        { spec_values: ['红'], price: 2_000, cost: 700, market_price: null },
        { spec_values: ['白'], price: 2_000, cost: 700, market_price: 2_500 },
      ],
    })
    const [first, second] = skus.map((one) => ({ product_id, sku_id: one.id }))
    const file = csv([
      { ...first, price_yuan: '6.90', market_price_yuan: '' },
      { ...second, price_yuan: '26.00', market_price_yuan: '' },
    ])
    const { id, doubtful } = await started(file)
    expect(doubtful).toBe(1)
    const warnings = async (as: string) => (await rowsOf(id, {}, as)).map((row) => row.warnings)
    const far = { column: 'price_yuan', code: 'far_change', amount: 2_000 }
    const low = { column: 'cost_yuan', code: 'below_cost', amount: 700 }
    expect(await warnings(token)).toEqual([[low, far], []])
    const importer = await newStaff(['cms.product.import'])
    expect(await warnings(importer.token)).toEqual([[far], []])
    expect((await apply(id)).body).toMatchObject({ done: 2, doubtful: 0 })
    expect((await started(csv([{ ...second, price_yuan: '25.00', market_price_yuan: '24.00' }]))).doubtful).toBe(1)
  })

  test('the file of lines has no costs for users without the permission, not even invalid or outdated ones', async () => {
    const importer = await newStaff(['cms.product.import'])
    const other = await twoColors()
    const [sku_id = 0] = other.skus.map((one) => one.id)
    const { id } = await started(
      csv([
        { ...red, cost_yuan: '80871.555' },
        { product_id: other.id, sku_id, cost_yuan: '80872.5' },
      ]),
    )
    await (await database()).update(tables.sku).set({ cost: 100 }).where(eq(tables.sku.id, sku_id))
    await apply(id, { skip_errors: true })
    const file = async (as: string) =>
      exported(await download(`/cms/product/import/${id}/row?format=csv&labels=en`, as))
    const [wrong, stale] = await file(token)
    expect(wrong).toMatchObject({
      'Cost (yuan)': '80871.555',
      Error: expect.stringMatching(/^Cost \(yuan\) “80871.555”: /),
    })
    expect(stale).toMatchObject({
      'Cost (yuan)': '80872.5',
      Error: expect.stringMatching(/^Cost \(yuan\) “80872.50”: /),
    })
    const shown = await file(importer.token)
    expect(shown.map(({ Error: error }) => error)).toEqual([
      expect.stringMatching(/^Cost \(yuan\): /),
      expect.stringMatching(/^Cost \(yuan\): /),
    ])
    expect(shown.flatMap(Object.keys)).not.toContain('Cost (yuan)')
    expect(JSON.stringify(shown)).not.toContain('8087')
    expect(JSON.stringify(await rowsOf(id, {}, importer.token))).not.toContain('8087')
  })
})

describe('applying', () => {
  test('creates no product twice if a file was uploaded twice', async () => {
    const [tea, cup] = [unique('双份茶'), unique('双份杯')]
    const line = { category: category.name, price_yuan: '5', product_key: '' }
    const lines = [
      { ...line, name: tea, spec_1: '包装', value_1: '袋' },
      { ...line, name: tea, spec_1: '包装', value_1: '罐' },
      { ...line, name: cup, spec_1: '', value_1: '' },
      // A key identifies another product, regardless of its name.
      { ...line, name: cup, spec_1: '', value_1: '', product_key: 'other' },
    ]
    const [first, second] = [await started(csv(lines.slice(0, 3))), await started(csv(lines))]
    expect(await apply(first.id)).toMatchObject({ body: { done: 3, left: 0, counts: { error: 0 } } })
    expect(await apply(second.id)).toMatchObject({ body: { done: 1, left: 0, counts: { create: 1, error: 3 } } })
    const refused = await rowsOf(second.id, { result: 'error' })
    expect(refused.map(({ line: at, errors }) => [at, errors])).toEqual(
      [tea, tea, cup].map((value, at) => [at + 2, [{ column: 'name', code: 'already_exists', value }]]),
    )
    const db = await database()
    expect(await db.$count(tables.product, eq(tables.product.name, tea))).toBe(1)
    expect(await db.$count(tables.product, eq(tables.product.name, cup))).toBe(2)
  })

  test('requires consent to leave out lines with errors', async () => {
    const { sku } = await offered()
    const other = await offered()
    const { id } = await started(
      csv([
        { sku_id: sku.id, price_yuan: '5' },
        { sku_id: other.sku.id, price_yuan: 'x' },
      ]),
    )
    expect(await apply(id)).toMatchObject({ status: 409, problem: { code: 'import_errors', errors: 1 } })
    expect((await skuRow(sku.id))?.price).toBe(1999)
    expect(await apply(id, { skip_errors: true })).toMatchObject({
      body: { done: 1, left: 0, counts: { update: 1, error: 1 } },
    })
    expect((await skuRow(sku.id))?.price).toBe(500)
  })

  test('turns a refused record into an error of its lines, and continues', async () => {
    const [sold, gone, changed, fine] = [await offered(), await offered(), await offered(), await offered()]
    const line = (one: typeof sold, more: object) => ({ sku_id: one.sku.id, price_yuan: '', stock_delta: '', ...more })
    const { id } = await started(
      csv([
        line(sold, { stock_delta: '-100' }),
        line(gone, { price_yuan: '5' }),
        line(changed, { price_yuan: '5' }),
        line(fine, { price_yuan: '5', stock_delta: '1' }),
      ]),
    )
    const db = await database()
    await db.update(tables.sku).set({ stock: 99 }).where(eq(tables.sku.id, sold.sku.id))
    await db.update(tables.sku).set({ price: 700 }).where(eq(tables.sku.id, changed.sku.id))
    await db.update(tables.product).set({ deleted_at: new Date() }).where(eq(tables.product.id, gone.id))
    expect(await apply(id)).toMatchObject({ status: 200, body: { done: 1, left: 0, counts: { update: 1, error: 3 } } })
    const rows = await rowsOf(id, { result: 'error' })
    expect(rows.map(({ line: at, errors }) => [at, errors[0]?.column, errors[0]?.code])).toEqual([
      [2, 'stock_delta', 'out_of_stock'],
      [3, null, 'not_found'],
      [4, 'price_yuan', 'stale_version'],
    ])
    expect(await skuRow(fine.sku.id)).toMatchObject({ price: 500, stock: 101 })
    expect((await skuRow(changed.sku.id))?.price).toBe(700)
    // A refused record does not stop the next call.
    expect((await apply(id)).status).toBe(200)
    const text = await download(`/cms/product/import/${id}/row?format=csv&result=error`)
    expect(exported(text)).toMatchObject([
      { sku_id: String(sold.sku.id), stock_delta: '-100', error: 'stock_delta: out_of_stock' },
      { error: 'not_found' },
      { price_yuan: '5', error: 'price_yuan: stale_version' },
    ])
  })

  test('names the lines whose weight the shipping template needs', async () => {
    const freight_template_id = await newTemplate({ charge: 'weight' })
    const sold = await offered({ freight_template_id, skus: [{ weight_g: 50 }] })
    const draft = await offered({ freight_template_id, status: 'draft' })
    const { id } = await started(
      csv([
        { product_id: sold.id, sku_id: sold.sku.id, weight_g: '', status: '' },
        { product_id: draft.id, sku_id: draft.sku.id, weight_g: '', status: 'on_sale' },
      ]),
    )
    expect(await apply(id)).toMatchObject({ status: 200, body: { counts: { update: 0, error: 2 } } })
    const rows = await rowsOf(id, { result: 'error' })
    expect(rows.map(({ errors }) => errors.map(({ column, code }) => [column, code]))).toEqual([
      [['weight_g', 'not_sellable']],
      [['status', 'not_sellable']],
    ])
  })

  test('requires its permission, and an existing import', async () => {
    const other = await newStaff(['cms.product.update'])
    const { id } = await started(csv([{ sku_id: (await offered()).sku.id }]))
    expect((await apply(id, {}, other.token)).status).toBe(403)
    expect((await apply(2_000_000_000)).status).toBe(404)
    expect((await api('GET /cms/product/import/{id}', { token, params: { id } })).body).toMatchObject({
      id,
      name: 'products.csv',
    })
  })
})
