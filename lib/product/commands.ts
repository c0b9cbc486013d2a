import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { CleanHtml } from '@/db/schema/columns'
import { product, sku, stock_log } from '@/db/schema/product'
import { theme_product } from '@/db/schema/theme'
import { type InvalidParam, invalid, problem } from '@/lib/api/problem'
import { insertRow, lockRow, noSuch, updateRow } from '@/lib/api/rows'
import type { Settings } from '@/lib/config/registry'
import type { Database } from '@/lib/database'
import {
  isLiving,
  openPieces,
  type ProductRow,
  readCmsProduct,
  recordOf,
  relationsOf,
  type SkuRow,
  skusOf,
} from './cms-queries'
import type { ProductPlan } from './cms-schema'
import type { ProductChanges, ProductInput } from './input-schema'
import { type Matching, matchSkus } from './match'
import { requireSellable } from './sellable'

type Cleaned<Body> = { [Field in keyof Body]: Field extends 'content' ? CleanOf<Body[Field]> : Body[Field] }
type CleanOf<Value> = Value extends undefined ? undefined : CleanHtml
export type NewProduct = Cleaned<z.output<typeof ProductInput>>
export type ChangedProduct = Cleaned<z.output<typeof ProductChanges>>

interface Author {
  user_id: number
  settings: Settings
}

/** What staff set of a SKU, besides its values. */
interface SkuInput {
  sku_no?: string | undefined
  price?: number | undefined
  market_price?: number | null | undefined
  cost?: number | null | undefined
  weight_g?: number | null | undefined
  barcode?: string | null | undefined
  image_url?: string | null | undefined
  enabled?: boolean | undefined
}

const lockProduct = (db: Database, id: number, version?: number) =>
  lockRow(db, product, id, { where: isLiving, version })

/** Every SKU of a locked product, in id order, also withdrawn ones, locked: no order moves their stock meanwhile. */
const lockSkus = (db: Database, product_id: number) => skusOf(db, product_id).for('no key update')

/** Locks a product with its SKUs, and returns those that are not withdrawn. Throws `not_found`. */
export async function lockOffer(db: Database, id: number): Promise<SkuRow[]> {
  await lockProduct(db, id)
  return (await lockSkus(db, id)).filter(({ deleted_at }) => !deleted_at)
}

/** 60 random bits, in letters and digits that are not easily confused. */
const newSkuNo = () => Array.from(randomBytes(12), (byte) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[byte & 31]).join('')

/** The columns of a product that follow from its SKUs: prices of the enabled ones, or of all where none is. */
function pricesOf(skus: readonly { price: number; market_price: number | null; enabled: boolean }[]) {
  const enabled = skus.filter((one) => one.enabled)
  const sorted = (enabled.length > 0 ? enabled : [...skus]).toSorted((a, b) => a.price - b.price)
  const [cheapest] = sorted
  return {
    price: cheapest?.price ?? 0,
    price_max: sorted.at(-1)?.price ?? 0,
    market_price: cheapest?.market_price ?? null,
  }
}

type Moment = Date | string | null | undefined

function requireSchedule({ publish_at, unpublish_at }: { publish_at: Moment; unpublish_at: Moment }): void {
  if (publish_at && unpublish_at && new Date(unpublish_at) <= new Date(publish_at)) {
    throw invalid('body', 'unpublish_at', 'before_start', 'This must be after publish_at.')
  }
}

/** Throws a 400 for numbers that two of the SKUs have. */
function refuseRepeatedNumbers(skus: readonly SkuInput[]): void {
  const seen = new Set<string>()
  for (const [at, { sku_no }] of skus.entries()) {
    if (sku_no === undefined) continue
    if (seen.has(sku_no)) throw invalid('body', `skus.${at}.sku_no`, 'duplicate', 'This is given twice.')
    seen.add(sku_no)
  }
}

const thresholdOf = (low_stock: number | null, settings: Settings) => ({
  low_stock: low_stock ?? settings['stock.low'],
  own_low_stock: low_stock !== null,
})

