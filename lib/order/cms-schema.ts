import { z } from 'zod'
import {
  actionRefusals,
  failedRefundStatuses,
  fulfilments,
  orderStatuses,
  paymentStatuses,
  refundStatuses,
  shippingMethods,
  shippingReportStatuses,
  staffActions,
  timelineActions,
  timelineKinds,
} from '@/db/enums'
import { Receiver, ReceiverInput } from '@/lib/address/schema'
import { Shortage, Undeliverables } from '@/lib/kit/api/document/problem-document'
import {
  code,
  edits,
  fileUrl,
  id,
  idsUpTo,
  line,
  maxInteger,
  mobile,
  moment,
  momentInput,
  money,
  paragraphs,
  pathId,
  personalLine,
  queryBoolean,
  queryInt,
  trackingNo,
  version,
} from '@/lib/kit/api/endpoint/fields'
import { inFormat } from '@/lib/kit/api/endpoint/formats'
import { cursorPageOf, exportQuery, sortBy, wordsQuery } from '@/lib/kit/api/endpoint/page'
import { maxSheets, maxTogether } from '@/lib/order/import/sheets'
import { maxPrice } from '@/lib/product/input-schema'
import { discounts } from './schema'

/** The largest number of pieces in a line of an order. */
export const maxCount = 999
const maxLines = 50
const nullableMoment = moment.nullable()
const pieces = z.int().min(0)

export const staffName = z.object({ id, name: z.string() })

const storeName = z.object({ id, name: z.string() })

export const namedPieces = z.strictObject({ order_item_id: id, count: z.int().min(1).max(maxCount) })

export const customer = z
  .object({
    id,
    nickname: z.string(),
    username: z.string().nullable(),
    mobile: z.string().nullable(),
    avatar_url: fileUrl.nullable(),
  })
  .meta({ description: 'Whose account placed it; without a nickname, show the user name or the phone number' })

