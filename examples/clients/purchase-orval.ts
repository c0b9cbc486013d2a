// The same purchase with the functions of orval. Their paths are relative: `fetch` gets them below the shop.

import { explain } from './explain.ts'
import { createPreOrder, createToken, getProduct, placeOrder } from './generated/orval.ts'

export async function purchase(code: string, product_id: number) {
  const signedIn = await createToken({ type: 200, account: code })
  if (signedIn.status !== 200) throw new Error(explain(signedIn.data))
  const headers = { authorization: `Bearer ${signedIn.data.token}` }
  const found = await getProduct(product_id)
  if (found.status !== 200) throw new Error(found.status === 304 ? 'unchanged' : explain(found.data))
  const sku = found.data.skus.find(({ stock }) => stock > 0)
  if (!sku) throw new Error(`${found.data.name} is sold out`)
  const order = await placeOrder(
    { items: [{ sku_id: sku.id, count: 1 }], expected_amount: sku.price },
    { headers: { ...headers, 'Idempotency-Key': crypto.randomUUID() } },
  )
  if (order.status !== 201) throw new Error(explain(order.data))
  const prepared = await createPreOrder({ order_id: order.data.id }, { headers })
  if (prepared.status !== 200) throw new Error(explain(prepared.data))
  return prepared.data
}
