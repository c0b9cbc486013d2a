import { z } from 'zod'
import {
  fulfilments,
  invoiceStatuses,
  orderActions,
  orderStatuses,
  promotionGains,
  refundStatuses,
  shippingMethods,
} from '@/db/enums'
import { Receiver, ReceiverInput } from '@/lib/address/schema'
import { fileUrl, id, line, moment, money, pathId, queryBoolean, queryChoices } from '@/lib/kit/api/endpoint/fields'
import { cursorPageOf, cursorQuery } from '@/lib/kit/api/endpoint/page'
import { Undeliverables } from '@/lib/kit/api/endpoint/problem-document'
import { Tracking, waybill_token } from '@/lib/order/parcel/schema'
import { Store } from '@/lib/store/schema'

export const customerActions = ['pay', 'readdress', 'cancel', 'confirm', 'after_sale', 'invoice', 'remove'] as const

const status = z.enum(orderStatuses)

export const ReceiverChoice = z.strictObject({
  address_id: id.nullable().optional().meta({
    description:
      'Defaults to the default address; null: the present address stays, and the shop is no longer asked for another',
  }),
})

export const OwnReceiverQuery = z.object({
  address_id: pathId.optional().meta({ description: 'Defaults to the default address' }),
})

export const ReceiverFreight = z
  .object({
    freight_amount: z
      .int()
      .nullable()
      .meta({ description: 'The shipping fee to that address today, in fen; null: not all lines are delivered' }),
    present_freight_amount: z
      .int()
      .nullable()
      .meta({ description: 'That to the present address today, in fen; the order keeps what was agreed' }),
    undeliverable: Undeliverables.meta({ description: 'The lines that are not delivered to that address' }),
  })
  .meta({ id: 'ReceiverFreight' })

export const { name, mobile } = ReceiverInput.shape

/** May be missing, because older clients send none. */
export const ConfirmInput = z
  .strictObject({
    via: z.literal('wechat').optional().meta({ description: 'The customer has confirmed on the platform' }),
  })
  .prefault({})

const nullableMoment = moment.nullable()

export const deal_pieces = z.int().meta({ description: 'Pieces at the price of a deal; 0: none' })

/** Of the line of an order. */
export const skuCodes = {
  sku_no: z.string().meta({ description: 'Of the SKU today' }),
  barcode: z.string().nullable().meta({ description: 'Of the SKU today' }),
}

export const item = {
  product_id: id,
  sku_id: id,
  ...skuCodes,
  name: z.string(),
  spec_text: z.string().meta({ description: 'The chosen values of the SKU, as ordered' }),
  image_url: fileUrl.nullable(),
  price: money.meta({ description: 'Price of one piece as ordered, in fen' }),
  count: z.int(),
  amount: money.meta({ description: 'price × count, in fen' }),
  discount_amount: money.meta({ description: 'The part of the order’s discount on this line, in fen' }),
  paid_amount: money.meta({ description: 'What the line costs: amount − discount_amount, in fen' }),
}

const discount = z
  .object({
    promotion_id: id,
    coupon_id: id.nullable().meta({ description: 'The coupon that gives it; null: it applies by itself' }),
    gives: z
      .enum(promotionGains)
      .meta({ description: 'deal: of single SKUs; reduction: of the goods; freight: of the shipping fee' }),
    label: z.string().meta({ description: 'The text to show, such as 满200减30' }),
    amount: money.meta({ description: 'In fen' }),
  })
  .meta({ id: 'OrderDiscount' })

/** Also a member of the problem `price_changed`. */
export const discounts = z
  .array(discount)
  .meta({ description: 'The promotions in discount_amount; the rest of it is a discount by the shop' })

export const sums = {
  items_amount: money.meta({ description: 'Sum of the lines, in fen' }),
  freight_amount: money.meta({ description: 'In fen' }),
  discount_amount: money.meta({ description: 'Discount by promotions and by the shop, in fen' }),
  total_amount: money.meta({ description: 'Amount to pay: items + shipping fee − discount, in fen' }),
  discounts,
}

const order = {
  id,
  order_no: z.string().meta({ description: 'The order number to show to people' }),
  status: status.meta({ description: 'unpaid → paid → shipped → completed; or cancelled, refunded' }),
  fulfilment: z
    .enum(fulfilments)
    .meta({ description: 'How much of it was shipped; a paid order may be shipped in parts' }),
  items: z.array(z.object({ id, ...item })),
  ...sums,
  paid_amount: money.meta({ description: 'In fen; 0 until paid' }),
  refunded_amount: money.meta({ description: 'In fen' }),
  remark: z.string(),
  by_shop: z.boolean().meta({ description: 'Whether the shop has placed it for the customer' }),
  store_id: id.nullable().meta({ description: 'The store where the customer collects it; null: it is sent' }),
  receiver: Receiver.meta({ description: 'Where the order is sent, or who collects it at the address of the store' }),
  asked_receiver: Receiver.nullable().meta({
    description: 'The address that you have asked the shop for; null: none, or the shop has decided',
  }),
  created_at: moment,
  expires_at: moment.meta({ description: 'The time to pay ends here; afterwards the order is cancelled' }),
  paid_at: nullableMoment,
  shipped_at: nullableMoment,
  completed_at: nullableMoment,
  cancelled_at: nullableMoment,
  cancel_reason: z.string().nullable().meta({
    description:
      'customer: the customer cancelled it; expired: it was not paid in time; anything else: words for people',
  }),
  actions: z.array(z.enum(customerActions)).meta({ description: 'What the customer may do next' }),
}

