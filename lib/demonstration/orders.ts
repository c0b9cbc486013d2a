import { and, eq } from 'drizzle-orm'
import { demonstrationCustomer } from '@/db/seed/accounts'
import { shop } from '@/db/seed/shop/shop'
import type { SeedAddress, SeedOrder } from '@/db/seed/shop/types'
import * as tables from '@/db/tables'
import type { Database } from '@/lib/database'
import { changeStock } from '@/lib/order/stock'

type OrderRow = typeof tables.order.$inferSelect
type ItemRow = typeof tables.order_item.$inferSelect
type SkuRow = typeof tables.sku.$inferSelect & { name: string; images: string[] }

const hour = 3_600_000

/** The pieces that the customer's orders have taken, by the number of their SKU. */
export function soldPieces(): Map<string, number> {
  const sold = new Map<string, number>()
  for (const { status, items } of shop.customer.orders) {
    if (status === 'cancelled') continue
    for (const { sku_no, count } of items) sold.set(sku_no, (sold.get(sku_no) ?? 0) + count)
  }
  return sold
}

function single<Row>(rows: Row[]): Row {
  const [row] = rows
  if (!row) throw new Error('an insert returned no row')
  return row
}

interface CustomerContext {
  secret_hash: string
  /** The customer's openid on the simulated platform, so that their orders can be paid there. */
  openid: string
  ago: (hours: number) => Date
}

/** Creates the customer with their addresses, and their orders in every state. The catalogue must exist. */
export async function createCustomer(tx: Database, { secret_hash, openid, ago }: CustomerContext): Promise<void> {
  const { nickname, addresses, orders } = shop.customer
  const user = single(
    await tx
      .insert(tables.user)
      .values({ kind: 'customer', nickname, secret_hash, sandbox: true })
      .returning({ id: tables.user.id }),
  )
  await tx.insert(tables.identity).values([
    { user_id: user.id, type: 100, identifier: demonstrationCustomer },
    { user_id: user.id, type: 200, identifier: openid, verified_at: ago(0) },
  ])
  await tx
    .insert(tables.address)
    .values(addresses.map((address, index) => ({ ...address, user_id: user.id, is_default: index === 0 })))
  const receiver = addresses[0]
  if (!receiver) throw new Error('the demonstration customer has no address')
  const skus = await readSkus(tx)
  // Oldest first, so that ids and times agree.
  for (const [index, order] of [...orders].sort((a, b) => b.hours_ago - a.hours_ago).entries()) {
    await createOrder(tx, order, { user_id: user.id, receiver, skus, index, ago })
  }
}

/** By number. */
async function readSkus(tx: Database): Promise<Map<string, SkuRow>> {
  const rows = await tx
    .select()
    .from(tables.sku)
    .innerJoin(tables.product, eq(tables.product.id, tables.sku.product_id))
  return new Map(rows.map(({ sku, product: { name, images } }) => [sku.sku_no, { ...sku, name, images }]))
}

interface OrderContext {
  user_id: number
  receiver: SeedAddress
  skus: Map<string, SkuRow>
  index: number
  ago: (hours: number) => Date
}

