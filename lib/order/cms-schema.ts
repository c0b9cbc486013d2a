import { z } from 'zod'
import { fulfilments, orderStatuses, refundStatuses, shippingMethods } from '@/db/enums'
import { Receiver } from '@/lib/address/schema'
import { fileUrl, id, line, moment, money, paragraphs, pathId, version } from '@/lib/api/fields'

const maxCount = 999
const maxLines = 50
const nullableMoment = moment.nullable()
const pieces = z.int().min(0)

const namedPieces = z.strictObject({ order_item_id: id, count: z.int().min(1).max(maxCount) })

export const CmsOrder = z
  .object({
    id,
    order_no: z.string(),
    user_id: id,
    status: z.enum(orderStatuses),
    fulfilment: z.enum(fulfilments).meta({ description: 'How much of it was shipped' }),
    version: z.int(),
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
      }),
    ),
    items_amount: money,
    freight_amount: money,
    discount_amount: money,
    total_amount: money,
    paid_amount: money,
    refunded_amount: money.meta({ description: 'What refunds have paid back' }),
    promised_amount: money.meta({
      description: 'What refunds have paid back or may still pay back; a failed one counts until it is closed',
    }),
    promised_freight: money.meta({ description: 'The part of promised_amount that is freight' }),
    remark: z.string(),
    seller_remark: z.string(),
    receiver: Receiver.meta({ description: 'The address as it was when the order was placed' }),
    shipments: z.array(
      z.object({
        id,
        method: z.enum(shippingMethods),
        carrier: z.string().nullable().meta({ description: 'The value of an entry of the dictionary carrier' }),
        tracking_no: z.string().nullable(),
        shipped_at: moment,
        revoked_at: nullableMoment,
        items: z.array(z.object({ order_item_id: id, count: pieces })),
      }),
    ),
    refunds: z.array(
      z.object({
        id,
        refund_no: z.string(),
        amount: money,
        freight_amount: money,
        reason_code: z.string().nullable(),
        note: z.string(),
        status: z.enum(refundStatuses).meta({
          description: 'abnormal: it failed, and keeps its pieces and its money until it is retried or closed',
        }),
        created_at: moment,
        succeeded_at: nullableMoment,
        items: z.array(z.object({ order_item_id: id, count: pieces, amount: money, restock_count: pieces })),
      }),
    ),
    created_at: moment,
    paid_at: nullableMoment,
    shipped_at: nullableMoment,
    completed_at: nullableMoment,
    cancelled_at: nullableMoment,
  })
  .meta({ id: 'CmsOrder' })

const ofExpress = {
  error: 'A carrier and a tracking number are required with express.',
  params: { code: 'required' },
}
const ofExpressAlone = {
  error: 'Only express has a carrier and a tracking number.',
  params: { code: 'not_allowed' },
}

export const ShipInput = z
  .strictObject({
    method: z.enum(shippingMethods),
    carrier: line(1, 32).optional().meta({ description: 'The value of an entry of the dictionary carrier' }),
    tracking_no: line(1, 64).optional(),
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

export const RefundInput = z.strictObject({
  items: z
    .array(
      z.strictObject({
        ...namedPieces.shape,
        amount: money
          .optional()
          .meta({ description: 'In fen; by default the share of these pieces in what was paid for the line' }),
      }),
    )
    .max(maxLines),
  freight_amount: money.optional().meta({ description: 'Freight that is paid back, in fen; none by default' }),
  restock: z
    .array(namedPieces)
    .max(maxLines)
    .optional()
    .meta({ description: 'The pieces of items that return to stock; by default those that were not shipped' }),
  reason_code: line(1, 32).meta({ description: 'The value of an entry of the dictionary refund_reason' }),
  note: paragraphs(0, 500).optional().meta({ description: 'For staff alone' }),
  version,
})

export const refundParams = z.object({ id: pathId, rid: pathId })
