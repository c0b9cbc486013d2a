import type { APIRequestContext, BrowserContext, Locator, Page } from '@playwright/test'
import { z } from 'zod'
import { control, newPaidOrder } from './support/buyer'
import { portBeside, seeded, startServer } from './support/other-server'
import { carry, tokenOf } from './support/session'
import { expect, test } from './support/test'

/*
 * One order from its payment to its last fen, by customer and staff in turn. On a separate server without other sales,
 * because the figures of the start page are compared to the fen.
 */

const Products = z.array(z.object({ id: z.int() }))
const Product = z.object({ skus: z.array(z.object({ id: z.int(), stock: z.int() })) })
const Order = z.object({
  version: z.int(),
  paid_amount: z.int(),
  paid_at: z.iso.datetime(),
  items: z.array(z.object({ id: z.int(), name: z.string(), paid_amount: z.int() })),
})
const Case = z.object({ id: z.int(), no: z.string() })
const Sales = z.object({
  current: z.object({ revenue: z.int(), refunded: z.int(), net: z.int(), orders_paid: z.int() }),
})

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const command = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const yuan = new Intl.NumberFormat('en', { minimumFractionDigits: 2 })

async function choose(page: Page, form: Locator, field: string, option: string): Promise<void> {
  await form.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option }).click()
}

/** Returns lines for an order: two pieces of each of three products with enough stock. */
async function threeLines(request: APIRequestContext) {
  const products = Products.parse(await (await request.get('/v1/product/recent?size=20')).json())
  const lines = []
  for (const { id } of products) {
    const { skus } = Product.parse(await (await request.get(`/v1/product/${id}`)).json())
    const sku = skus.find(({ stock }) => stock >= 10)
    if (sku && lines.length < 3) lines.push({ sku_id: sku.id, count: 2 })
  }
  return lines
}

test('an order is shipped in two parcels, a line of it is sent back, refused, disputed and paid back; the figures agree', async ({
  browser,
  playwright,
  baseURL,
}) => {
  test.setTimeout(240_000)
  const server = await startServer(portBeside(baseURL, 7), seeded)
  const request = await playwright.request.newContext({ baseURL: server.origin })
  const context = await browser.newContext({ baseURL: server.origin })
  try {
    await followOneOrder(context, request, server.origin)
  } finally {
    await context.close()
    await request.dispose()
    await server.stop()
  }
})

async function followOneOrder(context: BrowserContext, request: APIRequestContext, origin: string): Promise<void> {
  const token = await tokenOf(request, 'admin')
  const headers = { authorization: `Bearer ${token}` }
  await carry(context, token, origin)
  const page = await context.newPage()
  const form = page.getByRole('dialog')
  /** Returns the date in the shop's time zone, `days` after a moment. */
  const dayOf = (moment: number, days = 0) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(moment + days * 86_400_000)
  const today = (days: number) => dayOf(Date.now(), days)
  /**
   * Reads the sales figures between two days. The server caches figures for half a minute. To read new figures, pass
   * another part of the query string as `compare`, which has a separate cache entry.
   */
  const figures = async (from: string, to: string, compare = '') => {
    const answer = await request.get(`/cms/dashboard/sales?from=${from}&to=${to}${compare}`, { headers })
    return Sales.parse(await answer.json()).current
  }
  // From yesterday until tomorrow, because the journey may pass midnight.
  const around = (compare?: string) => figures(today(-1), today(2), compare)
  const before = await around()
  const beforeToday = await figures(today(0), today(1))

  const order = await newPaidOrder(request, { items: await threeLines(request) })
  const { paid_amount, paid_at, items } = Order.parse(
    await (await request.get(`/cms/order/${order.order_id}`, { headers })).json(),
  )
  const [line] = items
  expect(items).toHaveLength(3)

  await test.step('the first parcel has one line, the second the rest', async () => {
    await page.goto(`/admin/order/${order.order_id}`)
    for (const part of ['first', 'second']) {
      await command(page, 'Ship').click()
      await choose(page, form, 'Carrier', 'SF Express')
      await form.getByRole('textbox', { name: 'Tracking number' }).fill(`SF${part}${order.payment_no.slice(-8)}`)
      if (part === 'first') {
        const pieces = form.getByRole('textbox', { name: /: Quantity$/ })
        for (const at of [1, 2]) await pieces.nth(at).fill('0')
      }
      await form.getByRole('button', { name: 'Ship', exact: true }).click()
      await expect(form).toHaveCount(0)
    }
    expect(await order.status()).toBe('shipped')
    const sold = await around('&compare=previous')
    expect(sold.revenue - before.revenue).toBe(paid_amount)
    expect(sold.orders_paid - before.orders_paid).toBe(1)
    const paid = Date.parse(paid_at)
    const ofTheDay = await figures(dayOf(paid), dayOf(paid, 1), '&compare=previous')
    expect(ofTheDay.revenue - beforeToday.revenue).toBe(paid_amount)
    const ofTheDayAfter = await figures(dayOf(paid, 1), dayOf(paid, 2))
    expect(ofTheDayAfter).toMatchObject({ revenue: 0, orders_paid: 0 })
  })

  const asked = await order.post('/v1/after_sale', Case, {
    data: {
      order_id: order.order_id,
      kind: 'return_refund',
      reason_code: 'quality',
      items: [{ order_item_id: line?.id, count: 2 }],
    },
  })

  await test.step('the return is approved, arrives, is refused and decided for the customer', async () => {
    await page.goto(`/admin/after_sale/${asked.id}`)
    await command(page, 'Approve the return').click()
    await form.getByRole('textbox', { name: 'Return address' }).fill('杭州市西湖区龙井路 1 号 仓库')
    await form.getByRole('button', { name: 'Approve the return' }).click()
    await expect(page.getByText('Awaiting goods')).toBeVisible()
    await order.post(`/v1/after_sale/${asked.id}/return`, Case, { data: { carrier: 'ZTO', tracking_no: 'ZT20261122' } })
    await page.reload()
    await command(page, 'Refuse the goods').click()
    await form.getByRole('textbox', { name: 'Why' }).fill('包装已拆，少了内盖')
    await form.getByRole('button', { name: 'Refuse the goods' }).click()
    await expect(page.getByText('Disputed').first()).toBeVisible()
    await command(page, 'Side with customer').click()
    await form.getByRole('textbox', { name: 'Why' }).fill('内盖已补寄')
    await form.getByRole('button', { name: 'Side with customer and refund' }).click()
    await expect(form).toHaveCount(0)
    await expect(async () => {
      await control(request, { action: 'deliver' })
      await page.reload()
      await expect(section(page, 'Refund')).toContainText('Paid back', { timeout: 500 })
    }).toPass()
  })

  await test.step('the customer has the money of the line, and the start page says so', async () => {
    const after = await around('&compare=year')
    expect(after.revenue - before.revenue).toBe(paid_amount)
    expect(after.refunded - before.refunded).toBe(line?.paid_amount)
    expect(after.net - before.net).toBe(paid_amount - (line?.paid_amount ?? 0))
    await page.goto(`/admin/order/${order.order_id}`)
    await expect(section(page, 'History')).toContainText('Dispute: sided with customer')
    await page.goto('/admin?range=7')
    const { revenue, refunded, net } = await figures(today(-6), today(1), '&compare=previous')
    for (const amount of [revenue, refunded, net])
      await expect(page.getByRole('main')).toContainText(`¥${yuan.format(amount / 100)}`)
  })
}
