import type { Page } from '@playwright/test'
import { expectAccessible } from './support/page'
import { adminToken, carry } from './support/session'
import { address, enterAs, newCustomer, newProduct, newTemplate } from './support/storefront'
import { expect, test } from './support/test'

const tibet = '540000'

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  const costs = (page: Page) => page.getByRole('region', { name: /^(?:Costs|费用)$/ })

  test('goods that are not delivered to an address are named, and left out or sent elsewhere', async ({
    page,
    request,
    baseURL,
  }) => {
    test.slow() // many screens
    const freight_template_id = await newTemplate(request, { first_fee: 900, no_delivery: [tibet] })
    const [near, far] = [await newProduct(request), await newProduct(request, { freight_template_id })]
    const customer = await newCustomer(request)
    for (const { sku_id } of [near, far]) await customer.send('POST', '/v1/cart', { sku_id, count: 1 })
    await enterAs(page, customer)
    const choose = (value: 'en' | 'zh-CN') =>
      page.context().addCookies([{ name: 'locale', value, url: baseURL ?? 'http://localhost' }])

    await test.step('without an address, the fee depends on it', async () => {
      await page.goto('/cart')
      await page.getByRole('button', { name: 'Check out (2)' }).click()
      await expect(costs(page)).toContainText('Shipping feeDepends on the address')
      await expect(costs(page)).toContainText('Total without shipping¥24.00')
      await expectAccessible(page)
    })
    await test.step('an address in a region without delivery, from the picker', async () => {
      await page.getByRole('button', { name: 'Add a shipping address', exact: true }).click()
      const sheet = page.getByRole('dialog', { name: 'Add address' })
      await sheet.getByRole('textbox', { name: 'Name' }).fill(address.name)
      await sheet.getByRole('textbox', { name: 'Phone' }).fill(address.mobile)
      await sheet.getByRole('combobox', { name: 'Province' }).fill('西藏')
      await page.getByRole('option', { name: '西藏自治区', exact: true }).click()
      await page.keyboard.type('拉萨')
      await page.keyboard.press('Enter')
      await page.getByRole('option', { name: '城关区' }).click()
      await sheet.getByRole('textbox', { name: 'Street and number' }).fill('北京东路 1 号')
      await sheet.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText(`${far.name} is not delivered to this region.`)).toBeVisible()
      await expect(page.getByText(`${near.name} is not delivered`)).toBeHidden()
      await expect(costs(page)).toContainText('Shipping feeNot delivered')
      await expect(costs(page)).toContainText('Total–')
      await page.getByRole('button', { name: 'Place order' }).click()
      await expect(page.getByRole('alert').filter({ hasText: 'Choose another address' })).toBeVisible()
      expect(await customer.send('GET', '/v1/order')).toMatchObject({ items: [] })
      await expectAccessible(page)
    })
    await test.step('the same in Chinese', async () => {
      await choose('zh-CN')
      await page.reload()
      await expect(page.getByText(`${far.name}无法配送到该地址。`)).toBeVisible()
      await expectAccessible(page)
      await choose('en')
      await page.reload()
    })
    await test.step('to another address, both are delivered for the fee', async () => {
      await customer.send('POST', '/v1/address', address)
      await page.getByRole('button', { name: '拉萨市' }).click()
      const addresses = page.getByRole('dialog', { name: 'Choose an address' })
      const other = addresses.getByRole('listitem').filter({ hasText: address.city })
      await other.getByRole('button', { name: 'Ship here' }).click()
      await expect(costs(page)).toContainText('Shipping fee¥9.00')
      await expect(costs(page)).toContainText('Total¥33.00')
      await expect(page.getByText('is not delivered')).toBeHidden()
    })
    await test.step('back to the first one, without the goods that are not delivered', async () => {
      await page.getByRole('button', { name: address.city }).click()
      const addresses = page.getByRole('dialog', { name: 'Choose an address' })
      await addresses
        .getByRole('listitem')
        .filter({ hasText: '拉萨市' })
        .getByRole('button', { name: 'Ship here' })
        .click()
      await page.getByRole('button', { name: 'Order without it' }).click()
      await expect(costs(page)).toContainText('Total¥12.00')
      await page.getByRole('button', { name: 'Place order' }).click()
      const payment = page.getByRole('dialog', { name: 'Payment' })
      await expect(payment).toContainText('¥12.00')
      expect(await customer.send('GET', '/v1/order')).toMatchObject({
        items: [{ total_amount: 1_200, items: [{ sku_id: near.sku_id }] }],
      })
      // What was left out is still in the cart.
      expect(await customer.send('GET', '/v1/cart')).toMatchObject([{ sku_id: far.sku_id }])
    })
  })
})

for (const [locale, texts] of Object.entries({
  en: {
    create: 'New shipping template',
    save: 'Save',
    city: 'City',
    refused: 'To 拉萨市: not delivered.',
    fee: 'To 杭州市, 1 piece: ¥12.00',
  },
  'zh-CN': {
    create: '新建运费模板',
    save: '保存',
    city: '城市',
    refused: '无法配送到拉萨市。',
    fee: '寄往杭州市，1 件：¥12.00',
  },
}))
  test(`a template is tried in its form: ${locale}`, async ({ page, context, request, baseURL }) => {
    await carry(context, await adminToken(request), baseURL)
    await context.addCookies([{ name: 'locale', value: locale, url: baseURL ?? 'http://localhost' }])
    const name = `易碎 ${Date.now().toString(36)}`
    await page.goto('/admin/freight_template')
    await page.getByRole('button', { name: texts.create }).first().click()
    const form = page.getByRole('dialog')
    const field = (path: string) => form.locator(`[data-field="${path}"]`)
    const region = async (path: string, typed: string, option: string) => {
      await field(path).click()
      await page.keyboard.type(typed)
      await page.getByRole('option', { name: option, exact: true }).click()
      await page.keyboard.press('Tab')
    }
    await field('name').fill(name)
    await field('rules.0.first_fee').fill('12')
    await region('no_delivery', '西藏', '西藏自治区')
    const city = form.getByLabel(texts.city, { exact: true }).first()
    const tryIn = async (typed: string) => {
      await city.fill(typed)
      await page.getByRole('option', { name: typed }).click()
    }
    await tryIn('拉萨市')
    await expect(form.getByText(texts.refused)).toBeVisible()
    await tryIn('杭州市')
    await expect(form.getByText(texts.fee)).toBeVisible()
    await expectAccessible(page)
    await form.getByRole('button', { name: texts.save, exact: true }).click()
    await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
    await expectAccessible(page)
  })
