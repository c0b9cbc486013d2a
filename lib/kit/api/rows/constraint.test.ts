import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { allTables, constraintsOf } from '@/db/constraints'
import { banner } from '@/db/schema/banner'
import { category } from '@/db/schema/category'
import { product, sku } from '@/db/schema/product'
import { database, newCategory, newProduct, unique } from '@/lib/server/testing/factories'
import { type Endpoint, endpoint, everyone } from '../endpoint/endpoint'
import { respond } from '../run/respond'
import { responseOf } from '../run/response'
import { insertRow } from './rows'

test('the declared names of constraints are the names in the database', async () => {
  const db = await database()
  const rows = await db.select({ name: sql<string>`name` }).from(sql`(
      select conname::text as name from pg_constraint where contype in ('p', 'u', 'f') and connamespace = 'public'::regnamespace
      union select i.indexrelid::regclass::text from pg_index i join pg_class c on c.oid = i.indrelid
      where i.indisunique and c.relnamespace = 'public'::regnamespace) as known`)
  const declared = allTables().flatMap(constraintsOf)
  expect(declared.map(({ name }) => name).sort()).toEqual(rows.map(({ name }) => name).sort())
})

const write = (method: 'POST' | 'DELETE', handle: Endpoint['handle']) =>
  endpoint({ method, path: '/v1/test', summary: '', access: everyone, output: z.unknown(), handle })

async function call(definition: Endpoint) {
  const response = responseOf(
    await respond(definition, new Request('http://localhost/v1/test', { method: definition.method }), {}),
  )
  return { status: response.status, body: await response.json() }
}

const taken = (name: string) => ({
  status: 409,
  body: { code: 'already_exists', invalid_params: [{ in: 'body', name, code: 'already_exists' }] },
})

test('a duplicate value is refused at its field', async () => {
  const { sku: existing } = await newProduct()
  const name = unique('slot-')
  const create = write('POST', ({ db }) => insertRow(db, banner, { name }))
  expect((await call(create)).status).toBe(200)
  expect(await call(create)).toMatchObject(taken('name'))
  const { product_id, sku_no } = existing
  const duplicate = write('POST', ({ db }) => insertRow(db, sku, { product_id, sku_no, price: 1 }))
  expect(await call(duplicate)).toMatchObject(taken('sku_no'))
})

test('a reference to a missing record is refused at its field', async () => {
  const missingId = 2_000_000_000
  const missing = (name: string) => ({
    status: 400,
    body: { code: 'invalid_request', invalid_params: [{ in: 'body', name, code: 'not_found' }] },
  })
  const orphan = write('POST', ({ db }) => insertRow(db, product, { name: '孤品', category_id: missingId }))
  expect(await call(orphan)).toMatchObject(missing('category_id'))
  const branch = write('POST', ({ db }) => insertRow(db, category, { name: '枝', parent_id: missingId }))
  expect(await call(branch)).toMatchObject(missing('parent_id'))
})

test('a record that others refer to is not deleted', async () => {
  const { id: parent_id } = await newCategory()
  await newCategory({ parent_id })
  const remove = write('DELETE', ({ db }) => db.delete(category).where(sql`id = ${parent_id}`))
  expect(await call(remove)).toMatchObject({ status: 409, body: { code: 'in_use' } })
})
