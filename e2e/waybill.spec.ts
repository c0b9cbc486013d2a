import type { APIRequestContext, Page } from '@playwright/test'
import { newPaidOrder } from './support/buyer'
import { expectAccessible, expectNoOverflow, press, tabTo, wear } from './support/page'
import { adminToken, carry } from './support/session'
import { enterAs } from './support/storefront'
import { expect, test } from './support/test'

/* The page on which waybills are made, printed and shipped with. */

// The page of the simulated platform shows only the latest parcels.
test.describe.configure({ mode: 'serial' })

// The simulated carrier puts a script into each label.
test.use({ expectedErrors: [/Blocked script execution in 'about:srcdoc'/] })

test.beforeEach(async ({ context, request, baseURL, page }) => {
  await carry(context, await adminToken(request), baseURL)
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'true')
  })
})

const isPrinted = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-printed', 'true')

/** Width and height of each sheet of paper in points. */
async function sheets(page: Page) {
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true })
  return [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => [
    Math.round(Number(width)),
    Math.round(Number(height)),
  ])
}

const byState = (page: Page, text: string) => page.getByRole('list', { name: 'Parcels' }).getByText(text)

const waybillsOf = async (request: APIRequestContext, ids: number[]) => {
  const headers = { authorization: `Bearer ${await adminToken(request)}` }
  const answer = await request.get(`/cms/waybill?order_ids=${ids.join()}&size=100`, { headers })
  const { items }: { items: { id: number; tracking_no: string; orders: { order_no: string }[] }[] } =
    await answer.json()
  return items
}

