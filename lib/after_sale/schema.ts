import { z } from 'zod'
import { afterSaleActions, afterSaleKinds, afterSaleStatuses, refundStatuses } from '@/db/enums'
import { fileUrl, id, line, moment, money, paragraphs, pathId, trackingNo } from '@/lib/kit/api/endpoint/fields'
import { cursorPageOf, cursorQuery } from '@/lib/kit/api/endpoint/page'
import { deal_pieces } from '@/lib/order/schema'

const maxLines = 50
const maxPictures = 9
const nullableMoment = moment.nullable()

const image_ids = z
  .array(id)
  .max(maxPictures)
  .optional()
  .meta({ description: 'Pictures of POST /v1/file that are not in use yet' })

const wanted = {
  order_id: id,
  kind: z.enum(afterSaleKinds).meta({
    description: 'refund: money alone; return_refund: the goods are sent back, which only shipped pieces can be',
  }),
  items: z
    .array(
      z.strictObject({
        order_item_id: id,
        count: z.int().min(0).max(999).meta({
          description: '0 of an item whose pieces were all refunded for less than was paid: the money that is left',
        }),
      }),
    )
    .min(1)
    .max(maxLines)
    .meta({ description: 'What it is about. The money is computed from what was paid for these pieces' }),
}

export const AfterSalePreviewInput = z.strictObject(wanted)

export const AfterSaleInput = z.strictObject({
  ...wanted,
  reason_code: line(1, 32).meta({ description: 'The value of an entry of GET /v1/dict?types=after_sale_reason' }),
  description: paragraphs(0, 500).optional(),
  image_ids,
})

export const ReturnInput = z.strictObject({
  carrier: line(1, 32).meta({ description: 'The value of an entry of the dictionary carrier' }),
  tracking_no: trackingNo,
})

export const DisputeInput = z.strictObject({ description: paragraphs(1, 500), image_ids })

const images = z.array(fileUrl).meta({ description: 'Addresses of the pictures, for an hour' })

const requested_amount = money.meta({ description: 'What the pieces and the shipping fee have cost, in fen' })
const freight_amount = money.meta({ description: 'The part of requested_amount that is shipping fee' })
const amount = money.meta({ description: 'What these pieces have cost, in fen' })

export const AfterSalePreview = z
  .object({
    requested_amount,
    freight_amount,
    items: z.array(z.object({ order_item_id: id, count: z.int(), amount })),
  })
  .meta({ id: 'AfterSalePreview' })

/** For customers and staff. */
export const afterSaleFields = {
  id,
  no: z
    .string()
    .meta({ description: 'The number to show to people: 14 digits; older ones are C and 16 hexadecimal digits' }),
  order_id: id,
  order_no: z.string(),
  kind: z.enum(afterSaleKinds),
  status: z.enum(afterSaleStatuses).meta({
    description:
      'requested → refunding → done; with goods requested → returning → returned → refunding → done; or rejected, disputed, withdrawn, expired',
  }),
  reason_code: z.string(),
  description: z.string(),
  images,
  requested_amount,
  freight_amount,
  approved_amount: money.nullable().meta({
    description:
      'What the shop pays back of what was asked for, in fen; null until it has approved. refund.amount includes shipping fee that it pays back beyond that, and postage_amount',
  }),
  postage_amount: money.meta({
    description: 'What the shop pays back for sending the goods, in fen, beyond approved_amount',
  }),
  items: z.array(
    z.object({
      order_item_id: id,
      name: z.string(),
      spec_text: z.string(),
      image_url: fileUrl.nullable(),
      count: z.int(),
      amount,
      discount_amount: money.nullable().meta({
        description:
          'Their share of the discounts of the order, which amount is without; null: amount is no share of their price',
      }),
      ordered_count: z.int().meta({ description: 'Pieces of the line in the order' }),
      deal_pieces,
    }),
  ),
  return_to: z.string().nullable().meta({ description: 'Where the goods are to be sent' }),
  return_carrier: z.string().nullable(),
  return_tracking_no: z.string().nullable(),
  decide_by: moment.meta({ description: 'When the shop should have decided' }),
  return_by: nullableMoment.meta({ description: 'Goods that are not sent until then end the request' }),
  inspect_by: nullableMoment,
  rejected_at: nullableMoment.meta({ description: 'A rejected request can be disputed once, within seven days' }),
  disputed_at: nullableMoment,
  dispute_description: z.string(),
  dispute_images: images,
  refund: z
    .object({ refund_no: z.string(), amount: money, status: z.enum(refundStatuses), succeeded_at: nullableMoment })
    .nullable(),
  created_at: moment,
  closed_at: nullableMoment,
}

export const transitionFields = {
  action: z.enum(afterSaleActions),
  from_status: z.enum(afterSaleStatuses).nullable(),
  to_status: z.enum(afterSaleStatuses),
  note: z.string().meta({ description: 'What the shop has said about it' }),
  created_at: moment,
}

export const AfterSale = z
  .object({
    ...afterSaleFields,
    actions: z.array(z.enum(['return', 'withdraw', 'dispute'])).meta({ description: 'What the customer may do next' }),
    log: z.array(z.object(transitionFields)),
  })
  .meta({ id: 'AfterSale' })

export const AfterSalePage = cursorPageOf(AfterSale)
export const AfterSaleQuery = z.object({
  ...cursorQuery,
  order_id: pathId.optional(),
})
