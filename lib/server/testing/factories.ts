import { randomBytes } from 'node:crypto'
import { eq, ne, sql } from 'drizzle-orm'
import type { UserKind } from '@/db/enums'
import { numberSpecs, valueIdsOf } from '@/db/specs'
import * as tables from '@/db/tables'
import { hashOf } from '@/lib/kit/api/endpoint/caller'
import { newKeySecret } from '@/lib/kit/api/endpoint/key-secret'
import type { SettingKey, Settings } from '@/lib/kit/config/registry'
import { currentSettings, forgetSettings } from '@/lib/kit/config/settings'
import { connection } from '@/lib/kit/database'
import { openSession } from '@/lib/token/commands'
import { api } from './api'
import { waitForSettings } from './processes'
import { watch } from './secrets'

const client = { ip: '203.0.113.7', user_agent: 'test', type: 'other' } as const

function only<Row>(rows: Row[]): Row {
  const [row] = rows
  if (!row) throw new Error('no row')
  return row
}

export const unique = (prefix: string) => `${prefix}${randomBytes(5).toString('hex')}`

export async function database() {
  return (await connection()).db
}

/** With an open session, without a password. */
async function newUser(values: Partial<typeof tables.user.$inferInsert> & { kind: UserKind }) {
  const { db, transaction } = await connection()
  const settings = await currentSettings(db)
  const { id } = only(
    await db
      .insert(tables.user)
      .values({ nickname: '测试', ...values })
      .returning({ id: tables.user.id }),
  )
  const session = await transaction((tx) => openSession(tx, { user_id: id, kind: values.kind }, settings, client))
  watch.addSecret(session.token)
  return { id, token: session.token }
}

export const newCustomer = (values: Partial<typeof tables.user.$inferInsert> = {}) =>
  newUser({ ...values, kind: 'customer' })

/** In a new group with these permissions. */
export async function newStaff(codes: string[] = [], values: Partial<typeof tables.user.$inferInsert> = {}) {
  const staff = await newUser({ ...values, kind: 'staff' })
  const db = await database()
  const username = unique('staff-')
  await db.insert(tables.identity).values({ user_id: staff.id, type: 100, identifier: username })
  const group = only(
    await db
      .insert(tables.group)
      .values({ name: unique('group-') })
      .returning({ id: tables.group.id }),
  )
  await db.insert(tables.user_group).values({ user_id: staff.id, group_id: group.id })
  if (codes.length > 0)
    await db.insert(tables.group_permission).values(codes.map((code) => ({ group_id: group.id, code })))
  return { ...staff, username, group_id: group.id }
}

/** Of the staff member, with these permissions, whether a key can have them or not. */
export async function newKey(
  created_by: number,
  codes: string[],
  values: Partial<typeof tables.api_key.$inferInsert> = {},
) {
  const db = await database()
  const { id } = only(
    await db
      .insert(tables.user)
      .values({ kind: 'key', nickname: unique('key-') })
      .returning({ id: tables.user.id }),
  )
  const token = newKeySecret()
  watch.addSecret(token)
  const secrets = { hint: token.slice(0, 8), secret_hash: hashOf(token) }
  await db
    .insert(tables.api_key)
    .values({ id, created_by, ...secrets, permission_codes: codes, access: 'write', ...values })
  return { id, token }
}

export const addressInput = {
  name: '王小明',
  mobile: '13800001234',
  province: '浙江省',
  city: '杭州市',
  district: '西湖区',
  detail: '龙井路 1 号',
}

/** With an address. */
export async function newBuyer(values: Partial<typeof tables.user.$inferInsert> = {}) {
  const buyer = await newCustomer(values)
  const { body } = await api('POST /v1/address', { token: buyer.token, body: addressInput })
  return { ...buyer, address_id: body.id }
}

export async function newCategory(values: Partial<typeof tables.category.$inferInsert> = {}) {
  const db = await database()
  return only(
    await db
      .insert(tables.category)
      .values({ name: unique('category-'), ...values })
      .returning(),
  )
}

interface ProductValues extends Partial<Omit<typeof tables.product.$inferInsert, 'specs'>> {
  specs?: { name: string; values: string[] }[]
  skus?: Partial<typeof tables.sku.$inferInsert>[]
}

