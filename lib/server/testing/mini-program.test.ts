import { gzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { writeBase } from '@/db/base/write'
import * as tables from '@/db/tables'
import { connection } from '@/lib/kit/database'
import { cleanOwnHtml } from '@/lib/server/testing/html'
import { decide } from './after_sale'
import { api } from './api'
import {
  addressInput,
  database,
  newCategory,
  newProduct,
  newStaff,
  newStore,
  resetParameter,
  setFreight,
  setParameters,
  unique,
} from './factories'
import { refund, ship, usePlatform } from './payment'
import { type Exchange, Phone, readSample, sampleTexts } from './phone'

/*
 * Runs the sample mini-program (examples/mini-program) with the real shop. Its pages are opened and tapped as on a
 * phone.
 */

const fromSample = { base: 'http://localhost:3000', simulated: false }
const newPhone = (openid = unique('o')) => new Phone({ openid, config: fromSample })

const Entries = z.array(z.looseObject({ id: z.int().optional() }))
/** Returns the list in the data of a page of the sample mini-program. */
const listOf = (shown: unknown) => Entries.parse(shown)
/** Returns the id of the record in the data of a page of the sample mini-program. */
const idOf = (shown: unknown) => z.object({ id: z.int() }).parse(shown).id

const call = ({ method, path }: Exchange) => `${method} ${path.split('?')[0]}`
const to = (name: string) => (exchange: Exchange) => call(exchange) === name

beforeEach(usePlatform)

const home = { image_url: '/demo/b-home-1.webp', title: '秋日新茶', sort_order: 1 }
let category_id: number
let pot: Awaited<ReturnType<typeof newProduct>>
let cup: Awaited<ReturnType<typeof newProduct>>

beforeAll(async () => {
  // The dictionaries of reasons and carriers.
  const { db, transaction } = await connection()
  await transaction((tx) => writeBase(tx, { points: [], operations: [] }))
  await setParameters({ 'shop.name': '檐下' })
  await setFreight(800)
  const tea = await newCategory({ name: '茶与点心', sort_order: 1 })
  category_id = (await newCategory({ name: '绿茶', parent_id: tea.id })).id
  await newCategory({ name: '纸与笔', sort_order: 2 })
  const shared = { category_id, images: ['/demo/cup.svg'], summary: '明前采摘，手工炒制，当日发货' }
  for (let at = 1; at <= 24; at++)
    await newProduct({
      ...shared,
      name: `雨前绿茶 ${at}`,
      sort_order: 10 + at,
      content: await cleanOwnHtml('<p>每年清明之前采摘。</p>'),
    })
  pot = await newProduct({
    ...shared,
    name: '紫砂壶',
    sort_order: 1,
    specs: [
      { name: '容量', values: ['180 毫升', '240 毫升'] },
      { name: '泥料', values: ['朱泥'] },
    ],
    skus: [
      { spec_values: ['180 毫升', '朱泥'], price: 26_800, stock: 20 },
      { spec_values: ['240 毫升', '朱泥'], price: 32_800, stock: 20 },
    ],
    price: 26_800,
    price_max: 32_800,
  })
  cup = await newProduct({
    ...shared,
    name: '青釉杯',
    sort_order: 2,
    skus: [{ price: 4_500, stock: 50 }],
    price: 4_500,
  })
  const [banner] = await db.insert(tables.banner).values({ name: 'home', title: '首页' }).returning()
  const item = { ...home, banner_id: banner?.id ?? 0, target_type: 'product', target: String(pot.id) } as const
  await db.insert(tables.banner_item).values(item)
  const published = { status: 'published', published_at: new Date(Date.now() - 60_000) } as const
  await db
    .insert(tables.notice)
    .values({ ...published, title: '国庆期间照常发货', content: await cleanOwnHtml('<p>请放心下单。</p>') })
})

const address = {
  name: '林晚',
  mobile: '13800001024',
  region: ['浙江省', '杭州市', '拱墅区'],
  detail: '青梧路 18 号',
}

/** Opens the page for a new address and enters an address, like a customer. */
async function addAddress(phone: Phone): Promise<void> {
  await phone.visit('addresses')
  await phone.tap('add')
  for (const [field, value] of Object.entries(address))
    await phone.tap('write', { dataset: { field }, detail: { value } })
  await phone.tap('save')
}

/** Returns a phone whose customer has an address, and a cart with these SKUs. */
async function readyPhone(sku_ids: number[] = [], openid?: string): Promise<Phone> {
  const phone = newPhone(openid)
  await addAddress(phone)
  const post = phone.script('utils/request.js', 'post')
  for (const sku_id of sku_ids) await post('/v1/cart', { sku_id, count: 1 }, { key: unique('key-') })
  return phone
}

/** Creates a promotion that runs now: `off_amount` fen off from ¥10.00. */
async function offered(coupon_source: 'customer' | 'code', label: string, off_amount: number) {
  const staff = await newStaff(['cms.promotion.create', 'cms.promotion.update'])
  const from = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const reply = await api('POST /cms/promotion', {
    token: staff.token,
    body: {
      name: unique('券'),
      label,
      gives: 'reduction',
      coupon_source,
      per_customer: 1,
      starts_at: from(-1),
      ends_at: from(1),
      tiers: [{ from_amount: 1_000, off_amount }],
      scope: 'products',
      product_ids: [cup.id],
    },
  })
  expect(reply.status).toBe(201)
  return reply.body.id
}

async function checkOut(phone: Phone): Promise<void> {
  await phone.visit('cart')
  await phone.tap('checkOut')
}

async function shipAll(order_id: number): Promise<void> {
  const staff = await newStaff(['cms.order.ship', 'cms.order.list'])
  expect((await ship(order_id, staff.token)).status).toBe(200)
}

test('a customer orders from the home screen, pays, opens a case, receives the goods and removes the order', async () => {
  const phone = newPhone()

  const first = await phone.visit('home')
  expect(first).toMatchObject({
    error: '',
    home: { shop: { name: '檐下' } },
    banner: { items: [{ title: home.title }] },
  })
  expect(first).toHaveProperty('home.newest.length', 10)

  await phone.tap('openCategory', { dataset: { id: category_id } })
  expect(phone.screen.path).toBe('pages/category/index')
  expect(listOf(phone.data.categories).map(({ name, depth }) => [name, depth])).toEqual(
    expect.arrayContaining([
      ['茶与点心', 0],
      ['绿茶', 1],
    ]),
  )
  expect(listOf(phone.data.products).slice(0, 2)).toMatchObject([{ name: '紫砂壶' }, { name: '青釉杯' }])
  expect(phone.data.products).toHaveLength(20)
  await phone.tap('onReachBottom')
  expect(phone.data).toMatchObject({ page: 2, hasMore: false })
  expect(new Set(listOf(phone.data.products).map(({ id }) => id)).size).toBe(26)
  const before = phone.exchanges.length
  await phone.tap('onReachBottom')
  expect(phone.exchanges).toHaveLength(before)

  await phone.tap('openProduct', { dataset: { id: pot.id } })
  expect(phone.screen.path).toBe('pages/product/index')
  // Clay has a single option; size has several.
  expect(phone.data).toMatchObject({ chosen: [null, '朱泥'], sku: null })
  await phone.tap('addToCart')
  expect(phone.shown.at(-1)).toBe('请先选择规格')
  await phone.tap('choose', { dataset: { at: 0, value: '240 毫升' } })
  expect(phone.data.sku).toMatchObject({ price: 32_800, stock: 20 })
  await phone.tap('more')
  await phone.tap('addToCart')
  expect(phone.shown.at(-1)).toBe('已加入购物车')
  // The earlier requests are public, except for the cart.
  expect(phone.logins).toBe(1)
  await phone.visit('product', { id: cup.id })
  await phone.tap('addToCart')

  const cart = await phone.visit('cart')
  expect(cart).toMatchObject({ amount: 2 * 32_800 + 4_500, pieces: 3, allChecked: true, hasInvalid: false })
  const cupLine = { dataset: { sku: cup.sku.id } }
  await phone.tap('toggle', cupLine)
  expect(phone.data).toMatchObject({ amount: 2 * 32_800, allChecked: false })
  await phone.tap('toggleAll')
  await phone.tap('more', cupLine)
  await phone.tap('more', cupLine)
  await phone.tap('less', cupLine)
  expect(phone.data).toMatchObject({ amount: 2 * 32_800 + 2 * 4_500, pieces: 4, allChecked: true })

  await phone.tap('checkOut')
  expect(phone.screen.path).toBe('pages/checkout/index')
  const total = 2 * 32_800 + 2 * 4_500 + 800
  expect(phone.data).toMatchObject({ address: null, missing: 0, preview: { freight_amount: 800, total_amount: total } })
  await phone.tap('submit')
  expect(phone.shown.at(-1)).toBe('请选择收货地址')
  await phone.tap('chooseAddress')
  await phone.tap('add')
  for (const [field, value] of Object.entries(address))
    await phone.tap('write', { dataset: { field }, detail: { value } })
  await phone.tap('save')
  await phone.tap('choose', { dataset: { at: 0 } })
  expect(phone.screen.path).toBe('pages/checkout/index')
  expect(phone.data.address).toMatchObject({ name: '林晚', city: '杭州市' })
  await phone.tap('writeRemark', { detail: { value: '请在工作日送货' } })
  await phone.tap('submit')

  expect(phone.screen.path).toBe('pages/order/index')
  expect(phone.shown.at(-1)).toBe('支付成功')
  expect(phone.data.order).toMatchObject({
    status: 'paid',
    total_amount: total,
    paid_amount: total,
    remark: '请在工作日送货',
    can: { pay: false, cancel: false, confirm: false, after_sale: true, invoice: false, remove: false },
    log: [{ action: 'place' }, { action: 'pay', time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/) }],
  })
  const id = idOf(phone.data.order)
  await setParameters({ 'invoice.enabled': true })
  await phone.tap('load')
  expect(phone.data).toMatchObject({ order: { invoice: null, can: { invoice: true } } })
  const { invoiceTitle } = phone
  phone.invoiceTitle = { ...invoiceTitle, taxNumber: '91330106MA2CFX5N3A' }
  await phone.tap('askForInvoice')
  expect(phone.shown.at(-1)).toBe('税号有误，请核对')
  phone.invoiceTitle = invoiceTitle
  await phone.tap('askForInvoice')
  expect(phone.shown.at(-1)).toBe('已提交给店铺')
  expect(phone.data).toMatchObject({
    order: { can: { invoice: false }, invoice: { status: 'requested', title: '杭州青梧茶业有限公司', amount: total } },
  })
  expect((await phone.visit('cart')).lines).toEqual([])

  await phone.visit('profile')
  await phone.tap('openOrders', { dataset: { status: '' } })
  expect(phone.data).toMatchObject({ counts: { unpaid: 0, paid: 1 }, orders: [{ id, status: 'paid' }] })
  await phone.tap('choose', { dataset: { status: 'unpaid' } })
  expect(phone.data.orders).toEqual([])
  await phone.tap('choose', { dataset: { status: 'paid' } })
  await phone.tap('open', { dataset: { id } })

  await phone.tap('askForRefund')
  expect(phone.data).toMatchObject({ isShipped: false, items: [{ wanted: 0 }, { wanted: 0 }] })
  await phone.tap('submit')
  expect(phone.shown.at(-1)).toBe('请选择要售后的商品')
  const cupAt = listOf(phone.data.items).findIndex(({ sku_id }) => sku_id === cup.sku.id)
  for (let times = 0; times < 3; times++) await phone.tap('more', { dataset: { at: cupAt } })
  await phone.tap('less', { dataset: { at: cupAt } })
  expect(phone.data).toHaveProperty(`items[${cupAt}].wanted`, 1)
  const damaged = listOf(phone.data.reasons).findIndex(({ label }) => label === '商品破损')
  await phone.tap('chooseReason', { detail: { value: String(damaged) } })
  await phone.tap('describe', { detail: { value: '杯口有一处缺口' } })
  await phone.tap('submit')
  expect(phone.screen.path).toBe('pages/after-sale/index')
  expect(phone.data.cases).toMatchObject([
    { status: 'requested', reason_code: 'damaged', requested_amount: 4_500, can: { withdraw: true, sendBack: false } },
  ])
  await phone.tap('withdraw', { dataset: { id: idOf(listOf(phone.data.cases)[0]) } })
  expect(phone.data.cases).toMatchObject([{ status: 'withdrawn', can: { withdraw: false } }])

  await shipAll(id)
  await phone.visit('order', { id })
  const [shipment] = listOf(z.object({ shipments: z.unknown() }).parse(phone.data.order).shipments)
  expect(shipment).toMatchObject({ carrier_name: '顺丰速运', contents: expect.stringContaining('青釉杯 ×2') })
  await phone.tap('copyTracking', { dataset: { shipment } })
  expect(phone.clipboard).toEqual([shipment?.carrier_url ?? shipment?.tracking_no])

  await phone.visit('orders')
  expect(phone.data).toMatchObject({ counts: { shipped: 1 }, orders: [{ can: { confirm: true, remove: false } }] })
  await phone.tap('confirm', { dataset: { id } })
  expect(phone.data).toMatchObject({
    counts: { completed: 1 },
    orders: [{ status: 'completed', can: { remove: true } }],
  })

  await phone.tap('buyAgain', { dataset: { id } })
  expect(phone.screen.path).toBe('pages/cart/index')
  expect(phone.data).toMatchObject({ pieces: 4, allChecked: true })

  await phone.visit('orders')
  await phone.tap('hide', { dataset: { id } })
  expect(phone.data).toMatchObject({ orders: [], counts: { completed: 0 } })
  await phone.visit('order', { id })
  expect(phone.data).toMatchObject({ order: null, error: '内容不存在或已下架' })
  expect(phone.exchanges.filter(({ status }) => status !== null && status >= 500)).toEqual([])
})

