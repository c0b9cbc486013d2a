import { stringify } from 'csv-stringify/sync'
import { beforeAll, expect, test } from 'vitest'
import { importKinds } from '@/db/enums'
import * as tables from '@/db/tables'
import { adminOperations, permissionCodes } from '@/lib/auth/permission-codes'
import { invoiceImport } from '@/lib/invoice/import'
import { parcelColumns } from '@/lib/order/import/columns'
import { shipmentImport } from '@/lib/order/import/import'
import { productImport } from '@/lib/product/import'
import { grantImport } from '@/lib/promotion/grant-import'
import { dealImport } from '@/lib/promotion/import'
import { endpoints } from '@/lib/server/endpoints'
import { dispatch, send } from '@/lib/server/testing/api'
import { database, newCustomer, newProduct, newStaff } from '@/lib/server/testing/factories'
import { formWith } from '@/lib/server/testing/pictures'
import { migrateDatabase } from '@/lib/server/update-database'

/*
 * Tests long texts as long-texts.unit.test.ts does, but through the whole pipeline: with the limits, the parser, the
 * problem and the log of a request. Also tests the cells of imported files, which are read, stored and exported.
 */

// What would take longer than in proportion to the length, takes seconds at this length.
const length = 250_000
const characters = ['a', ' ', '#', '%', '"', '<', '[', '&', '/', ',', '.', '\u200d', '0']

/** Yields copies of a value. In each copy, a different one of its texts is replaced by the long `text`. */
function* lengthened(value: unknown, text: string): Generator<unknown> {
  if (typeof value === 'string') yield text
  else if (Array.isArray(value))
    for (const [at, one] of value.entries()) for (const long of lengthened(one, text)) yield value.with(at, long)
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value))
      for (const long of lengthened(one, text)) yield { ...value, [key]: long }
}

/** Returns the processor time that `work` takes, in seconds. */
async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000_000
}

let tokens: Record<string, string | undefined>
beforeAll(async () => {
  // The dictionaries.
  await migrateDatabase()
  const staff = await newStaff(permissionCodes(adminOperations(endpoints)).map(({ code }) => code))
  tokens = { permission: staff.token, staff: staff.token, customer: (await newCustomer()).token }
})

test('no text of a quarter of a megabyte takes a second of processor time to refuse', {
  timeout: 300_000,
}, async () => {
  let sent = 0
  const statuses: Record<number, number> = {}
  for (const { method, path, access, example } of endpoints) {
    // Forms with files refuse JSON without reading it.
    if (!example?.body) continue
    const filled = path.replace(/\{\w+\}/g, '1')
    for (const body of lengthened(example.body, (characters[sent % characters.length] ?? '').repeat(length))) {
      const ip = `198.51.100.${sent % 250}`
      const seconds = await secondsOf(async () => {
        const { status } = await send(method, filled, { body, token: tokens[access.kind], ip })
        statuses[status] = (statuses[status] ?? 0) + 1
      })
      expect(seconds, `${method} ${path}`).toBeLessThan(1)
      sent += 1
    }
  }
  // 201 and 404: blanks alone are an empty text, such as a city, and there is no such record; 401: requests of providers
  // are signed; 413: the limit of public callers is lower; 415: forms with files are not JSON.
  expect(['201', '400', '401', '404', '413', '415']).toEqual(expect.arrayContaining(Object.keys(statuses)))
  expect(statuses[400]).toBeGreaterThan(80)
})

/** The maximum number of characters in a cell of a spreadsheet. */
const cell = 32_767
const fillers = [...characters, '\t', '\n', ';', "'", '=', '\u0301\u0316', '\u0301 ', '1,', ';\t', "\t'"]
/**
 * Long texts that could be slow to check. Most match a pattern at their beginning, but not at their end, so that the pattern
 * has to backtrack.
 */
const longCells = [
  ...fillers.flatMap((filler) => {
    const text = filler.repeat(cell / filler.length - 2)
    return [`a${text}b`, `;${text}=`]
  }),
  // Many different names, as in a list of pictures.
  Array.from({ length: cell / 5 }, (_, at) => 46_656 + at)
    .map((name) => name.toString(36))
    .join('|'),
  // Combining marks in the wrong order: normalizing sorts them.
  `a${'\u0301'.repeat(cell / 2 - 1)}${'\u0316'.repeat(cell / 2 - 1)}`,
]