/** By default one SKU with a stock of 100 and a price of ¥19.99. */
export async function newProduct({ skus = [{}], specs: named = [], ...values }: ProductValues = {}) {
  const db = await database()
  const specs = numberSpecs(named)
  // Without specs that distinguish the SKUs, each gets a generated value.
  const valuesOf = (spec_values: string[] = [], at: number) =>
    (skus.length === 1 || specs.length > 0 ? valueIdsOf(specs, spec_values) : undefined) ?? [1_000 + at]
  const category_id = values.category_id ?? (await newCategory()).id
  const product = only(
    await db
      .insert(tables.product)
      .values({
        name: unique('product-'),
        status: 'on_sale',
        price: 1999,
        price_max: 1999,
        ...values,
        specs,
        category_id,
      })
      .returning({ id: tables.product.id }),
  )
  const rows = await db
    .insert(tables.sku)
    .values(
      skus.map((sku, at) => ({
        price: 1999,
        stock: 100,
        sku_no: unique('SKU-'),
        value_ids: valuesOf(sku.spec_values, at),
        ...sku,
        product_id: product.id,
      })),
    )
    .returning()
  const initial = rows
    .filter((row) => row.stock > 0)
    .map((row) => ({ sku_id: row.id, delta: row.stock, balance: row.stock, reason: 'initial' as const }))
  if (initial.length > 0) await db.insert(tables.stock_log).values(initial)
  return { id: product.id, category_id, skus: rows, sku: only(rows) }
}

/** By default without delivery to any region. Returns the id. */
export async function newTemplate(values: Partial<typeof tables.freight_template.$inferInsert>): Promise<number> {
  const row = { name: unique('template-'), charge: 'piece' as const, rules: [], ...values }
  const db = await database()
  return only(await db.insert(tables.freight_template).values(row).returning({ id: tables.freight_template.id })).id
}

export async function newStore(values: Partial<typeof tables.store.$inferInsert> = {}) {
  const place = {
    phone: '0571-8888 8888',
    province: '浙江省',
    city: '杭州市',
    district: '拱墅区',
    detail: '青梧路 18 号',
  }
  return only(
    await (await database())
      .insert(tables.store)
      .values({ name: unique('store-'), ...place, ...values })
      .returning(),
  )
}

/** In fen. `free_from`: the cost of the goods; 0: never. */
export async function setFreight(first_fee: number, free_from = 0) {
  const rule = { regions: [], first: 1, first_fee, next: 1, next_fee: 0, free_amount: null }
  await (await database())
    .update(tables.freight_template)
    .set({ rules: [rule], free_amount: free_from || null })
    .where(eq(tables.freight_template.is_default, true))
}

export async function setParameters(values: { [Key in SettingKey]?: NonNullable<Settings[Key]> }) {
  const db = await database()
  const rows = Object.entries(values).map(([key, value]) => ({ key, value }))
  await db
    .insert(tables.config)
    .values(rows)
    .onConflictDoUpdate({ target: tables.config.key, set: { value: sql`excluded.value` } })
  forgetSettings()
  await waitForSettings()
}

export async function resetParameter(key: SettingKey) {
  const db = await database()
  await db.delete(tables.config).where(sql`${tables.config.key} = ${key}`)
  forgetSettings()
  await waitForSettings()
}

/** SKUs whose stock differs from the log's sum or last balance, and products with a wrong `stock_level`. */
export async function stockFaults(): Promise<unknown[]> {
  const db = await database()
  const skus = await db
    .select({ id: tables.sku.id, stock: tables.sku.stock, sum: sql<number>`l.sum`, balance: sql<number>`l.balance` })
    .from(tables.sku)
    .innerJoin(
      sql`(select sku_id, sum(delta)::int as sum, (array_agg(balance order by id desc))[1] as balance from stock_log group by sku_id) l`,
      sql`l.sku_id = ${tables.sku.id}`,
    )
    .where(sql`l.sum <> ${tables.sku.stock} or l.balance <> ${tables.sku.stock}`)
  const { id, stock_level } = tables.product
  const products = await db
    .select({ id, stock_level })
    .from(tables.product)
    .where(ne(stock_level, sql`stock_level_of(${id})`))
  return [...skus, ...products]
}