describe('requests', () => {
  test('two requests that are refused at the same time log in once', async () => {
    const phone = newPhone()
    phone.storage.set('token', 'x'.repeat(43))
    const get = phone.script('utils/request.js', 'get')
    const sent = await phone.during(() => Promise.all([get('/v1/order'), get('/v1/cart')]))
    expect(phone.logins).toBe(1)
    expect(sent.filter(({ status }) => status === 401)).toHaveLength(2)
    expect(sent.filter(({ status }) => status === 200).map(call)).toContain('GET /v1/cart')
  })

  test('a request that is refused after the login of another request uses that login', async () => {
    const phone = newPhone()
    phone.storage.set('token', 'x'.repeat(43))
    phone.next('slow', 'GET /v1/cart')
    const get = phone.script('utils/request.js', 'get')
    const sent = await phone.during(() => Promise.all([get('/v1/order'), get('/v1/cart')]))
    expect(sent.filter(({ status }) => status === 401)).toHaveLength(2)
    expect(phone.logins).toBe(1)
  })

  test('a request that is refused with its new token, too, is given up', async () => {
    const phone = newPhone()
    phone.storage.set('token', 'x'.repeat(43))
    phone.storage.set = () => phone.storage
    const get = phone.script('utils/request.js', 'get')
    const sent = await phone.during(() =>
      expect(get('/v1/cart')).rejects.toMatchObject({ code: 'unauthenticated', message: '登录已失效，请重试' }),
    )
    expect(sent.map(({ status }) => status)).toEqual([401, 200, 401])
  })

  test('a failed login is shown and not repeated automatically', async () => {
    const phone = newPhone()
    phone.next('offline', 'POST /v1/token')
    await phone.visit('cart')
    expect(phone.data).toMatchObject({ error: '网络不可用，请检查网络后重试', lines: null })
    await phone.tap('load')
    expect(phone.data).toMatchObject({ error: '', lines: [] })
    expect(phone.exchanges).toHaveLength(3)
  })

  test('a read is sent again after a 503 and after no response, after the wait that the shop requested', async () => {
    const phone = newPhone()
    phone.next('unavailable', 'GET /v1/home')
    phone.next('offline', 'GET /v1/home')
    expect((await phone.visit('home')).home).toMatchObject({ shop: { name: '檐下' } })
    expect(phone.exchanges.map(({ status }) => status)).toEqual([503, null, 200])
    expect(phone.waits).toEqual([2_000, 2_000])
  })

  test('a read is sent at most three times', async () => {
    const phone = newPhone()
    for (let times = 0; times < 3; times++) phone.next('offline', 'GET /v1/home')
    expect((await phone.visit('home')).error).toBe('网络不可用，请检查网络后重试')
    expect(phone.exchanges).toHaveLength(3)
    await phone.tap('load')
    expect(phone.data.error).toBe('')
  })

  test.each(['answer_lost', 'unavailable', 'in_progress'] as const)(
    'an order that meets %s is placed once',
    async (fault) => {
      const phone = await readyPhone([cup.sku.id])
      await checkOut(phone)
      phone.next(fault, 'POST /v1/order')
      const sent = (await phone.during(() => phone.tap('submit'))).filter(to('POST /v1/order'))
      expect(sent).toHaveLength(2)
      expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
      expect(phone.data).toHaveProperty('order.status', 'paid')
      expect((await phone.visit('orders')).orders).toHaveLength(1)
    },
  )

  test('an order whose responses are all lost is placed once, also if the customer taps again', async () => {
    const phone = await readyPhone([cup.sku.id])
    await checkOut(phone)
    for (let times = 0; times < 3; times++) phone.next('answer_lost', 'POST /v1/order')
    await phone.tap('submit')
    expect(phone.screen.path).toBe('pages/checkout/index')
    expect(phone.shown.at(-1)).toBe('网络不可用，请检查网络后重试')
    await phone.tap('submit')
    expect(phone.screen.path).toBe('pages/order/index')
    expect((await phone.visit('orders')).orders).toHaveLength(1)
  })

  test('pieces are added to the cart once if the response is lost, and again by another tap', async () => {
    const phone = newPhone()
    await phone.visit('product', { id: cup.id })
    phone.next('answer_lost', 'POST /v1/cart')
    await phone.tap('addToCart')
    await phone.tap('addToCart')
    expect((await phone.visit('cart')).lines).toMatchObject([{ sku_id: cup.sku.id, count: 2 }])
  })

  test('another tap is ignored until the first one has ended', async () => {
    const phone = newPhone()
    await phone.visit('product', { id: cup.id })
    phone.begin('addToCart')
    await phone.tap('addToCart')
    expect(phone.exchanges.filter(to('POST /v1/cart'))).toHaveLength(1)
  })

  test('if two categories are tapped quickly, the second one is shown', async () => {
    const phone = newPhone()
    await phone.visit('category')
    const categories = listOf(phone.data.categories)
    const [first, last] = [idOf(categories[0]), idOf(categories.at(-1))]
    expect(last).not.toBe(category_id)
    phone.next('slow', 'GET /v1/product/by_category')
    phone.begin('choose', { dataset: { id: first } })
    await phone.tap('choose', { dataset: { id: last } })
    expect(phone.data).toMatchObject({ category_id: last, products: [], error: '' })
  })

  test('a write without a key is not sent again', async () => {
    const phone = await readyPhone([cup.sku.id])
    await phone.visit('cart')
    phone.next('offline', 'PUT /v1/cart')
    const sent = await phone.during(() => phone.tap('more', { dataset: { sku: cup.sku.id } }))
    expect(sent).toHaveLength(1)
    expect(phone.shown.at(-1)).toBe('网络不可用，请检查网络后重试')
  })

  test('a public read of unchanged data gets a response without a body', async () => {
    const phone = newPhone()
    const first = (await phone.visit('home')).home
    await phone.tap('load')
    expect(phone.exchanges.map(({ status }) => status)).toEqual([200, 304])
    expect(phone.exchanges[1]).toMatchObject({ text: '', headers: { 'if-none-match': expect.any(String) } })
    expect(phone.data.home).toEqual(first)
  })

  test('only the latest responses are cached', async () => {
    const phone = newPhone()
    const read = phone.script('utils/request.js', 'read')
    const page = (at: number) => read('/v1/product/by_category', { id: category_id, page: at, size: 1 })
    for (let at = 1; at <= 31; at++) await page(at)
    await page(31)
    await page(1)
    expect(phone.exchanges.slice(-2).map(({ status }) => status)).toEqual([304, 200])
  })

  test('the error of a field is shown with the label of the form', async () => {
    const phone = newPhone()
    await phone.visit('addresses')
    await phone.tap('add')
    await phone.tap('write', { dataset: { field: 'region' }, detail: { value: address.region } })
    await phone.tap('save')
    expect(phone.shown.at(-1)).toMatch(/^收货人不能为空|^手机号格式不正确/)
    await phone.visit('profile')
    await phone.tap('writeNickname', { detail: { value: '' } })
    await phone.tap('saveNickname')
    expect(phone.shown.at(-1)).toBe('昵称不能为空')
    await phone.tap('writeNickname', { detail: { value: '晚晚' } })
    await phone.tap('saveNickname')
    expect(await phone.visit('profile')).toHaveProperty('user.nickname', '晚晚')
  })
})

