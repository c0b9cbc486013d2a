import type { Page } from '@playwright/test'
import { stringify } from 'csv-stringify/sync'
import { readSheet } from 'read-excel-file/node'
import { newPaidOrder } from './support/buyer'
import { expectAccessible } from './support/page'
import { adminToken, carry } from './support/session'
import { expect, test } from './support/test'

/* The page for shipping by file: the orders to ship are downloaded, filled in, checked, and shipped. */

test.beforeEach(async ({ context, request, baseURL }) => {
  await carry(context, await adminToken(request), baseURL)
})

const choose = (page: Page, text: string) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name: 'parcels.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

const number = (order_no: string) => `SF${order_no.slice(-12)}`

test('the orders to ship are downloaded, filled in and shipped; errors are reported and left out', async ({
  page,
  request,
}) => {
  const [first, second] = [await newPaidOrder(request), await newPaidOrder(request)]
  await page.goto('/admin/order?tab=to_ship')
  await page.getByRole('link', { name: 'Ship by file' }).click()
  await expect(page).toHaveURL('/admin/order/import')
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible()
  await expectAccessible(page)

  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the orders to ship' }).click()
  const [head = [], ...lines] = await readSheet(await (await downloading).path())
  expect(head.slice(0, 2)).toEqual(['Order', 'Status'])
  expect(head.slice(-2)).toEqual(['Carrier', 'Tracking number'])
  expect(lines.flat()).not.toContain('paid')
  const line = (order_no: string) => lines.find(([cell]) => cell === order_no) ?? []
  expect(line(first.order_no).slice(-2)).toEqual([null, null])
  const filled = (order_no: string, tracking_no: string) => [...line(order_no).slice(0, -2), '顺丰', tracking_no]
  await choose(
    page,
    stringify([head, filled(first.order_no, number(first.order_no)), filled(second.order_no, '1.23457E+14')]),
  )

  await expect(page).toHaveURL(/import=\d+/)
  const row = (content: string) => page.getByRole('row').filter({ hasText: content })
  await expect(row(`Order: ${first.order_no}`)).toContainText('Carrier: SF Express')
  await expect(row(`Order: ${first.order_no}`)).toContainText(/Items: .+×1.*Receiver: ./s)
  await expect(row('Tracking number “1.23457E+14”')).toContainText('exponent')
  await page.getByRole('checkbox', { name: /Leave out/ }).check()
  await page.getByRole('button', { name: 'Ship 1 parcel' }).click()
  await expect(page.getByText('1 parcel was shipped.')).toBeVisible()
  expect([await first.status(), await second.status()]).toEqual(['shipped', 'paid'])
})
