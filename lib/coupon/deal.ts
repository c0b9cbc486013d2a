import { type SQL, sql } from 'drizzle-orm'

/**
 * The deals that run now, by SKU: `deal_sku ds` with its promotion `d`. The text ends with a condition; append further
 * conditions with `and`.
 */
export const runningDeals = sql.raw(`deal_sku ds join promotion d on d.id = ds.promotion_id
  where d.enabled and d.starts_at <= now() and d.ends_at > now()`)

/** The condition for deals that are not sold out. */
export const hasPieces = sql.raw('(ds.quota is null or ds.sold < ds.quota)')

/**
 * Selects a JSON object from the lowest-priced deal that customers can use now for SKU `s`; null: no such deal.
 * `members`: the names and values of the object, as for `json_build_object`.
 */
export const dealOfSku = (members: SQL) => sql`(
  select json_build_object(${members}) from ${runningDeals} and ds.sku_id = s.id and ds.price < s.price and ${hasPieces}
  order by ds.price limit 1)`
