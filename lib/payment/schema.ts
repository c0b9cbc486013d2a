import { z } from 'zod'
import { id } from '@/lib/kit/api/endpoint/fields'

export const PreOrderInput = z.strictObject({ order_id: id })

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
