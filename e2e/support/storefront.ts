import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { z } from 'zod'
import { control } from './buyer'
import { adminToken } from './session'

const Code = z.object({ code: z.string(), openid: z.string() })
const Token = z.object({ token: z.string() })
const Product = z.object({ id: z.int(), skus: z.tuple([z.object({ id: z.int() })], z.object({ id: z.int() })) })

let count = 0
const unique = () => `${process.pid.toString(36)}${Date.now().toString(36)}${++count}`

/**
 * Creates a customer on the simulated platform and signs in. The returned `send` sends a request of this customer and
 * expects success.
 */
export async function newCustomer(request: APIRequestContext) {
  const issued = await control(request, { action: 'login_code', openid: `front-${unique()}` })
  const { code, openid } = Code.parse(await issued.json())
  const { token } = Token.parse(await (await request.post('/v1/token', { data: { type: 200, account: code } })).json())
  const headers = { authorization: `Bearer ${token}` }
  const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, data?: object) => {
    const answer = await request.fetch(path, { method, headers, data })
    expect(answer.ok(), `${method} ${path} answered ${answer.status()}`).toBe(true)
    return answer.status() === 204 ? undefined : answer.json()
  }
  return { token, openid, send }
}

/** Signs the storefront of this page in before it is opened. */
export async function enterAs(page: Page, { token, openid }: { token: string; openid?: string }): Promise<void> {
  await page.addInitScript((login) => {
    // Once, so that later changes of the login by the page remain.
    if (sessionStorage.getItem('was-entered')) return
    sessionStorage.setItem('was-entered', 'yes')
    localStorage.setItem('customer', login)
  }, JSON.stringify({ token, openid }))
}

export const address = {
  name: '王小明',
  mobile: '13800001234',
  province: '浙江省',
  city: '杭州市',
  district: '西湖区',
  detail: '龙井路 1 号',
}

/**
 * Creates a product with two colors and two sizes; one of the four SKUs has no stock. No other test sells this product.
 */
export async function newProduct(
  request: APIRequestContext,
  further: { freight_template_id?: number; deliveries?: string[] } = {},
) {
  const headers = { authorization: `Bearer ${await adminToken(request)}` }
  const categories: { id: number }[] = await (await request.get('/v1/category')).json()
  // Other tests open the first product.
  const name = `竹杯 ${unique()}`
  const data = {
    name,
    ...further,
    category_id: categories.at(-1)?.id,
    content: '',
    images: ['/demo/p-green-tea.webp'],
    status: 'on_sale',
    specs: [
      { name: '颜色', values: [{ name: '本色' }, { name: '炭色' }] },
      { name: '容量', values: [{ name: '小' }, { name: '大' }] },
    ],
    skus: [
      { values: ['本色', '小'], price: 1_200, stock: 9 },
      { values: ['本色', '大'], price: 2_400, stock: 9 },
      { values: ['炭色', '小'], price: 1_300, stock: 0 },
    ],
  }
  const answer = await request.post('/cms/product', { headers, data })
  expect(answer.status(), await answer.text()).toBe(201)
  const { id, skus } = Product.parse(await answer.json())
  /** Raises the price of every SKU of the product by an amount in fen. */
  const raisePrice = async (amount: number) => {
    const changed = await request.post('/cms/product/bulk', { headers, data: { ids: [id], action: 'price', amount } })
    expect(changed.status()).toBe(200)
  }
  return { id, name, sku_id: skus[0].id, raisePrice }
}

/**
 * Creates a promotion for one product, whose coupons customers can take: ¥2.00 off from ¥10.00, and one coupon per
 * customer. Returns the label of the promotion.
 */
export async function newCoupons(request: APIRequestContext, product_id: number): Promise<string> {
  const headers = { authorization: `Bearer ${await adminToken(request)}` }
  const label = `减2元 ${unique().slice(-12)}`
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const data = {
    name: label,
    label,
    gives: 'reduction',
    starts_at: at(-1),
    ends_at: at(60),
    scope: 'products',
    product_ids: [product_id],
    tiers: [{ from_amount: 1_000, off_amount: 200 }],
    coupon_source: 'customer',
    per_customer: 1,
  }
  const answer = await request.post('/cms/promotion', { headers, data })
  expect(answer.status(), await answer.text()).toBe(201)
  return label
}

/** Ships an order as one parcel, as staff. Returns the tracking number. */
export async function ship(request: APIRequestContext, order_id: number): Promise<string> {
  const headers = { authorization: `Bearer ${await adminToken(request)}` }
  const answer = await request.get(`/cms/order/${order_id}`, { headers })
  const { version } = z.object({ version: z.int() }).parse(await answer.json())
  const tracking_no = `SF${unique().replaceAll(/\W/g, '').toUpperCase()}`.slice(0, 20)
  const data = { method: 'express', carrier: 'SF', tracking_no, version }
  expect((await request.post(`/cms/order/${order_id}/ship`, { headers, data })).status()).toBe(200)
  return tracking_no
}

/**
 * Creates a deal of a SKU for 59 minutes. `price`: in fen. `quota`: the number of pieces. Returns the label of the
 * deal.
 */
export async function newDeal(
  request: APIRequestContext,
  sku: { sku_id: number; price: number; quota: number },
): Promise<string> {
  const headers = { authorization: `Bearer ${await adminToken(request)}` }
  const label = `特价 ${unique().slice(-12)}`
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const data = { name: label, label, gives: 'deal', starts_at: at(-1), ends_at: at(59), skus: [sku] }
  const answer = await request.post('/cms/promotion', { headers, data })
  expect(answer.status(), await answer.text()).toBe(201)
  return label
}

/**
 * Creates a shipping template with a fee in fen, and without delivery to some provinces. Returns the id of the
 * template.
 */
export async function newTemplate(
  request: APIRequestContext,
  { first_fee, no_delivery }: { first_fee: number; no_delivery: string[] },
): Promise<number> {
  const headers = { authorization: `Bearer ${await adminToken(request)}` }
  const rules = [{ regions: [], first: 1, first_fee, next: 1, next_fee: 0 }]
  const data = { name: `运费 ${unique().slice(-12)}`, charge: 'piece', rules, no_delivery }
  const answer = await request.post('/cms/freight_template', { headers, data })
  expect(answer.status(), await answer.text()).toBe(201)
  const { id }: { id: number } = await answer.json()
  return id
}
