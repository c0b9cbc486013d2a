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
const Order = z.object({ id: z.int(), order_no: z.string(), status: z.string() })

/** Sends an action to the simulated platform. */
export const control = (request: APIRequestContext, data: object) => request.post('/sandbox/control', { data })

let buyerCount = 0

/** The body of a request: JSON, or a form with a file. */
type Sent = Pick<NonNullable<Parameters<APIRequestContext['post']>[1]>, 'data' | 'multipart'>

interface Basket {
  items: { sku_id: number | undefined; count: number }[]
  remark?: string
  /** The street and the house number of the address. */
  detail?: string
}

/** Returns a basket with `count` pieces of a product of the demonstration shop. */
async function usualBasket(request: APIRequestContext, count: number): Promise<Basket> {
  const { items } = await read(Found, await request.get('/v1/product/search?q=家事皂'))
  const { skus } = await read(Product, await request.get(`/v1/product/${items[0].id}`))
  return { items: [{ sku_id: skus.find(({ stock }) => stock >= count)?.id, count }] }
}

/**
 * Signs a customer in through the simulated platform, places an order, and prepares its payment. `wanted`: a basket, or
 * the number of pieces of a product of the demonstration shop.
 */
export async function newPayment(request: APIRequestContext, wanted: number | Basket = 1) {
  const { detail = '龙井路 1 号', ...data } = typeof wanted === 'number' ? await usualBasket(request, wanted) : wanted
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
    detail,
  }
  await read(z.object({}), await request.post('/v1/address', { headers, data: receiver }))
  const { id: order_id, order_no } = await read(Order, await request.post('/v1/order', { headers, data }))
  const { payment_no } = await read(
    z.object({ payment_no: z.string() }),
    await request.post('/v1/pay/pre_order', { headers, data: { order_id } }),
  )
  const status = async () => (await read(Order, await request.get(`/v1/order/${order_id}`, { headers }))).status
  /** Sends a request with the token of the customer. The request is expected to succeed. */
  const post = async <S extends z.ZodType>(path: string, schema: S, body: Sent) =>
    read(schema, await request.post(path, { headers, ...body }))
  return { order_id, order_no, payment_no, token, status, post }
}

/** Places an order as `newPayment` does, and pays it. */
export async function newPaidOrder(request: APIRequestContext, wanted: number | Basket = 1) {
  const order = await newPayment(request, wanted)
  await control(request, { action: 'page_pay', out_trade_no: order.payment_no })
  await control(request, { action: 'deliver' })
  return order
}