export const CmsOrder = z
  .object({
    id,
    order_no: z.string(),
    user_id: id,
    customer,
    status: z.enum(orderStatuses),
    fulfilment: z.enum(fulfilments).meta({ description: 'How much of it was shipped' }),
    version: z.int(),
    actions: z
      .array(
        z.object({
          action: z.enum(staffActions),
          allowed: z.boolean(),
          reason: z.enum(actionRefusals).nullable(),
        }),
      )
      .meta({
        description:
          'What the caller can do now. note is about adding a note, reprice about the money, readdress about the receiver. reason is null where it is allowed, forbidden without the permission, the status that rules it out, part_shipped once a part was shipped, nothing_left where nothing is left to ship or to pay back, after_sale_open where an open return request decides about the pieces, pickup where the order is collected at a store, express where it is not, address_asked until the address that the customer asks for is accepted or refused, or limit_reached',
      }),
    items: z.array(
      z.object({
        id,
        product_id: id,
        sku_id: id,
        name: z.string(),
        spec_text: z.string(),
        image_url: fileUrl.nullable(),
        price: money,
        count: z.int(),
        amount: money.meta({ description: 'price × count' }),
        discount_amount: money.meta({ description: 'The share of all reductions of the order' }),
        paid_amount: money.meta({ description: 'amount less discount_amount: what refunds are computed from' }),
        shipped_count: pieces,
        refunded_count: pieces.meta({ description: 'Pieces that were refunded or are being refunded' }),
        kept_count: pieces.meta({ description: 'Those of refunded_count that were not shipped' }),
        refunded_amount: money.meta({ description: 'What was refunded or is being refunded' }),
        open_case_id: id.nullable().meta({
          description:
            'The open return request of this line, which is neither shipped nor refunded otherwise meanwhile',
        }),
      }),
    ),
    items_amount: money,
    freight_amount: money,
    freight_detail: z
      .array(
        z
          .object({
            template_id: id,
            name: z.string(),
            sku_ids: z.array(id),
            amount: money.meta({ description: 'In fen' }),
            free: z.enum(['amount', 'pieces']).nullable().meta({ description: 'The limit by which it is free' }),
          })
          .meta({ id: 'OrderFreight' }),
      )
      .nullable()
      .meta({
        description:
          'The shipping fee by shipping template when the order was placed; empty: staff have set the fee, or the order is collected at a store; null: it was placed before there were templates',
      }),
    discount_amount: money.meta({ description: 'By promotions and by the shop' }),
    promotion_amount: money.meta({ description: 'The part by promotions; the rest is by the shop' }),
    discounts,
    total_amount: money,
    paid_amount: money,
    refunded_amount: money.meta({ description: 'What refunds have paid back' }),
    promised_amount: money.meta({
      description: 'What refunds have paid back or may still pay back; a failed one counts until it is closed',
    }),
    promised_freight: money.meta({ description: 'The part of promised_amount that is shipping fee' }),
    remark: z.string(),
    placed_by: id
      .nullable()
      .meta({ description: 'The staff member who placed it for the customer; null: the customer' }),
    store: storeName.nullable().meta({ description: 'The store where the customer collects it; null: it is sent' }),
    pickup: z
      .object({
        ready_at: nullableMoment.meta({ description: 'When the customer was told that it is ready' }),
        ready_by: staffName.nullable(),
        collected_at: nullableMoment.meta({ description: 'When it was handed over' }),
        collected_by: staffName.nullable(),
      })
      .nullable()
      .meta({ description: 'Of a paid order that is collected; null: it is sent, or not paid' }),
    receiver: Receiver.meta({ description: 'Where the order is sent, or who collects it at the address of the store' }),
    asked_receiver: Receiver.nullable().meta({
      description: 'The address that the customer asks for; nothing is shipped until it is accepted or refused',
    }),
    shipments: z.array(
      z.object({
        id,
        method: z.enum(shippingMethods),
        carrier: z.string().nullable().meta({ description: 'The value of an entry of the dictionary carrier' }),
        tracking_no: z.string().nullable(),
        shipped_at: moment,
        corrected_at: nullableMoment.meta({ description: 'It is corrected at most once' }),
        revoked_at: nullableMoment,
        tried_at: nullableMoment.meta({
          description: 'When reporting it to the platform began: since then it can no longer be revoked',
        }),
        reported_at: nullableMoment.meta({ description: 'When the platform has accepted it' }),
        items: z.array(z.object({ order_item_id: id, count: pieces })),
      }),
    ),
    report: z
      .object({
        status: z.enum(shippingReportStatuses).meta({
          description:
            'waiting: something is to be reported, or may still be; refused: the platform does not accept it, until it is reported again',
        }),
        next_try_at: nullableMoment,
        errcode: z.int().nullable().meta({ description: 'The last error of the platform' }),
        errmsg: z.string().nullable(),
        corrected_at: nullableMoment.meta({ description: 'The platform takes one correction' }),
        order_state: z.int().nullable().meta({
          description:
            'As the platform last told it: 1 to ship, 2 shipped, 3 received, 6 waiting for settlement, 4 finished, 5 refunded',
        }),
        settled_at: nullableMoment,
      })
      .nullable()
      .meta({
        description: 'What the platform was told of its shipments, without which it keeps the money; null: nothing yet',
      }),
    payments: z
      .array(
        z.object({
          id,
          payment_no: z.string(),
          status: z.enum(paymentStatuses),
          amount: money,
          settles: z.boolean().meta({ description: 'It paid the order; any other one that was paid is paid back' }),
          transaction_id: z.string().nullable().meta({ description: 'The number that the provider gave it' }),
          created_at: moment,
          paid_at: nullableMoment,
        }),
      )
      .meta({ description: 'Every attempt to pay it' }),
    refunds: z.array(
      z.object({
        id,
        refund_no: z.string(),
        amount: money,
        freight_amount: money,
        reason_code: z.string().nullable(),
        note: z.string(),
        status: z.enum(refundStatuses).meta({
          description:
            'abnormal: the provider accepted it and has not paid it; refused: the provider did not accept it. Both keep their pieces and their money until they are retried or closed',
        }),
        refusal_code: z.string().nullable().meta({
          description:
            'The code with which the provider has refused it; while it is processing, it is requested again later',
        }),
        settles: z.boolean().meta({
          description:
            'It pays back what paid the order; any other payment is paid back in any case, and cannot be closed',
        }),
        created_at: moment,
        succeeded_at: nullableMoment,
        items: z.array(z.object({ order_item_id: id, count: pieces, amount: money, restock_count: pieces })),
      }),
    ),
    ships_with: z.array(z.object({ id, order_no: z.string(), version: z.int() })).meta({
      description:
        'Other orders of the same customer to the same receiver that can be shipped now, for together of its shipping; at most 10, and none unless this one can be shipped',
    }),
    pinned_notes: z
      .array(z.object({ id, text: z.string(), actor: staffName.nullable(), created_at: moment }))
      .meta({ description: 'The notes that are to be seen first; timeline has all' }),
    timeline: z
      .array(
        z.object({
          at: moment,
          kind: z.enum(timelineKinds),
          id: id.meta({
            description:
              'Of the entry of the log of the order or of a return request, or of the printing, payment, shipment, refund or note',
          }),
          action: z.enum(timelineActions),
          actor: staffName.nullable().meta({ description: 'null: the system or the payment provider' }),
          amount: money.nullable().meta({ description: 'Of a payment, a refund or a return request, in fen' }),
          detail: z.string().meta({ description: 'A number or words for people; empty where there is nothing to add' }),
        }),
      )
      .meta({ description: 'Everything that happened to it, the newest last' }),
    created_at: moment,
    expires_at: moment.meta({ description: 'The time to pay ends here' }),
    paid_at: nullableMoment,
    shipped_at: nullableMoment,
    completed_at: nullableMoment,
    cancelled_at: nullableMoment,
    cancel_reason: z.string().nullable().meta({
      description:
        'customer: the customer cancelled it; expired: it was not paid in time; anything else: words for people',
    }),
  })
  .meta({ id: 'CmsOrder' })