/** Creates a product with its SKUs and their opening stock, and returns its id. */
export async function createProduct(db: Database, input: NewProduct, { user_id, settings }: Author): Promise<number> {
  const { specs, skus, ...values } = input
  refuseRepeatedNumbers(skus)
  requireSchedule(values)
  const matching = matchSkus({ specs: [], skus: [] }, { specs, skus })
  const wanted = skus.map(({ values: _, stock, enabled = true, market_price = null, ...one }, at) => ({
    ...one,
    stock,
    enabled,
    market_price,
    value_ids: matching.skus[at]?.value_ids ?? [],
    spec_values: matching.skus[at]?.spec_values ?? [],
  }))
  if (values.status === 'on_sale') await requireSellable(db, { ...values, skus: wanted })
  const author = { created_by: user_id, updated_by: user_id }
  const row = await insertRow(db, product, { ...values, ...pricesOf(wanted), specs: matching.specs, ...author })
  const threshold = thresholdOf(values.low_stock, settings)
  const created = await db
    .insert(sku)
    .values(wanted.map((one) => ({ ...one, ...threshold, sku_no: one.sku_no ?? newSkuNo(), product_id: row.id })))
    .returning({ id: sku.id, stock: sku.stock })
  const opened = created.filter(({ stock }) => stock > 0)
  if (opened.length > 0) {
    await db.insert(stock_log).values(
      opened.map(({ id, stock }) => ({
        sku_id: id,
        delta: stock,
        balance: stock,
        reason: 'initial' as const,
        actor: user_id,
      })),
    )
  }
  return row.id
}

/** The columns of a SKU that saving a product writes. */
const written = [
  'value_ids',
  'spec_values',
  'sku_no',
  'price',
  'market_price',
  'cost',
  'weight_g',
  'barcode',
  'image_url',
  'enabled',
  'low_stock',
  'own_low_stock',
] as const
type WrittenSku = Pick<SkuRow, 'id' | (typeof written)[number]> & { withdrawn: boolean }

const writtenOf = (row: SkuRow): WrittenSku => ({
  ...row,
  withdrawn: row.deleted_at !== null,
})

const pick = (sku: Pick<SkuRow, (typeof written)[number]>) =>
  Object.fromEntries(written.map((name) => [name, sku[name]]))

const isSame = (a: WrittenSku, b: WrittenSku) =>
  a.withdrawn === b.withdrawn && written.every((name) => isDeepStrictEqual(a[name], b[name]))

interface Planned {
  matching: Matching
  /** Every stored SKU as it is to be. */
  stored: WrittenSku[]
  created: Omit<WrittenSku, 'id' | 'withdrawn'>[]
}

/** What saving would write of the SKUs. Throws `invalid_request` with every fault. */
function planSkus(row: ProductRow, stored: SkuRow[], body: ChangedProduct, settings: Settings): Planned {
  const matching =
    body.specs || body.skus
      ? matchSkus({ specs: row.specs, skus: stored }, { specs: body.specs, skus: body.skus })
      : unchanged(row, stored)
  const wanted: readonly SkuInput[] = body.skus ?? []
  refuseRepeatedNumbers(wanted)
  const { low_stock = row.low_stock } = body
  const threshold = thresholdOf(low_stock, settings)
  const inputOf = (at: number | null) => (at === null ? undefined : wanted[at])
  const byId = new Map(matching.skus.map((one) => [one.id, one]))
  const faults: InvalidParam[] = []
  const created = matching.skus.flatMap(({ id, at, value_ids, spec_values }) => {
    const { price, sku_no, market_price, cost, weight_g, barcode, image_url, enabled } = inputOf(at) ?? {}
    if (id !== null) return []
    if (price === undefined) {
      const name = `skus.${at}.price`
      faults.push({ in: 'body', name, code: 'required', reason: 'A new SKU needs a price.' })
    }
    return {
      value_ids,
      spec_values,
      sku_no: sku_no ?? newSkuNo(),
      price: price ?? 0,
      market_price: market_price ?? null,
      cost: cost ?? null,
      weight_g: weight_g ?? null,
      barcode: barcode ?? null,
      image_url: image_url ?? null,
      enabled: enabled ?? true,
      ...threshold,
    }
  })
  if (faults.length > 0) throw problem('invalid_request', { detail: faults[0]?.reason ?? '', invalid_params: faults })
  return {
    matching,
    created,
    stored: stored.map((one) => {
      const match = byId.get(one.id)
      const { sku_no, price, market_price, cost, weight_g, barcode, image_url, enabled } =
        inputOf(match?.at ?? null) ?? {}
      return {
        ...writtenOf(one),
        ...(match ?? matching.combinations.get(one.id)),
        ...threshold,
        id: one.id,
        sku_no: sku_no ?? one.sku_no,
        price: price ?? one.price,
        market_price: market_price === undefined ? one.market_price : market_price,
        cost: cost === undefined ? one.cost : cost,
        weight_g: weight_g === undefined ? one.weight_g : weight_g,
        barcode: barcode === undefined ? one.barcode : barcode,
        image_url: image_url === undefined ? one.image_url : image_url,
        enabled: enabled ?? one.enabled,
        withdrawn: !match,
      }
    }),
  }
}

