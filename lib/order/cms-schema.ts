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
import {
  edits,
  fileUrl,
  id,
  idsUpTo,
  line,
  maxInteger,
  moment,
  momentInput,
  money,
  paragraphs,
  pathId,
  personalLine,
  queryBoolean,
  queryInt,
  version,
} from '@/lib/kit/api/endpoint/fields'
import { inFormat } from '@/lib/kit/api/endpoint/formats'
import { cursorPageOf, exportQuery, sortBy, wordsQuery } from '@/lib/kit/api/endpoint/page'
import { maxPrice } from '@/lib/product/input-schema'
import { discounts } from './schema'
import { maxSheets } from './sheets'

/** The largest number of pieces in a line. */
export const maxCount = 999
const maxLines = 50
const nullableMoment = moment.nullable()
const pieces = z.int().min(0)

export const staffName = z.object({ id, name: z.string() })

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
          'What the caller can do now. edit is about seller_remark, reprice about the money, readdress about the receiver. reason is null where it is allowed, forbidden without the permission, the status that rules it out, part_shipped once a part was shipped, nothing_left where nothing is left to ship or to pay back, after_sale_open where an open return request decides about the pieces, address_asked until the address that the customer asks for is accepted or refused, or limit_reached',
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
          'The shipping fee by shipping template when the order was placed; null: it was placed before there were templates',
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
    seller_remark: z.string(),
    receiver: Receiver.meta({ description: 'Where the order is sent' }),
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

/** An order in the list, with its first three lines only: the list shows their pictures and names. */
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
    receiver: Receiver,
    is_address_asked: z.boolean().meta({ description: 'The customer asks for another address' }),
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

/** The number at which counting new orders stops. */
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
  product_id: pathId.optional(),
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
  late: queryBoolean.optional().meta({ description: 'Whether it was paid more than 48 hours ago and is not shipped' }),
  refund: z.enum(refundFilters).optional().meta({
    description: 'With a refund that waits for a decision: failed is either of abnormal and refused',
  }),
  not_reported: queryBoolean.optional().meta({
    description: 'Whether the platform has refused the report of their shipping, or not accepted it for hours',
  }),
  address_asked: queryBoolean.optional().meta({ description: 'Whether the customer asks for another address' }),
  lines: queryBoolean
    .optional()
    .meta({ description: 'With format=csv or xlsx: a line per item instead of a line per order' }),
  sort: sortBy(['id'], '-id'),
})

/**
 * An order in the audit log, without fields whose values are computed or belong to other records: customer, actions,
 * timeline, report, discounts by promotions, and freight by template.
 */
export const LoggedOrder = CmsOrder.omit({
  customer: true,
  actions: true,
  timeline: true,
  report: true,
  discounts: true,
  freight_detail: true,
})

/** The status of an order's report to the platform, as the audit log stores it. */
export const LoggedReport = z.object({ report: z.enum(shippingReportStatuses) })

export const OrderChanges = edits({
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
  receiver: ReceiverInput.meta({ description: 'Replaces the whole address, and answers asked_receiver' }),
  asked_receiver: z.null().meta({ description: 'Refuses the address that the customer asks for' }),
  seller_remark: paragraphs(0, 500).meta({ description: 'For staff alone' }),
})

export const NoteInput = z.strictObject({
  text: paragraphs(1, 1000),
  pinned: z.boolean().default(false).meta({ description: 'It is to be seen first' }),
  for_parcel: z
    .boolean()
    .default(false)
    .meta({ description: 'It is on the packing list, which customers find in the parcel' }),
})

/** A note in the audit log. */
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
/**
 * A tracking number: letters, digits and hyphens, which is the format of carriers and of the platform. Removes spaces,
 * because couriers print the number in groups.
 */
export const TrackingNo = inFormat(
  line(1, 64).overwrite((text) => text.replace(/\s+/gu, '')),
  'tracking_no',
)
const tracking_no = TrackingNo

export const ShipInput = z
  .strictObject({
    method: z.enum(shippingMethods),
    carrier: carrier.optional(),
    tracking_no: tracking_no.optional(),
    items: z
      .array(namedPieces)
      .min(1)
      .max(maxLines)
      .optional()
      .meta({ description: 'What is in the parcel, only with express; all that is left by default' }),
    version,
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

export const CorrectInput = z.strictObject({ carrier, tracking_no, version })
export const PhoneInput = z.strictObject({ mobile: ReceiverInput.shape.mobile, version })
export const RevokeInput = z.strictObject({ version })
export const shipmentParams = z.object({ id: pathId, sid: pathId })

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
  version,
})

export const CancelInput = z.strictObject({
  reason_code: line(1, 32).meta({
    description:
      'The value of an entry of a dictionary: of cancel_reason for an unpaid order, whose customer reads its name, else of refund_reason',
  }),
  note: paragraphs(0, 500).optional().meta({ description: 'For staff alone' }),
  version,
})

export const refundParams = z.object({ id: pathId, rid: pathId })

/** An order with the data that is needed to pack it. */
const PackingList = z
  .object({
    id,
    order_no: z.string(),
    status: z.enum(orderStatuses),
    created_at: moment,
    paid_at: nullableMoment,
    receiver: Receiver,
    remark: z.string().meta({ description: 'What the customer has written' }),
    notes: z.array(z.string()).meta({ description: 'The notes with for_parcel, the newest last' }),
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