async function createOrder(tx: Database, seed: SeedOrder, { user_id, receiver, skus, index, ago }: OrderContext) {
  const lines = seed.items.map(({ sku_no, count }) => {
    const sku = skus.get(sku_no)
    if (!sku) throw new Error(`the demonstration shop has no SKU ${sku_no}`)
    return { sku, count, amount: sku.price * count }
  })
  const total = lines.reduce((sum, line) => sum + line.amount, 0)
  const isRefunded = seed.status === 'refunded'
  const isPaid = seed.status !== 'unpaid' && seed.status !== 'cancelled'
  const created_at = ago(seed.hours_ago)
  // Some hours after the order was created, but never in the future.
  const hoursLater = (hours: number) => new Date(Math.min(created_at.getTime() + hours * hour, ago(0).getTime()))
  const wasShipped = seed.carrier !== null
  const day = created_at.toISOString().slice(2, 10).replaceAll('-', '')
  const order = single(
    await tx
      .insert(tables.order)
      .values({
        order_no: `${day}DEM0DEM0DEM${String(index).padStart(3, '0')}`,
        user_id,
        status: seed.status,
        items_amount: total,
        total_amount: total,
        paid_amount: isPaid ? total : 0,
        refunded_amount: isRefunded ? total : 0,
        promised_amount: isRefunded ? total : 0,
        remark: seed.remark,
        receiver,
        created_at,
        // An unpaid order can be paid for a week, so that the demonstration has one.
        expires_at: seed.status === 'unpaid' ? ago(-7 * 24) : hoursLater(0.5),
        paid_at: isPaid ? hoursLater(0.1) : null,
        shipped_at: wasShipped ? hoursLater(20) : null,
        completed_at: seed.status === 'completed' ? hoursLater(96) : null,
        cancelled_at: seed.status === 'cancelled' ? hoursLater(0.3) : null,
        cancel_reason: seed.status === 'cancelled' ? (seed.cancel_reason ?? 'customer') : null,
        next_try_at: seed.status === 'unpaid' ? ago(-7 * 24) : null,
      })
      .returning(),
  )
  const items = await tx
    .insert(tables.order_item)
    .values(
      lines.map(({ sku, count, amount }) => ({
        order_id: order.id,
        product_id: sku.product_id,
        sku_id: sku.id,
        name: sku.name,
        spec_text: sku.spec_values.join(' / '),
        image_url: sku.image_url ?? sku.images[0] ?? null,
        price: sku.price,
        count,
        amount,
        shipped_count: wasShipped ? count : 0,
        refunded_count: isRefunded ? count : 0,
        refunded_amount: isRefunded ? amount : 0,
      })),
    )
    .returning()
  await moveStock(tx, order, items, 'order_placed', created_at)
  if (order.cancelled_at) await moveStock(tx, order, items, 'order_cancelled', order.cancelled_at)
  await tx.insert(tables.order_log).values(historyOf(order))
  if (wasShipped && order.shipped_at) {
    const { id } = single(
      await tx
        .insert(tables.shipment)
        .values({
          order_id: order.id,
          method: 'express',
          carrier: seed.carrier,
          tracking_no: seed.tracking_no,
          shipped_at: order.shipped_at,
        })
        .returning({ id: tables.shipment.id }),
    )
    await tx
      .insert(tables.shipment_item)
      .values(items.map((item) => ({ shipment_id: id, order_item_id: item.id, count: item.count })))
  }
  if (isPaid) await createPayment(tx, order, items)
}

async function moveStock(
  tx: Database,
  { id, user_id }: OrderRow,
  items: ItemRow[],
  reason: 'order_placed' | 'order_cancelled',
  created_at: Date,
) {
  const sign = reason === 'order_placed' ? -1 : 1
  await changeStock(tx, items, sign, { reason, order_id: id, actor: user_id })
  const { stock_log } = tables
  await tx
    .update(stock_log)
    .set({ created_at })
    .where(and(eq(stock_log.order_id, id), eq(stock_log.reason, reason)))
}

function historyOf(order: OrderRow): (typeof tables.order_log.$inferInsert)[] {
  const { id: order_id, user_id: actor } = order
  const rows: (typeof tables.order_log.$inferInsert)[] = [
    { order_id, action: 'place', to_status: 'unpaid', actor, created_at: order.created_at },
  ]
  const step = (
    action: 'pay' | 'ship' | 'complete' | 'cancel' | 'refund',
    to_status: OrderRow['status'],
    created_at: Date | null,
  ) => {
    const from_status = rows.at(-1)?.to_status ?? null
    if (created_at)
      rows.push({ order_id, action, from_status, to_status, created_at, actor: action === 'cancel' ? actor : null })
  }
  step('pay', 'paid', order.paid_at)
  step('ship', 'shipped', order.shipped_at)
  step('complete', 'completed', order.completed_at)
  step('cancel', 'cancelled', order.cancelled_at)
  if (order.status === 'refunded') step('refund', 'refunded', order.completed_at ?? order.shipped_at ?? order.paid_at)
  return rows
}

async function createPayment(tx: Database, order: OrderRow, items: ItemRow[]) {
  const payment = single(
    await tx
      .insert(tables.payment)
      .values({
        payment_no: `P${order.order_no}`,
        order_id: order.id,
        provider: 'wechat',
        amount: order.total_amount,
        status: 'paid',
        settles: true,
        transaction_id: `DEMO${order.order_no}`,
        payer: 'demonstration',
        expires_at: order.expires_at,
        paid_at: order.paid_at,
        created_at: order.created_at,
      })
      .returning({ id: tables.payment.id }),
  )
  if (order.status !== 'refunded') return
  const refund = single(
    await tx
      .insert(tables.refund)
      .values({
        refund_no: `R${order.order_no}`,
        payment_id: payment.id,
        amount: order.total_amount,
        reason: '未按时送达',
        reason_code: 'late',
        status: 'succeeded',
        succeeded_at: order.shipped_at ?? order.paid_at,
      })
      .returning({ id: tables.refund.id }),
  )
  await tx.insert(tables.refund_item).values(
    items.map(({ id, count, amount }) => ({
      refund_id: refund.id,
      order_item_id: id,
      count,
      kept_count: 0,
      amount,
      restock_count: 0,
    })),
  )
}
