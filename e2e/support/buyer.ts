import { type APIRequestContext, type APIResponse, expect } from '@playwright/test'
import { z } from 'zod'

/** Parses the response of a request that is expected to succeed. */
async function read<S extends z.ZodType>(schema: S, answer: APIResponse): Promise<z.output<S>> {
  expect(answer.ok(), `${answer.url()} answered ${answer.status()}`).toBe(true)
  return schema.parse(await answer.json())
}

const Code = z.object({ code: z.string() })
const Token = z.object({ token: z.string() })
const Found = z.object({ items: z.tuple([z.object({ id: z.int() })], z.unknown()) })
const Product = z.object({ skus: z.array(z.object({ id: z.int(), stock: z.int() })) })
const Order = z.object({ id: z.int(), status: z.string() })

/** Works the simulated platform. */
export const control = (request: APIRequestContext, data: object) => request.post('/sandbox/control', { data })

let buyerCount = 0

/** Signs a customer in through the simulated platform, places an order of so many pieces and prepares its payment. */
export async function newPayment(request: APIRequestContext, count = 1) {
  const openid = `buyer-${process.pid}-${Date.now()}-${++buyerCount}`
  const { code } = await read(Code, await control(request, { action: 'login_code', openid }))
  const { token } = await read(Token, await request.post('/v1/token', { data: { type: 200, account: code } }))
  const headers = { authorization: `Bearer ${token}` }
  const receiver = {
    name: '王小明',
    mobile: '13800001234',
    province: '浙江省',
    city: '杭州市',
    district: '',
    detail: '龙井路 1 号',
  }
  await read(z.object({}), await request.post('/v1/address', { headers, data: receiver }))
  const { items } = await read(Found, await request.get('/v1/product/search?q=家事皂'))
  const { skus } = await read(Product, await request.get(`/v1/product/${items[0].id}`))
  const data = { items: [{ sku_id: skus.find(({ stock }) => stock >= count)?.id, count }] }
  const { id: order_id } = await read(Order, await request.post('/v1/order', { headers, data }))
  const { payment_no } = await read(
    z.object({ payment_no: z.string() }),
    await request.post('/v1/pay/pre_order', { headers, data: { order_id } }),
  )
  const status = async () => (await read(Order, await request.get(`/v1/order/${order_id}`, { headers }))).status
  return { order_id, payment_no, status }
}