/** The matching of a change that concerns neither specs nor SKUs. */
const unchanged = ({ specs }: ProductRow, stored: SkuRow[]): Matching => ({
  specs,
  skus: stored
    .filter(({ deleted_at }) => !deleted_at)
    .map(({ id, value_ids, spec_values }) => ({ id, at: null, value_ids, spec_values, outcome: 'kept' as const })),
  withdrawn: [],
  combinations: new Map(stored.map(({ id, value_ids, spec_values }) => [id, { value_ids, spec_values }])),
})

interface Changed {
  /** The product as the audit log has it, with the SKUs that the change concerns. */
  before: object
  after: Awaited<ReturnType<typeof readCmsProduct>>
  audited: object
}

/**
 * Changes a product: its content, its specs and its whole set of SKUs, in a number of statements that does not depend on how
 * many those are. Stock is not set: what is withdrawn loses its own, with an entry in the ledger. Throws `not_found`,
 * `stale_version`, `invalid_request`, `not_sellable` or `already_exists` (a `sku_no`).
 */
export async function changeProduct(
  db: Database,
  id: number,
  body: ChangedProduct,
  { user_id, settings }: Author,
): Promise<Changed> {
  const { specs: _, skus: __, version, ...values } = body
  const row = await lockProduct(db, id, version)
  const stored = await lockSkus(db, id)
  requireSchedule({ ...row, ...values })
  const plan = planSkus(row, stored, body, settings)
  const present = [...plan.stored.filter((one) => !one.withdrawn), ...plan.created]
  const wanted = { ...row, ...values }
  if (wanted.status === 'on_sale') await requireSellable(db, { ...wanted, skus: present })
  const changed = await updateRow(db, product, id, {
    ...values,
    ...pricesOf(present),
    specs: plan.matching.specs,
    updated_by: user_id,
  })
  await writeStored(db, stored, plan, user_id)
  if (plan.created.length > 0) await db.insert(sku).values(plan.created.map((one) => ({ ...one, product_id: id })))
  const skus = await skusOf(db, id)
  const related = await relationsOf(db, id)
  const [before, after] = [recordOf(row, stored), recordOf(changed, skus)]
  return {
    before: { ...before, skus: withoutSame(before.skus, after.skus) },
    audited: { ...after, skus: withoutSame(after.skus, before.skus) },
    after: { ...after, ...related },
  }
}

/** The SKUs that the other state does not have, or has otherwise. */
function withoutSame(skus: SkuRow[], others: SkuRow[]): SkuRow[] {
  const byId = new Map(others.map((one) => [one.id, one]))
  return skus.filter((one) => {
    const other = byId.get(one.id)
    return !other || !isSame(writtenOf(one), writtenOf(other))
  })
}

/** Writes what differs of the stored SKUs. */
async function writeStored(db: Database, before: SkuRow[], plan: Planned, actor: number): Promise<void> {
  const old = new Map(before.map((one) => [one.id, one]))
  const changed = plan.stored.filter((one) => {
    const row = old.get(one.id)
    return row && !isSame(writtenOf(row), one)
  })
  if (changed.length === 0) return
  const isBack = ({ id, withdrawn }: WrittenSku) => !withdrawn && old.get(id)?.deleted_at !== null
  const revived = changed.filter(isBack)
  await freeNumbers(db, changed, old)
  // What comes back may have values, or a number, that another one has just left.
  await updateSkus(
    db,
    changed.filter((one) => !isBack(one)),
    old,
  )
  await updateSkus(db, await withFreeNumbers(db, revived, old), old)
  const emptied = changed.flatMap(({ id, withdrawn }) => {
    const row = old.get(id)
    return withdrawn && row && !row.deleted_at && row.stock > 0 ? [row] : []
  })
  if (emptied.length === 0) return
  await db
    .insert(stock_log)
    .values(
      emptied.map(({ id, stock }) => ({ sku_id: id, delta: -stock, balance: 0, reason: 'withdrawn' as const, actor })),
    )
}

