import { and, eq, gt, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { oper_log } from '@/db/schema/log'
import { product, sku } from '@/db/schema/product'
import { recordEvent } from '@/lib/event/record'
import { Problem } from '@/lib/kit/api/endpoint/problem'
import { lockRow, updateRow } from '@/lib/kit/api/rows/rows'
import type { Settings } from '@/lib/kit/config/registry'
import { connection, type Database } from '@/lib/kit/database'
import { claimLimit, runBatches } from '@/lib/kit/job/claim'
import { skusOf } from '@/lib/product/cms-queries'
import { requireSellable } from '@/lib/product/sellable'

export type Published = {
  published: number
  unpublished: number
  /** Due, but refused. The audit log has the reason. */
  refused: number
  /** Thresholds for low stock that were changed to the shop's setting. */
  thresholds: number
}

const isDue = (column: PgColumn): SQL => sql`${column} <= now()`

/** With a row in the audit log each. Also updates thresholds of SKUs after a change of the setting for low stock. */
export const publishDue = (settings: Settings, until?: number) => runBatches(() => publishBatch(settings), until)

async function publishBatch(settings: Settings): Promise<{ claimed: number; done: Published }> {
  const { db, transaction } = await connection()
  const due = await db
    .select({ id: product.id })
    .from(product)
    .where(and(isNull(product.deleted_at), or(isDue(product.publish_at), isDue(product.unpublish_at))))
    .orderBy(product.id)
    .limit(claimLimit)
  const done: Published = { published: 0, unpublished: 0, refused: 0, thresholds: 0 }
  for (const { id } of due) {
    const outcome = await transaction((tx) => publishOne(tx, id))
    if (outcome) done[outcome] += 1
  }
  done.thresholds = await transaction((tx) => setThresholds(tx, settings['stock.low']))
  return { claimed: done.thresholds === thresholdLimit ? claimLimit : due.length, done }
}

/** undefined: handled by another run, or only the times were cleared. */
async function publishOne(tx: Database, id: number): Promise<'published' | 'unpublished' | 'refused' | undefined> {
  const [claimed] = await tx
    .select({ id: product.id })
    .from(product)
    .where(
      and(eq(product.id, id), isNull(product.deleted_at), or(isDue(product.publish_at), isDue(product.unpublish_at))),
    )
    .for('no key update', { skipLocked: true })
  if (!claimed) return undefined
  const row = await lockRow(tx, product, id)
  const now = Date.now()
  const [publishes, unpublishes] = [row.publish_at, row.unpublish_at].map((at) => at !== null && at.getTime() <= now)
  const status = unpublishes ? 'off_sale' : 'on_sale'
  // Only an active product is deactivated.
  const isChange = unpublishes ? row.status === 'on_sale' : row.status !== 'on_sale'
  const refusal = isChange && !unpublishes ? await refusalOf(tx, row) : undefined
  await updateRow(tx, product, id, {
    ...(publishes && { publish_at: null }),
    ...(unpublishes && { unpublish_at: null }),
    ...(isChange && !refusal && { status }),
    updated_by: null,
  })
  if (!isChange) return undefined
  if (!refusal) await recordEvent(tx, 'product.changed', { resource_id: id, actor_id: null, data: { status } })
  await record(tx, row, refusal ? { refusal } : { before: { status: row.status }, after: { status } })
  if (refusal) return 'refused'
  return unpublishes ? 'unpublished' : 'published'
}

async function refusalOf(tx: Database, row: typeof product.$inferSelect): Promise<Problem | undefined> {
  const skus = (await skusOf(tx, row.id)).filter(({ deleted_at }) => !deleted_at)
  try {
    await requireSellable(tx, { ...row, skus })
    return undefined
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

interface Recorded {
  before?: { status: string }
  after?: { status: string }
  refusal?: Problem
}

/** The actor is the system. */
const record = (tx: Database, { id, name }: { id: number; name: string }, { before, after, refusal }: Recorded) =>
  tx.insert(oper_log).values({
    request_id: crypto.randomUUID(),
    user_id: null,
    username: 'system',
    module: 'product',
    permission_code: null,
    action: 'update',
    method: 'GET',
    path: '/api/cron?job=publish',
    target_type: 'product',
    target_id: String(id),
    target_name: name,
    before: before ?? null,
    after: after ?? null,
    status: refusal?.status ?? 200,
    code: refusal?.code ?? null,
    success: !refusal,
    duration_ms: 0,
    ip: '',
    user_agent: '',
  })

const thresholdLimit = 1_000

/** Changes SKUs whose product has no own threshold, at most a thousand. */
async function setThresholds(tx: Database, low_stock: number): Promise<number> {
  const others = tx
    .select({ id: sku.id })
    .from(sku)
    .where(and(sql`not ${sku.own_low_stock}`, or(lt(sku.low_stock, low_stock), gt(sku.low_stock, low_stock))))
    .orderBy(sku.id)
    .limit(thresholdLimit)
    .for('no key update')
  const changed = await tx
    .update(sku)
    .set({ low_stock, updated_at: sku.updated_at })
    .where(inArray(sku.id, others))
    .returning({ id: sku.id })
  return changed.length
}
