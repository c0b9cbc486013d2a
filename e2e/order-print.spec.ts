import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import type { APIRequestContext, Page } from '@playwright/test'
import { newPaidOrder } from './support/buyer'
import { expectAccessible, expectNoOverflow, wear } from './support/page'
import { adminToken, carry } from './support/session'
import { expect, test } from './support/test'

/* The page for printing packing lists, and its output: pages of A4. */

test.beforeEach(async ({ context, request, baseURL }) => {
  await carry(context, await adminToken(request), baseURL)
})

const longName = '手工烘焙高山乌龙茶礼盒装（含茶则与茶巾）限定版'

/** Creates an order with this number of lines, and with names, an address and a remark of maximum length. */
async function newLongOrder(request: APIRequestContext, lines: number) {
  const headers = { authorization: `Bearer ${await adminToken(request)}` }
  const categories: { id: number }[] = await (await request.get('/cms/category', { headers })).json()
  const values = Array.from({ length: lines }, (_, at) => `${at + 1} 号规格 SpecificationWithoutASpace`)
  const data = {
    // The category screen of the shop opens with the first one.
    category_id: categories.at(-1)?.id,
    name: `${longName}${randomBytes(4).toString('hex')}`,
    content: '',
    status: 'on_sale',
    images: ['/demo/b-home-1.webp'],
    specs: [{ name: '规格', values: values.map((name) => ({ name })) }],
    skus: values.map((value, at) => ({ values: [value], price: 1990 + at, stock: 100 })),
  }
  const answer = await request.post('/cms/product', { headers, data })
  const { skus }: { skus: { id: number }[] } = await answer.json()
  return newPaidOrder(request, {
    items: skus.map(({ id }, at) => ({ sku_id: id, count: 1 + (at % 4) })),
    remark: '请在工作日的下午送到，门口有一只猫，请不要按门铃。\nPlease ring twice.',
    detail: `青梧路 18 号未来科技城南区 ${'三号楼二单元'.repeat(8)} 1204 室`,
  })
}

const open = async (page: Page, ids: number[], more = '') => {
  await page.goto(`/admin/order/print?ids=${ids.join()}${more}`)
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(ids.length)
}

/** Prints the page as a PDF. Returns the width and height of each sheet of paper in points. */
async function printed(page: Page, name: string) {
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true })
  if (process.env.KEEP_PDF) writeFileSync(`${process.env.KEEP_PDF}/${name}.pdf`, pdf)
  return [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => [
    Math.round(Number(width)),
    Math.round(Number(height)),
  ])
}

const a4 = [595, 842]

test('packing lists are A4, a page or more for each order', async ({ page, request, baseURL }) => {
  const [short, long, third] = [
    await newPaidOrder(request, 2),
    await newLongOrder(request, 30),
    await newPaidOrder(request),
  ]
  await open(page, [short.order_id, third.order_id])
  expect(await printed(page, 'short')).toEqual([a4, a4])
  for (const locale of ['en', 'zh-CN'] as const) {
    await wear(page, { locale, scheme: 'light' }, baseURL)
    await open(page, [short.order_id, long.order_id, third.order_id], '&prices=true')
    const pages = await printed(page, `${locale}-long`)
    expect(pages, locale).toEqual(pages.map(() => a4))
    expect(pages.length, locale).toBeGreaterThanOrEqual(4)
    expect(pages.length, locale).toBeLessThanOrEqual(5)
  }
})

test('the selection of the list is printed; each printing is noted on the next sheet and in the history', {
  tag: '@core',
}, async ({ page, request, baseURL }) => {
  await wear(page, { locale: 'en', scheme: 'light' }, baseURL)
  const { order_no } = await newPaidOrder(request, 2)
  await page.goto('/admin/order?tab=to_ship')
  await page.getByRole('searchbox').fill(order_no)
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await page.locator('tbody').getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  const sheet = page.getByRole('region', { name: `Packing list of order ${order_no}` })
  await expect(sheet).toContainText('王小明')
  // The sender from the demonstration's settings, and all pieces of the order.
  await expect(sheet).toContainText('0571-55500188')
  await expect(sheet.getByRole('row', { name: /^Total/ })).toHaveText('Total202')
  await page.getByRole('link', { name: 'Show prices' }).click()
  await expect(sheet).toContainText('¥')
  await expect(sheet).not.toContainText('Printed before')
  const noted = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  expect((await noted).status()).toBe(200)
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(sheet).toContainText('Printed before: once')

  await test.step('the page is accessible, and fits in both languages', async () => {
    await expectAccessible(page)
    const printing = page.url()
    for (const locale of ['en', 'zh-CN'] as const) {
      await wear(page, { locale, scheme: 'light' }, baseURL)
      await page.setViewportSize({ width: 360, height: 740 })
      await page.goto(printing)
      await expectNoOverflow(page)
    }
    await wear(page, { locale: 'en', scheme: 'light' }, baseURL)
    await page.goto(printing)
  })

  await page.getByRole('link', { name: 'Back to the order' }).click()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Packing list printed')
})
