import { randomBytes } from 'node:crypto'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { z } from 'zod'
import { control, newPaidOrder } from './support/buyer'
import { expectAccessible, expectNoOverflow, wear } from './support/page'
import { adminToken, carry } from './support/session'
import { expect, test } from './support/test'
import { pngOf } from './support/uploads'

/*
 * The pages of after-sale cases: requests that customers make through the interface are found, opened and decided by
 * staff.
 */

test.beforeEach(async ({ context, request, baseURL }) => {
  await carry(context, await adminToken(request), baseURL)
})

// Forms are also sent with values that the server refuses.
test.use({ expectedErrors: [/ (400|409) .+\/(approve|reject)\)$/] })

const headersOf = async (request: APIRequestContext) => ({ authorization: `Bearer ${await adminToken(request)}` })

const Product = z.object({ id: z.int(), skus: z.tuple([z.object({ id: z.int(), stock: z.int() })]) })
const Order = z.object({ version: z.int(), items: z.tuple([z.object({ id: z.int() })]) })
const Case = z.object({ id: z.int(), no: z.string(), status: z.string() })
const Picture = z.object({ id: z.int() })

/** Creates a product with ten pieces at ¥20.00. No other test changes its stock. */
async function newProduct(request: APIRequestContext) {
  const headers = await headersOf(request)
  const categories: { id: number }[] = await (await request.get('/cms/category', { headers })).json()
  const data = {
    // The category screen of the shop opens with the first one.
    category_id: categories.at(-1)?.id,
    name: `竹编收纳篮 ${randomBytes(4).toString('hex')}`,
    content: '',
    status: 'on_sale',
    images: ['/demo/b-home-1.webp'],
    skus: [{ price: 2_000, stock: 10 }],
  }
  const { id, skus } = Product.parse(await (await request.post('/cms/product', { headers, data })).json())
  const stock = async () => Product.parse(await (await request.get(`/v1/product/${id}`)).json()).skus[0].stock
  return { sku_id: skus[0].id, stock }
}