describe('windows of WeChat', () => {
  test('that fail are told, and one that the customer closes is not', async () => {
    const phone = newPhone()
    await phone.visit('addresses')
    phone.wechatFault = 'cancel'
    await phone.tap('takeFromWechat')
    expect(phone.shown).toEqual([])
    phone.wechatFault = 'auth deny'
    await phone.tap('takeFromWechat')
    expect(phone.shown).toEqual(['未能读取微信地址，请手动填写'])
    phone.wechatFault = undefined
    await phone.tap('takeFromWechat')
    expect(phone.data.form).toMatchObject({ ...address, region: address.region })
  })

  test('a title that cannot be chosen, and an invoice that cannot be downloaded, are told', async () => {
    const phone = await readyPhone([cup.sku.id])
    await checkOut(phone)
    await phone.tap('submit')
    phone.wechatFault = 'cancel'
    const before = phone.shown.length
    await phone.tap('askForInvoice')
    expect(phone.shown).toHaveLength(before)
    phone.wechatFault = 'auth deny'
    await phone.tap('askForInvoice')
    expect(phone.shown.at(-1)).toBe('未能读取微信发票抬头，请稍后重试')
    const setData = z.custom<(changes: object) => void>().parse(phone.screen.page.setData)
    setData({ 'order.invoice': { file_url: 'http://localhost:3000/files/u/1.pdf' } })
    await phone.tap('openInvoice')
    expect(phone.shown.at(-1)).toBe('发票下载失败，请检查网络后重试')
    phone.wechatFault = undefined
    phone.downloadStatus = 404
    await phone.tap('openInvoice')
    expect([phone.shown.at(-1), phone.opened]).toEqual(['发票未能打开，请刷新后重试', []])
    phone.downloadStatus = 200
    await phone.tap('openInvoice')
    expect(phone.opened).toEqual(['http://localhost:3000/files/u/1.pdf'])
  })
})