/**
 * An order in the list of the admin, with its first three lines only. The list shows the pictures and names of these
 * lines.
 */
const CmsOrderRow = z
  .object({
    id,
    order_no: z.string(),
    version: z.int(),
    status: z.enum(orderStatuses),
    fulfilment: z.enum(fulfilments),
    customer,
    items: z
      .array(z.object({ id, name: z.string(), spec_text: z.string(), image_url: fileUrl.nullable(), count: pieces }))
      .meta({ description: 'The first three lines' }),
    line_count: pieces,
    piece_count: pieces,
    refunded_count: pieces.meta({ description: 'Those of piece_count that were refunded or are being refunded' }),
    total_amount: money,
    paid_amount: money,
    refunded_amount: money,
    promised_amount: money.meta({ description: 'More than refunded_amount: a refund is under way or has failed' }),
    is_held_back: z.boolean().meta({
      description: 'Pieces that are left to ship are in an open return request, which decides about them first',
    }),
    remark: z.string(),
    store: storeName.nullable().meta({ description: 'The store where the customer collects it; null: it is sent' }),
    ready_at: nullableMoment.meta({ description: 'When the customer was told that it can be collected' }),
    receiver: Receiver,
    is_address_asked: z.boolean().meta({ description: 'The customer asks for another address' }),
    ships_with_count: pieces.meta({
      description: 'How many other orders can be shipped in the same parcel, as ships_with of an order; at most 10',
    }),
    created_at: moment,
    paid_at: nullableMoment,
    shipped_at: nullableMoment,
  })
  .meta({ id: 'CmsOrderRow' })
export const CmsOrderPage = cursorPageOf(CmsOrderRow)

export const orderTabs = [
  'unpaid',
  'to_ship',
  'part_shipped',
  'shipped',
  'after_sale',
  'completed',
  'cancelled',
  'refunded',
] as const

const capped = z.int().meta({ description: 'At most 1000' })
export const CmsOrderCount = z
  .object({
    unpaid: capped,
    to_ship: capped,
    part_shipped: capped,
    shipped: capped,
    after_sale: capped,
    completed: capped,
    cancelled: capped,
    refunded: capped,
  })
  .meta({ id: 'CmsOrderCount' })

/** The highest number of new orders that is counted. Counting stops there. */
export const newOrdersCap = 100

export const NewOrdersQuery = z.object({
  after: queryInt(0, maxInteger).optional().meta({ description: 'The newest_id of an answer before' }),
})

export const NewOrders = z
  .object({
    count: z.int().meta({ description: 'Orders placed after that one, at most 100; without after, 0' }),
    newest_id: z.int().meta({ description: 'The newest order; 0 if there are none' }),
  })
  .meta({ id: 'NewOrders' })

/** The refund states that the list of orders can be filtered by. */
const refundFilters = ['failed', ...failedRefundStatuses] as const

