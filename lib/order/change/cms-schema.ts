import { z } from 'zod'
import { actionRefusals, orderStatuses } from '@/db/enums'
import { ReceiverInput } from '@/lib/address/schema'
import { edits, id, idsUpTo, line, money, paragraphs, pathId, version } from '@/lib/kit/api/endpoint/fields'
import { external_idInput, tagsInput } from '@/lib/kit/api/endpoint/labels'
import { maxCount, maxLines, namedPieces, pieces } from '@/lib/order/cms-schema'
import { maxTogether } from '@/lib/order/import/sheets'
import { maxPrice } from '@/lib/product/input-schema'

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

export const PriceChanges = z.strictObject(prices).partial()

export const regular = {
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
  external_id: external_idInput,
  tags: tagsInput,
})

export const ReceiverPlaceQuery = z.object({
  province: ReceiverInput.shape.province.optional(),
  city: ReceiverInput.shape.city.default(''),
  district: ReceiverInput.shape.district.default(''),
})

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
