import { z } from 'zod'
import { id } from '@/lib/kit/api/endpoint/fields'
import { SharedOrderParams } from '@/lib/order/schema'

export const PreOrderInput = z
  .strictObject({
    order_id: id.optional().meta({ description: 'An order of the customer' }),
    order_no: SharedOrderParams.shape.order_no
      .optional()
      .meta({ description: 'The number of an order that the shop placed for anyone, from its link' }),
  })
  .refine(({ order_id, order_no }) => (order_id === undefined) !== (order_no === undefined), {
    path: ['order_id'],
    error: 'Give either order_id or order_no.',
    params: { code: 'required' },
  })
  .meta({ oneOf: [{ required: ['order_id'] }, { required: ['order_no'] }] })

export const PreOrder = z
  .object({
    payment_no: z.string().meta({ description: 'out_trade_no of this payment attempt' }),
    timeStamp: z.string(),
    nonceStr: z.string(),
    package: z.string(),
    signType: z.literal('RSA'),
    paySign: z.string(),
  })
  .meta({ id: 'PreOrder', description: 'Pass all members except payment_no to wx.requestPayment unchanged' })
