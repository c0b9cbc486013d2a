import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { readUses } from '@/lib/file/uses'
import { faults } from '@/lib/platform/sandbox/fetch'
import { api, send } from '@/lib/server/testing/api'
import { database, newCategory, newProduct, newStaff } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { formWith, picture } from '@/lib/server/testing/pictures'
import { migrateDatabase } from '@/lib/server/update-database'

/**
 * The sequence in which every transaction locks rows of these tables. Rows of other tables are never locked together
 * with rows of these tables.
 */
const ranks = ['user', 'order', 'payment', 'refund', 'after_sale', 'shipment', 'sku', 'product', 'file_object']

/**
 * Records the locks of all transactions from now on. Returns a list with one entry for each transaction that has ended;
 * the list grows while the test runs. An entry has the tables with locked rows, in the sequence of their first lock.
 */
function watchLocks(): string[][] {
  const open = new Map<object, string[]>()
  const done: string[][] = []
  const original: unknown = Reflect.get(pg.Client.prototype, 'query')
  if (typeof original !== 'function') throw new Error('pg has no query')
  Reflect.set(pg.Client.prototype, 'query', function query(this: object, ...given: unknown[]) {
    const [first] = given
    const text = typeof first === 'string' ? first : String(Reflect.get(Object(first), 'text') ?? '')
    if (/^\s*(begin|start transaction)/i.test(text)) open.set(this, [])
    const locked = open.get(this)
    for (const table of locked ? lockedBy(text) : []) if (!locked?.includes(table)) locked?.push(table)
    if (locked && /^\s*(commit|rollback)\s*;?\s*$/i.test(text)) {
      done.push(locked)
      open.delete(this)
    }
    return Reflect.apply(original, this, given)
  })
  return done
}

/** Returns the tables of `ranks` whose rows a statement locks, by a locking clause or by an update. */
function lockedBy(text: string): string[] {
  const found: { at: number; table: string }[] = []
  for (const { index, 1: table = '' } of text.matchAll(/\bupdate\s+"?(\w+)"?\s+(?:\w+\s+)?set\b/gi))
    found.push({ at: index, table })
  for (const { index, 1: alias } of text.matchAll(/\bfor\s+(?:no\s+key\s+)?update(?:\s+of\s+"?(\w+)"?)?/gi)) {
    const earlier = text.slice(0, index)
    const sources = [...earlier.matchAll(/\b(?:from|join)\s+"?(\w+)"?(?:\s+(?!for\b|where\b|join\b|on\b)"?(\w+)"?)?/gi)]
    const source = alias
      ? sources.findLast(([, table, name]) => name === alias || table === alias)
      : sources.findLast(([, table = '']) => ranks.includes(table))
    found.push({ at: index, table: source?.[1] ?? '' })
  }
  return found
    .toSorted((a, b) => a.at - b.at)
    .map(({ table }) => table)
    .filter((table) => ranks.includes(table))
}

const inOrder = (tables: string[]) => tables.toSorted((a, b) => ranks.indexOf(a) - ranks.indexOf(b))

let watched: string[][]
let token: string
beforeAll(async () => {
  await migrateDatabase()
  play.usePlatform()
  const codes = ['list', 'create', 'update', 'delete', 'stock'].map((verb) => `cms.product.${verb}`)
  token = (
    await newStaff([
      ...codes,
      'cms.order.list',
      'cms.order.ship',
      'cms.order.refund',
      'cms.category.delete',
      'cms.file.create',
      'cms.file.update',
    ])
  ).token
  watched = watchLocks()
})

test('every transaction that sells, refunds or changes products locks rows in the same order', async () => {
  const payer = await play.newPayer()
  const category = await newCategory()
  const { id, skus } = await newProduct({
    category_id: category.id,
    images: ['/demo/a.svg'],
    specs: [{ name: '尺码', values: ['S', 'M'] }],
    skus: ['S', 'M'].map((size) => ({ stock: 5, spec_values: [size] })),
  })
  const [sku] = skus
  const order = await play.placeOrder(payer, { sku_id: sku?.id ?? 0 })
  await play.payOrder(payer, order.id)
  await play.deliver()
  await play.refund(order.id, (await newStaff()).id, { restock: [] })
  await play.settleAll()
  const shipped = await play.paidOrder(payer, { sku_id: sku?.id ?? 0 })
  await play.ship(shipped.id, token)
  const { version, skus: read } = (await api('GET /cms/product/{id}', { token, params: { id } })).body
  const prices = read.map((one) => ({ id: one.id, price: 700 }))
  expect((await api('PUT /cms/product/{id}', { token, params: { id }, body: { version, skus: prices } })).status).toBe(
    200,
  )
  const body = { ids: [id], action: 'price' as const, percent: 10 }
  expect((await api('POST /cms/product/bulk', { token, body })).status).toBe(200)
  const items = skus.toReversed().map((one) => ({ sku_id: one.id, delta: 1 }))
  expect((await api('POST /cms/stock/adjust', { token, body: { reason: 'received', items } })).status).toBe(200)

  // A payment that is reported after its order was canceled.
  const late = await play.placeOrder(payer, { sku_id: sku?.id ?? 0 })
  await play.payOrder(payer, late.id, 'late')
  for (let at = 0; at < 6; at++) faults.next('timeout')
  await api('POST /v1/order/{id}/cancel', { token: payer.token, params: { id: late.id } })
  faults.clear()
  await play.deliver(play.inSeconds(120))
  expect((await play.readOrder(payer, late.id)).status).toBe('paid')
  await play.refund(late.id, (await newStaff()).id)
  await play.settleAll()

  // A file that is used by a product and by one of its SKUs.
  const raw = async () => formWith(Uint8Array.from(await picture()))
  const uploaded = await send<{ id: number; url: string }>('POST', '/cms/file', { token, raw: await raw() })
  const pictured = new URL(uploaded.body.url).pathname
  await newProduct({ category_id: category.id, images: [pictured], skus: [{ image_url: pictured }] })
  const uses = await database().then((db) => readUses(db, uploaded.body.id, { limit: 10, offset: 0 }))
  expect(uses.map(({ table }) => table)).toEqual(expect.arrayContaining(['product', 'sku']))
  const replaced = await send('POST', `/cms/file/${uploaded.body.id}/replace`, { token, raw: await raw() })
  expect(replaced.status).toBe(200)

  const seen = new Set(watched.map((tables) => tables.join(' ')))
  // Proves that `lockedBy` recognizes the statements.
  for (const some of [
    'user sku',
    'order payment product',
    'order payment sku product',
    'sku product',
    'sku product file_object',
  ])
    expect(seen).toContain(some)
  for (const tables of watched) expect(tables).toEqual(inOrder(tables))
})