const highestAmount = 999_999_999
export const CmsOrderQuery = z.object({
  ...exportQuery,
  ...wordsQuery,
  tab: z.enum(orderTabs).optional().meta({
    description:
      'to_ship: paid, and nothing was shipped yet; part_shipped: paid, and a part was shipped; after_sale: with an open return request',
  }),
  q: personalLine(1, 64).optional().meta({
    description:
      'The whole order_no, payment_no, transaction_id, tracking_no, mobile of the receiver, or sku_no or barcode of a SKU in it; the first 6 or more characters of the order_no, or its last 4 or more; the last 4 digits of the mobile; part of the name of the receiver, of the detail of the address, of the nickname of the customer, or of the name of a product in it; or # and the number of the customer',
  }),
  customer_id: pathId.optional(),
  product_id: pathId.optional().meta({ description: 'A product in it, also one that was deleted' }),
  sku_id: pathId.optional().meta({ description: 'A SKU in it, also one that was deleted' }),
  amount_from: queryInt(0, highestAmount).optional().meta({ description: 'The total_amount, in fen' }),
  amount_to: queryInt(0, highestAmount).optional().meta({ description: 'In fen, itself included' }),
  created_from: momentInput.optional(),
  created_to: momentInput.optional(),
  paid_from: momentInput.optional(),
  paid_to: momentInput.optional(),
  shipped_from: momentInput.optional().meta({ description: 'When the last parcel left' }),
  shipped_to: momentInput.optional(),
  has_remark: queryBoolean.optional().meta({ description: 'Whether the customer has written one' }),
  has_note: queryBoolean.optional().meta({ description: 'Whether staff have written one' }),
  late: queryBoolean.optional().meta({
    description: 'Whether it was paid more than 48 hours ago, is to be sent, and is not shipped',
  }),
  refund: z.enum(refundFilters).optional().meta({
    description: 'With a refund that waits for a decision: failed is either of abnormal and refused',
  }),
  not_reported: queryBoolean.optional().meta({
    description: 'Whether the platform has refused the report of their shipping, or not accepted it for hours',
  }),
  address_asked: queryBoolean.optional().meta({ description: 'Whether the customer asks for another address' }),
  pickup: queryBoolean.optional().meta({ description: 'Whether the customer collects it at a store' }),
  store_id: pathId.optional().meta({ description: 'The store where it is collected' }),
  not_collected: queryBoolean.optional().meta({
    description:
      'Whether it is still to be collected pickup.remind_days after it was ready or, if it is not, after it was paid',
  }),
  lines: queryBoolean
    .optional()
    .meta({ description: 'With format=csv or xlsx: a line per item instead of a line per order' }),
  sort: sortBy(['id'], '-id'),
})

/**
 * An order in the audit log, without fields whose values are computed or belong to other records: customer, actions,
 * timeline, report, orders for the same parcel, discounts by promotions, and freight by template.
 */
export const LoggedOrder = CmsOrder.omit({
  customer: true,
  actions: true,
  timeline: true,
  report: true,
  ships_with: true,
  discounts: true,
  freight_detail: true,
})

/** An order by staff in the audit log, with the total in fen without the amounts that staff have set. */
export const LoggedStaffOrder = LoggedOrder.extend({ regular_amount: money })

/** The status of an order's report to the platform, as the audit log stores it. */
export const LoggedReport = z.object({ report: z.enum(shippingReportStatuses) })

const prices = {
  discount_amount: money.meta({
    description:
      'The discount by the shop, in fen, in addition to promotions; it is spread over what is left of the lines',
  }),
  items: z
    .array(
      z.strictObject({ order_item_id: id, price: money.max(maxPrice).meta({ description: 'Of one piece, in fen' }) }),
    )
    .min(1)
    .max(maxLines)
    .meta({ description: 'Lines with another price; the others stay' }),
  freight_amount: money.max(maxPrice).meta({ description: 'In fen' }),
}

/** Other prices of an unpaid order, for a preview. */
export const PriceChanges = z.strictObject(prices).partial()

/** The prices to compare a price by staff with. */
const regular = {
  regular_price: money.optional().meta({ description: 'The price of the SKU, in fen' }),
  cost: money
    .nullable()
    .optional()
    .meta({ description: 'The cost of the SKU, in fen; null: unknown', needs: 'cms.product.cost' }),
}