test('a packer prints and ships by keyboard, takes a parcel back, and packs it again with a scanner', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  test.slow() // many screens
  await wear(page, { locale: 'en', scheme: 'light' }, baseURL)
  const orders = [await newPaidOrder(request), await newPaidOrder(request)]
  const [first, second] = orders
  if (!first || !second) throw new Error('no orders')
  const path = `/admin/waybill/print?orders=${orders.map(({ order_id }) => order_id).join()}`

  await test.step('the page is accessible, and fits in both languages', async () => {
    for (const look of [
      { locale: 'zh-CN', scheme: 'dark' },
      { locale: 'en', scheme: 'light' },
    ] as const) {
      await wear(page, look, baseURL)
      await page.setViewportSize({ width: 360, height: 740 })
      await page.goto(path)
      await expectNoOverflow(page)
      await expectAccessible(page)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  })
  await test.step('print and ship', async () => {
    await expect(page.getByRole('list', { name: 'To pack' })).toHaveText([/^1 × /, /^1 × /])
    await press(page, page.getByRole('button', { name: 'Print and ship 2 parcels' }))
    await isPrinted(page)
    await expect(byState(page, 'Ready')).toHaveCount(2)
    const label = page.getByRole('figure').filter({ hasText: first.order_no })
    await expect(label.locator('iframe').contentFrame().getByRole('heading').first()).toHaveText('圆通速递')
    expect(await sheets(page)).toEqual([
      [283, 425],
      [283, 425],
    ])
    expect(await page.title()).not.toContain('script')
    await expectAccessible(page)
    await expect(page.getByRole('button', { name: 'Printed: ship 2 parcels' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('2 parcels are shipped.')).toBeVisible()
    await expect(byState(page, 'Shipped')).toHaveCount(2)
  })
  await test.step('the parcel is revoked, and its waybill canceled', async () => {
    await page.getByRole('link', { name: first.order_no }).first().click()
    const parcels = page.getByRole('region', { name: 'Shipping' })
    await expect(parcels).toContainText('Printed once')
    await parcels.getByRole('button', { name: 'Cancel shipment' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel this shipment?' })
    await expect(dialog.getByRole('checkbox', { name: 'Cancel its waybill, too' })).toBeChecked()
    await dialog.getByRole('button', { name: 'Cancel shipment' }).click()
    // The parcel, and its waybill.
    await expect(parcels.getByText('Canceled', { exact: true })).toHaveCount(2)
    await expectAccessible(page)
  })
  await test.step('a scanner reads the order, and the parcel goes at once', async () => {
    await page.goto('/admin/waybill')
    await page.getByRole('link', { name: 'Pack with a scanner' }).click()
    const scanner = page.getByRole('textbox', { name: 'Order number' })
    await expect(scanner).toBeFocused()
    await page.keyboard.type('no such order')
    await page.keyboard.press('Enter')
    await expect(page.getByText('There is no order no such order.')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Ship as soon as the labels are printed' }).check()
    await tabTo(page, scanner)
    await scanner.fill(first.order_no)
    await page.keyboard.press('Enter')
    await expect(page.getByText('1 parcel is shipped.')).toBeVisible()
    await isPrinted(page)
    await expect(scanner).toBeFocused()
  })
  await test.step('a label is printed again only after a question', async () => {
    const [known] = await waybillsOf(request, [second.order_id])
    await page.goto(`/admin/waybill/print?ids=${known?.id}`)
    await page.getByRole('button', { name: 'Print 1 label' }).click()
    await page.getByRole('dialog', { name: 'Print again?' }).getByRole('button', { name: 'Print again' }).click()
    await isPrinted(page)
    await expect(page.getByText('Printed 2 times')).toBeVisible()
  })
  await test.step('a waybill that is not needed is canceled', async () => {
    const third = await newPaidOrder(request)
    await page.goto(`/admin/waybill/print?orders=${third.order_id}`)
    await page.getByRole('button', { name: 'Print 1 label' }).click()
    await isPrinted(page)
    await page.goto(`/admin/waybill?number=${third.order_no}`)
    await page.getByRole('row').filter({ hasText: third.order_no }).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Cancel waybills' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel waybills' }).click()
    await expect(page.getByRole('row').filter({ hasText: third.order_no })).toContainText('Canceled')
  })
  await test.step('the customer follows the parcel, and staff see that it was not handed over', async () => {
    const [known] = await waybillsOf(request, [second.order_id])
    const move = async (name: string) => {
      await page.goto('/sandbox')
      await page.getByRole('button', { name: `${name}: ${known?.tracking_no}` }).click()
      await expect(page.getByRole('status').filter({ hasText: 'Moved.' })).toBeVisible()
    }
    const context = await browser.newContext({ baseURL, viewport: { width: 360, height: 740 } })
    const phone = await context.newPage()
    await wear(phone, { locale: 'zh-CN', scheme: 'dark' }, baseURL)
    await enterAs(phone, second)
    await move('Collect')
    await phone.goto(`/order/${second.order_id}`)
    await expect(phone.getByText('快递员已揽收')).toBeVisible()
    await expectAccessible(phone)
    await expectNoOverflow(phone)
    await move('Fail to deliver')
    await phone.reload()
    await expect(phone.getByText('派送失败：收件人电话无法接通')).toBeVisible()
    await context.close()
    await page.goto('/admin')
    await page.getByRole('link', { name: 'Parcels whose delivery failed' }).click()
    await expect(page.getByRole('link', { name: second.order_no })).toBeVisible()
  })
})

test('a hundred labels are a hundred pages', async ({ page, request, baseURL }) => {
  test.slow() // a hundred orders
  await wear(page, { locale: 'en', scheme: 'light' }, baseURL)
  const orders = []
  for (let round = 0; round < 10; round++)
    orders.push(...(await Promise.all(Array.from({ length: 10 }, () => newPaidOrder(request)))))
  await page.goto(`/admin/waybill/print?orders=${orders.map(({ order_id }) => order_id).join()}`)
  await page.getByRole('button', { name: 'Print 100 labels' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'true', { timeout: 90_000 })
  const numbers = await page.getByRole('figure').locator('figcaption').allTextContents()
  expect(numbers.sort()).toEqual(orders.map(({ order_no }) => order_no).sort())
  expect(await sheets(page)).toEqual(Array.from({ length: 100 }, () => [283, 425]))
})
