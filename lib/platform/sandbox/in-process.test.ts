import { expect, test } from 'vitest'
import { api } from '@/lib/server/testing/api'
import { newPayer, placeOrder, readOrder } from '@/lib/server/testing/payment'
import { pay } from './control'
import { deliverDue } from './deliveries'

// No server listens at BASE_URL, as for a deployment whose protection blocks its own requests.
test('a purchase on the simulated platform needs no network', async () => {
  const payer = await newPayer()
  const order = await placeOrder(payer)
  const { status, body } = await api('POST /v1/pay/pre_order', { token: payer.token, body: { order_id: order.id } })
  expect(status).toBe(200)
  await pay(body, {})
  expect(await deliverDue()).toMatchObject([{ event_type: 'TRANSACTION.SUCCESS', statuses: [204], delivered: true }])
  expect(await readOrder(payer, order.id)).toMatchObject({ status: 'paid' })
})
