import { randomBytes } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { readSheet } from 'read-excel-file/node'
import { expectAccessibleEverywhere, wear } from './support/page'
import { adminToken, carry } from './support/session'
import { expect, test } from './support/test'

/*
 * The page for importing products: a file is chosen or dropped, its changes are previewed and applied, and errors are
 * downloaded.
 */

// One person reads one file at a time, and these tests have the same one.
test.describe.configure({ mode: 'default' })

test.beforeEach(async ({ context, request, baseURL }) => {
  await carry(context, await adminToken(request), baseURL)
})

const headersOf = async (request: APIRequestContext) => ({ authorization: `Bearer ${await adminToken(request)}` })

interface NewProduct {
  id: number
  name: string
  skus: { id: number }[]
}

async function newProduct(request: APIRequestContext): Promise<NewProduct> {
  const headers = await headersOf(request)
  const [category]: { id: number }[] = await (await request.get('/cms/category', { headers })).json()
  const data = {
    category_id: category?.id,
    name: `导入 ${randomBytes(4).toString('hex')}`,
    content: '',
    specs: [{ name: '规格', values: [{ name: 'A' }, { name: 'B' }] }],
    skus: [
      { values: ['A'], price: 1000 },
      { values: ['B'], price: 2000 },
    ],
  }
  return (await request.post('/cms/product', { headers, data })).json()
}

const fileOf = (text: string, name = 'prices.csv') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

const choose = (page: Page, text: string) => page.locator('input[type=file]').setInputFiles(fileOf(text))

const pricesOf = async (request: APIRequestContext, id: number) => {
  const reply = await request.get(`/cms/product/${id}`, { headers: await headersOf(request) })
  const { skus }: { skus: { price: number }[] } = await reply.json()
  return skus.map(({ price }) => price)
}

test('a file is read, its changes are seen and applied, errors are left out and taken home', {
  tag: '@core',
}, async ({ page, request, baseURL }) => {
  const { id, skus } = await newProduct(request)
  await page.goto('/admin/product/import')
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await choose(page, `sku_id,price_yuan\n${skus[0]?.id},12.50\n${skus[1]?.id},1.2E+5\n`)
  await expect(page).toHaveURL(/import=\d+/)
  const row = (text: string) => page.getByRole('row').filter({ hasText: text })
  await expect(row('Price (yuan): 10.00 → 12.50')).toContainText('Changed')
  await expect(row('Price (yuan) “1.2E+5”')).toContainText('exponent')
  await expect(page.getByRole('button', { name: 'Import 1 product' })).toBeDisabled()
  await test.step('its changes and errors are accessible, and fit in both languages', async () => {
    const preview = page.url()
    // The title arrives after the page.
    await expect(page).toHaveTitle(/./)
    await expectAccessibleEverywhere(page)
    await wear(page, { locale: 'zh-CN', scheme: 'light' }, baseURL)
    await page.goto(preview)
    await expect(page.getByRole('row')).toHaveCount(3)
    await expectAccessibleEverywhere(page)
    await wear(page, { locale: 'en', scheme: 'light' }, baseURL)
    await page.goto(preview)
  })
  await page.getByRole('link', { name: /^Errors/ }).click()
  await expect(page.getByRole('row')).toHaveCount(2)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the error file' }).click()
  expect(await readSheet(await (await downloading).path())).toEqual([
    ['SKU ID', 'Price (yuan)', 'Error'],
    [String(skus[1]?.id), '1.2E+5', expect.stringMatching(/^Price \(yuan\) “1.2E\+5”: /)],
  ])
  await page.getByRole('checkbox', { name: /Leave out/ }).check()
  await page.getByRole('button', { name: 'Import 1 product' }).press('Enter')
  await expect(page.getByText('1 product was imported.')).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100')
  expect(await pricesOf(request, id)).toEqual([1250, 2000])
  await page.getByRole('link', { name: 'Import another file' }).click()
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible()
})

test.describe('a file that is not imported', () => {
  // The browser logs the refused request.
  test.use({ expectedErrors: [/400/] })

  test('is refused for its columns, or has nothing to do; it can be dropped', async ({ page, request }) => {
    const { skus } = await newProduct(request)
    await page.goto('/admin/product/import')
    await choose(page, 'sku_id,Preis\n1,2\n')
    await expect(page.getByRole('alert').filter({ hasText: 'Preis' })).toContainText(
      'Line 1, column “Preis”: There is no such column.',
    )
    await choose(page, 'price_yuan\n')
    await expect(page.getByRole('alert').filter({ hasText: 'no lines' })).toBeVisible()
    await page.evaluate((text) => {
      const data = new DataTransfer()
      data.items.add(new File([text], 'same.csv', { type: 'text/csv' }))
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
    }, `sku_id,price_yuan\n${skus[0]?.id},10\n`)
    await expect(page.getByText('Nothing in this file would change anything.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Unchanged 1' })).toBeVisible()
  })
})