describe('payments', () => {
  test('after a cancelled payment the order can still be paid or cancelled', async () => {
    const phone = await readyPhone([cup.sku.id])
    await checkOut(phone)
    phone.payment = 'cancel'
    await phone.tap('submit')
    expect(phone.shown.at(-1)).toBe('支付已取消')
    expect(phone.data.order).toMatchObject({ status: 'unpaid', can: { pay: true, cancel: true } })
    phone.next('answer_lost', 'POST /v1/pay/pre_order')
    phone.payment = 'fail'
    await phone.tap('pay')
    expect(phone.shown.at(-1)).toBe('支付失败，请重试')
    phone.payment = 'pay'
    await phone.tap('pay')
    expect(phone.data.order).toMatchObject({ status: 'paid', can: { pay: false } })
  })

  test('an order is cancelled only after the customer confirms', async () => {
    const phone = await readyPhone([cup.sku.id])
    await checkOut(phone)
    phone.payment = 'cancel'
    await phone.tap('submit')
    await phone.visit('orders', { status: 'unpaid' })
    const dataset = { id: idOf(listOf(phone.data.orders)[0]) }
    phone.reply = false
    await phone.tap('cancel', { dataset })
    expect(phone.data.orders).toMatchObject([{ status: 'unpaid' }])
    phone.reply = true
    await phone.tap('cancel', { dataset })
    expect(phone.data).toMatchObject({
      orders: [{ status: 'cancelled', can: { remove: true } }],
      counts: { unpaid: 0 },
    })
  })

  test('the order is read a limited number of times after a payment', async () => {
    const phone = await readyPhone([cup.sku.id])
    await checkOut(phone)
    phone.payment = 'cancel'
    await phone.tap('submit')
    // The phone reports success, and the shop gets no callback.
    const fresh = newPhone()
    fresh.storage.set('token', phone.storage.get('token'))
    fresh.require('utils/platform.js').requestPayment = async () => 'ok'
    await fresh.visit('order', { id: idOf(phone.data.order) })
    const sent = await fresh.during(() => fresh.tap('pay'))
    expect(sent.map(call)).toEqual([
      'POST /v1/pay/pre_order',
      ...Array.from({ length: 6 }, () => `GET /v1/order/${idOf(phone.data.order)}`),
    ])
    expect(fresh.shown.at(-1)).toBe('支付结果确认中，请稍后查看')
    expect(fresh.data.order).toMatchObject({ status: 'unpaid', can: { pay: true } })
  })

  test('with the demonstration, login and payment work without WeChat', async () => {
    const phone = new Phone({ openid: unique('o') })
    await addAddress(phone)
    await phone.visit('product', { id: cup.id })
    await phone.tap('buyNow')
    await phone.tap('submit')
    expect(phone.shown).toContain('这是演示环境，不会产生真实扣款。')
    expect(phone.data.order).toMatchObject({ status: 'paid', items: [{ sku_id: cup.sku.id, count: 1 }] })
    expect(phone.logins).toBe(0)
  })
})

