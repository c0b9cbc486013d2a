import { z } from 'zod'
import { customer, endpoint, provider } from '@/lib/api/endpoint'
import { connection } from '@/lib/database'
import { occasionalWork } from '@/lib/job/expire'
import { alarm } from './alarm'
import { checkpoint } from './checkpoint'
import * as example from './example'
import { applyCallback, isCallback, notApplied, openCallback } from './notify'
import { preOrder } from './pre-order'
import { sendRefunds } from './provider'
import { isAlarming } from './refund'
import { PreOrder, PreOrderInput } from './schema'

export const createPreOrder = endpoint({
  method: 'POST',
  path: '/v1/pay/pre_order',
  summary: 'Prepare the payment of an order',
  description:
    'Answers what wx.requestPayment wants. Asked again, it answers the same open attempt while that is valid. Whether the order is paid is said by the order, never by the mini-program.',
  access: customer,
  body: PreOrderInput,
  output: PreOrder,
  problems: ['order_state', 'payer_missing', 'provider_error'],
  example: { body: { order_id: 9 }, output: example.preOrder },
  // Database, provider, database: no transaction may be held while the provider thinks. Its own number makes it repeatable.
  transaction: 'own',
  handle({ body, caller, record }) {
    record.after(occasionalWork())
    return preOrder(caller.user_id, body.order_id)
  },
})

export const receiveNotice = endpoint({
  method: 'POST',
  path: '/v1/pay/notify',
  summary: 'The payment provider reports a payment or a refund',
  description:
    'Only for the provider: verified by its signature over the raw body, applied once however often it is delivered.',
  access: provider(isCallback),
  reads: 'raw',
  body: z.string(),
  transaction: 'own',
  // The provider judges by the status; our own form of error would be nonsense to it.
  render: ({ status, extras, message }) => ({
    status: status === 401 ? 401 : 500,
    body: { code: 'FAIL', message: (extras.detail ?? message).slice(0, 64) },
  }),
  // The outcome is committed before anything is answered, and a refusal is committed as well as an application.
  async handle({ body, request_id, record }) {
    const callback = await openCallback(body)
    const { transaction } = await connection()
    const outcome = await transaction((tx) => applyCallback(tx, callback))
    checkpoint('callback applied')
    if (isAlarming(outcome)) await alarm(`callback ${outcome}`, callback.event_id, request_id)
    if (outcome.startsWith('refused')) throw notApplied(outcome)
    if (outcome === 'returned' && callback.content && 'payment' in callback.content) {
      const { out_trade_no } = callback.content.payment
      record.after(() => sendRefunds(out_trade_no))
    }
  },
})
