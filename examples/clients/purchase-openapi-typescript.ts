// A purchase with the types of openapi-typescript, over openapi-fetch.
import createClient from 'openapi-fetch'
import { explain } from './explain.ts'
import type { components, paths } from './generated/openapi-typescript.ts'

type Problem = components['schemas']['Problem']

/** Lets a customer with this login code of wx.login buy one piece of a product; returns what wx.requestPayment takes. */
export async function purchase(base: string, code: string, product_id: number) {
  const shop = createClient<paths>({ baseUrl: base })
  const signedIn = await shop.POST('/v1/token', { body: { type: 200, account: code } })
  const { token } = taken(signedIn)
  const headers = { authorization: `Bearer ${token}` }
  const product = taken(await shop.GET('/v1/product/{id}', { params: { path: { id: product_id } } }))
  const sku = product.skus.find(({ stock }) => stock > 0)
  if (!sku) throw new Error(`${product.name} is sold out`)
  const order = await shop.POST('/v1/order', {
    headers,
    params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
    body: { items: [{ sku_id: sku.id, count: 1 }], expected_amount: sku.price },
  })
  const { id: order_id } = taken(order)
  return taken(await shop.POST('/v1/pay/pre_order', { headers, body: { order_id } }))
}

function taken<Data>({ data, error }: { data?: Data; error?: Problem }): Data {
  if (error) throw new Error(explain(error))
  if (data === undefined) throw new Error('the answer has no body')
  return data
}