export const Order = z.object(order).meta({ id: 'Order' })

export const SharedOrder = z
  .object({
    id,
    order_no: z.string(),
    status,
    items: z.array(z.object({ id, ...item })),
    ...sums,
    created_at: moment,
    expires_at: moment.meta({ description: 'The time to pay ends here' }),
    is_own: z.boolean().meta({ description: 'Whether it is in GET /v1/order of the caller' }),
  })
  .meta({ id: 'SharedOrder' })

export const SharedOrderParams = z.object({
  order_no: line(1, 32).meta({ description: 'The number of the order, from its link' }),
})

const ownInvoice = {
  id,
  status: z.enum(invoiceStatuses),
  title: z.string(),
  amount: money.meta({ description: 'In fen; before it is issued, what the customer keeps paid at present' }),
  number: z.string().nullable(),
  reason: z.string().meta({ description: 'Why it was refused, else empty' }),
  file_url: fileUrl.nullable().meta({ description: 'The invoice as PDF or OFD, for an hour; null: none' }),
}

const detailedItem = {
  id,
  ...item,
  shipped_count: z.int(),
  refunded_count: z.int().meta({ description: 'Also those of refunds under way' }),
  refundable_count: z
    .int()
    .meta({ description: 'Pieces that a new return request may be about; 0 while they are in an open one' }),
  refundable_amount: money.meta({
    description:
      'How much of what was paid for the item can be asked for, in fen. Where refundable_count is 0, its pieces were refunded for less',
  }),
  returnable_count: z.int().meta({ description: 'Those of refundable_count that were shipped and can be sent back' }),
  deal_pieces,
}

export const OrderDetail = z
  .object({
    ...order,
    items: z.array(z.object(detailedItem)),
    pickup: z
      .object({
        store: Store,
        code: z
          .string()
          .nullable()
          .meta({ description: '12 digits to show at the store; null: it is not paid, or nothing is left to collect' }),
        ready_at: nullableMoment.meta({ description: 'Since when it can be collected; null: it is not ready yet' }),
        collected_at: nullableMoment,
      })
      .nullable()
      .meta({ description: 'Of an order that is collected; null: it is sent' }),
    log: z.array(
      z.object({
        action: z.enum(orderActions),
        from_status: status.nullable(),
        to_status: status,
        created_at: moment,
      }),
    ),
    shipments: z.array(
      z.object({
        id,
        method: z.enum(shippingMethods).meta({ description: 'Only express has a carrier and a tracking number' }),
        carrier: z.string().meta({ description: 'The code of the platform, such as SF' }),
        carrier_name: z.string().meta({ description: 'The name to show to people' }),
        carrier_url: z
          .url()
          .nullable()
          .meta({ description: 'Where the carrier shows the way of the parcel; null: not known' }),
        tracking_no: z.string(),
        shipped_at: moment,
        tracking: Tracking,
        waybill_token,
        items: z
          .array(z.object({ order_item_id: id, count: z.int() }))
          .meta({ description: 'The pieces in it, by the id of the item of the order' }),
      }),
    ),
    invoice: z
      .object(ownInvoice)
      .nullable()
      .meta({ description: 'The latest invoice that was asked for, see GET /v1/invoice/{id}; null: none' }),
    refunds: z.array(
      z.object({
        refund_no: z.string(),
        amount: money,
        freight_amount: money.meta({ description: 'The part that is shipping fee' }),
        postage_amount: money.meta({ description: 'The part that is return postage' }),
        status: z.enum(refundStatuses),
        created_at: moment,
        succeeded_at: nullableMoment,
        items: z
          .array(z.object({ order_item_id: id, count: z.int(), amount: money }))
          .meta({ description: 'The goods in it; 0 pieces: only money of the line' }),
      }),
    ),
  })
  .meta({ id: 'OrderDetail' })

const counted = z.int().min(0)

export const OrderCount = z
  .object({
    unpaid: counted,
    paid: counted.meta({ description: 'Also those that were shipped in part' }),
    shipped: counted,
    completed: counted,
    cancelled: counted,
    refunded: counted,
    after_sale: counted.meta({ description: 'Open return requests' }),
  })
  .meta({ id: 'OrderCount' })

export const OrderPage = cursorPageOf(Order).extend({
  counts: OrderCount.optional().meta({ description: 'With counts=true: as GET /v1/order/count' }),
})

export const OrderQuery = z.object({
  ...cursorQuery,
  status: queryChoices(orderStatuses)
    .optional()
    .meta({ description: 'One or several, separated by commas: paid,shipped' }),
  counts: queryBoolean.optional().meta({ description: 'true: the answer has counts too, for the tabs of the list' }),
})