describe('changes made meanwhile', () => {
  test('a line of a deleted or deactivated product shows the reason, and can be removed', async () => {
    const shared = { category_id, images: ['/demo/cup.svg'] }
    const withdrawn = await newProduct({ ...shared, name: '旧茶席' })
    const offSale = await newProduct({ ...shared, name: '竹茶则' })
    const short = await newProduct({ ...shared, name: '茶巾', skus: [{ stock: 5 }] })
    const phone = await readyPhone([withdrawn.sku.id, offSale.sku.id, short.sku.id, cup.sku.id])
    await phone.visit('cart')
    const db = await database()
    await db.update(tables.product).set({ deleted_at: new Date() }).where(eq(tables.product.id, withdrawn.id))
    await db.update(tables.product).set({ status: 'off_sale' }).where(eq(tables.product.id, offSale.id))
    await db.update(tables.sku).set({ stock: 0 }).where(eq(tables.sku.id, short.sku.id))
    await phone.tap('load')
    const texts = sampleTexts()
    expect(listOf(phone.data.lines).map((line) => [line.name, texts.problem?.(line)])).toEqual([
      ['青釉杯', ''],
      ['茶巾', '已售罄'],
      ['竹茶则', '商品已下架'],
      ['旧茶席', '商品已失效'],
    ])
    expect(phone.data).toMatchObject({ amount: 4_500, pieces: 1, hasInvalid: true })
    await phone.tap('removeInvalid')
    expect(listOf(phone.data.lines).map(({ name }) => name)).toEqual(['青釉杯', '茶巾'])
    await phone.tap('removeLine', { dataset: { sku: short.sku.id } })
    expect((await phone.visit('cart')).lines).toMatchObject([{ name: '青釉杯' }])
  })

  test('a price or stock that changed after the preview is shown before anything is ordered', async () => {
    const dear = await newProduct({
      category_id,
      name: '建盏',
      images: ['/demo/cup.svg'],
      skus: [{ price: 9_900, stock: 3 }],
    })
    const phone = await readyPhone([dear.sku.id, cup.sku.id])
    await checkOut(phone)
    const db = await database()
    await db.update(tables.sku).set({ price: 12_900 }).where(eq(tables.sku.id, dear.sku.id))
    await phone.tap('submit')
    expect(phone.shown.at(-1)).toBe('价格有变动，请确认后重新提交')
    expect(phone.data.preview).toMatchObject({ items_amount: 12_900 + 4_500 })
    await db.update(tables.sku).set({ stock: 0 }).where(eq(tables.sku.id, dear.sku.id))
    await phone.tap('submit')
    expect(phone.shown.at(-1)).toBe('部分商品库存不足')
    expect(phone.data).toMatchObject({ missing: 1, preview: { items_amount: 4_500 } })
    await phone.tap('submit')
    expect(phone.data.order).toMatchObject({ status: 'paid', items: [{ sku_id: cup.sku.id }] })
    expect((await phone.visit('cart')).lines).toMatchObject([{ name: '建盏' }])
  })
})

test('goods that are sent back are followed to the end, and a rejection can be disputed', async () => {
  const phone = await readyPhone([cup.sku.id])
  await checkOut(phone)
  await phone.tap('submit')
  const id = idOf(phone.data.order)
  await shipAll(id)
  const staff = await newStaff(['cms.after_sale.decide', 'cms.after_sale.arbitrate'])
  const ask = async () => {
    await phone.visit('after-sale-new', { order_id: id })
    await phone.tap('chooseKind', { dataset: { kind: 'return_refund' } })
    await phone.tap('more', { dataset: { at: 0 } })
    await phone.tap('submit')
    return { dataset: { id: idOf(listOf(phone.data.cases)[0]) } }
  }
  const rejected = await ask()
  expect((await decide(staff.token, rejected.dataset.id, 'reject', { note: '已过退货期' })).status).toBe(200)
  await phone.visit('after-sale', { order_id: id })
  phone.reply = '商品有破损'
  await phone.tap('dispute', rejected)
  expect(phone.data.cases).toMatchObject([
    { status: 'disputed', dispute_description: '商品有破损', can: { dispute: false } },
  ])
  expect(
    (await decide(staff.token, rejected.dataset.id, 'decide', { approve: false, note: '照片看不出破损' })).status,
  ).toBe(200)

  const asked = await ask()
  const approval = { return_to: '杭州市龙井路 1 号，檐下', note: '请寄回' }
  expect((await decide(staff.token, asked.dataset.id, 'approve', approval)).status).toBe(200)
  await phone.visit('after-sale', { order_id: id })
  expect(listOf(phone.data.cases)[0]).toMatchObject({ status: 'returning', can: { sendBack: true } })
  phone.reply = 'SF1234567890'
  expect(listOf(phone.data.carriers)[1]).toMatchObject({ value: 'ZTO', label: '中通快递' })
  await phone.tap('sendBack', { ...asked, detail: { value: '1' } })
  expect(listOf(phone.data.cases)[0]).toMatchObject({
    status: 'returned',
    return_carrier: 'ZTO',
    return_tracking_no: 'SF1234567890',
    can: { sendBack: true },
  })
  phone.reply = 'ZTO1234567890'
  await phone.tap('sendBack', { ...asked, detail: { value: '1' } })
  expect(listOf(phone.data.cases)[0]).toMatchObject({ status: 'returned', return_tracking_no: 'ZTO1234567890' })
})

