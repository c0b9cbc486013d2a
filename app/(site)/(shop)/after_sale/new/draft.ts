import type { OrderDetail } from '@/components/shop/order/use-order-actions'
import type { Photo } from '@/components/shop/photos/photos'
import type { AfterSaleKind } from '@/db/enums'

export interface Draft {
  kind: AfterSaleKind
  /** By the id of the item. */
  counts: Record<string, number>
  /** The remaining money of a refunded item, by id. */
  rest: Record<string, boolean>
  reason: string
  description: string
  photos: Photo[]
}

export type OrderItem = OrderDetail['items'][number]

export interface Line {
  item: OrderItem
  /** Pieces that can be requested. */
  most: number
  /** Requested pieces. */
  count: number
}

const hasTypes = <T extends object>(value: object, types: Record<keyof T & string, string>): value is T =>
  Object.entries(types).every(([name, type]) => typeof Reflect.get(value, name) === type)

export const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' &&
  value !== null &&
  hasTypes<Omit<Draft, 'photos'>>(value, {
    kind: 'string',
    counts: 'object',
    rest: 'object',
    reason: 'string',
    description: 'string',
  }) &&
  'photos' in value &&
  Array.isArray(value.photos)

type Ordered = Pick<OrderDetail, 'items' | 'fulfilment'>

export const isReturnable = ({ items }: Pick<Ordered, 'items'>) =>
  items.some(({ returnable_count }) => returnable_count > 0)

export function firstDraft(order: Ordered): Draft {
  // After complete shipment, most requests are returns.
  const kind = isReturnable(order) && order.fulfilment === 'all' ? 'return_refund' : 'refund'
  // A single piece needs no choice, so it is preselected.
  const [only, ...others] = order.items
  const counts = only && others.length === 0 && only.refundable_count === 1 ? { [only.id]: 1 } : {}
  return { kind, counts, rest: {}, reason: '', description: '', photos: [] }
}

/** A refund can cover all pieces, but only shipped pieces can be sent back. */
export const linesIn = ({ items }: Pick<Ordered, 'items'>, { kind, counts }: Pick<Draft, 'kind' | 'counts'>): Line[] =>
  items.map((item) => {
    const most = kind === 'return_refund' ? item.returnable_count : item.refundable_count
    return { item, most, count: Math.min(counts[item.id] ?? 0, most) }
  })

/** All pieces were refunded for less than was paid. */
export const isRest = ({ refundable_count, refundable_amount }: OrderItem) =>
  refundable_count === 0 && refundable_amount > 0

/** Of a request. An item without pieces stands for its remaining money. */
export const itemsIn = (lines: readonly Line[], { kind, rest }: Pick<Draft, 'kind' | 'rest'>) =>
  lines
    .filter(({ item, count }) => count > 0 || (kind === 'refund' && isRest(item) && rest[item.id]))
    .map(({ item, count }) => ({ order_item_id: item.id, count }))
