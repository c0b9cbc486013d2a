import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { statement } from '@/db/connection/statement'
import type { Database } from '@/lib/kit/database'
import { type Promotion, quote } from '@/lib/pricing/quote'
import { withBelow } from '@/lib/pricing/scope'
import type { OfSku } from '@/lib/stock/sku-choice'
import { excessOf } from './commands'
import type { PromotionInput } from './schema'

/** In the last 30 days. */
interface PaidOrder {
  user_id: number
  /** In fen. */
  freight_amount: number
  is_first: boolean
  lines: { sku_id: number; product_id: number; category_id: number | null; price: number; count: number }[]
}

/** The newest orders are used. */
const most = 2_000

const paidOrders = statement('paid_orders_of_month', (db) =>
  db
    .select({
      user_id: sql<number>`o.user_id`,
      freight_amount: sql<number>`o.freight_amount`.mapWith(Number),
      is_first: sql<boolean>`coalesce(o.paid_at = b.first_paid_at, false)`,
      lines: sql<PaidOrder['lines']>`(
        select json_agg(json_build_object('sku_id', i.sku_id, 'product_id', i.product_id, 'category_id', p.category_id,
          'price', i.price, 'count', i.count) order by i.id)
        from order_item i join product p on p.id = i.product_id where i.order_id = o.id)`,
    })
    .from(sql`(
      select * from "order" where paid_at > now() - interval '30 days' order by paid_at desc limit ${sql.raw(String(most))}) o
      left join buyer b on b.user_id = o.user_id`)
    .orderBy(sql`o.paid_at`),
)

/** With descendants. */
async function categoriesOf(db: Database, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const below = withBelow(sql`${sql.param([...ids])}::int[]`)
  const rows = await db.select({ id: sql<number>`id` }).from(sql`(${below}) as found`)
  return rows.map(({ id }) => id)
}

type Given = z.output<typeof PromotionInput>
type Input = Omit<Given, 'skus'> & { skus: OfSku<Given['skus'][number]>[] }

/**
 * As if this promotion had been the only one, and each customer had used a coupon for every order, up to the limit. In
 * fen, of the newest 2,000 orders paid in the last 30 days. `orders`: reduced ones.
 */
export async function estimate(db: Database, input: Input) {
  const [orders, category_ids, excess] = await Promise.all([
    paidOrders(db),
    categoriesOf(db, input.category_ids),
    excessOf(db, input),
  ])
  const promotion: Promotion = { ...input, id: 0, exclusive: input.exclusive ?? false, category_ids }
  const isCoupon = input.coupon_source !== null
  const prices = new Map(input.skus.map(({ sku_id, ...price }) => [sku_id, { ...price, sold: 0 }]))
  const uses = new Map<unknown, number>()
  const used = (key: unknown) => uses.get(key) ?? 0
  let [reduced, amount] = [0, 0]
  for (const { user_id, freight_amount, is_first, lines } of orders) {
    const isLimited = input.gives !== 'deal' && input.per_customer !== null && used(user_id) >= input.per_customer
    const isGone = input.total !== null && reduced >= input.total
    if (isLimited || isGone || (input.audience === 'first_order' && !is_first)) continue
    const { discount_amount, discounts } = quote({
      lines: lines.map((line) => {
        const deal = prices.get(line.sku_id)
        const left = deal && deal.quota !== null ? deal.quota - deal.sold : null
        const terms = { promotion_id: 0, label: '', exclusive: true, left, limit: input.per_customer }
        return {
          ...line,
          weight_g: null,
          template_id: 0,
          deal: deal ? { ...terms, price: deal.price, bought: used(`${user_id} ${line.sku_id}`) } : null,
        }
      }),
      promotions: isCoupon || input.gives === 'deal' ? [] : [promotion],
      coupon: isCoupon ? { id: 0, promotion } : null,
      freight: () => ({ amount: freight_amount }),
    })
    if (discount_amount === 0) continue
    reduced += 1
    amount += discount_amount
    uses.set(user_id, used(user_id) + 1)
    for (const { layer, shares } of discounts)
      for (const { sku_id, pieces } of layer === 'deal' ? shares : []) {
        const deal = prices.get(sku_id)
        if (deal) deal.sold += pieces
        uses.set(`${user_id} ${sku_id}`, used(`${user_id} ${sku_id}`) + pieces)
      }
  }
  return { orders: reduced, of_orders: orders.length, amount, excess }
}
