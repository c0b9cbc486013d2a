import { randomBytes } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { zipSync } from 'fflate'
import sharp from 'sharp'
import writeExcel from 'write-excel-file/node'
import { expectAccessible, expectAccessibleEverywhere, wear } from './support/page'
import { adminToken, carry } from './support/session'
import { expect, test } from './support/test'

/*
 * The import of products with their pictures, from a ZIP file that the browser unpacks.
 */

const products = 12

test.beforeEach(async ({ context, request, baseURL }) => {
  await carry(context, await adminToken(request), baseURL)
})

const headersOf = async (request: APIRequestContext) => ({ authorization: `Bearer ${await adminToken(request)}` })

async function firstCategory(request: APIRequestContext): Promise<string> {
  const answer = await request.get('/cms/category', { headers: await headersOf(request) })
  const [category]: { name: string }[] = await answer.json()
  return category?.name ?? ''
}

const newPicture = () => {
  const [r = 0, g = 0, b = 0] = randomBytes(3)
  // Of random content, because equal pictures are stored once.
  return sharp(randomBytes(16 * 16 * 3), { raw: { width: 16, height: 16, channels: 3 } })
    .resize(64, 64)
    .tint({ r, g, b })
    .jpeg()
    .toBuffer()
}

interface Archive {
  /** The text with which the names of all products begin. */
  mark: string
  columns: [name: string, category: string, price: string, status: string, images: string]
  category: string
  status: string
}

/**
 * Returns a ZIP file with a spreadsheet and pictures: products on sale with a picture each, and one product
 * without a picture.
 */
async function archiveOf({ mark, columns, category, status }: Archive) {
  const numbers = Array.from({ length: products }, (_, at) => String(at + 1).padStart(2, '0'))
  const rows = [
    ...numbers.map((number) => [`${mark} ${number}`, category, '58.00', status, `${mark}-${number}.jpg`]),
    [`${mark} without`, category, '58.00', status, ''],
  ]
  const sheet = await writeExcel([columns, ...rows].map((row) => row.map((value) => ({ value })))).toBuffer()
  const files: Record<string, Uint8Array> = { 'products.xlsx': sheet, '__MACOSX/._products.xlsx': sheet }
  for (const number of numbers) files[`pictures/${mark}-${number}.jpg`] = await newPicture()
  return { name: `${mark}.zip`, mimeType: 'application/zip', buffer: Buffer.from(zipSync(files)) }
}

interface Row {
  name: string
  status: string
  image_url: string | null
}

async function productsOf(request: APIRequestContext, mark: string): Promise<Row[]> {
  const answer = await request.get(`/cms/product?q=${encodeURIComponent(mark)}&size=100`, {
    headers: await headersOf(request),
  })
  const { items }: { items: Row[] } = await answer.json()
  return items.sort((a, b) => (a.name < b.name ? -1 : 1))
}

async function expectImported(request: APIRequestContext, mark: string): Promise<void> {
  const rows = await productsOf(request, mark)
  expect(rows).toHaveLength(products + 1)
  for (const row of rows.slice(0, products))
    expect(row).toMatchObject({ status: 'on_sale', image_url: expect.any(String) })
  expect(rows.at(-1)).toMatchObject({ name: `${mark} without`, status: 'draft', image_url: null })
}

const choose = (page: Page, files: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]) =>
  page.locator('input[type=file]').setInputFiles(files)

