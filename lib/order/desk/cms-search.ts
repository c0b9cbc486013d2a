import { or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { order } from '@/db/schema/order'
import { codeOf, dashedCodeOf } from '@/lib/kit/api/endpoint/code'
import { hasCharacters, hasPart, hitsOf, mostHits } from '@/lib/kit/api/rows/hits'
import { beginsWith, contains } from '@/lib/kit/api/rows/list'

/** Without dashes, as the number of a parcel, or as it is. */
export const codesIn = (q: string) => [codeOf(q), dashedCodeOf(q), q]

/** Without dashes. */
const codeIn = (codes: Placeholder) => sql`((${codes}::text[])[1])`

/** By an end of the order number, the receiver's phone or its last four digits, or a name like `WeChat user #36`. */
const isNumbered = (q: Placeholder, codes: Placeholder) => [
  sql`(char_length(${codeIn(codes)}) >= 6 and ${beginsWith(sql`"order"."order_no"`, codeIn(codes))})`,
  sql`(char_length(${codeIn(codes)}) >= 4 and ${beginsWith(sql`reverse("order"."order_no")`, sql`reverse(${codeIn(codes)})`)})`,
  sql`phone_key("order"."receiver" ->> 'mobile') = phone_key(${q}::text)`,
  sql`(${q}::text ~ '^[0-9]{4}$' and right(phone_key("order"."receiver" ->> 'mobile'), 4) = ${q}::text)`,
  sql`"order"."user_id" = substring(${q}::text from '#([0-9]{1,9})$')::int`,
]

/** By the number of a payment, transaction or parcel. */
const ofNumber = (codes: Placeholder) => sql`
  select p.order_id from payment p where p.payment_no = any(${codes}::text[])
  union all select p.order_id from payment p where p.transaction_id = any(${codes}::text[])
  union all select s.order_id from shipment s where s.tracking_no = any(${codes}::text[])`

/** By the whole number or barcode, with deleted SKUs. */
const skusNumbered = (q: Placeholder) => sql`
  select s.id from sku s where s.sku_no = ${q}::text union all select s.id from sku s where s.barcode = ${q}::text`

/** Name and address on two lines, as in a search index. */
export const receiverText = sql`("order"."receiver" ->> 'name') || E'\\n' || ("order"."receiver" ->> 'detail')`

/** Current or former name. */
const productsNamed = (q: Placeholder) => sql`
  select p.id from product p where p.status = 'on_sale' and p.deleted_at is null and ${hasPart(sql`p.name`, q)}
  union all select p.id from product p where p.state <> 'on_sale' and ${hasPart(sql`p.name`, q)}
  union all select n.product_id from product_past_name n where ${hasPart(sql`n.name`, q)}`

const customersNamed = (q: Placeholder) =>
  sql`select u.id from "user" u where u.kind = 'customer' and ${hasPart(sql`u.nickname`, q)}`

/**
 * If `named` has more than {@link mostHits} ids, returns `limit` arbitrary numbers without running `select`, so that
 * the search counts as one with too many hits.
 */
const ofNamed = (named: SQL, select: (ids: SQL) => SQL, limit: SQL) => sql`
  with named (id) as materialized (${named} limit ${sql.raw(String(mostHits + 1))}),
    counted as materialized (select count(*) <= ${sql.raw(String(mostHits))} as are_few from named)
  (${select(sql`select n.id from named n where (select c.are_few from counted c)`)} ${limit})
  union all (select generate_series(1, 1000000000) where not (select c.are_few from counted c) ${limit})`

export const findHits = hitsOf('cms_order_hits', (q, limit) => {
  const codes = sql.placeholder('codes')
  const where = (condition: SQL) => sql`select id from "order" where ${condition} ${limit}`
  return [
    ...isNumbered(q, codes).map(where),
    ofNumber(codes),
    where(hasCharacters(receiverText, q)),
    sql`
      select i.order_id from sku s join order_item i on i.product_id = s.product_id and i.sku_id = s.id
      where s.id = any(array(${skusNumbered(q)})) ${limit}`,
    ofNamed(customersNamed(q), (ids) => sql`select o.id from "order" o where o.user_id = any(array(${ids}))`, limit),
    ofNamed(
      productsNamed(q),
      (ids) => sql`select i.order_id from order_item i where i.product_id = any(array(${ids}))`,
      limit,
    ),
  ]
})

/**
 * For too many hits to list their ids. `offset 0` makes PostgreSQL check one order after another; otherwise the planner
 * reads all customers and all lines to fill a page of twenty orders.
 */
export const isHit = (q: Placeholder, codes: Placeholder) =>
  or(
    ...isNumbered(q, codes),
    sql`${order.id} = any(array(${ofNumber(codes)}))`,
    contains(receiverText, q),
    sql`exists (
      select from order_item i where i.order_id = "order"."id" and i.sku_id = any(array(${skusNumbered(q)})) offset 0)`,
    sql`exists (select from "user" u where u.id = "order"."user_id" and ${contains(sql`u.nickname`, q)} offset 0)`,
    sql`exists (
      select from order_item i join product p on p.id = i.product_id
      where i.order_id = "order"."id" and (${contains(sql`i.name`, q)} or ${contains(sql`p.name`, q)}) offset 0)`,
  )
