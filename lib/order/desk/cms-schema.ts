import { z } from 'zod'
import { failedRefundStatuses, fulfilments, orderStatuses, parcelTroubles } from '@/db/enums'
import { Receiver, ReceiverInput } from '@/lib/address/schema'
import {
  fileUrl,
  id,
  idsUpTo,
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
} from '@/lib/kit/api/endpoint/fields'
import { external_id, externalId, tag, tags } from '@/lib/kit/api/endpoint/labels'
import { changeQuery, cursorPageOf, exportQuery, sortBy, wordsQuery } from '@/lib/kit/api/endpoint/page'
import { Shortage, Undeliverables } from '@/lib/kit/api/endpoint/problem-document'
import { customer, staffName } from '@/lib/kit/people/schema'
import { regular } from '@/lib/order/change/cms-schema'
import { LoggedOrder, maxCount, maxLines, nullableMoment, orderChange, pieces, storeName } from '@/lib/order/cms-schema'
import { maxSheets } from '@/lib/order/import/sheets'
import { contact, coupons } from '@/lib/order/place/schema'
import { discounts, skuCodes } from '@/lib/order/schema'
import { maxPrice } from '@/lib/product/input-schema'
import { bySkuName, skuChoice } from '@/lib/stock/sku-choice'

/** With the first three lines only. */
const CmsOrderRow = z
  .object({
    id,
    order_no: z.string(),
    version: z.int(),
    status: z.enum(orderStatuses),
    fulfilment: z.enum(fulfilments),
    customer,
    items: z
      .array(
        z.object({
          id,
          ...skuCodes,
          name: z.string(),
          spec_text: z.string(),
          image_url: fileUrl.nullable(),
          count: pieces,
        }),
      )
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
    external_id,
    tags,
    updated_at: moment.meta({ description: orderChange }),
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

/** Counting stops there. */
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

const refundFilters = ['failed', ...failedRefundStatuses] as const

const highestAmount = 999_999_999

export const CmsOrderQuery = z.object({
  ...exportQuery,
  ...changeQuery,
  ...wordsQuery,
  tab: z.enum(orderTabs).optional().meta({
    description:
      'to_ship: paid, and nothing was shipped yet; part_shipped: paid, and a part was shipped; after_sale: with an open return request',
  }),
  q: personalLine(1, 64).optional().meta({
    description:
      'The whole order_no, payment_no, transaction_id, tracking_no, mobile of the receiver, or sku_no or barcode of a SKU in it; the first 6 or more characters of the order_no, or its last 4 or more; the last 4 digits of the mobile; part of the name of the receiver, of the detail of the address, of the nickname of the customer, or of the name of a product in it; or # and the number of the customer',
  }),
  external_id: externalId.optional().meta({ description: 'The whole external_id, with the case of its letters' }),
  tag: tag.optional().meta({ description: 'One of its tags, with the case of its letters' }),
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
    description:
      'Whether it was paid more than 48 hours ago, is to be sent, and is not shipped. With shop.closed_moves_deadlines, without the time in which the shop was closed',
  }),
  refund: z.enum(refundFilters).optional().meta({
    description: 'With a refund that waits for a decision: failed is either of abnormal and refused',
  }),
  not_reported: queryBoolean.optional().meta({
    description: 'Whether the platform has refused the report of their shipping, or not accepted it for hours',
  }),
  parcel: z.enum(parcelTroubles).optional().meta({
    description:
      'With a parcel that was not_collected 48 hours after shipping; is stuck, without news for 72 hours; or failed to be handed over',
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
  sort: sortBy(['id'], '-id', ['updated_at']),
})

/** `regular_amount`: the total in fen without the amounts that staff have set. */
export const LoggedStaffOrder = LoggedOrder.extend({ regular_amount: money })

const oneOf = (path: string, error: string) => ({ path: [path], error, params: { code: 'required' } })

const staffOrder = z.strictObject({
  user_id: id.optional().meta({ description: 'The customer' }),
  mobile: mobile.optional().meta({
    description:
      'Instead of user_id, the phone number of the customer; by default that of the receiver or contact. A number without an account gets one, joined to the account that proves the number',
  }),
  items: z
    .array(
      skuChoice
        .safeExtend({
          count: z.int().min(1).max(maxCount),
          price: money.min(1).max(maxPrice).optional().meta({
            description: 'Of one piece, in fen, instead of the customer’s price and a deal',
            needs: 'cms.order.update',
          }),
        })
        .meta(bySkuName),
    )
    .min(1)
    .max(maxLines),
  address_id: id.optional().meta({ description: 'One of the addresses of the customer' }),
  receiver: ReceiverInput.optional().meta({ description: 'Instead of address_id, any address' }),
  store_id: id
    .optional()
    .meta({ description: 'Instead of an address, the store where the customer collects the goods' }),
  contact,
  coupon_id: id
    .optional()
    .meta({ description: 'One of the coupons of the customer. If it does not apply, nothing is placed' }),
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

type Given = z.output<typeof staffOrder>

/** undefined: none that a customer can prove, such as a landline. */
export function mobileOfAccount({ mobile: given, receiver, contact }: Given): string | undefined {
  const number = (receiver ?? contact)?.mobile ?? ''
  return given ?? (/^(1\d{10}|\+\d{6,15})$/.test(number) ? number : undefined)
}

export const StaffOrderInput = staffOrder
  .refine(
    (order) => (order.user_id === undefined ? mobileOfAccount(order) !== undefined : order.mobile === undefined),
    oneOf('user_id', 'Give either user_id or mobile.'),
  )
  .refine(
    ({ address_id, receiver, store_id }) =>
      [address_id, receiver, store_id].filter((one) => one !== undefined).length === 1,
    oneOf('receiver', 'Give one of address_id, receiver and store_id.'),
  )
  .refine(({ store_id, contact }) => store_id === undefined || contact !== undefined, {
    ...oneOf('contact', 'Send the name and the phone number of who collects it.'),
  })
  .refine(({ store_id, contact }) => store_id !== undefined || contact === undefined, {
    ...oneOf('contact', 'Only goods that are collected have a contact.'),
    params: { code: 'not_allowed' },
  })

/** For a preview: the customer and the address may be missing. */
export const StaffOrderPreviewInput = staffOrder

export const StaffOrderPreview = z
  .object({
    items: z.array(
      z.object({
        sku_id: id,
        ...skuCodes,
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
    discounts,
    coupons: coupons.meta({ description: 'Of the customer, with cms.coupon.list; else empty' }),
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

/** As the audit log stores it. */
export const LoggedNote = z.object({ text: z.string(), pinned: z.boolean(), for_parcel: z.boolean() })

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
        ...skuCodes,
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
