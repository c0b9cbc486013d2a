import type { Page } from '@playwright/test'
import { portBeside, seeded, startServer } from './support/other-server'
import { expectAccessible } from './support/page'
import { adminToken, carry } from './support/session'
import { address, enterAs, newCustomer, newProduct } from './support/storefront'
import { test as base, expect } from './support/test'

/*
 * A shop that staff close while a customer shops. On a separate server, because all other tests place orders.
 */
const test = base.extend<object, { origin: string }>({
  origin: [
    async ({ browserName: _ }, use, { project }) => {
      const server = await startServer(portBeside(project.use.baseURL, 13), seeded)
      await use(server.origin)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ origin }, use) => use(origin),
})
test.use({ expectedErrors: [/status of (400|409)/] })

const note = (page: Page) => page.getByRole('main').getByRole('note')
const form = (page: Page) => page.getByRole('group', { name: 'Closed for a while' })

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Review and save' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
}

test('staff close the shop: customers are told, and order again afterwards', async ({ page, request, baseURL }) => {
  test.slow() // many screens
  const headers = { authorization: `Bearer ${await adminToken(request)}` }
  await carry(page.context(), await adminToken(request), baseURL)
  const [product, customer] = [await newProduct(request), await newCustomer(request)]
  await customer.send('POST', '/v1/address', address)
  await customer.send('POST', '/v1/cart', { sku_id: product.sku_id, count: 1 })
  await enterAs(page, customer)
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const message = '春节休息，<b>初七</b>起发货'
  const close = async (from: number, until: number) => {
    const data = { 'shop.closed': { from: at(from), until: at(until), message } }
    expect((await request.put('/cms/config', { headers, data })).status()).toBe(200)
  }

  await close(1, 2)
  await test.step('the form refuses an end before the beginning, at its field', async () => {
    await page.goto('/admin/config#shop.closed')
    await expect(form(page).getByText(/^Closes on /)).toBeVisible()
    await form(page)
      .getByRole('button', { name: /^Closed from: / })
      .click()
    await page.getByRole('button', { name: 'Next month' }).click()
    await page
      .locator('table')
      .getByRole('button', { name: /\b15\b/ })
      .click()
    await page.keyboard.press('Escape')
    await expect(form(page).getByText('Choose the beginning and a later end.')).toBeVisible()
    await save(page)
    await expect(form(page).getByText('Must be after the start.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(form(page).getByText(/^Closes on /)).toBeVisible()
  })
  await test.step('customers are told ahead, and can order', async () => {
    for (const path of ['/', '/category', `/product/${product.id}`, '/cart', '/checkout']) {
      await page.goto(path)
      await expect(note(page)).toContainText('The shop takes no orders from')
      await expect(note(page)).toContainText(message)
    }
    await expect(page.getByRole('button', { name: 'Place order' })).toBeEnabled()
    await expectAccessible(page)
  })
  await test.step('a shop that closes meanwhile places nothing, and says until when', async () => {
    await close(-1, 24)
    await page.getByRole('button', { name: 'Place order' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'The shop has closed in the meantime.' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Closed until / })).toBeDisabled()
    await expectAccessible(page)
    await page.goto('/cart')
    await expect(note(page)).toContainText('The shop is closed. It takes orders again from')
    await expect(page.getByRole('main').getByText(product.name)).toBeVisible()
  })
  await test.step('staff see it beside the deadlines', async () => {
    for (const path of ['/admin', '/admin/order?late=true', '/admin/after_sale']) {
      await page.goto(path)
      await expect(note(page)).toContainText('The shop is closed until')
      await expect(note(page)).toContainText('Deadlines go on')
    }
    await expectAccessible(page)
  })
  await test.step('after staff have opened it, the order is placed', async () => {
    await page.goto('/admin/config')
    await expect(form(page).getByText(/^Closed now, until /)).toBeVisible()
    await page.getByRole('button', { name: 'Take orders again now' }).click()
    await save(page)
    await expect(page.getByRole('alert').filter({ hasText: 'Saved.' })).toBeVisible()
    await expect(form(page).getByText(/^Open\. This ended on /)).toBeVisible()
    await page.goto('/checkout')
    await expect(note(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Place order' }).click()
    await expect(page).toHaveURL(/\/order\/\d+/)
  })
})
