// The same purchase with the client of @hey-api/openapi-ts.

import { explain } from './explain.ts'
import { createClient } from './generated/hey-api/client/index.ts'
import type { Problem } from './generated/hey-api/index.ts'
import { createPreOrder, createToken, getProduct, placeOrder } from './generated/hey-api/index.ts'

export async function purchase(base: string, code: string, product_id: number) {
  const guest = createClient({ baseUrl: base })
  const { token } = taken(await createToken({ client: guest, body: { type: 200, account: code } }))
  const client = createClient({ baseUrl: base, auth: token })
  const product = taken(await getProduct({ client: guest, path: { id: product_id } }))
  const sku = product.skus.find(({ stock }) => stock > 0)
  if (!sku) throw new Error(`${product.name} is sold out`)
  const order = await placeOrder({
    client,
    headers: { 'Idempotency-Key': crypto.randomUUID() },
    body: { items: [{ sku_id: sku.id, count: 1 }], expected_amount: sku.price },
  })
  const { id: order_id } = taken(order)
  return taken(await createPreOrder({ client, body: { order_id } }))
}

function taken<Data>({ data, error }: { data?: Data; error?: Problem }): Data {
  if (error) throw new Error(explain(error))
  if (data === undefined) throw new Error('the answer has no body')
  return data
}
