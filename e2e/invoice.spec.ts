import { z } from 'zod'
import { pdf } from '@/lib/invoice/testing/files'
import { newPaidOrder } from './support/buyer'
import { expectAccessible, expectNoOverflow } from './support/page'
import { adminToken, carry } from './support/session'
import { enterAs, newProduct } from './support/storefront'
import { expect, test } from './support/test'

const Order = z.object({ version: z.int(), items: z.tuple([z.object({ id: z.int() })]) })

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, expectedErrors: [/ 400 .+\/v1\/invoice\)$/] })

  for (const locale of ['en', 'zh-CN'] as const)
    test(`an invoice is asked for, issued, downloaded, and replaced after a refund, in ${locale}`, {
      tag: locale === 'en' ? [] : '@look',
    }, async ({ page, request, browser, baseURL }) => {
      test.slow() // many screens
      const of = (english: string, chinese: string) => (locale === 'en' ? english : chinese)
      const headers = { authorization: `Bearer ${await adminToken(request)}` }
      const product = await newProduct(request)
      const order = await newPaidOrder(request, { items: [{ sku_id: product.sku_id, count: 2 }] })
      const path = `/cms/order/${order.order_id}`
      const staff = await browser.newPage({ baseURL, viewport: { width: 390, height: 844 }, locale: 'en' })
      await carry(staff.context(), await adminToken(request), baseURL)
      for (const context of [staff.context(), page.context()])
        await context.addCookies([{ name: 'locale', value: locale, url: baseURL ?? 'http://localhost' }])
      const title = `青梧茶业 ${order.payment_no.slice(-8)}`
      const numberOf = (at: number) => `26332000${at}${Number.parseInt(order.payment_no.slice(-9), 16)}`.padEnd(20, '7')

      await test.step('the customer asks, and mends a wrong tax number', async () => {
        await enterAs(page, order)
        await page.goto(`/order/${order.order_id}`)
        await page.getByRole('button', { name: of('Request an invoice', '申请发票') }).click()
        const sheet = page.getByRole('dialog', { name: of('Request an invoice', '申请发票') })
        const titleInput = sheet.getByRole('textbox', { name: of('Title', '发票抬头') })
        await titleInput.fill('王小明')
        await sheet.getByText(of('A company', '企业'), { exact: true }).click()
        await expect(titleInput).toHaveValue('')
        await titleInput.fill(title)
        const taxNo = sheet.getByRole('textbox', { name: of('Tax number', '税号') })
        await taxNo.fill('91330106MA2CFX5N31')
        await expectAccessible(page)
        const send = sheet.getByRole('button', { name: of('Send the request', '提交申请') })
        await send.click()
        await expect(taxNo).toHaveAccessibleDescription(
          of('The last character does not fit the others. Check the number.', '校验位不符，请核对税号。'),
        )
        await taxNo.fill('91330106ma2cfx5n3g')
        await send.click()
        await expect(page.getByText(of('The shop is issuing it.', '店铺正在开票。'))).toBeVisible()
        await expectNoOverflow(page)
        await expectAccessible(page)
      })
      await test.step('staff issue it, at first without its file', async () => {
        await staff.goto(`/admin/invoice?status=requested&q=${encodeURIComponent(title)}`)
        await staff.getByRole('link', { name: title }).first().click()
        await staff.waitForURL(/\/admin\/invoice\/\d+$/)
        await expect(staff.getByText('91330106MA2CFX5N3G')).toBeVisible()
        await expectNoOverflow(staff)
        await expectAccessible(staff)
        await staff.getByRole('button', { name: of('Record as issued', '登记开票') }).click()
        const form = staff.getByRole('dialog')
        await form.getByRole('textbox', { name: of('Invoice number', '发票号码') }).fill(numberOf(3))
        await expectAccessible(staff)
        await form.getByRole('button', { name: of('Record as issued', '登记开票') }).click()
        await expect(staff.getByRole('main').getByText(numberOf(3))).toBeVisible()
        await page.reload()
        await expect(page.getByText(of('The shop has not added the file yet.', '店铺尚未上传发票文件。'))).toBeVisible()
      })
      await test.step('staff add the file, and correct the number', async () => {
        await staff.getByRole('button', { name: of('Add the file', '补传文件') }).click()
        const form = staff.getByRole('dialog')
        const chosen = form.locator('input[type=file]')
        const file = { name: '发票.pdf', mimeType: 'application/pdf' }
        await chosen.setInputFiles({ ...file, buffer: Buffer.alloc(2 * 1024 * 1024 + 1) })
        await expect(form.getByText(of('This file has more than 2 MiB.', '文件超过 2 MiB。'))).toBeVisible()
        await form.getByRole('button', { name: of('Save', '保存') }).click()
        await expect(form.getByText(of('This file has more than 2 MiB.', '文件超过 2 MiB。'))).toBeVisible()
        await chosen.setInputFiles({ ...file, buffer: Buffer.from(pdf) })
        await expect(form.getByText('发票.pdf')).toBeVisible()
        await form.getByRole('textbox', { name: of('Invoice number', '发票号码') }).fill(numberOf(1))
        await expectAccessible(staff)
        await form.getByRole('button', { name: of('Try again', '重试') }).click()
        await expect(staff.getByRole('main').getByText(numberOf(1))).toBeVisible()
      })
      await test.step('the customer downloads it', async () => {
        await page.reload()
        await expect(page.getByText(of(`Issued: number ${numberOf(1)}`, `已开票，号码 ${numberOf(1)}`))).toBeVisible()
        const link = page.getByRole('link', { name: of('Download the invoice', '下载发票') })
        const file = await request.get((await link.getAttribute('href')) ?? '')
        expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf'])
        await expectAccessible(page)
      })
      await test.step('after a refund staff replace it', async () => {
        const { version, items } = Order.parse(await (await request.get(path, { headers })).json())
        const data = { items: [{ order_item_id: items[0].id, count: 1 }], reason_code: 'changed_mind', version }
        expect((await request.post(`${path}/refund`, { headers, data })).status()).toBe(200)
        await staff.goto('/admin')
        await staff.getByRole('link', { name: of('Invoices to replace', '待换开发票') }).click()
        await staff.getByRole('link', { name: title }).first().click()
        await staff.waitForURL(/\/admin\/invoice\/\d+$/)
        await expect(
          staff.getByText(of('Money was refunded after this invoice was issued', '开票后发生了退款')),
        ).toBeVisible()
        await expectAccessible(staff)
        await staff.getByRole('button', { name: of('Record the replacement', '登记换开') }).click()
        const form = staff.getByRole('dialog')
        await form.getByRole('textbox', { name: of('Invoice number', '发票号码') }).fill(numberOf(2))
        await form.getByRole('button', { name: of('Record the replacement', '登记换开') }).click()
        await expect(staff.getByRole('main').getByText(numberOf(2))).toBeVisible()
      })
      await test.step('the customer sees the new one', async () => {
        await page.reload()
        await expect(page.getByText(of(`Issued: number ${numberOf(2)}`, `已开票，号码 ${numberOf(2)}`))).toBeVisible()
        await expectAccessible(page)
      })
      await staff.close()
    })
})