test.describe('a ZIP file of products', () => {
  // One upload is interrupted.
  test.use({ expectedErrors: [/ERR_/] })

  test('is unpacked, its pictures are uploaded, and its products are on sale with them', {
    tag: '@core',
  }, async ({ page, request }) => {
    const mark = `Tea ${randomBytes(3).toString('hex')}`
    const columns: Archive['columns'] = ['Name', 'Category', 'Price (yuan)', 'Status', 'Pictures']
    const archive = await archiveOf({ mark, columns, category: await firstCategory(request), status: 'On sale' })
    await page.goto('/admin/product/import')
    await expect(page.getByText('choose a ZIP with the spreadsheet')).toBeVisible()
    let hasFailed = false
    await page.route('**/cms/file', (route) => {
      if (hasFailed || route.request().method() !== 'POST') return route.continue()
      hasFailed = true
      return route.abort('connectionreset')
    })
    await choose(page, archive)
    await expect(page.getByText(`uploaded into the folder “${mark}”`)).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: '1 picture was not uploaded' })).toBeVisible({
      timeout: 90_000,
    })
    await expectAccessibleEverywhere(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page).toHaveURL(/import=\d+/, { timeout: 60_000 })
    await expect(page.getByRole('link', { name: `New ${products + 1}` })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Errors 0' })).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: `Pictures: ${mark}-07.jpg` })).toContainText('New')
    await expect(page).toHaveTitle(/./)
    await expectAccessibleEverywhere(page)
    await page.getByRole('link', { name: 'Warnings 1' }).click()
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(page.getByRole('row').last()).toContainText('becomes a draft')
    await page.getByRole('button', { name: `Import ${products + 1} products` }).click()
    await expect(page.getByText(`${products + 1} products were imported.`)).toBeVisible({ timeout: 60_000 })
    await expectImported(request, mark)
  })

  test('is imported in Chinese on a phone', { tag: '@look' }, async ({ page, request, baseURL }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await wear(page, { locale: 'zh-CN', scheme: 'light' }, baseURL)
    const mark = `龙井${randomBytes(3).toString('hex')}`
    const columns: Archive['columns'] = ['商品名称', '分类', '价格（元）', '状态', '图片']
    const archive = await archiveOf({ mark, columns, category: await firstCategory(request), status: '在售' })
    await page.goto('/admin/product/import')
    await expectAccessible(page)
    await choose(page, archive)
    await expect(page.getByText(`将上传到文件夹“${mark}”`)).toBeVisible()
    await expectAccessible(page)
    await expect(page).toHaveURL(/import=\d+/, { timeout: 90_000 })
    await expect(page.getByRole('link', { name: `新建 ${products + 1}` })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: '提醒 1' }).click()
    await expect(page.getByRole('row').last()).toContainText('将存为草稿')
    await page.getByRole('button', { name: `导入 ${products + 1} 件商品` }).click()
    await expect(page.getByText(`已导入 ${products + 1} 件商品。`)).toBeVisible({ timeout: 60_000 })
    await expectImported(request, mark)
  })
})

test('files that do not fit together are refused before anything is uploaded', async ({ page }) => {
  const uploads: string[] = []
  page.on('request', (one) => {
    if (one.method() === 'POST' && one.url().includes('/cms/')) uploads.push(one.url())
  })
  const picture = await newPicture()
  const zip = (files: Record<string, Uint8Array>) => ({
    name: 'products.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(zipSync(files)),
  })
  const alert = page.getByRole('alert').filter({ hasText: 'The file was not read' })
  await page.goto('/admin/product/import')
  await choose(page, zip({ 'a/1.jpg': picture, 'b/1.JPG': picture, 'notes.txt': picture }))
  await expect(alert).toContainText('There is no spreadsheet')
  await expect(alert).toContainText('These are not unique: a/1.jpg, b/1.JPG')
  await expect(alert).toContainText('notes.txt')
  await expectAccessibleEverywhere(page)
  await choose(page, { name: 'products.zip', mimeType: 'application/zip', buffer: Buffer.from('no archive') })
  await expect(alert).toContainText('The ZIP is damaged.')
  await choose(page, [
    { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('name\nA\n') },
    { name: 'b.csv', mimeType: 'text/csv', buffer: Buffer.from('name\nA\n') },
  ])
  await expect(alert).toContainText('There must be one spreadsheet.')
  expect(uploads).toEqual([])
})
