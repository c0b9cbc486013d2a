import type { Answer } from '@/lib/server/client'

export type PackableOrder = Answer<'GET /cms/waybill/order'>['items'][number]
export type Account = Answer<'GET /cms/waybill/order'>['accounts'][number]
export type Waybill = Answer<'GET /cms/waybill/{id}'>

/** Orders that go together. */
export interface Parcel {
  /** Of its first order; of a label that is printed again, of the waybill. */
  key: number
  orders: PackableOrder[]
  waybill: Waybill | null
  /** The label; undefined: not read yet. */
  html?: string | undefined
  /** Why the next step is not possible, in words for people. */
  failure?: string | undefined
  isShipped?: boolean
}

/** The lines in a parcel with their pieces: what is left to ship, or what its waybill was made for. */
export function goodsOf({ orders, waybill }: Parcel) {
  const chosen = waybill?.items ?? null
  return orders
    .flatMap(({ items }) => items)
    .flatMap(({ left_count, ...line }) => {
      const count = chosen ? chosen.find(({ order_item_id }) => order_item_id === line.id)?.count : left_count
      return count ? [{ ...line, count }] : []
    })
}

/** Orders of a customer to the same receiver share a parcel, as do those of a waybill. */
export function parcelsOf(orders: readonly PackableOrder[]): Parcel[] {
  const taken = new Set<number>()
  return orders.flatMap((first) => {
    if (taken.has(first.id)) return []
    const others = orders.filter((one) => one.id !== first.id && !taken.has(one.id) && goTogether(first, one))
    const all = [first, ...others]
    for (const { id } of all) taken.add(id)
    return [{ key: first.id, orders: all, waybill: first.waybill }]
  })
}

function goTogether(first: PackableOrder, other: PackableOrder): boolean {
  // Those of a waybill are in its parcel, whatever has become of them.
  if (first.waybill || other.waybill) return first.waybill !== null && first.waybill.id === other.waybill?.id
  return first.refusal === null && other.refusal === null && first.ships_with.includes(other.id)
}