test('a refund by staff is shown with the order from its start', async () => {
  const phone = await readyPhone([cup.sku.id])
  await checkOut(phone)
  await phone.tap('submit')
  const id = idOf(phone.data.order)
  await refund(id, (await newStaff([])).id, { freight_amount: 800 })
  await phone.tap('load')
  expect(phone.data.order).toMatchObject({
    refunds: [
      {
        amount: 4_500 + 800,
        freight_amount: 800,
        status: 'processing',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
        items: [{ name: '青釉杯', count: 1, amount: 4_500 }],
      },
    ],
  })
})

describe('a closed shop', () => {
  afterEach(() => resetParameter('shop.closed'))

  const close = async (from: number, until: number, message = '春节休息') => {
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    await setParameters({ 'shop.closed': { from: at(from), until: at(until), message } })
  }
  const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d`
  const now = new RegExp(`^店铺暂停接单，${time} 恢复下单：春节休息$`)

  test('is told on the home screen, ahead and while it lasts', async () => {
    const phone = newPhone()
    expect((await phone.visit('home')).closed).toBe('')
    await close(1, 2, '')
    expect((await phone.visit('home')).closed).toMatch(new RegExp(`^店铺将于 ${time} 至 ${time} 暂停接单$`))
    await close(-1, 1)
    expect((await phone.visit('home')).closed).toMatch(now)
    await close(-2, -1)
    expect((await phone.visit('home')).closed).toBe('')
  })

  test('that closes during checkout takes no order, and the screen says until when', async () => {
    const phone = await readyPhone([cup.sku.id])
    await checkOut(phone)
    expect(phone.data.closed).toBe('')
    await close(-1, 1)
    await phone.tap('submit')
    expect(phone.shown.at(-1)).toBe('店铺暂停接单，暂时不能下单')
    expect(phone.data.closed).toMatch(now)
    expect(phone.screen.path).toBe('pages/checkout/index')
    await resetParameter('shop.closed')
    await phone.tap('submit')
    expect(phone.data.order).toMatchObject({ status: 'paid' })
  })
})

describe('coupons', () => {
  afterEach(async () => {
    await (await database()).update(tables.promotion).set({ enabled: false })
  })

  test('a coupon is taken, chosen at checkout, and seen in its order', async () => {
    const id = await offered('customer', '满10减5', 500)
    const other = await offered('customer', '满10减3', 300)
    const phone = await readyPhone([cup.sku.id])
    await phone.visit('coupons')
    expect(listOf(phone.data.offers).map(({ label }) => label)).toEqual(expect.arrayContaining(['满10减5', '满10减3']))
    for (const promotion_id of [id, other]) await phone.tap('take', { dataset: { id: promotion_id } })
    expect(phone.data.coupons).toMatchObject([{ promotion: { id: other } }, { promotion: { id }, state: 'usable' }])
    await phone.tap('take', { dataset: { id } })
    expect(phone.shown.at(-1)).toBe('数量已达上限')
    await phone.tap('writeCode', { detail: { value: 'ABCD-EFGH-JKMN' } })
    await phone.tap('redeem')
    expect(phone.shown.at(-1)).toBe('兑换码有误、已使用或已失效')

    await checkOut(phone)
    const total = 4_500 + 800
    expect(phone.data).toMatchObject({ used: { label: '满10减5' }, preview: { total_amount: total - 500 } })
    const texts = listOf(phone.data.coupons).map(({ text }) => text)
    expect(texts).toEqual(expect.arrayContaining(['满10减5，立减 ¥5.00', '满10减3，立减 ¥3.00', '不使用优惠券']))
    await phone.tap('chooseCoupon', { detail: { value: String(texts.indexOf('不使用优惠券')) } })
    expect(phone.data).toMatchObject({ used: null, preview: { total_amount: total } })
    await phone.tap('chooseCoupon', { detail: { value: String(texts.indexOf('满10减3，立减 ¥3.00')) } })
    expect(phone.data).toMatchObject({ used: { label: '满10减3' }, preview: { total_amount: total - 300 } })
    await phone.tap('submit')
    expect(phone.data.order).toMatchObject({ status: 'paid', discounts: [{ label: '满10减3', amount: 300 }] })
    const order_id = idOf(phone.data.order)
    await phone.visit('coupons')
    expect(phone.data.coupons).toMatchObject([{ state: 'used', order_id }, { state: 'usable' }])
    await phone.tap('openOrder', { dataset: { id: order_id } })
    expect(phone.screen.path).toBe('pages/order/index')
  })

  test('with a coupon that another phone has used meanwhile nothing is ordered, and the sums are without it', async () => {
    const openid = unique('o')
    const id = await offered('customer', '满10减6', 600)
    const phone = await readyPhone([cup.sku.id], openid)
    await phone.visit('coupons')
    await phone.tap('take', { dataset: { id } })
    const elsewhere = newPhone(openid)
    await checkOut(phone)
    const chosen = listOf(phone.data.coupons).find(({ text }) => text === '满10减6，立减 ¥6.00')
    const post = elsewhere.script('utils/request.js', 'post')
    await post(
      '/v1/order',
      { items: [{ sku_id: cup.sku.id, count: 1 }], coupon_id: chosen?.id },
      { key: unique('key-') },
    )
    await phone.tap('submit')
    expect(phone.shown.at(-1)).toBe('该优惠券不可用，请重新选择')
    expect(phone.data).toMatchObject({ used: null, coupons: [], preview: { total_amount: 4_500 + 800 } })
    expect(phone.screen.path).toBe('pages/checkout/index')
  })

  test('a code gives its coupon, whatever its case and its hyphens', async () => {
    const id = await offered('code', '兑换券', 200)
    const staff = await newStaff(['cms.promotion.grant'])
    const { body } = await api('POST /cms/promotion/{id}/code', {
      token: staff.token,
      params: { id },
      body: { count: 1 },
    })
    const phone = newPhone()
    await phone.visit('coupons')
    const code = (body.codes[0] ?? '').toLowerCase().replace(/.{4}(?=.)/g, '$&-')
    await phone.tap('writeCode', { detail: { value: code } })
    await phone.tap('redeem')
    expect(phone.data).toMatchObject({ code: '', coupons: [{ promotion: { id }, source: 'code' }] })
  })
})

/*
 * Counts the requests and bytes of each screen and compares them with the table in the sample's README. The bytes are
 * those of JSON before compression, with the data above. Fewer bytes, and slightly more, are accepted.
 */
test('the README has the number of requests and bytes of each screen', async () => {
  const phone = await readyPhone([pot.sku.id, cup.sku.id])
  await checkOut(phone)
  await phone.tap('submit')
  const id = idOf(phone.data.order)
  await phone.visit('after-sale-new', { order_id: id })
  await phone.tap('more', { dataset: { at: 0 } })
  await phone.tap('submit')
  const post = phone.script('utils/request.js', 'post')
  await post('/v1/coupon', { promotion_id: await offered('customer', '满10减5', 500) }, { key: unique('key-') })
  for (const { sku_id } of [{ sku_id: pot.sku.id }, { sku_id: cup.sku.id }])
    await post('/v1/cart', { sku_id, count: 1 }, { key: unique('key-') })

  // The same customer on a restarted phone, which has only the token.
  const fresh = newPhone()
  fresh.storage.set('token', phone.storage.get('token'))
  const screens: [string, () => Promise<unknown>][] = [
    ['home', () => fresh.visit('home')],
    ['category', () => fresh.visit('category')],
    ['product', () => fresh.visit('product', { id: pot.id })],
    ['cart', () => fresh.visit('cart')],
    ['checkout', () => fresh.tap('checkOut')],
    ['orders', () => fresh.visit('orders')],
    ['order', () => fresh.visit('order', { id })],
    ['after-sale-new', () => fresh.visit('after-sale-new', { order_id: id })],
    ['after-sale', () => fresh.visit('after-sale', { order_id: id })],
    ['profile', () => fresh.visit('profile')],
    ['addresses', () => fresh.visit('addresses')],
    ['coupons', () => fresh.visit('coupons')],
  ]
  const measured = []
  for (const [screen, open] of screens) {
    const sent = await fresh.during(open)
    expect(sent.filter(({ status }) => status !== 200)).toEqual([])
    const requests = sent.map((exchange) => call(exchange).replace(/\/\d+/g, '/{id}')).sort()
    const bytes = sent.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
    const compressed = sent.reduce((sum, { text }) => sum + gzipSync(text).length, 0)
    measured.push({ screen, requests, bytes, compressed })
  }

  const table = [...readSample('README.md').matchAll(/^\| `([a-z-]+)` \| (.*?) \| ([\d,]+) \| ([\d,]+) \|/gm)].map(
    ([, screen, requests = '', bytes = '', compressed = '']) => ({
      screen,
      requests: [...requests.matchAll(/`(.*?)`/g)].map(([, request]) => request).sort(),
      bytes: Number(bytes.replace(',', '')),
      compressed: Number(compressed.replace(',', '')),
    }),
  )
  const written = measured
    .map(({ screen, requests, bytes, compressed }) => {
      const list = requests.map((request) => `\`${request}\``).join(', ')
      return `| \`${screen}\` | ${list} | ${bytes.toLocaleString('en')} | ${compressed.toLocaleString('en')} |`
    })
    .join('\n')
  expect(
    table.map(({ screen, requests }) => ({ screen, requests })),
    written,
  ).toEqual(measured.map(({ screen, requests }) => ({ screen, requests })))
  const grown = measured.filter(
    ({ bytes, compressed }, at) =>
      bytes > 1.1 * (table[at]?.bytes ?? 0) || compressed > 1.1 * (table[at]?.compressed ?? 0),
  )
  expect(grown, written).toEqual([])
})

