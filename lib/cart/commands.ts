import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { statement } from '@/db/connection/statement'
import { cart_item } from '@/db/schema/cart'
import { product, sku } from '@/db/schema/product'
import { invalid, problem } from '@/lib/kit/api/endpoint/problem'
import type { Database } from '@/lib/kit/database'
import { readCart } from './queries'
import { type CartAddition, type CartChanges, maxCount, maxLines } from './schema'

/* Every write first locks the customer's row, so devices and orders change a cart one after another. */

async function onOffer(tx: Database, sku_ids: number[]): Promise<Set<number>> {
  if (sku_ids.length === 0) return new Set()
  const rows = await tx
    .select({ id: sku.id })
    .from(sku)
    .innerJoin(product, eq(product.id, sku.product_id))
    .where(
      and(
        inArray(sku.id, sku_ids),
        eq(sku.enabled, true),
        isNull(sku.deleted_at),
        eq(product.status, 'on_sale'),
        isNull(product.deleted_at),
      ),
    )
  return new Set(rows.map(({ id }) => id))
}

const noSku = (name: string) => invalid('body', name, 'not_found', 'There is no such SKU available.')

/** Throws `limit_reached` above {@link maxLines}, which rolls the change back. */
async function changedCart(tx: Database, user_id: number) {
  const lines = await readCart(tx, user_id)
  if (lines.length > maxLines)
    throw problem('limit_reached', { detail: `A cart may have at most ${maxLines} lines: remove one first.` })
  return lines
}

/** Sets `checked`. Throws `invalid_request`, or `limit_reached` above 100 lines or 999 pieces of a line. */
export async function addToCart(tx: Database, user_id: number, { sku_id, count }: z.output<typeof CartAddition>) {
  if (!(await onOffer(tx, [sku_id])).has(sku_id)) throw noSku('sku_id')
  const sum = sql`${cart_item.count} + excluded.count`
  const added = await tx
    .insert(cart_item)
    .values({ user_id, sku_id, count })
    .onConflictDoUpdate({
      target: [cart_item.user_id, cart_item.sku_id],
      set: { count: sum, checked: true, updated_at: sql`now()` },
      setWhere: sql`${sum} <= ${sql.raw(String(maxCount))}`,
    })
    .returning({ id: cart_item.id })
  if (added.length === 0)
    throw problem('limit_reached', { detail: `A line may have at most ${maxCount} pieces; nothing was added.` })
  return changedCart(tx, user_id)
}

/**
 * All or none; 0 removes a line. New lines come before the others, in the order of `items`. Throws `invalid_request`
 * naming the SKU, or `limit_reached` for more than 100 lines.
 */
export async function setCart(tx: Database, user_id: number, { items }: z.output<typeof CartChanges>) {
  const named = inArray(
    cart_item.sku_id,
    items.map(({ sku_id }) => sku_id),
  )
  const own = and(eq(cart_item.user_id, user_id), named)
  const known = await tx.select({ sku_id: cart_item.sku_id, checked: cart_item.checked }).from(cart_item).where(own)
  const checked = new Map(known.map((line) => [line.sku_id, line.checked]))
  const isNew = ({ sku_id, count }: (typeof items)[number]) => count > 0 && !checked.has(sku_id)
  const offered = await onOffer(
    tx,
    items.filter(isNew).map(({ sku_id }) => sku_id),
  )
  const unknown = items.findIndex((item) => isNew(item) && !offered.has(item.sku_id))
  if (unknown >= 0) throw noSku(`items.${unknown}.sku_id`)
  const removed = items.flatMap(({ sku_id, count }) => (count === 0 ? [sku_id] : []))
  if (removed.length > 0) await removeFromCart(tx, user_id, removed)
  const kept = items.flatMap((item) =>
    item.count === 0 ? [] : [{ user_id, ...item, checked: item.checked ?? checked.get(item.sku_id) ?? true }],
  )
  if (kept.length > 0) {
    const set = { count: sql`excluded.count`, checked: sql`excluded.checked`, updated_at: sql`now()` }
    // Reversed, because the newest line is the first of the cart.
    await tx
      .insert(cart_item)
      .values(kept.toReversed())
      .onConflictDoUpdate({ target: [cart_item.user_id, cart_item.sku_id], set })
  }
  return changedCart(tx, user_id)
}

/** undefined: all lines. */
export async function removeFromCart(tx: Database, user_id: number, sku_ids: number[] | undefined): Promise<void> {
  await tx.delete(cart_item).where(and(eq(cart_item.user_id, user_id), sku_ids && inArray(cart_item.sku_id, sku_ids)))
}

/** A line without remaining pieces is removed. */
const takeStatement = statement('take_from_cart', (db) => {
  const ordered = db.$with('ordered', { sku_id: sql<number>`sku_id`.as('sku_id') }).as(sql`
    select * from jsonb_to_recordset(${sql.placeholder('items')}::jsonb) as o (sku_id int, count int)`)
  const removed = db.$with('removed', { id: sql<number>`id`.as('id') }).as(sql`
    delete from cart_item c using ordered o
    where c.user_id = ${sql.placeholder('user_id')} and c.sku_id = o.sku_id and c.count <= o.count
    returning c.id`)
  return db
    .with(ordered, removed)
    .update(cart_item)
    .set({ count: sql`${cart_item.count} - ordered.count` })
    .from(ordered)
    .where(
      sql`${cart_item.user_id} = ${sql.placeholder('user_id')} and ${cart_item.sku_id} = ordered.sku_id and ${cart_item.count} > ordered.count`,
    )
})

/** In the transaction of the order. SKUs that are not in the cart are ignored. */
export async function takeFromCart(tx: Database, user_id: number, ordered: { sku_id: number; count: number }[]) {
  const items = ordered.map(({ sku_id, count }) => ({ sku_id, count }))
  await takeStatement(tx, { user_id, items: JSON.stringify(items) })
}
