import { eq, inArray, sql } from 'drizzle-orm'
import { after_sale } from '@/db/schema/after_sale'
import { category } from '@/db/schema/category'
import { file_folder } from '@/db/schema/file'
import { freight_template } from '@/db/schema/freight'
import { element, menu } from '@/db/schema/menu'
import { order } from '@/db/schema/order'
import { product, sku } from '@/db/schema/product'
import { user } from '@/db/schema/user'
import { id } from '@/lib/kit/api/endpoint/fields'
import type { Database } from '@/lib/kit/database'
import { profileColumns } from '@/lib/kit/people/columns'
import { englishElementName } from './base-names'

interface Named {
  id: number
  name: string
  name_en: string
}

const readers = {
  menu: (db: Database, ids: number[]) =>
    db.select({ id: menu.id, name: menu.title, name_en: menu.title_en }).from(menu).where(inArray(menu.id, ids)),
  element: async (db: Database, ids: number[]) =>
    (
      await db
        .select({ id: element.id, code: element.code, name: element.name })
        .from(element)
        .where(inArray(element.id, ids))
    ).map(({ id, code, name }) => ({ id, name, name_en: englishElementName({ code, name }) })),
  file_folder: async (db: Database, ids: number[]) => inOneLanguage(await namesIn(db, file_folder, ids)),
  category: async (db: Database, ids: number[]) => inOneLanguage(await namesIn(db, category, ids)),
  product: async (db: Database, ids: number[]) => inOneLanguage(await namesIn(db, product, ids)),
  freight_template: async (db: Database, ids: number[]) => inOneLanguage(await namesIn(db, freight_template, ids)),
  order: async (db: Database, ids: number[]) =>
    inOneLanguage(await db.select({ id: order.id, name: order.order_no }).from(order).where(inArray(order.id, ids))),
  /** Without those who have neither a nickname nor a user name. */
  user: async (db: Database, ids: number[]) => {
    const { id, nickname, username } = profileColumns
    const rows = await db.select({ id, nickname, username }).from(user).where(inArray(id, ids))
    return inOneLanguage(rows.map((row) => ({ id: row.id, name: row.nickname || row.username || '' }))).filter(
      ({ name }) => name !== '',
    )
  },
  sku: async (db: Database, ids: number[]) =>
    inOneLanguage(
      await db
        .select({
          id: sku.id,
          name: sql<string>`concat_ws(' ', ${product.name}, nullif(array_to_string(${sku.spec_values}, ' / '), ''))`,
        })
        .from(sku)
        .innerJoin(product, eq(product.id, sku.product_id))
        .where(inArray(sku.id, ids)),
    ),
}

type Referred = keyof typeof readers

const namesIn = (
  db: Database,
  table: typeof file_folder | typeof category | typeof product | typeof freight_template,
  ids: number[],
) => db.select({ id: table.id, name: table.name }).from(table).where(inArray(table.id, ids))

const inOneLanguage = (rows: readonly Omit<Named, 'name_en'>[]): Named[] => rows.map((row) => ({ ...row, name_en: '' }))

const isReferred = (type: string | null): type is Referred => type !== null && Object.hasOwn(readers, type)

/** undefined: no ids of records. */
function referredBy(field: string, target_type: string | null): Referred | undefined {
  if (field === 'menu_id' || field === 'menu_ids') return 'menu'
  if (field === 'element_ids') return 'element'
  if (field === 'folder_id') return 'file_folder'
  if (field === 'category_id' || field === 'category_ids') return 'category'
  if (field === 'product_ids' || field === 'except_product_ids') return 'product'
  if (field === 'freight_template_id') return 'freight_template'
  if (field === 'user_ids') return 'user'
  if (field === 'ids' && target_type === 'order') return 'order'
  if (field === 'sku_id' && target_type === 'stock') return 'sku'
  // The parent of a node in a tree has the type of the node, and a change of the order of a tree lists its nodes.
  return (field === 'parent_id' || field === 'items') && isReferred(target_type) ? target_type : undefined
}

interface Row {
  target_type: string | null
  target_id: string | null
  target_name: string | null
  before: unknown
  after: unknown
}

interface Reference {
  field: string
  type: Referred
  id: number
}

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []

/** Ids of other records, each with the name of its field. */
function referencesIn({ target_type, before, after }: Row): Reference[] {
  const ofField = (field: string, value: unknown): Reference[] => {
    const type = referredBy(field, target_type)
    const members = Array.isArray(value) ? value : [value]
    return members.flatMap((member) => {
      const own = entriesOf(member)
      const id = own.find(([name]) => name === 'id')?.[1] ?? member
      const below = own.flatMap(([name, one]) => ofField(name, one))
      return type !== undefined && typeof id === 'number' ? [{ field, type, id }, ...below] : below
    })
  }
  return [before, after].flatMap((state) => entriesOf(state).flatMap(([field, value]) => ofField(field, value)))
}

/** By `order/<id>` and `after_sale/<id>`, for rows without a stored name. The numbers never change. */
async function numbersOf(db: Database, rows: readonly Row[]): Promise<Map<string, string>> {
  const idsOf = (type: string) => [
    ...new Set(
      rows.flatMap(({ target_type, target_id, target_name }) =>
        target_type === type && target_name === null && isId(target_id) ? Number(target_id) : [],
      ),
    ),
  ]
  const [orders, cases] = [idsOf('order'), idsOf('after_sale')]
  const [ofOrders, ofCases] = await Promise.all([
    orders.length > 0
      ? db.select({ id: order.id, no: order.order_no }).from(order).where(inArray(order.id, orders))
      : [],
    cases.length > 0
      ? db.select({ id: after_sale.id, no: after_sale.no }).from(after_sale).where(inArray(after_sale.id, cases))
      : [],
  ])
  return new Map([
    ...ofOrders.map(({ id, no }) => [`order/${id}`, no] as const),
    ...ofCases.map(({ id, no }) => [`after_sale/${id}`, no] as const),
  ])
}

/** A refused request may have any text in place of the id. */
const isId = (target_id: string | null) => id.safeParse(Number(target_id ?? '')).success

/**
 * `referred`: current names of the records whose ids are in the row, without deleted ones. An order or return request
 * without a stored name gets its number.
 */
export async function withReferred<R extends Row>(db: Database, rows: readonly R[]) {
  const references = rows.map(referencesIn)
  const read = async (type: Referred): Promise<[Referred, Map<number, Named>]> => {
    const ids = [...new Set(references.flat().flatMap((one) => (one.type === type ? one.id : [])))]
    const found = ids.length > 0 ? await readers[type](db, ids) : []
    return [type, new Map(found.map((one) => [one.id, one]))]
  }
  const [numbers, ...found] = await Promise.all([
    numbersOf(db, rows),
    ...Object.keys(readers).filter(isReferred).map(read),
  ])
  const names = new Map(found)
  return rows.map((row, at) => {
    const own = new Map(
      (references[at] ?? []).flatMap(({ field, type, id }) => {
        const named = names.get(type)?.get(id)
        return named ? [[`${field}/${id}`, { field, ...named }] as const] : []
      }),
    )
    const target_name = row.target_name ?? numbers.get(`${row.target_type}/${row.target_id}`) ?? null
    return { ...row, target_name, referred: [...own.values()] }
  })
}