export const OrderPricePreview = z
  .object({
    items: z.array(z.object({ order_item_id: id, ...regular })),
    items_amount: money,
    freight_amount: money,
    promotion_amount: money.meta({ description: 'What promotions take off' }),
    discount_amount: money.meta({ description: 'By promotions and by the shop' }),
    total_amount: money,
    discounts: z
      .array(
        z.object({
          promotion_id: id,
          label: z.string(),
          before: money.meta({ description: 'What it takes off now, in fen' }),
          after: money.meta({ description: 'What it would take off, in fen; 0: it would no longer apply' }),
        }),
      )
      .meta({ description: 'The promotions of the order' }),
  })
  .meta({ id: 'OrderPricePreview' })

export const OrderChanges = edits({
  ...prices,
  receiver: ReceiverInput.meta({
    description:
      'Replaces the whole address, and answers asked_receiver. Of an order to collect, only name and mobile can differ',
  }),
  asked_receiver: z.null().meta({ description: 'Refuses the address that the customer asks for' }),
})

const oneOf = (path: string, error: string) => ({ path: [path], error, params: { code: 'required' } })

/** An order that staff place for a customer. */
const staffOrder = z.strictObject({
  user_id: id.optional().meta({ description: 'The customer' }),
  mobile: mobile.optional().meta({
    description:
      'Instead of user_id, the phone number of the customer. A number without an account gets one, which is joined to the account that proves the number',
  }),
  items: z
    .array(
      z.strictObject({
        sku_id: id,
        count: z.int().min(1).max(maxCount),
        price: money.min(1).max(maxPrice).optional().meta({
          description: 'Of one piece, in fen, instead of the customer’s price and a deal',
          needs: 'cms.order.update',
        }),
      }),
    )
    .min(1)
    .max(maxLines)
    .superRefine((items, context) => {
      for (const [at, { sku_id }] of items.entries())
        if (items.findIndex((one) => one.sku_id === sku_id) < at)
          context.addIssue({
            code: 'custom',
            path: [at, 'sku_id'],
            message: 'This SKU is in another line.',
            params: { code: 'duplicate' },
          })
    }),
  address_id: id.optional().meta({ description: 'One of the addresses of the customer' }),
  receiver: ReceiverInput.optional().meta({ description: 'Instead of address_id, any address' }),
  freight_amount: money
    .max(maxPrice)
    .optional()
    .meta({ description: 'In fen; without it, the fee of the template', needs: 'cms.order.update' }),
  discount_amount: money
    .optional()
    .meta({ description: 'In fen, in addition to promotions', needs: 'cms.order.update' }),
  customer_note: paragraphs(0, 200).optional().meta({ description: 'The remark of the customer' }),
  note: paragraphs(0, 1000).optional().meta({ description: 'A note for staff' }),
  expires_in_minutes: z.int().min(30).max(10_080).default(1_440).meta({ description: 'The time to pay' }),
  expected_amount: money
    .optional()
    .meta({ description: 'The total of the preview, in fen; if it differs, no order is placed' }),
})

export const StaffOrderInput = staffOrder
  .refine(
    ({ user_id, mobile }) => (user_id === undefined) !== (mobile === undefined),
    oneOf('user_id', 'Give either user_id or mobile.'),
  )
  .refine(
    ({ address_id, receiver }) => (address_id === undefined) !== (receiver === undefined),
    oneOf('receiver', 'Give either address_id or receiver.'),
  )

/** An incomplete order by staff, for a preview: the customer and the address may be missing. */
export const StaffOrderPreviewInput = staffOrder

export const StaffOrderPreview = z
  .object({
    items: z.array(
      z.object({
        sku_id: id,
        name: z.string(),
        spec_text: z.string(),
        count: pieces,
        price: money.meta({ description: 'Of one piece, in fen' }),
        ...regular,
        amount: money.meta({ description: 'price × count' }),
      }),
    ),
    items_amount: money,
    freight_amount: money.nullable().meta({
      description: 'In fen; null, and not in the total: it depends on an address, or lines are not delivered there',
    }),
    promotion_amount: money.meta({ description: 'What promotions take off' }),
    discount_amount: money.meta({ description: 'By promotions and by the shop' }),
    total_amount: money,
    regular_amount: money.meta({ description: 'The total without the prices, the fee and the discount by staff' }),
    shortages: z.array(Shortage).meta({ description: 'The other lines: they have too little stock' }),
    undeliverable: Undeliverables.meta({ description: 'The lines that are not delivered to the address' }),
  })
  .meta({ id: 'StaffOrderPreview' })

