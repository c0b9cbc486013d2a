import type { z } from 'zod'
import type { PreOrder } from './schema'

export const preOrder = {
  payment_no: 'P0123456789ABCDEF0123456789',
  timeStamp: '1795140904',
  nonceStr: 'k3vQ8zN1sT6yB0wD',
  package: 'prepay_id=wx20101504120a7c3e91d5',
  signType: 'RSA',
  paySign: 'pY0bV5mQ2r…',
} satisfies z.input<typeof PreOrder>