/**
 * The columns that an import reads, by kind of import, without columns that are read like one of these. The other
 * columns share one file.
 */
const read = {
  product: [
    ...['product_id', 'product_key', 'sku_id', 'sku_no', 'name', 'category', 'images', 'spec_1', 'value_1'],
    ...['price_yuan', 'weight_g', 'barcode', 'enabled', 'status', 'stock', 'stock_delta'],
  ],
  order: parcelColumns,
  invoice: ['invoice_id', 'order_no', 'amount_yuan', 'invoice_no'],
  promotion: ['sku_no', 'deal_price_yuan', 'quota'],
  coupon: ['user_id', 'mobile'],
}

type Terms = Pick<typeof tables.promotion.$inferInsert, 'gives' | 'tiers' | 'coupon_source' | 'per_customer'>

const ofPromotions: Partial<Record<string, Terms>> = {
  promotion: { gives: 'deal', tiers: [] },
  coupon: {
    gives: 'reduction',
    tiers: [{ off_amount: 100, from_amount: 200 }],
    coupon_source: 'staff',
    per_customer: 1,
  },
}

async function newPromotion(terms: Terms): Promise<number> {
  const period = { starts_at: new Date(), ends_at: new Date(Date.now() + 3_600_000) }
  const [row] = await (await database())
    .insert(tables.promotion)
    .values({ name: '促销', label: '促销', ...terms, ...period })
    .returning()
  return row?.id ?? 0
}

const kinds = [productImport, shipmentImport, invoiceImport, dealImport, grantImport]

test.each(kinds)(
  'no column of a file of $name takes long to read, to store and to export',
  { timeout: 300_000 },
  async ({ name, columns }) => {
    expect(columns).toEqual(expect.arrayContaining([...read[name]]))
    // The required cells: without them, the other cells are not read.
    const needed = {
      product: { product_id: (await newProduct()).id },
      order: { order_no: '1', carrier: 'SF', tracking_no: 'SF1' },
      invoice: { invoice_id: 1, invoice_no: '26332000000112345678' },
      promotion: { sku_no: (await newProduct()).sku.sku_no, deal_price_yuan: '0.01' },
      coupon: { user_id: 1 },
    }[name]
    const fields: Record<string, string> = ofPromotions[name]
      ? { promotion_id: String(await newPromotion(ofPromotions[name])) }
      : {}
    const others = columns.filter((column) => !read[name].some((one) => one === column) && !(column in needed))
    const files = [
      ...read[name].map((column) => ({ what: column, columns: [column] })),
      { what: 'other columns', columns: others },
    ]
    for (const [place, { what, columns }] of files.entries()) {
      const lines = longCells.map((text, at) => ({ ...needed, [columns[at % columns.length] ?? '']: text }))
      const header = [...new Set([...Object.keys(needed), ...columns])]
      const form = formWith(new TextEncoder().encode(stringify(lines, { header: true, columns: header })), {
        name: 'long.csv',
        ...fields,
      })
      let id = 0
      const taken = await secondsOf(async () => {
        const reply = await send<{ id: number }>('POST', `/cms/${name}/import`, { token: tokens.staff, raw: form })
        expect(reply.status).toBe(201)
        id = reply.body.id
      })
      expect(taken, what).toBeLessThan(2)
      const headers = { authorization: `Bearer ${tokens.staff}` }
      // The same code exports all columns; those with a dictionary also have labels.
      const isExported = place === 0 || columns.length > 1 || what === 'status'
      for (const format of isExported ? ['csv', 'xlsx'] : []) {
        const path = `http://localhost:3000/cms/${name}/import/${id}/row?format=${format}&labels=en`
        const exported = await secondsOf(async () => (await dispatch(new Request(path, { headers }))).text())
        expect(exported, `${what} ${format}`).toBeLessThan(2)
      }
    }
  },
)

test('every kind of import is measured', () => {
  expect(kinds.map(({ name }) => name).sort()).toEqual([...importKinds].sort())
})