export const NoteInput = z.strictObject({
  text: paragraphs(1, 1000),
  pinned: z.boolean().default(false).meta({ description: 'It is to be seen first' }),
  for_parcel: z
    .boolean()
    .default(false)
    .meta({ description: 'It is on the packing list, which customers find in the parcel' }),
})

/** A note of staff on an order, as the audit log stores it. */
export const LoggedNote = z.object({ text: z.string(), pinned: z.boolean(), for_parcel: z.boolean() })

const ofExpress = {
  error: 'A carrier and a tracking number are required with express.',
  params: { code: 'required' },
}
const ofExpressAlone = {
  error: 'Only express has a carrier and a tracking number.',
  params: { code: 'not_allowed' },
}

const carrier = line(1, 32).meta({ description: 'The value of an entry of the dictionary carrier' })

export const ShipInput = z
  .strictObject({
    method: z.enum(shippingMethods),
    carrier: carrier.optional(),
    tracking_no: trackingNo.optional(),
    items: z
      .array(namedPieces)
      .min(1)
      .max(maxLines)
      .optional()
      .meta({ description: 'What is in the parcel, only with express; all that is left by default' }),
    together: z.array(z.strictObject({ id, version })).max(10).optional().meta({
      description:
        'Other orders of the same customer to the same receiver, of which everything that is left is in the same parcel; only with express, and without items',
    }),
    version,
  })
  .refine(({ method, together }) => method === 'express' || !together?.length, {
    error: 'Only express takes several orders in a parcel.',
    params: { code: 'not_allowed' },
    path: ['together'],
  })
  .refine(({ method, carrier }) => method !== 'express' || carrier !== undefined, { ...ofExpress, path: ['carrier'] })
  .refine(({ method, tracking_no }) => method !== 'express' || tracking_no !== undefined, {
    ...ofExpress,
    path: ['tracking_no'],
  })
  .refine(({ method, carrier }) => method === 'express' || carrier === undefined, {
    ...ofExpressAlone,
    path: ['carrier'],
  })
  .refine(({ method, tracking_no }) => method === 'express' || tracking_no === undefined, {
    ...ofExpressAlone,
    path: ['tracking_no'],
  })

export const CorrectInput = z.strictObject({ carrier, tracking_no: trackingNo, version })
export const ReceiverPlaceQuery = z.object({
  province: ReceiverInput.shape.province.optional(),
  city: ReceiverInput.shape.city.default(''),
  district: ReceiverInput.shape.district.default(''),
})

export const PhoneInput = z.strictObject({ mobile: ReceiverInput.shape.mobile, version })
export const RevokeInput = z.strictObject({ version })
export const shipmentParams = z.object({ id: pathId, sid: pathId })

export const ReadyInput = z.strictObject({ version })
const pickupCode = inFormat(code(1, 32), 'pickup_code').meta({
  description: 'The 12 digits that the customer shows; spaces and hyphens between them are ignored',
})

export const CollectInput = z.strictObject({ code: pickupCode, version })

export const PickupQuery = z.object({
  code: pickupCode,
  store_id: pathId.optional().meta({ description: 'The store of the caller; an order of another one is refused' }),
})

/** An order to be collected at a store, with the data that staff need to hand it over. */
export const PickupOrder = z
  .object({
    id,
    order_no: z.string(),
    version: z.int(),
    store: storeName,
    contact: z.object({ name: z.string(), mobile: z.string() }).meta({ description: 'Who collects it' }),
    remark: z.string().meta({ description: 'What the customer has written' }),
    pinned_notes: z.array(z.string()).meta({ description: 'The pinned notes of staff, oldest first' }),
    paid_at: nullableMoment,
    ready_at: nullableMoment,
    refusal: z
      .enum(actionRefusals)
      .nullable()
      .meta({ description: 'Why it cannot be handed over now, as reason of actions of an order; null: it can' }),
    items: z.array(
      z.object({
        id,
        name: z.string(),
        spec_text: z.string(),
        image_url: fileUrl.nullable(),
        count: pieces,
        left_count: pieces.meta({ description: 'Pieces to hand over: without those of refunds' }),
      }),
    ),
  })
  .meta({ id: 'PickupOrder' })

const expected_amount = money.optional().meta({
  description: 'What staff have confirmed, in fen; if another amount would be paid back, nothing is done',
})

