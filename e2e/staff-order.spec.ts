import { control } from './support/buyer'
import { expectAccessible } from './support/page'
import { adminToken, carry } from './support/session'
import { enterAs, newCustomer, newProduct } from './support/storefront'
import { expect, test } from './support/test'

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  for (const locale of ['en', 'zh-CN'] as const)
    test(`staff order for a phone number, and someone else pays it by its link, in ${locale}`, async ({
      page,
      request,
      browser,
      baseURL,
    }) => {
      test.slow() // many screens
      const of = (english: string, chinese: string) => (locale === 'en' ? english : chinese)
      const product = await newProduct(request)
      const number = `136${String(Date.now()).slice(-8)}`
      const staff = await browser.newPage({ baseURL, viewport: { width: 390, height: 844 }, locale: 'en' })
      await carry(staff.context(), await adminToken(request), baseURL)
      const payer = await browser.newPage({ baseURL, viewport: { width: 390, height: 844 }, locale: 'en' })
      for (const context of [staff.context(), payer.context(), page.context()])
        await context.addCookies([{ name: 'locale', value: locale, url: baseURL ?? 'http://localhost' }])

      await test.step('the order is written', async () => {
        await staff.goto('/admin/order')
        await staff.getByRole('link', { name: of('New order', '代客下单') }).click()
        const form = staff.getByRole('form', { name: of('New order', '代客下单') })
        await form.getByRole('searchbox', { name: of('Customer', '顾客') }).fill(number)
        await form
          .getByRole('button', { name: of(`Order for the number ${number}`, `为手机号 ${number} 下单`) })
          .click()
        await form.getByRole('button', { name: of('Add products', '添加商品') }).click()
        const picker = staff.getByRole('dialog').last()
        await picker.getByRole('searchbox').fill(product.name)
        await picker.getByRole('checkbox', { name: product.name }).check()
        await picker.getByRole('button', { name: of('Add', '添加') }).click()
        const choice = staff.getByRole('dialog', { name: of('Which ones does the customer want?', '顾客要哪些规格？') })
        await choice.getByRole('checkbox', { name: /小$/ }).check()
        await choice.getByRole('button', { name: of('Add these', '添加所选') }).click()
        await expect(form.getByRole('row')).toHaveCount(2)
        await form.getByRole('textbox', { name: new RegExp(of('Pieces$', '件数$')) }).fill('2')
        await form.getByRole('textbox', { name: new RegExp(of(': Price', '：单价')) }).fill('10')
        await form.getByRole('textbox', { name: of('Name', '收货人'), exact: true }).fill('林晚')
        await expect(form.getByRole('textbox', { name: of('Phone', '手机号'), exact: true })).toHaveValue(number)
        for (const [label, value] of [
          [of('Province', '省份'), '浙江省'],
          [of('City', '城市'), '杭州市'],
          [of('District', '区县'), '西湖区'],
        ] as const) {
          await form.getByRole('combobox', { name: label }).fill(value)
          await staff.keyboard.press('Tab')
        }
        await form.getByRole('textbox', { name: of('Street and number', '详细地址') }).fill('龙井路 1 号')
        await form.getByRole('textbox', { name: of('Shipping fee (¥)', '运费（元）') }).fill('5')
        await expect(form.getByRole('group', { name: of('To pay', '应付') })).toContainText('¥25.00')
        await expectAccessible(staff)
        await form.getByRole('button', { name: of('Place the order', '提交订单') }).click()
      })
      const link = await test.step('it is shown with its link', async () => {
        await staff.waitForURL(/\/admin\/order\/\d+$/)
        const link = staff.getByText(`${baseURL}/order/shared/`)
        await expect(link).toBeVisible()
        await expect(staff.getByText('/pages/shared-order/index?no=')).toBeVisible()
        await expect(
          staff.getByRole('img', { name: of('QR code of the link for the customer', '顾客付款链接的二维码') }),
        ).toBeVisible()
        await expectAccessible(staff)
        return String(await link.textContent())
      })
      await test.step('someone else opens the link and pays', async () => {
        await enterAs(payer, await newCustomer(request))
        await payer.goto(link)
        await expect(payer.getByRole('heading', { name: of('To pay', '待付款') })).toBeVisible()
        await expect(payer.getByText(product.name)).toBeVisible()
        await expect(payer.getByText('林晚')).toBeHidden()
        await expectAccessible(payer)
        await payer
          .getByRole('main')
          .getByRole('button', { name: of('Pay', '付款') })
          .click()
        const sheet = payer.getByRole('dialog')
        await expect(sheet).toContainText('¥25.00')
        await sheet.getByRole('button', { name: of('Pay', '支付'), exact: true }).click()
        await expect(payer.getByRole('heading', { name: of('Paid', '已付款') })).toBeVisible()
        await payer.close()
      })
      await test.step('the customer proves the number and finds it', async () => {
        const customer = await newCustomer(request)
        const { code } = await (
          await control(request, { action: 'phone_code', openid: customer.openid, phone: number })
        ).json()
        await customer.send('POST', '/v1/user/mobile', { code })
        await enterAs(page, customer)
        await page.goto('/order?status=paid')
        await page.getByRole('list').getByRole('link').first().click()
        await expect(page.getByText(of('Placed for you by the shop', '店铺已为您下单'))).toBeVisible()
        await expectAccessible(page)
        await expect(page.getByRole('heading', { name: of('To ship', '待发货') })).toBeVisible()
      })
      await staff.close()
    })
})