/** Gives SKUs a passing number whose own is to become that of another SKU in the same statement. */
async function freeNumbers(db: Database, changed: WrittenSku[], old: Map<number, SkuRow>): Promise<void> {
  const numbers = new Map(changed.map((one) => [old.get(one.id)?.sku_no, one]))
  const passed = changed.flatMap(({ id, sku_no }) => {
    const holder = numbers.get(sku_no)
    return holder && holder.id !== id ? [holder.id] : []
  })
  if (passed.length > 0)
    await db
      .update(sku)
      .set({ sku_no: sql`'~' || ${sku.id}` })
      .where(inArray(sku.id, passed))
}

/** A revived SKU whose number has been given to another one meanwhile gets a new one, unless the client chose it. */
async function withFreeNumbers(db: Database, revived: WrittenSku[], old: Map<number, SkuRow>): Promise<WrittenSku[]> {
  if (revived.length === 0) return []
  const numbers = revived.map(({ sku_no }) => sku_no)
  const rows = await db
    .select({ sku_no: sku.sku_no })
    .from(sku)
    .where(and(inArray(sku.sku_no, numbers), isNull(sku.deleted_at)))
  const taken = new Set(rows.map(({ sku_no }) => sku_no))
  return revived.map((one) =>
    taken.has(one.sku_no) && old.get(one.id)?.sku_no === one.sku_no ? { ...one, sku_no: newSkuNo() } : one,
  )
}

async function updateSkus(db: Database, skus: WrittenSku[], old: Map<number, SkuRow>): Promise<void> {
  if (skus.length === 0) return
  const rows = JSON.stringify(skus.map(({ id, withdrawn, ...one }) => ({ id, withdrawn, ...pick(one) })))
  const ids = skus.map(({ id }) => id)
  // Naming the column runs the trigger that tracks uses of files, for every row.
  const picture = skus.some(({ id, image_url }) => old.get(id)?.image_url !== image_url)
    ? sql`image_url = r.image_url,`
    : sql``
  // The ids are passed once more: for rows of JSON the planner assumes 100 and may read the whole table.
  await db.execute(sql`
    update sku s set value_ids = r.value_ids, spec_values = r.spec_values, sku_no = r.sku_no, price = r.price,
      market_price = r.market_price, cost = r.cost, weight_g = r.weight_g, barcode = r.barcode, ${picture}
      enabled = r.enabled, low_stock = r.low_stock, own_low_stock = r.own_low_stock, updated_at = now(),
      stock = case when r.withdrawn and s.deleted_at is null then 0 else s.stock end,
      deleted_at = case when r.withdrawn then coalesce(s.deleted_at, now()) end
    from jsonb_to_recordset(${rows}::jsonb) as r (id int, value_ids int[], spec_values text[], sku_no text,
      price int, market_price int, cost int, weight_g int, barcode text, image_url text, enabled boolean, low_stock int,
      own_low_stock boolean, withdrawn boolean)
    where s.id = r.id and s.id in (${sql.join(
      ids.map((id) => sql`${id}`),
      sql`, `,
    )})`)
}

