import { customer, endpoint, provider } from '@/lib/kit/api/endpoint/endpoint'
import { raw } from '@/lib/kit/api/run/body'
import { checkpoint } from '@/lib/kit/api/run/checkpoint'
import { withRetries } from '@/lib/kit/api/run/retries'
import { connection } from '@/lib/kit/database'
import { alarm } from './alarm'
import * as example from './example'
import { applyCallback, isCallback, notApplied, openCallback } from './notify'
import { isAlarming, isRefusedReport } from './outcome'
import { preOrder } from './pre-order'
import { sendRefunds } from './provider'
import { PreOrder, PreOrderInput } from './schema'

export const createPreOrder = endpoint({
  method: 'POST',
  path: '/v1/pay/pre_order',
  summary: 'Prepare the payment of an order',
  description:
    'Returns the parameters for wx.requestPayment. Called again, it returns the same open attempt while that is valid. To find out whether the order is paid, read the order; do not rely on the result in the mini-program.',
  access: customer,
  body: PreOrderInput,
  output: PreOrder,
  problems: ['order_state', 'payer_missing', 'provider_error'],
  example: { body: { order_id: 9 }, output: example.preOrder },
  // No transaction may stay open during the call. The number of the payment makes the request repeatable.
  transaction: 'manual',
  handle: ({ body, caller }) => preOrder(caller.user_id, body),
})

export const receivePaymentNotice = endpoint({
  method: 'POST',
  path: '/v1/pay/notify',
  summary: 'Callback of the payment provider',
  description:
    'Only the provider may call this, to report a payment or a refund. The signature over the raw body is verified; each event is applied once, however often it is delivered.',
  access: provider(isCallback),
  body: raw,
  transaction: 'manual',
  // The provider defines this form of errors: it reads the status, `code` and a short `message`.
  render: ({ status, extras, message }) => ({
    status: status === 401 ? 401 : 500,
    body: { code: 'FAIL', message: (extras.detail ?? message).slice(0, 64) },
  }),
  // The outcome is committed before the response, also when the callback is refused.
  async handle({ body, request_id, recorder }) {
    const callback = await openCallback(body)
    const { transaction } = await connection()
    const outcome = await withRetries(() => transaction((tx) => applyCallback(tx, callback)))
    checkpoint('callback applied')
    if (isAlarming(outcome)) await alarm(`callback ${outcome}`, callback.event_id, request_id)
    if (isRefusedReport(outcome)) throw notApplied(outcome)
    if (outcome === 'returned' && callback.content && 'payment' in callback.content) {
      const { out_trade_no } = callback.content.payment
      recorder.afterCommit(() => sendRefunds(out_trade_no))
    }
  },
})
