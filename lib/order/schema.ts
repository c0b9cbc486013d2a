import { z } from 'zod'
import {
  couponRefusals,
  deliveries,
  freightNeeds,
  fulfilments,
  invoiceStatuses,
  orderActions,
  orderStatuses,
  promotionGains,
  refundStatuses,
  shippingMethods,
} from '@/db/enums'
import { Receiver, ReceiverInput } from '@/lib/address/schema'
import { maxCount } from '@/lib/cart/schema'
import {
  fileUrl,
  id,
  moment,
  money,
  paragraphs,
  pathId,
  queryBoolean,
  queryChoices,
} from '@/lib/kit/api/endpoint/fields'
import { cursorPageOf, cursorQuery } from '@/lib/kit/api/endpoint/page'
import { Shortage, Undeliverables } from '@/lib/kit/api/endpoint/problem-document'
import { Closing } from '@/lib/kit/config/closing'
import { Store } from '@/lib/store/schema'

export const customerActions = ['pay', 'readdress', 'cancel', 'confirm', 'after_sale', 'invoice', 'remove'] as const

const status = z.enum(orderStatuses)

const oneProduct = {
  error: 'Give either sku_id or product_id.',
  params: { code: 'required' },
}

const address_id = id.optional().meta({ description: 'Defaults to the default address' })

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

const { name, mobile } = ReceiverInput.shape

export const OrderInput = z
  .strictObject({
    items: z
      .array(
        z
          .strictObject({
            sku_id: id.optional().meta({ description: 'The SKU to buy' }),
            product_id: id.optional().meta({ description: 'Instead of sku_id, for a product with a single SKU' }),
            count: z.int().min(1).max(maxCount),
          })
          .refine((item) => (item.sku_id === undefined) !== (item.product_id === undefined), oneProduct)
          .meta({ oneOf: [{ required: ['sku_id'] }, { required: ['product_id'] }] }),
      )
      .min(1)
      .max(50)
      .meta({ description: 'Lines with the same SKU are merged' }),
    address_id,
    remark: paragraphs(0, 200).optional(),
    expected_amount: money
      .optional()
      .meta({ description: 'The total_amount that the customer was shown, in fen; if it differs, no order is placed' }),
    from_cart: z.boolean().optional().meta({
      description:
        'true: the pieces are those of the cart, and are taken off its lines; with fewer in the cart, no order is placed',
    }),
    coupon_id: id
      .optional()
      .meta({ description: 'One of the customer’s coupons. If it does not apply, nothing is placed' }),
    store_id: id.optional().meta({
      description: 'The store where the customer collects the goods, see GET /v1/store; without it, they are sent',
    }),
    contact: z
      .strictObject({ name, mobile })
      .optional()
      .meta({ description: 'Who collects the goods; required to place an order with store_id' }),
  })
  .refine(({ address_id, store_id }) => address_id === undefined || store_id === undefined, {
    path: ['address_id'],
    error: 'Goods that are collected have no address.',
    params: { code: 'not_allowed' },
  })
  .refine(({ contact, store_id }) => contact === undefined || store_id !== undefined, {
    path: ['contact'],
    error: 'Only goods that are collected have a contact.',
    params: { code: 'not_allowed' },
  })

export const PreviewInput = OrderInput.safeExtend({
  best_coupon: z.boolean().optional().meta({
    description: 'true: instead of coupon_id, the coupon that saves most; of several, the one that ends first',
  }),
})

/** May be missing, because older clients send none. */
export const ConfirmInput = z
  .strictObject({
    via: z.literal('wechat').optional().meta({ description: 'The customer has confirmed on the platform' }),
  })
  .prefault({})

const nullableMoment = moment.nullable()

