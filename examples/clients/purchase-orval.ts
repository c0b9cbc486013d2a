// The same purchase with the functions of orval. Their paths are relative: `fetch` gets them below the shop.

import { explain } from './explain.ts'
import { getV1ProductId, postV1Order, postV1PayPreOrder, postV1Token } from './generated/orval.ts'

export async function purchase(code: string, product_id: number) {
  const signedIn = await postV1Token({ type: 200, account: code })
  if (signedIn.status !== 200) throw new Error(explain(signedIn.data))
  const headers = { authorization: `Bearer ${signedIn.data.token}` }
  const found = await getV1ProductId(product_id)
  if (found.status !== 200) throw new Error(found.status === 304 ? 'unchanged' : explain(found.data))
  const sku = found.data.skus.find(({ stock }) => stock > 0)
  if (!sku) throw new Error(`${found.data.name} is sold out`)
  const order = await postV1Order(
    { items: [{ sku_id: sku.id, count: 1 }], expected_amount: sku.price },
    { headers: { ...headers, 'Idempotency-Key': crypto.randomUUID() } },
  )
  if (order.status !== 201) throw new Error(explain(order.data))
  const prepared = await postV1PayPreOrder({ order_id: order.data.id }, { headers })
  if (prepared.status !== 200) throw new Error(explain(prepared.data))
  return prepared.data
}