/** Creates a paid order for `count` pieces of a new product. `isShipped`: also ships the order. */
async function newSale(request: APIRequestContext, count: number, { isShipped = false } = {}) {
  const { sku_id, stock } = await newProduct(request)
  const order = await newPaidOrder(request, { items: [{ sku_id, count }] })
  const headers = await headersOf(request)
  const path = `/cms/order/${order.order_id}`
  const { version, items } = Order.parse(await (await request.get(path, { headers })).json())
  if (isShipped) {
    const tracking_no = `SF${order.payment_no.slice(-12)}`
    const data = { method: 'express', carrier: 'SF', tracking_no, version }
    expect((await request.post(`${path}/ship`, { headers, data })).status()).toBe(200)
  }
  const order_item_id = items[0].id
  const picture = async (name: string) =>
    (await order.post('/v1/file', Picture, { multipart: { file: await pngOf(`${name}.png`, 300, 200) } })).id
  const ask = (kind: 'refund' | 'return_refund', pieces: number, further: object = {}) =>
    order.post('/v1/after_sale', Case, {
      data: {
        order_id: order.order_id,
        kind,
        reason_code: 'changed_mind',
        items: [{ order_item_id, count: pieces }],
        ...further,
      },
    })
  return { ...order, stock, picture, ask }
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const command = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const fact = (part: Locator, name: string) =>
  part.locator('dl > div').filter({ has: part.page().locator('dt', { hasText: name }) })

/**
 * Delivers the callbacks of the simulated payment provider and reloads the page, until the page shows that the refund
 * was paid back.
 */
async function expectPaidBack(page: Page, request: APIRequestContext): Promise<void> {
  await expect(async () => {
    await control(request, { action: 'deliver' })
    await page.reload()
    await expect(section(page, 'Refund')).toContainText('Paid back', { timeout: 500 })
  }).toPass()
  await expect(page.getByRole('main').getByText('Refunded', { exact: true })).toBeVisible()
}

test('goods are sent back: approved, received, a part of them restocked, and the money is back', {
  tag: '@core',
}, async ({ page, request }) => {
  const { order_id, order_no, post, stock, picture, ask } = await newSale(request, 3, { isShipped: true })
  const image_ids = [await picture('lid'), await picture('box')]
  const { id, no } = await ask('return_refund', 2, { description: '颜色与图片不符\n想退两个', image_ids })
  expect(await stock()).toBe(7)
  const form = page.getByRole('dialog')

  await test.step('it is found from the start page, and by its order', async () => {
    await page.goto('/admin')
    await page.getByRole('link', { name: /Returns to review$/ }).click()
    await expect(page).toHaveURL('/admin/after_sale?tab=waiting')
    await page.getByRole('searchbox').fill(order_no)
    await expect(page).toHaveURL(new RegExp(order_no))
    await expect(page.locator('tbody tr')).toHaveCount(1)
    await expect(page.locator('tbody tr')).toContainText('2 pieces')
    await expect(page.locator('tbody tr')).toContainText('¥40.00')
    await page.getByRole('link', { name: no }).click()
    await expect(page).toHaveURL(`/admin/after_sale/${id}`)
  })

  await test.step('what the customer has written and sent is seen', async () => {
    await expect(section(page, 'Request')).toContainText('颜色与图片不符')
    await expect(section(page, 'Items').getByRole('row').nth(1)).toContainText('¥40.00')
    await page.getByRole('button', { name: 'Open picture 1 of 2' }).click()
    await expect(form.getByRole('img', { name: 'Picture 1 of 2' })).toHaveJSProperty('naturalWidth', 300)
    await page.keyboard.press('ArrowRight')
    await expect(form.getByRole('img', { name: 'Picture 2 of 2' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
  })

  await test.step('the return is approved, and an address is needed for it', async () => {
    await command(page, 'Approve the return').click()
    await form.getByRole('button', { name: 'Approve the return' }).click()
    await expect(form.getByRole('textbox', { name: 'Return address' })).toHaveAttribute('aria-invalid', 'true')
    await form.getByRole('textbox', { name: 'Return address' }).fill('杭州市西湖区龙井路 1 号 仓库')
    await form.getByRole('button', { name: 'Approve the return' }).click()
    await expect(page.getByText('Awaiting goods')).toBeVisible()
    await expect(section(page, 'Return shipment')).toContainText('The customer has not entered a tracking number yet.')
    await expect(command(page, 'Approve the return')).toHaveCount(0)
  })

  await test.step('the goods are received, and one of them can be sold again', async () => {
    await post(`/v1/after_sale/${id}/return`, Case, { data: { carrier: 'ZTO', tracking_no: 'ZT1380000999888' } })
    await page.reload()
    await expect(section(page, 'Return shipment')).toContainText('ZT1380000999888')
    await command(page, 'Accept the goods').click()
    await expect(form.getByRole('textbox', { name: /: Quantity$/ })).toHaveValue('2')
    await form.getByRole('textbox', { name: /: Quantity$/ }).fill('1')
    await expect(form.getByRole('textbox', { name: 'Refund' })).toHaveValue('40.00')
    await form.getByRole('button', { name: 'Accept and refund' }).click()
    await expect(form).toHaveCount(0)
    await expectPaidBack(page, request)
    await expect(fact(section(page, 'Refund'), 'Amount')).toContainText('¥40.00')
    expect(await stock()).toBe(8)
  })

  await test.step('the order tells it, too, and leads to the case', async () => {
    await fact(section(page, 'Details'), 'Order').getByRole('link').click()
    await expect(page).toHaveURL(`/admin/order/${order_id}`)
    await expect(section(page, 'Items')).toContainText('-¥40.00')
    await expect(section(page, 'Returns')).toContainText('Refunded')
    await section(page, 'History').getByRole('link', { name: no }).first().click()
    await expect(page).toHaveURL(`/admin/after_sale/${id}`)
  })

  await test.step('so does the audit log', async () => {
    await page.goto('/admin/oper_log?module=after_sale')
    await page.locator('tbody a').first().click()
    await form.getByRole('link', { name: /^\d{14}/ }).click()
    await expect(page).toHaveURL(/\/admin\/after_sale\/\d+$/)
  })
})

test('a failed refund is reported, settled at the order, and then the case is decided again', async ({
  page,
  request,
}) => {
  const { order_id, stock, ask } = await newSale(request, 2)
  const { id } = await ask('refund', 1)
  await page.goto(`/admin/after_sale/${id}`)
  const form = page.getByRole('dialog')

  await test.step('more than was asked for is refused at its field', async () => {
    await command(page, 'Approve').click()
    const amount = form.getByRole('textbox', { name: 'Refund' })
    await amount.fill('20.01')
    await form.getByRole('button', { name: 'Approve and refund' }).click()
    await expect(form.getByText('At most ¥20.00.', { exact: true })).toBeVisible()
    await amount.fill('15')
    await form.getByRole('textbox', { name: 'Note' }).fill('已扣除定制费')
    await form.getByRole('button', { name: 'Approve and refund' }).click()
    await expect(form).toHaveCount(0)
    await expect(section(page, 'History')).toContainText('已扣除定制费')
  })

  await test.step('the refund of a lower amount fails and is reported', async () => {
    const out_refund_no = (await section(page, 'Refund').locator('code').textContent()) ?? ''
    const close = { action: 'settle_refund', out_refund_no, state: 'CLOSED' }
    await expect.poll(async () => (await control(request, close)).status()).toBe(200)
    await control(request, { action: 'deliver' })
    await page.reload()
    await expect(page.getByRole('alert').filter({ hasText: 'The refund failed' })).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoOverflow(page)
  })

  await test.step('it is closed at the order', async () => {
    await page.getByRole('link', { name: 'Open the order' }).click()
    await expect(page).toHaveURL(`/admin/order/${order_id}`)
    await page.getByRole('alert').getByRole('button', { name: 'Close', exact: true }).click()
    await expect(page.getByText('The refund is closed')).toBeVisible()
  })

  await test.step('then the case is decided for the customer, and what was not shipped returns to stock', async () => {
    await page.goto(`/admin/after_sale/${id}`)
    await expect(page.getByRole('main').getByText('Disputed', { exact: true })).toBeVisible()
    await command(page, 'Side with customer').click()
    await form.getByRole('textbox', { name: 'Refund' }).fill('15')
    await form.getByRole('textbox', { name: 'Why' }).fill('重新退款')
    await form.getByRole('button', { name: 'Side with customer and refund' }).click()
    await expect(form).toHaveCount(0)
    await expectPaidBack(page, request)
    await expect(fact(section(page, 'Refund'), 'Amount')).toContainText('¥15.00')
    expect(await stock()).toBe(9)
  })
})

test('a case is rejected, disputed with a picture, and decided against the customer', async ({ page, request }) => {
  const { post, status, stock, picture, ask } = await newSale(request, 1, { isShipped: true })
  const { id } = await ask('refund', 1, { reason_code: 'damaged' })
  await page.goto(`/admin/after_sale/${id}`)
  const form = page.getByRole('dialog')
  await command(page, 'Reject').click()
  await form.getByRole('button', { name: 'Reject' }).click()
  await expect(form.getByRole('textbox', { name: 'Why' })).toHaveAttribute('aria-invalid', 'true')
  await form.getByRole('textbox', { name: 'Why' }).fill('照片里看不出破损')
  await form.getByRole('button', { name: /^(Reject|Try again)$/ }).click()
  await expect(fact(section(page, 'Details'), 'Can be disputed until')).toBeVisible()

  const image_ids = [await picture('crack')]
  await post(`/v1/after_sale/${id}/dispute`, Case, { data: { description: '裂口在盖子内侧', image_ids } })
  await page.reload()
  await expect(section(page, 'Dispute')).toContainText('裂口在盖子内侧')
  await expect(section(page, 'Dispute').getByRole('button', { name: 'Open picture 1 of 1' })).toBeVisible()
  await command(page, 'Side with customer').click()
  // No goods were sent back that could be sold again.
  await expect(form.getByRole('textbox', { name: 'Why' })).toBeVisible()
  await expect(form.getByRole('textbox', { name: /: Quantity$/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await command(page, 'Uphold rejection').click()
  await form.getByRole('textbox', { name: 'Why' }).fill('开箱视频为证')
  await form.getByRole('button', { name: 'Uphold rejection' }).click()
  await expect(section(page, 'History')).toContainText('Dispute: rejection upheld')
  await expect(page.getByRole('main').getByText('Rejected', { exact: true })).toBeVisible()
  await expect(fact(section(page, 'Details'), 'Can be disputed until')).toHaveCount(0)
  expect([await status(), await stock()]).toEqual(['shipped', 9])
})

test('a case, its pictures and its forms are accessible; one that has changed meanwhile is not decided', async ({
  page,
  request,
  baseURL,
}) => {
  const { post, picture, ask } = await newSale(request, 2, { isShipped: true })
  const { id } = await ask('return_refund', 1, { description: '颜色与图片不符', image_ids: [await picture('lid')] })
  const form = page.getByRole('dialog')
  const check = async (...names: (string | RegExp)[]) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`/admin/after_sale/${id}`)
    await expectAccessible(page)
    for (const name of names) {
      await page.getByRole('button', { name, exact: true }).click()
      await expect(form).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(form).toHaveCount(0)
    }
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoOverflow(page)
  }
  await wear(page, { locale: 'zh-CN', scheme: 'light' }, baseURL)
  await check('同意退货', '拒绝', /^查看第 1 张图片/)
  await wear(page, { locale: 'en', scheme: 'light' }, baseURL)
  await check('Approve the return', 'Reject', /^Open picture/)

  await test.step('withdrawn while its form is open: it says when, and the page what the case is now', async () => {
    await command(page, 'Reject').click()
    await form.getByRole('textbox', { name: 'Why' }).fill('理由')
    await post(`/v1/after_sale/${id}/withdraw`, Case, {})
    await form.getByRole('button', { name: 'Reject' }).click()
    await expect(form.getByText(/changed (this )?at .+ Check what it is now, then try again\./)).toBeVisible()
    await expect(page.getByText('Withdrawn', { exact: true })).toBeVisible()
    await expect(command(page, 'Approve the return')).toHaveCount(0)
  })
})
