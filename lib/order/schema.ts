import { z } from 'zod'
import { Receiver } from '@/lib/address/schema'
import { fileUrl, id, moment, money, text } from '@/lib/api/fields'
import { cursorPageOf, cursorQuery } from '@/lib/api/page'
import { customerActions } from './status'

const statuses = ['unpaid', 'paid', 'shipped', 'completed', 'cancelled', 'refunded'] as const
const maxCount = 999

const oneProduct = {
  error: 'Give either sku_id or product_id.',
  params: { code: 'required' },
}

export const OrderInput = z.strictObject({
  items: z
    .array(
      z
        .strictObject({
          sku_id: id.optional().meta({ description: 'What is bought' }),
          product_id: id.optional().meta({ description: 'Instead of sku_id, for a product with a single SKU' }),
          count: z.int().min(1).max(maxCount),
        })
        .refine((item) => (item.sku_id === undefined) !== (item.product_id === undefined), oneProduct),
    )
    .min(1)
    .max(50)
    .meta({ description: 'The same SKU twice counts as one line' }),
  address_id: id.optional().meta({ description: 'Left out: the default address' }),
  remark: text(0, 200).optional(),
  expected_amount: money
    .optional()
    .meta({ description: 'What the customer was shown as total_amount; if it differs, nothing is placed' }),
})

const nullableMoment = moment.nullable()

const order = {
  id,
  order_no: z.string().meta({ description: 'The number that is shown to people' }),
  status: z.enum(statuses).meta({ description: 'unpaid → paid → shipped → completed; or cancelled, refunded' }),
  items: z.array(
    z.object({
      id,
      product_id: id,
      sku_id: id,
      name: z.string(),
      spec_text: z.string().meta({ description: 'The chosen values of the SKU, as ordered' }),
      image_url: fileUrl.nullable(),
      price: money.meta({ description: 'One piece as ordered, in fen' }),
      count: z.int(),
      amount: money.meta({ description: 'price × count, in fen' }),
    }),
  ),
  items_amount: money.meta({ description: 'Sum of the lines, in fen' }),
  freight_amount: money.meta({ description: 'In fen' }),
  discount_amount: money.meta({ description: 'Taken off by the shop, in fen' }),
  total_amount: money.meta({ description: 'To be paid: items + freight − discount, in fen' }),
  paid_amount: money.meta({ description: 'In fen; 0 until paid' }),
  refunded_amount: money.meta({ description: 'In fen' }),
  remark: z.string(),
  receiver: Receiver.meta({ description: 'The address as it was when the order was placed' }),
  created_at: moment,
  expires_at: moment.meta({ description: 'Until then it can be paid; afterwards it is cancelled' }),
  paid_at: nullableMoment,
  shipped_at: nullableMoment,
  completed_at: nullableMoment,
  cancelled_at: nullableMoment,
  cancel_reason: z.string().nullable().meta({ description: 'customer where the customer cancelled it' }),
  actions: z.array(z.enum(customerActions)).meta({ description: 'What the customer may do next' }),
}

export const Order = z.object(order).meta({ id: 'Order' })

export const OrderDetail = z
  .object({
    ...order,
    log: z.array(
      z.object({
        action: z.string(),
        from_status: z.enum(statuses).nullable(),
        to_status: z.enum(statuses),
        created_at: moment,
      }),
    ),
    shipments: z.array(z.object({ carrier: z.string(), tracking_no: z.string(), shipped_at: moment })),
    refunds: z.array(
      z.object({
        refund_no: z.string(),
        amount: money,
        status: z.enum(['processing', 'succeeded', 'abnormal', 'closed']),
        created_at: moment,
      }),
    ),
  })
  .meta({ id: 'OrderDetail' })

export const OrderPage = cursorPageOf(Order)
export const OrderQuery = z.object({ ...cursorQuery, status: z.enum(statuses).optional() })
