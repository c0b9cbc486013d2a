import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { product, sku, stock_log } from '@/db/schema/product'
import { theme_product } from '@/db/schema/theme'
import { recordEvent } from '@/lib/event/record'
import { invalid, problem } from '@/lib/kit/api/endpoint/problem'
import { insertRow, noSuch, updateRow } from '@/lib/kit/api/rows/rows'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import { openPieces } from '@/lib/stock/open-pieces'
import { readCmsProduct, recordOf, relationsOf, skusOf } from './cms-queries'
import type { ProductPlan } from './cms-schema'
import { type ChangedProduct, maxNameLength, type NewProduct } from './input-schema'
import { lockProduct } from './lock'
import { matchSkus } from './match'
import { requireSellable } from './sellable'
import {
  inputsOf,
  newSkuNo,
  planSkus,
  pricesOf,
  refuseRepeatedNumbers,
  thresholdOf,
  withoutSame,
  withPlaces,
  writeStored,
} from './skus'

interface Author {
  user_id: number
  settings: Settings
}

type Moment = Date | string | null | undefined

function requireSchedule({ publish_at, unpublish_at }: { publish_at: Moment; unpublish_at: Moment }): void {
  if (publish_at && unpublish_at && new Date(unpublish_at) <= new Date(publish_at)) {
    throw invalid('body', 'unpublish_at', 'before_start', 'This must be after publish_at.')
  }
}

/** With opening stock. Throws `invalid_request`, `not_sellable` or `already_exists` (a `sku_no`). */
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
  const created = await withPlaces(skus, () =>
    db
      .insert(sku)
      .values(wanted.map((one) => ({ ...one, ...threshold, sku_no: one.sku_no ?? newSkuNo(), product_id: row.id })))
      .returning({ id: sku.id, stock: sku.stock }),
  )
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
  await recordChange(db, row, user_id)
  return row.id
}

const recordChange = (
  db: Database,
  { id, status }: Pick<typeof product.$inferSelect, 'id' | 'status'>,
  user_id: number,
) => recordEvent(db, 'product.changed', { resource_id: id, actor_id: user_id, data: { status } })

interface Changed {
  /** For the audit log, with only the affected SKUs. */
  before: object
  after: Awaited<ReturnType<typeof readCmsProduct>>
  /** For the audit log, with only the affected SKUs. */
  audited: object
}

/**
 * Takes the whole set of SKUs in a fixed number of statements. Withdrawn SKUs lose their stock, with a ledger entry.
 * Throws `not_found`, `stale_version`, `invalid_request`, `not_sellable` or `already_exists` (a `sku_no`).
 */
export async function changeProduct(
  db: Database,
  id: number,
  body: ChangedProduct,
  { user_id, settings }: Author,
): Promise<Changed> {
  const { specs: _, skus: __, version, ...values } = body
  const { row, stored } = await lockProduct(db, id, { version })
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
  await withPlaces(body.skus, async () => {
    await writeStored(db, stored, plan, user_id)
    if (plan.created.length > 0) await db.insert(sku).values(plan.created.map((one) => ({ ...one, product_id: id })))
  })
  await recordChange(db, changed, user_id)
  const skus = await skusOf(db, id)
  const related = await relationsOf(db, id)
  const [before, after] = [recordOf(row, stored), recordOf(changed, skus)]
  return {
    before: { ...before, skus: withoutSame(before.skus, after.skus) },
    audited: { ...after, skus: withoutSame(after.skus, before.skus) },
    after: { ...after, ...related },
  }
}

/** The plan of {@link changeProduct}. Throws `not_found`, `stale_version` or `invalid_request`. */
export async function planProduct(
  db: Database,
  id: number,
  body: ChangedProduct,
  settings: Settings,
): Promise<z.input<typeof ProductPlan>> {
  const { row, stored } = await lockProduct(db, id, { version: body.version })
  const { matching } = planSkus(row, stored, body, settings)
  const open = await openPieces(db, [id])
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

/** Keeps the stock; deletes the schedule and the places in themes. Throws `not_found`. */
export async function binProduct(db: Database, id: number, user_id: number): Promise<{ before: object }> {
  const { row, stored } = await lockProduct(db, id)
  const before = recordOf(row, stored)
  await db.delete(theme_product).where(eq(theme_product.product_id, id))
  // The same time, so that restoring the product does not restore SKUs that were withdrawn before.
  const deleted_at = sql`now()`
  await updateRow(db, product, id, { deleted_at, publish_at: null, unpublish_at: null, updated_by: user_id })
  await db
    .update(sku)
    .set({ deleted_at })
    .where(and(eq(sku.product_id, id), isNull(sku.deleted_at)))
  await recordEvent(db, 'product.deleted', { resource_id: id, actor_id: user_id, data: { status: row.status } })
  return { before }
}

/** As `off_sale`. Throws `not_found`, or `already_exists` naming a taken `sku_no`. */
export async function restoreProduct(db: Database, id: number, user_id: number) {
  const { row, stored } = await lockProduct(db, id, { where: isNotNull(product.deleted_at) })
  if (!row.deleted_at) throw noSuch('product')
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
  await recordChange(db, { id, status: 'off_sale' }, user_id)
  return { before, after: await readCmsProduct(db, id) }
}

/** Without stock, schedule, SKU numbers and external ids. Shortens a long name before `suffix`. Throws `not_found`. */
export async function duplicateProduct(
  db: Database,
  id: number,
  suffix: string,
  { user_id, settings }: Author,
): Promise<number> {
  const { row, stored } = await lockProduct(db, id)
  const { category_id, name, summary, content, images, properties, sort_order, low_stock } = row
  const { freight_template_id, deliveries } = row
  const specs = row.specs
    .filter(({ removed }) => !removed)
    .map((spec) => ({ ...spec, values: spec.values.filter(({ removed }) => !removed) }))
  const skus = stored.filter(({ deleted_at }) => !deleted_at)
  const author = { created_by: user_id, updated_by: user_id }
  const copy = await insertRow(db, product, {
    category_id,
    summary,
    content,
    images,
    properties,
    sort_order,
    low_stock,
    specs,
    freight_template_id,
    deliveries,
    // Half of a surrogate pair that was cut.
    name: `${name.slice(0, maxNameLength - suffix.length).replace(/[\uD800-\uDBFF]$/, '')}${suffix}`,
    ...pricesOf(skus),
    ...author,
  })
  const threshold = thresholdOf(low_stock, settings)
  await db.insert(sku).values(
    skus.map((one) => ({
      ...inputsOf(one),
      value_ids: one.value_ids,
      spec_values: one.spec_values,
      ...threshold,
      sku_no: newSkuNo(),
      external_id: null,
      product_id: copy.id,
    })),
  )
  await recordChange(db, copy, user_id)
  return copy.id
}
