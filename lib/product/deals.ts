import { type SQL, sql } from 'drizzle-orm'
import { hasPieces, shownLeft } from '@/lib/pricing/deal'
import { dealForm, isRunning } from '@/lib/pricing/running'

/** Of a card. */
export interface CardDeal {
  price: number
  ends_at: string
  /** null: more than ten, or any number. */
  left: number | null
}

/** More are not merged into the cards of a page, but read for each card. */
const fewDeals = 64

/** `deal_sku ds` of promotion `d` with a usable price. The joins are lateral, so that they begin with what runs. */
const usable = sql`promotion d
  cross join lateral (select ds.* from deal_sku ds where ds.promotion_id = d.id and ${hasPieces} offset 0) ds
  cross join lateral (
    select from sku s where s.id = ds.sku_id and ds.price < s.price and s.enabled and s.deleted_at is null offset 0) s
  where ${isRunning} and d.gives = 'deal'`

const usableUpTo = (columns: SQL) => sql`(select ${columns} from ${usable} limit ${sql.raw(`${fewDeals + 1}`)}) deal`

/** For `inForms`. 0: no deal runs; 1: few enough for {@link dealsOfShop}; 2: more. */
export const dealsForm = sql`(
  select case when count(*) > ${sql.raw(`${fewDeals}`)} then 2 else ${dealForm} end from ${usableUpTo(sql``)})`

/** JSON, for {@link withDeals}; null: none. */
export const dealsOfShop = sql`(
  select json_agg(json_build_array(product_id, price, ends_at, pieces)) from ${usableUpTo(sql`ds.product_id, ds.price, d.ends_at, ${shownLeft} as pieces`)})`

export type DealsOfShop = [product_id: number, price: number, ends_at: string, left: number | null][] | null

export const areTooMany = (deals: DealsOfShop) => (deals?.length ?? 0) > fewDeals

/** The lowest price; of equal prices, the deal that ends first. */
export const cheapest = <Deal extends CardDeal>(deals: readonly Deal[]): Deal | null =>
  deals.reduce<Deal | null>(
    (best, one) =>
      best &&
      (best.price < one.price || (best.price === one.price && Date.parse(best.ends_at) <= Date.parse(one.ends_at)))
        ? best
        : one,
    null,
  )

/** Gives each card its deal. */
export function withDeals<Card extends { id: number; deal: CardDeal | null }>(
  cards: Card[],
  deals: DealsOfShop,
): Card[] {
  if (!deals) return cards
  return cards.map((card) => {
    const own = deals.filter(([product_id]) => product_id === card.id)
    return { ...card, deal: cheapest(own.map(([, price, ends_at, left]) => ({ price, ends_at, left }))) }
  })
}