/** What `changeProduct` would do to the SKUs. Throws as it does. */
export async function planProduct(
  db: Database,
  id: number,
  body: ChangedProduct,
  settings: Settings,
): Promise<z.input<typeof ProductPlan>> {
  const row = await lockProduct(db, id, body.version)
  const stored = await lockSkus(db, id)
  const { matching } = planSkus(row, stored, body, settings)
  const open = await openPieces(db, id)
  const rows = new Map(stored.map((one) => [one.id, one]))
  const planned = (sku_id: number | null, spec_values: string[]) => {
    const one = sku_id === null ? undefined : rows.get(sku_id)
    const { unpaid = 0, unshipped = 0 } = (one && open.get(one.id)) ?? {}
    return { sku_id, spec_text: spec_values.join(' / '), stock: one?.stock ?? 0, unpaid, unshipped }
  }
  const of = (wanted: 'kept' | 'created' | 'revived') =>
    matching.skus.flatMap(({ outcome, id, spec_values }) => (outcome === wanted ? [planned(id, spec_values)] : []))
  return {
    kept: of('kept'),
    created: of('created'),
    revived: of('revived'),
    withdrawn: matching.withdrawn.map((one) => planned(one, rows.get(one)?.spec_values ?? [])),
  }
}

/** Puts a product into the bin, with its SKUs and their stock: it leaves its themes and its schedule. */
export async function binProduct(db: Database, id: number, user_id: number): Promise<{ before: object }> {
  const row = await lockProduct(db, id)
  const skus = await lockSkus(db, id)
  const before = recordOf(row, skus)
  await db.delete(theme_product).where(eq(theme_product.product_id, id))
  // The same moment for both: SKUs that were withdrawn earlier stay withdrawn when the product is restored.
  const deleted_at = sql`now()`
  await updateRow(db, product, id, { deleted_at, publish_at: null, unpublish_at: null, updated_by: user_id })
  await db
    .update(sku)
    .set({ deleted_at })
    .where(and(eq(sku.product_id, id), isNull(sku.deleted_at)))
  return { before }
}

/** Takes a product out of the bin, off sale. Throws `not_found`, or `already_exists` naming a number that is taken. */
export async function restoreProduct(db: Database, id: number, user_id: number) {
  const row = await lockRow(db, product, id, { where: isNotNull(product.deleted_at) })
  if (!row.deleted_at) throw noSuch('product')
  const stored = await lockSkus(db, id)
  const before = recordOf(row, stored)
  const [taken] = await db
    .select({ sku_no: sku.sku_no })
    .from(sku)
    .where(
      and(
        inArray(
          sku.sku_no,
          before.skus.map(({ sku_no }) => sku_no),
        ),
        isNull(sku.deleted_at),
      ),
    )
    .limit(1)
  if (taken)
    throw problem('already_exists', {
      detail: `Another product has the sku_no ${taken.sku_no} meanwhile.`,
      invalid_params: [
        {
          in: 'body',
          name: 'sku_no',
          code: 'already_exists',
          reason: 'This is taken.',
          params: { value: taken.sku_no },
        },
      ],
    })
  await db
    .update(sku)
    .set({ deleted_at: null })
    .where(and(eq(sku.product_id, id), eq(sku.deleted_at, row.deleted_at)))
  await updateRow(db, product, id, { deleted_at: null, status: 'off_sale', updated_by: user_id })
  return { before, after: await readCmsProduct(db, id) }
}

/** Creates a draft with the content, specs and prices of a product, without stock, schedule and numbers; returns its id. */
export async function duplicateProduct(db: Database, id: number, { user_id, settings }: Author): Promise<number> {
  const row = await lockProduct(db, id)
  const { category_id, name, summary, content, images, properties, sort_order, low_stock } = row
  const specs = row.specs
    .filter(({ removed }) => !removed)
    .map((spec) => ({ ...spec, values: spec.values.filter(({ removed }) => !removed) }))
  const skus = (await skusOf(db, id)).filter(({ deleted_at }) => !deleted_at)
  const author = { created_by: user_id, updated_by: user_id }
  const copy = await insertRow(db, product, {
    ...{ category_id, name, summary, content, images, properties, sort_order, low_stock, specs },
    ...pricesOf(skus),
    ...author,
  })
  const threshold = thresholdOf(low_stock, settings)
  await db.insert(sku).values(
    skus.map(({ value_ids, spec_values, price, market_price, cost, weight_g, barcode, image_url, enabled }) => ({
      ...{ value_ids, spec_values, price, market_price, cost, weight_g, barcode, image_url, enabled },
      ...threshold,
      sku_no: newSkuNo(),
      product_id: copy.id,
    })),
  )
  return copy.id
}
