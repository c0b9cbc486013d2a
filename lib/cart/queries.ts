import { type SQL, sql } from 'drizzle-orm'
import { statement } from '@/db/connection/statement'
import type { Database } from '@/lib/kit/database'
import { env } from '@/lib/kit/env'
import { dealFor } from '@/lib/pricing/deal'
import { dealTerms } from '@/lib/pricing/deal-terms'
import { isVerified } from '@/lib/pricing/newcomer'
import type { Deal } from '@/lib/pricing/quote'
import type { lineProblems } from './schema'

type LineProblem = (typeof lineProblems)[number]

type RunningDeal = Deal & { ends_at: string }

const user_id = sql.placeholder('user_id')
const isUnverified = sql`not ${sql.placeholder('is_demonstration')}::boolean and not ${isVerified(user_id)}`

/** Of a line `l`, for queries that use `withSkus`, with the parameters of {@link readerOf}. */
export const lineColumns = {
  sku_id: sql<number>`s.id`,
  product_id: sql<number>`p.id`,
  count: sql<number>`l.count`,
  name: sql<string>`p.name`,
  spec_text: sql<string>`array_to_string(s.spec_values, ' / ')`,
  image_url: sql<string | null>`coalesce(s.image_url, p.images[1])`,
  price: sql<number>`s.price`,
  deal: sql<RunningDeal | null>`${dealFor(user_id, isUnverified)}`,
  stock: sql<number>`case when judged.problem in ('withdrawn', 'off_sale') then 0 else s.stock end`,
  problem: sql<LineProblem | null>`judged.problem`,
}

/** Lines have the alias `l`. `judged.problem` has the same conditions as placing an order. */
export const withSkus = (lines: SQL) => sql`${lines}
  join sku s on s.id = l.sku_id join product p on p.id = s.product_id
  cross join lateral (select case
    when s.deleted_at is not null or p.deleted_at is not null then 'withdrawn'
    when not s.enabled or p.status <> 'on_sale' then 'off_sale'
    when s.stock < l.count then 'short' end as problem) judged`

/** For {@link lineColumns}. */
export const readerOf = (user_id: number) => ({ user_id, is_demonstration: env().SANDBOX })

/** For the pieces to which the deal applies in an order of this line alone. */
export function withDeal<Line extends { count: number; deal: RunningDeal | null }>({ deal, ...line }: Line) {
  const pieces = deal ? dealTerms(deal, line.count).pieces : 0
  return { ...line, deal: deal && pieces > 0 ? { price: deal.price, ends_at: deal.ends_at, pieces } : null }
}

const cartStatement = statement('read_cart', (db) =>
  db
    .select({ ...lineColumns, checked: sql<boolean>`l.checked` })
    .from(withSkus(sql`cart_item l`))
    .where(sql`l.user_id = ${user_id}`)
    .orderBy(sql`l.id desc`),
)

/** The newest first, with current prices and stock. */
export const readCart = async (db: Database, user_id: number) =>
  (await cartStatement(db, readerOf(user_id))).map((line) => withDeal(line))