test('the cart says what is missing to the next tier of a promotion, and nothing without a selection', async () => {
  const { sku } = await newProduct({ category_id, name: '雨前绿茶', skus: [{ price: 9_900, stock: 5 }] })
  const { token } = await newStaff(['cms.promotion.create'])
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const period = { starts_at: at(-1), ends_at: at(60) }
  const scope = { scope: 'products', product_ids: [sku.product_id] } as const
  const tiers = [{ from_amount: 20_000, off_amount: 3_000 }]
  const body = { ...period, ...scope, name: unique('满减 '), label: '满200减30', gives: 'reduction', tiers } as const
  expect((await api('POST /cms/promotion', { token, body })).status).toBe(201)
  const phone = await readyPhone([sku.id])
  const hints = () => listOf(phone.data.hints).map((hint) => sampleTexts().hint?.(hint))
  const line = { dataset: { sku: sku.id } }
  const showsHints = (texts: string[]) => vi.waitFor(() => expect(hints()).toEqual(texts))
  await phone.visit('cart')
  await showsHints(['再买 ¥101.00 的雨前绿茶，可享立减 ¥30.00'])
  await phone.tap('more', line)
  await showsHints(['再买 ¥2.00 的雨前绿茶，可享立减 ¥30.00'])
  const shown = phone.shown.length
  phone.next('offline', 'POST /v1/order/preview')
  await phone.tap('less', line)
  expect([hints(), phone.data.pieces, phone.shown.length]).toEqual([[], 1, shown])
  phone.next('slow', 'POST /v1/order/preview')
  phone.begin('more', line)
  await vi.waitFor(() => expect(phone.data.pieces).toBe(2))
  const sent = await phone.during(() => phone.tap('toggle', line))
  expect([hints(), sent.map(call)]).toEqual([[], ['PUT /v1/cart']])
})