const item = {
  product_id: id,
  sku_id: id,
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

const sums = {
  items_amount: money.meta({ description: 'Sum of the lines, in fen' }),
  freight_amount: money.meta({ description: 'In fen' }),
  discount_amount: money.meta({ description: 'Discount by promotions and by the shop, in fen' }),
  total_amount: money.meta({ description: 'Amount to pay: items + shipping fee − discount, in fen' }),
  discounts,
}

const missing = {
  missing_amount: money.optional().meta({ description: 'Fen until the next tier' }),
  missing_pieces: z.int().optional().meta({ description: 'Pieces until the next tier' }),
}

const refused_deals = z
  .array(z.object({ sku_id: id, reason: z.enum(['sold_out', 'limit']) }).meta({ id: 'RefusedDeal' }))
  .meta({
    description:
      'Lines at the regular price although there is a deal. sold_out: too few pieces are left at its price; limit: more pieces than one customer can buy at it',
  })

const couponReasons =
  'Why it does not apply. Its state: upcoming, held by an unpaid order, used, expired, revoked. first_order: the customer has paid or placed an order. scope: none of the goods; below: too little of them; exclusive: they have another promotion already; no_gain: it would save nothing'

export const OrderPreview = z
  .object({
    items: z.array(z.object(item)).meta({ description: 'The lines that can be ordered as they are, by SKU' }),
    ...sums,
    freight_amount: money.nullable().meta({
      description:
        'In fen; null: it depends on the address and there is none, or lines are not delivered. total_amount is without it then',
    }),
    is_estimate: z.boolean().meta({ description: 'Whether freight_amount is null' }),
    freight: z
      .array(
        z
          .object({
            template_id: id,
            name: z.string(),
            sku_ids: z.array(id),
            amount: money.nullable().meta({ description: 'In fen; null as freight_amount' }),
            free: z
              .enum(['amount', 'pieces'])
              .nullable()
              .meta({ description: 'The limit by which it is free; null: it is not free' }),
            missing_amount: money.nullable().meta({ description: 'Fen until it is free; null: no such limit' }),
            missing_pieces: z.int().nullable().meta({ description: 'Pieces until it is free; null: no such limit' }),
            free_needs: z
              .enum(freightNeeds)
              .meta({ description: 'Whether one of two limits is enough, or both are needed' }),
          })
          .meta({ id: 'FreightGroup' }),
      )
      .meta({
        description:
          'The shipping fee of the lines with the same shipping template. freight_amount is their sum, or the highest as the parameter freight.combine says',
      }),
    undeliverable: Undeliverables.meta({
      description: 'Lines that are not delivered to the address, or not collected: no order is placed with them',
    }),
    deliveries: z
      .array(z.enum(deliveries))
      .meta({ description: 'The ways that a line at least can be had; pickup only if there is an enabled store' }),
    store_id: id.nullable().meta({ description: 'The store where the goods are collected; null: they are sent' }),
    hints: z
      .array(
        z
          .object({
            promotion_id: id,
            label: z.string(),
            ...missing,
            off_amount: money
              .nullable()
              .meta({ description: 'What it takes off in addition, in fen; null: it depends on the goods' }),
          })
          .meta({ id: 'PromotionHint' }),
      )
      .meta({
        description: 'Promotions of these goods whose next tier would take more off, if that ends no other promotion',
      }),
    coupons: z
      .array(
        z
          .object({
            id,
            promotion_id: id,
            label: z.string(),
            ends_at: moment,
            off_amount: money.meta({ description: 'What it takes off this order, in fen; 0: it does not apply' }),
            usable: z.boolean(),
            reason: z.enum(couponRefusals).nullable().meta({ description: couponReasons }),
            ...missing,
          })
          .meta({ id: 'CouponChoice' }),
      )
      .meta({ description: 'At most 50 coupons of the customer, the ones that end first at the beginning' }),
    refused_deals,
    shortages: z
      .array(Shortage)
      .meta({ description: 'The other lines: no order is placed with them. The sums are without them' }),
    address_id: id
      .nullable()
      .meta({ description: 'The address of the order, which is needed to place it; null with store_id' }),
    receiver: Receiver.nullable().meta({
      description:
        'That address; null: neither one was sent nor is there a default. With store_id, the contact at the address of the store; null: no contact was sent',
    }),
    closed: Closing.nullable().meta({
      description: 'The shop is closed at present, so no order is placed; null: it is open',
    }),
  })
  .meta({ id: 'OrderPreview' })

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
        method: z.enum(shippingMethods).meta({ description: 'Only express has a carrier and a tracking number' }),
        carrier: z.string().meta({ description: 'The code of the platform, such as SF' }),
        carrier_name: z.string().meta({ description: 'The name to show to people' }),
        carrier_url: z
          .url()
          .nullable()
          .meta({ description: 'Where the carrier shows the way of the parcel; null: not known' }),
        tracking_no: z.string(),
        shipped_at: moment,
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
        status: z.enum(refundStatuses),
        created_at: moment,
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