export const RefundInput = z.strictObject({
  items: z
    .array(
      z.strictObject({
        order_item_id: id,
        count: z.int().min(0).max(maxCount).meta({
          description:
            '0: money alone, and the pieces stay as they are; of a line with pieces left to ship, less than what is left of its money',
        }),
        amount: money.optional().meta({
          description:
            'In fen, at most what is left of the money that was paid for the line; by default the share of these pieces in it. Required with 0 pieces',
        }),
      }),
    )
    .max(maxLines),
  freight_amount: money.optional().meta({
    description: 'Shipping fee that is paid back, in fen, at most what is left of the paid one; none by default',
  }),
  restock: z
    .array(namedPieces)
    .max(maxLines)
    .optional()
    .meta({ description: 'The pieces of items that return to stock; by default those that were not shipped' }),
  reason_code: line(1, 32).meta({ description: 'The value of an entry of the dictionary refund_reason' }),
  note: paragraphs(0, 500).optional().meta({ description: 'For staff alone' }),
  expected_amount,
  version,
})

export const CancelInput = z.strictObject({
  reason_code: line(1, 32).meta({
    description:
      'The value of an entry of a dictionary: of cancel_reason for an unpaid order, whose customer reads its name, else of refund_reason',
  }),
  note: paragraphs(0, 500).optional().meta({ description: 'For staff alone' }),
  expected_amount,
  version,
})

export const RefundPreviewQuery = z.object({
  ids: idsUpTo(maxTogether).meta({ description: 'The orders, at most 100' }),
  action: z
    .enum(['refund', 'cancel'])
    .default('refund')
    .meta({ description: 'Whether everything that is left is to be refunded, or the orders are to be canceled' }),
})

export const RefundPreview = z
  .object({
    amount: money.meta({ description: 'The sum of the orders without a reason, in fen' }),
    items: z.array(
      z.object({
        id,
        order_no: z.string(),
        version: z.int(),
        status: z.enum(orderStatuses),
        reason: z.enum(actionRefusals).nullable().meta({
          description: 'Why the caller cannot do it now, as reason of actions of an order; null: it is possible',
        }),
        amount: money.meta({ description: 'What would be paid back, in fen; 0 with a reason' }),
        items: z
          .array(z.object({ order_item_id: id, count: pieces }))
          .meta({ description: 'Every piece that is left to refund, for items of a refund' }),
        freight_amount: money.meta({ description: 'The shipping fee that is left to refund, in fen' }),
      }),
    ),
  })
  .meta({ id: 'RefundPreview' })

export const refundParams = z.object({ id: pathId, rid: pathId })

/** An order with the data that is needed to pack it. */
const PackingList = z
  .object({
    id,
    order_no: z.string(),
    status: z.enum(orderStatuses),
    created_at: moment,
    paid_at: nullableMoment,
    store: storeName.nullable().meta({ description: 'The store where the customer collects it; null: it is sent' }),
    receiver: Receiver,
    remark: z.string().meta({ description: 'What the customer has written' }),
    notes: z.array(z.string()).meta({ description: 'The notes with for_parcel, the newest last' }),
    ships_with: z
      .array(z.string())
      .meta({ description: 'The numbers of other orders that can be shipped in the same parcel' }),
    items: z.array(
      z.object({
        id,
        name: z.string(),
        spec_text: z.string(),
        sku_no: z.string(),
        price: money,
        count: pieces,
        amount: money,
        shipped_count: pieces,
        left_count: pieces.meta({ description: 'Pieces that are left to ship' }),
      }),
    ),
    items_amount: money,
    freight_amount: money,
    discount_amount: money,
    total_amount: money,
    prints: pieces.meta({ description: 'How often it was printed' }),
    printed: z
      .object({ at: moment, by: staffName.nullable() })
      .nullable()
      .meta({ description: 'When it was last printed' }),
  })
  .meta({ id: 'PackingList' })

export const PackingLists = z
  .object({
    shop: z.object({
      name: z.string().nullable().meta({ description: 'The setting shop.name' }),
      phone: z.string().nullable().meta({ description: 'The setting shop.phone' }),
    }),
    items: z.array(PackingList),
  })
  .meta({ id: 'PackingLists' })
export const PackingQuery = z.object({ ids: idsUpTo(maxSheets).meta({ description: 'The orders, at most 50' }) })

export const PrintInput = z.strictObject({ ids: z.array(id).min(1).max(maxSheets) })
