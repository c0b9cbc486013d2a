import { z } from 'zod'
import {
  afterSaleActions,
  afterSaleStatuses,
  type EventType,
  eventTypes,
  orderActions,
  orderStatuses,
  productStatuses,
  refundStatuses,
} from '@/db/enums'
import type { PermissionCode } from '@/lib/kit/api/endpoint/endpoint'
import { id, moment, queryChoices, queryInt } from '@/lib/kit/api/endpoint/fields'

/* Amounts are in fen. No field may have a name, a phone number or an address. */

const OrderData = z.object({
  order_no: z.string(),
  status: z.enum(orderStatuses),
  action: z.enum(orderActions),
  total_amount: z.int(),
})

const RefundData = z.object({ refund_no: z.string(), order_id: id, status: z.enum(refundStatuses), amount: z.int() })

const AfterSaleData = z.object({
  no: z.string(),
  order_id: id,
  status: z.enum(afterSaleStatuses),
  action: z.enum(afterSaleActions),
  requested_amount: z.int(),
  approved_amount: z.int().nullable(),
})

const ProductData = z.object({ status: z.enum(productStatuses) })

/** Written by the trigger `stock_level_of_changed`. */
const StockData = z.object({ product_id: id, stock: z.int() })

/** Written by the job `stock`. */
const StockChangeData = StockData.extend({
  change: z.int().meta({ description: 'Since the previous stock.changed of the SKU' }),
})

const ofOrder = { resource: 'order', permission: 'cms.order.list', data: OrderData } as const
const ofRefund = { resource: 'refund', permission: 'cms.order.list', data: RefundData } as const
const ofCase = { resource: 'after_sale', permission: 'cms.after_sale.list', data: AfterSaleData } as const
const ofProduct = { resource: 'product', permission: 'cms.product.list', data: ProductData } as const
const ofSku = { resource: 'sku', permission: 'cms.product.list', data: StockData } as const

/** `permission`: required to see events of the type. */
export const events = {
  'order.placed': ofOrder,
  'order.paid': ofOrder,
  'order.changed': ofOrder,
  'order.shipped': ofOrder,
  'order.completed': ofOrder,
  'order.cancelled': ofOrder,
  'refund.succeeded': ofRefund,
  'refund.failed': ofRefund,
  'refund.refused': ofRefund,
  'refund.settled': ofRefund,
  'after_sale.opened': ofCase,
  'after_sale.changed': ofCase,
  'after_sale.closed': ofCase,
  'product.changed': ofProduct,
  'product.deleted': ofProduct,
  'stock.low': ofSku,
  'stock.out': ofSku,
  'stock.changed': { ...ofSku, data: StockChangeData },
  'customer.closed': { resource: 'customer', permission: 'cms.customer.list', data: z.object({}) },
} as const satisfies Record<EventType, { resource: string; permission: PermissionCode; data: z.ZodObject }>

export type EventData<T extends EventType> = z.output<(typeof events)[T]['data']>

export const Event = z
  .object({
    seq: z.int(),
    type: z.enum(eventTypes),
    at: moment,
    actor_id: id.nullable().meta({ description: 'null: the system or the provider' }),
    resource: z.string(),
    resource_id: id,
    data: z.record(z.string(), z.union([z.string(), z.int(), z.null()])).meta({
      description:
        'Numbers, statuses and amounts in fen. Of stock.changed: product_id, the stock, and its change since the event before of the SKU',
    }),
  })
  .meta({ id: 'Event' })

/** Bodies of webhooks, by type. */
export const eventMessages: Readonly<Record<string, z.ZodObject>> = Object.fromEntries(
  eventTypes.map((type) => [type, Event.extend({ type: z.literal(type), data: events[type].data })]),
)

export const EventPage = z
  .object({ items: z.array(Event), next_after: z.int(), has_more: z.boolean() })
  .meta({ id: 'EventPage' })

export const EventQuery = z.object({
  after: queryInt(0, 9_999_999_999)
    .optional()
    .meta({ description: 'next_after of the previous answer; absent: from the oldest one kept' }),
  types: queryChoices(eventTypes).optional().meta({ description: 'Separated by commas' }),
  size: queryInt(1, 1_000).default(100),
})