test('a deal lowers the price of a product and of its line in the cart, for as many pieces as it has', async () => {
  const { sku } = await newProduct({ category_id, name: '盖碗', skus: [{ price: 9_900, stock: 5 }] })
  const { token } = await newStaff(['cms.promotion.create'])
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const period = { starts_at: at(-1), ends_at: at(60) }
  const skus = [{ sku_id: sku.id, price: 4_900, quota: 2 }]
  const body = { ...period, name: unique('特价 '), label: '限时特价', gives: 'deal', skus } as const
  expect((await api('POST /cms/promotion', { token, body })).status).toBe(201)
  const phone = await readyPhone([sku.id])
  expect(await phone.visit('product', { id: sku.product_id })).toMatchObject({
    sku: { price: 9_900, deal: { price: 4_900 } },
    until: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
  })
  expect(await phone.visit('cart')).toMatchObject({ amount: 4_900 })
  expect(await phone.visit('home')).toMatchObject({ home: { deals: [{ id: sku.product_id }] } })

  await phone.visit('cart')
  const line = { dataset: { sku: sku.id } }
  await phone.tap('more', line)
  const shows = (data: object) => vi.waitFor(() => expect(phone.data).toMatchObject(data))
  await shows({ amount: 2 * 4_900, lines: [{ deal: { price: 4_900 }, refused_deal: null }] })
  await phone.tap('more', line)
  const refusal = { sku_id: sku.id, reason: 'sold_out', pieces: 1 }
  const amount = 2 * 4_900 + 9_900
  await shows({ amount, lines: [{ deal: { price: 4_900 }, refused_deal: refusal }] })
  expect(sampleTexts().refusedDeal?.(refusal, 3)).toBe('2 件按特价，其余 1 件按原价')
  expect(sampleTexts().refusedDeal?.(refusal, 1)).toBe('特价已售完，按原价计算')
  phone.next('offline', 'POST /v1/order/preview')
  expect(await phone.visit('cart')).toMatchObject({ amount })
  await phone.tap('checkOut')
  expect(phone.data).toMatchObject({ preview: { freight_amount: 800, total_amount: amount + 800 } })
  expect(phone.data.refused).toEqual([{ ...refusal, name: '盖碗', count: 3 }])
})

test('the sum of the cart is that of the goods at checkout, after reductions', async () => {
  const { sku } = await newProduct({ category_id, skus: [{ price: 9_900, stock: 5 }] })
  const { token } = await newStaff(['cms.promotion.create'])
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const body = {
    name: unique('满减 '),
    label: '满90减30',
    gives: 'reduction',
    starts_at: at(-1),
    ends_at: at(60),
    scope: 'products',
    product_ids: [sku.product_id],
    tiers: [{ from_amount: 9_000, off_amount: 3_000 }],
  } as const
  expect((await api('POST /cms/promotion', { token, body })).status).toBe(201)
  const phone = await readyPhone([sku.id])
  await phone.visit('cart')
  await vi.waitFor(() => expect(phone.data.amount).toBe(6_900))
  await phone.tap('checkOut')
  expect(phone.data).toMatchObject({ preview: { freight_amount: 800, total_amount: 6_900 + 800 } })
})

test('an order that staff placed is paid from its link by someone else', async () => {
  const { token } = await newStaff(['cms.order.create', 'cms.order.list'])
  const { sku } = await newProduct({ category_id, name: '盖碗', skus: [{ price: 9_900, stock: 5 }] })
  const { name, detail } = addressInput
  const body = { mobile: '13900007777', items: [{ sku_id: sku.id, count: 1 }], receiver: addressInput }
  const placed = await api('POST /cms/order', { token, body })
  expect(placed.status, placed.text).toBe(201)
  const phone = newPhone()
  const shown = await phone.visit('shared-order', { no: placed.body.order_no })
  expect(shown).toMatchObject({ order: { status: 'unpaid', items: [{ name: '盖碗' }] } })
  for (const secret of [name, detail]) expect(JSON.stringify(shown)).not.toContain(secret)
  await phone.tap('pay')
  expect(phone.shown.at(-1)).toBe('支付成功')
  expect(phone.data).toMatchObject({ order: { status: 'paid', is_own: false } })
})

test('goods are collected at a store by a person, and the order has the code', async () => {
  const near = await newStore({ name: '青梧路店' })
  const cake = await newProduct({ name: '桂花糕', deliveries: ['express', 'pickup'], images: ['/demo/cup.svg'] })
  const phone = await readyPhone([cake.sku.id])
  await checkOut(phone)
  expect(phone.data).toMatchObject({ store: null, preview: { freight_amount: 800 } })
  await phone.tap('chooseWay')
  const at = listOf(phone.data.stores).findIndex(({ id }) => id === near.id)
  await phone.tap('chooseStore', { detail: { value: String(at) } })
  expect(phone.data).toMatchObject({ store: { name: '青梧路店' }, preview: { freight_amount: 0, undeliverable: [] } })
  await phone.tap('writeName', { detail: { value: '' } })
  await phone.tap('submit')
  expect(phone.shown.at(-1)).toBe('请填写提货人和手机号')
  await phone.tap('writeName', { detail: { value: '林晚' } })
  await phone.tap('writeMobile', { detail: { value: '13800001111' } })
  await phone.tap('submit')
  expect(phone.data.order).toMatchObject({
    status: 'paid',
    store_id: near.id,
    receiver: { name: '林晚', mobile: '13800001111' },
    pickup: { store: { name: '青梧路店' }, code: expect.stringMatching(/^\d{12}$/) },
  })
})
