import { type SQLWrapper, sql } from 'drizzle-orm'
import { hadBefore } from './newcomer'
import { isRunning } from './running'

/** `deal_sku ds` with its promotion `d`. The text ends with a condition: append more with `and`. */
export const runningDeals = sql`deal_sku ds join promotion d on d.id = ds.promotion_id where ${isRunning}`

export const hasPieces = sql.raw('(ds.quota is null or ds.sold < ds.quota)')

/** For customers; null: more than ten, or any number. */
export const shownLeft = sql.raw('case when ds.quota - ds.sold <= 10 then ds.quota - ds.sold end')

/**
 * The lowest-priced running deal of SKU `s`, for a customer. `left` null: any number. Unpaid orders of all accounts
 * without a mini-program identity hold at most a fifth of the quota (at least 1), because such accounts cannot pay.
 * `sold_lately`: within 15 minutes, so that customers may look at a price that has run out since.
 */
export const dealFor = (user_id: SQLWrapper, isUnverified: SQLWrapper) => sql`(
  select json_build_object('promotion_id', d.id, 'label', d.label, 'price', ds.price, 'ends_at', d.ends_at,
    'left', case when ds.quota is not null and ${isUnverified} then least(ds.quota - ds.sold, greatest(ds.quota / 5, 1) - (
        select coalesce(sum(coalesce(share.pieces, i.count)), 0)
        from "order" o join order_discount od on od.order_id = o.id and od.promotion_id = d.id
          join order_item_discount share on share.order_discount_id = od.id
          join order_item i on i.id = share.order_item_id and i.sku_id = ds.sku_id
        where o.placed_from is not null and o.status = 'unpaid'))
      else ds.quota - ds.sold end,
    'sold_lately', coalesce(ds.sold_at > now() - interval '15 minutes', false),
    'limit', d.per_customer, 'exclusive', d.exclusive, 'bought', case when d.per_customer is null then 0 else (
      select coalesce(sum(coalesce(share.pieces, i.count)), 0)
      from "order" o join order_discount od on od.order_id = o.id and od.promotion_id = d.id
        join order_item_discount share on share.order_discount_id = od.id
        join order_item i on i.id = share.order_item_id and i.sku_id = s.id
      where o.user_id = ${user_id} and o.status <> 'cancelled')
      + ${hadBefore(user_id, sql`d.id || '/' || s.id`)} end)
  from ${runningDeals} and ds.sku_id = s.id and ds.price < s.price
  order by ds.price limit 1)`
