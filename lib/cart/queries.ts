import { type SQL, sql } from 'drizzle-orm'
import { statement } from '@/db/connection/statement'
import type { Database } from '@/lib/kit/database'
import type { lineProblems } from './schema'

type LineProblem = (typeof lineProblems)[number]

/** The line `l` of a cart or an order, with what is true of its SKU now; for `withSkus`. */
export const lineColumns = {
  sku_id: sql<number>`s.id`,
  product_id: sql<number>`p.id`,
  count: sql<number>`l.count`,
  name: sql<string>`p.name`,
  spec_text: sql<string>`array_to_string(s.spec_values, ' / ')`,
  image_url: sql<string | null>`coalesce(s.image_url, p.images[1])`,
  price: sql<number>`s.price`,
  stock: sql<number>`case when judged.problem in ('withdrawn', 'off_sale') then 0 else s.stock end`,
  problem: sql<LineProblem | null>`judged.problem`,
}

/** These lines, which have the alias `l`, with their SKUs, and why they cannot be bought: as placing an order judges it. */
export const withSkus = (lines: SQL) => sql`${lines}
  join sku s on s.id = l.sku_id join product p on p.id = s.product_id
  cross join lateral (select case
    when s.deleted_at is not null or p.deleted_at is not null then 'withdrawn'
    when not s.enabled or p.status <> 'on_sale' then 'off_sale'
    when s.stock < l.count then 'short' end as problem) judged`

const cartStatement = statement('read_cart', (db) =>
  db
    .select({ ...lineColumns, checked: sql<boolean>`l.checked` })
    .from(withSkus(sql`cart_item l`))
    .where(sql`l.user_id = ${sql.placeholder('user_id')}`)
    .orderBy(sql`l.id desc`),
)

/** The lines of a customer's own cart, the newest first, with the prices and the stock of now. */
export const readCart = (db: Database, user_id: number) => cartStatement(db, { user_id })
