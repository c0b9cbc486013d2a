import type { APIRequestContext, Page } from '@playwright/test'
import { control, newPayment } from './support/buyer'
import { expectAccessible, expectNoOverflow } from './support/page'
import { adminToken, carry } from './support/session'
import { address, enterAs, newCustomer, newProduct, ship } from './support/storefront'
import { expect, test } from './support/test'

test.use({ viewport: { width: 390, height: 844 } })

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: new RegExp(`^${name}|${name}$`) })

/** Waits until the screen of an order is open. Returns the id of the order. */
const openOrder = async (page: Page) => {
  await expect(page).toHaveURL(/\/order\/\d+$/)
  return Number(new URL(page.url()).pathname.split('/').at(-1))
}

test('the whole journey: from the home screen to a refund', { tag: '@core' }, async ({ page, request }) => {
  test.slow() // many screens
  const product = await newProduct(request)

  await test.step('home → category → product, with a choice of specs', async () => {
    await page.goto('/')
    await page.getByRole('navigation', { name: 'Categories' }).getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Categories' })).toBeVisible()
    // A product of this test, because other tests sell those of the demonstration at the same time.
    await page.goto(`/product/${product.id}`)
    await page.getByRole('radio', { name: '炭色' }).check()
    await page.getByRole('radio', { name: '大' }).check()
    // Dark has no large size: the color has to be chosen again.
    await expect(page.getByRole('radio', { name: '炭色' })).not.toBeChecked()
    await page.getByRole('radio', { name: '本色' }).check()
    await expect(page.getByText('¥24.00')).toBeVisible()
  })
  await test.step('adding it asks to sign in, and then goes on', async () => {
    // The cart that is read at the sign-in arrives after the response to the change, which is newer.
    await page.route('**/v1/cart', async (route) => {
      if (route.request().method() !== 'GET') return route.fallback()
      const isAdded = page.getByText('Added to the cart', { exact: true }).waitFor()
      const answer = await route.fetch()
      await isAdded
      await route.fulfill({ response: answer })
    })
    await page.getByRole('button', { name: 'Add to cart' }).click()
    const sheet = page.getByRole('dialog', { name: 'Sign in' })
    await expect(sheet.getByRole('button', { name: 'Continue as the demonstration customer' })).toBeVisible()
    await sheet.getByRole('button', { name: 'Continue as a new customer' }).click()
    await expect(page.getByText('Added to the cart', { exact: true })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: '1 item in the cart' })).toBeAttached()
    // Then the late response has arrived.
    await page.unrouteAll({ behavior: 'wait' })
    await expect(page.getByRole('main').getByRole('link', { name: /Cart/ })).toContainText('1 item in the cart')
    // The token is sent in a header: the browser has no session cookie.
    expect((await page.context().cookies()).filter(({ name }) => name.includes('session'))).toEqual([])
  })
  await test.step('the cart: another number, and what is not chosen costs nothing', async () => {
    await page.getByRole('radio', { name: '小' }).check()
    await page.getByRole('button', { name: 'Add to cart' }).click()
    // A second message would cover the link to the cart.
    await expect(page.getByText('Added to the cart', { exact: true })).toHaveCount(1)
    await page.getByRole('main').getByRole('link', { name: /Cart/ }).click()
    await expect(page.getByRole('listitem')).toHaveCount(2)
    await page.getByRole('group', { name: /大$/ }).getByRole('button', { name: 'One more' }).click()
    await expect(page.getByText('¥60.00')).toBeVisible()
    await expect(tab(page, 'Cart')).toContainText('3 items in the cart')
    await page.getByRole('checkbox', { name: /小$/ }).click()
    await expect(page.getByText('¥48.00')).toBeVisible()
    await page.getByRole('button', { name: 'Check out (2)' }).click()
  })
  await test.step('checkout: an address on the way, and the total of the shop', async () => {
    await page.getByRole('button', { name: 'Place order' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Add a shipping address first.' })).toBeVisible()
    await page.getByRole('button', { name: 'Add a shipping address', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Add address' })
    await sheet.getByRole('textbox', { name: 'Name' }).fill(address.name)
    await sheet.getByRole('textbox', { name: 'Phone' }).fill('12')
    await sheet.getByRole('combobox', { name: 'Province' }).fill('浙江')
    await page.getByRole('option', { name: '浙江省' }).click()
    // The list of the next input opens, and keys choose from it.
    await expect(sheet.getByRole('combobox', { name: 'City' })).toBeFocused()
    await page.keyboard.type('杭州')
    await page.keyboard.press('Enter')
    await expect(sheet.getByRole('combobox', { name: 'City' })).toHaveValue(address.city)
    await page.getByRole('option', { name: address.district }).click()
    await sheet.getByRole('textbox', { name: 'Street and number' }).fill(address.detail)
    await sheet.getByRole('button', { name: 'Save' }).click()
    const phone = sheet.getByRole('textbox', { name: 'Phone' })
    await expect(phone).toBeFocused()
    await expect(phone).toHaveAccessibleDescription(
      'Enter an 11-digit mobile number, or one of another country that begins with +.',
    )
    await phone.fill(address.mobile)
    await sheet.getByRole('button', { name: 'Save' }).click()
    await expect(sheet).toBeHidden()
    await expect(page.getByText('浙江省杭州市西湖区龙井路 1 号')).toBeVisible()
    await expect(page.getByText('Add a shipping address first.')).toBeHidden()
    await expect(page.getByRole('region', { name: 'Costs' })).toContainText('Total¥48.00')
  })
  const order_id = await test.step('paid on the simulated phone', async () => {
    await page.getByRole('textbox', { name: 'Note' }).fill('请放前台')
    await page.getByRole('button', { name: 'Place order' }).click()
    const sheet = page.getByRole('dialog', { name: 'Payment' })
    await expect(sheet).toContainText('¥48.00')
    await sheet.getByRole('button', { name: 'Pay', exact: true }).click()
    const id = await openOrder(page)
    await expect(page.getByText('Payment successful')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'To ship' })).toBeVisible()
    await expect(page.getByText('请放前台')).toBeVisible()
    return id
  })
  await test.step('what was ordered has left the cart, the rest is there', async () => {
    await page.goto('/cart')
    await expect(page.getByRole('listitem')).toHaveCount(1)
    await expect(page.getByRole('listitem')).toContainText('小')
  })
  await test.step('shipped by staff: the parcel can be followed', async () => {
    const tracking_no = await ship(request, order_id)
    await page.goto('/order?status=shipped')
    await expect(page.getByRole('link', { name: 'On the way 1' })).toHaveAttribute('aria-current', 'page')
    // A click anywhere on the card opens it.
    const card = page.getByRole('main').getByRole('listitem').filter({ hasText: product.name })
    await card.click({ position: { x: 40, y: 90 } })
    const parcel = page.getByRole('region', { name: 'Parcel' })
    await expect(parcel).toContainText('顺丰速运')
    await expect(parcel).toContainText(tracking_no)
    await expect(parcel).toContainText('× 2')
  })
  await test.step('a refund is asked for one of two pieces', async () => {
    await page.getByRole('link', { name: 'Request refund' }).click()
    // All pieces were shipped.
    await expect(page.getByRole('radio', { name: 'Return and refund' })).toBeChecked()
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Choose at least one item.' })).toBeVisible()
    const stepper = page.getByRole('group', { name: /^Quantity of/ })
    await stepper.getByRole('button', { name: 'One more' }).click()
    await page.getByRole('combobox', { name: 'Reason' }).selectOption('Damaged')
    await page.getByRole('textbox', { name: /What happened/ }).fill('杯口有裂纹')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL(`/after_sale?order_id=${order_id}`)
    await expect(page.getByText('Your request was sent to the shop')).toBeVisible()
    await page.goto(`/order/${order_id}`)
    await expect(page.getByText('Return requested')).toBeVisible()
    await page.getByRole('link', { name: 'A return request is open' }).click()
    const one = page.getByRole('list', { name: 'Returns' }).getByRole('listitem').first()
    await expect(one).toContainText('Waiting for the shop')
    await expect(one).toContainText('Requested ¥24.00')
    await one.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
    await expect(one.getByText('Withdrawn').first()).toBeVisible()
  })
  await test.step('received, bought again and hidden', async () => {
    await page.goto(`/order/${order_id}`)
    await page.getByRole('button', { name: 'Confirm receipt' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm receipt' }).click()
    await expect(page.getByText('Receipt confirmed')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Completed' })).toBeVisible()
    await page.getByRole('button', { name: 'Buy again' }).click()
    await expect(page).toHaveURL(/\/cart$/)
    await expect(page.getByRole('listitem').filter({ hasText: '大' })).toContainText('2')
    await page.goto(`/order/${order_id}`)
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page).toHaveURL(/\/order$/)
    await expect(page.getByRole('heading', { name: 'No orders here' })).toBeVisible()
  })
  await test.step('signed out, nothing of it is left', async () => {
    await page.goto('/me')
    await page.getByRole('button', { name: 'Sign out' }).click()
    const question = page.getByRole('dialog', { name: 'Sign out?' })
    await expect(question).toContainText('you can come back as the same customer')
    await question.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('customer'))).toBeNull()
    await tab(page, 'Cart').click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(page.getByRole('listitem')).toHaveCount(0)
  })
})

test('a canceled and a failed payment leave the order to be paid later, or to be canceled', async ({
  page,
  request,
}) => {
  const [product, customer] = [await newProduct(request), await newCustomer(request)]
  await customer.send('POST', '/v1/address', address)
  await enterAs(page, customer)
  await page.goto(`/checkout?sku_id=${product.sku_id}&count=2`)
  await page.getByRole('button', { name: 'Place order' }).click()
  const sheet = page.getByRole('dialog', { name: 'Payment' })
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await openOrder(page)
  await expect(page.getByText('Payment canceled')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'To pay' })).toBeVisible()
  await customer.send('POST', '/v1/address', { ...address, name: '林二' })
  await page.getByRole('button', { name: 'Change' }).click()
  const addresses = page.getByRole('dialog', { name: 'Choose an address' })
  await addresses.getByRole('listitem').filter({ hasText: '林二' }).getByRole('button', { name: 'Ship here' }).click()
  await expect(page.getByRole('region', { name: 'Ship to' })).toContainText('林二')
  const pay = page.getByRole('main').getByRole('button', { name: 'Pay' })
  await pay.click()
  await sheet.getByRole('button', { name: 'Let it fail' }).click()
  await expect(page.getByText('Payment failed')).toBeVisible()
  await pay.click()
  await sheet.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'To ship' })).toBeVisible()

  const { order_id, token } = await newPayment(request)
  // Another customer has signed in in another tab.
  await page.evaluate((login) => localStorage.setItem('customer', login), JSON.stringify({ token }))
  await page.goto(`/order/${order_id}`)
  await page.getByRole('button', { name: 'Cancel order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this order?' })
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByRole('heading', { name: 'To pay' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByRole('heading', { name: 'Canceled' })).toBeVisible()
})

test.describe('one tap on Buy now', () => {
  test.use({ expectedErrors: [/status of 422/] })
  test('places one order, through a reload, Back and a copy of the tab', { tag: '@core' }, async ({
    page,
    context,
    request,
  }) => {
    const [product, customer] = [await newProduct(request), await newCustomer(request)]
    await customer.send('POST', '/v1/address', address)
    await enterAs(page, customer)
    const orders = async () => {
      const { items }: { items: unknown[] } = await customer.send('GET', '/v1/order')
      return items.length
    }
    const buy = async () => {
      await page.goto(`/product/${product.id}`)
      await page.getByRole('radio', { name: '本色' }).check()
      await page.getByRole('radio', { name: '小' }).check()
      await page.getByRole('button', { name: 'Buy now' }).click()
      await page.getByRole('button', { name: 'Place order' }).waitFor()
    }
    await buy()
    // Reloaded before the order is placed, it is the same intention.
    const checkout = page.url()
    expect(checkout).toMatch(/intent=\w{32}/)
    await page.getByRole('button', { name: 'Place order' }).click()
    await page.getByRole('dialog', { name: 'Payment' }).waitFor()
    await openOrder(page)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'To pay' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('button', { name: 'Pay' })).toBeVisible()

    // The previous page is the product: the checkout is no longer in the history.
    await page.goBack()
    await expect(page).toHaveURL(new RegExp(`/product/${product.id}\\?`))
    // The page of the product is in its previous state.
    await expect(page.getByRole('radio', { name: '本色' })).toBeChecked()
    await page.goForward()

    const order = page.url()
    // Another tab of the same customer.
    const copy = await context.newPage()
    await copy.goto(checkout)
    await expect(copy).toHaveURL(order)
    // Another browser has no record of the order, but the server does.
    await copy.evaluate(() => localStorage.removeItem('placed'))
    await copy.goto(checkout)
    await copy.getByRole('button', { name: 'Place order' }).click()
    await copy.getByRole('dialog', { name: 'Payment' }).waitFor()
    await expect(copy).toHaveURL(order)
    await copy.evaluate(() => localStorage.removeItem('placed'))
    await copy.goto(checkout)
    await copy.getByRole('textbox', { name: 'Note' }).fill('请放前台')
    await copy.getByRole('button', { name: 'Place order' }).click()
    await expect(copy.getByText('What you changed afterwards was not applied.')).toBeVisible()
    await copy.close()
    expect(await orders()).toBe(1)

    await buy()
    await page.getByRole('button', { name: 'Place order' }).click()
    await page.getByRole('dialog', { name: 'Payment' }).waitFor()
    expect(await orders()).toBe(2)
  })
})

test.describe('a price that has changed meanwhile', () => {
  test.use({ expectedErrors: [/status of 409/] })
  test('is shown, and nothing is ordered until the customer agrees', { tag: '@core' }, async ({ page, request }) => {
    const [product, customer] = [await newProduct(request), await newCustomer(request)]
    await customer.send('POST', '/v1/address', address)
    await enterAs(page, customer)
    await page.goto(`/checkout?sku_id=${product.sku_id}&count=2`)
    await expect(page.getByRole('region', { name: 'Costs' })).toContainText('Total¥24.00')
    await product.raisePrice(100)
    await page.getByRole('button', { name: 'Place order' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'A price has changed.' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Costs' })).toContainText('Total¥26.00')
    expect(await customer.send('GET', '/v1/order')).toMatchObject({ items: [] })
    await page.getByRole('button', { name: 'Place order' }).click()
    await expect(page.getByRole('dialog', { name: 'Payment' })).toContainText('¥26.00')
  })
})

test.describe('an answer that is lost', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })
  test('does not make a second order, nor a second addition', { tag: '@core' }, async ({ page, request }) => {
    const [product, customer] = [await newProduct(request), await newCustomer(request)]
    await customer.send('POST', '/v1/address', address)
    await enterAs(page, customer)
    /** Lets the next POST to this path reach the shop, and drops the response. */
    const loseNext = (path: string) =>
      page.route(`**${path}`, async (route) => {
        if (route.request().method() !== 'POST') return route.fallback()
        await route.fetch()
        await route.abort()
        await page.unroute(`**${path}`)
      })
    await page.goto(`/product/${product.id}`)
    await page.getByRole('radio', { name: '本色' }).check()
    await page.getByRole('radio', { name: '小' }).check()
    await loseNext('/v1/cart')
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await expect(page.getByText('This was not added to the cart')).toBeVisible()
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await expect(page.getByText('Added to the cart', { exact: true })).toBeVisible()
    expect(await customer.send('GET', '/v1/cart')).toMatchObject([{ count: 1 }])

    await page.goto('/checkout')
    await expect(page).toHaveURL(/intent=\w{32}/)
    const checkout = page.url()
    await loseNext('/v1/order')
    const submit = page.getByRole('button', { name: 'Place order' })
    await submit.click()
    await expect(page.getByText('We don’t know whether the order was placed.')).toBeVisible()
    await submit.click()
    await expect(page.getByRole('dialog', { name: 'Payment' })).toBeVisible()
    const { items }: { items: unknown[] } = await customer.send('GET', '/v1/order')
    expect(items).toHaveLength(1)
    // The cart is empty by now: its checkout leads to the order.
    await openOrder(page)
    const order = page.url()
    await page.goto(checkout)
    await expect(page).toHaveURL(order)
  })
})

test.describe('a token that has ended', () => {
  test.use({ expectedErrors: [/status of 401/] })
  test('is replaced as in a mini-program; a line that cannot be bought says why, and can be taken out', async ({
    page,
    request,
  }) => {
    const [product, gone, customer] = [await newProduct(request), await newProduct(request), await newCustomer(request)]
    await customer.send('POST', '/v1/cart', { sku_id: product.sku_id, count: 2 })
    await customer.send('POST', '/v1/cart', { sku_id: gone.sku_id, count: 1 })
    const headers = { authorization: `Bearer ${await adminToken(request)}` }
    await request.post('/cms/product/bulk', { headers, data: { ids: [gone.id], action: 'off_sale' } })
    await enterAs(page, customer)
    await customer.send('DELETE', '/v1/token')
    await page.goto('/cart')
    // The same customer, signed in again without asking.
    await expect(page.getByRole('listitem').filter({ hasText: product.name })).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(tab(page, 'Cart')).toContainText('3 items in the cart')
    const line = page.getByRole('listitem').filter({ hasText: gone.name })
    await expect(line).toContainText('Not available right now')
    await expect(line.getByRole('checkbox')).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Check out (2)' })).toBeEnabled()
    await page.getByRole('button', { name: 'Remove unavailable items' }).click()
    await expect(page.getByRole('listitem')).toHaveCount(1)
    await page.getByRole('button', { name: /^Remove/ }).click()
    await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('listitem')).toHaveCount(1)
  })
})

test('profile and addresses are those of the customer, also beside a session of staff', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  await carry(context, await adminToken(request), baseURL)
  const customer = await newCustomer(request)
  await enterAs(page, customer)
  await page.goto('/me')
  const name = page.getByRole('textbox', { name: 'Nickname' })
  await name.fill('阿青')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved')).toBeVisible()
  expect(await customer.send('GET', '/v1/user')).toMatchObject({ nickname: '阿青', kind: 'customer' })

  await page.getByRole('link', { name: 'Addresses' }).click()
  await expect(page.getByRole('heading', { name: 'No addresses yet' })).toBeVisible()
  const add = async (detail: string) => {
    await page.getByRole('button', { name: 'Add address' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill(address.name)
    await page.getByRole('textbox', { name: 'Phone' }).fill(address.mobile)
    await page.getByRole('combobox', { name: 'Province' }).fill(address.province)
    await page.getByRole('combobox', { name: 'City' }).fill(address.city)
    await page.getByRole('textbox', { name: 'Street and number' }).fill(detail)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: detail })).toBeVisible()
  }
  await add('一号院')
  await add('二号院')
  const second = page.getByRole('listitem').filter({ hasText: '二号院' })
  await second.getByRole('button', { name: 'Make default' }).click()
  await expect(page.getByRole('listitem').first()).toContainText('二号院')
  await expect(second).toContainText('Default')
  await second.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Street and number' }).fill('三号院')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('listitem').first()).toContainText('三号院')
  await page.getByRole('listitem').filter({ hasText: '一号院' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('listitem')).toHaveCount(1)

  await test.step('each whole address that is pasted replaces the one before, also while the regions are loading', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.reload()
    const open = page.getByRole('button', { name: 'Add address' })
    await expect(open).toBeVisible()
    let load = () => {}
    const loading = new Promise<void>((resolve) => {
      load = resolve
    })
    await page.route('**/_next/static/chunks/**', async (route) => {
      await loading
      await route.continue()
    })
    await open.click()
    const paste = async (field: string, text: string) => {
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
      await page.getByRole('textbox', { name: field }).press('ControlOrMeta+V')
    }
    const expectFields = async (fields: Record<string, string>) => {
      for (const [field, text] of Object.entries(fields))
        await expect(page.locator('input, textarea').and(page.getByLabel(field))).toHaveValue(text)
    }
    const hangzhou = { Province: '浙江省', City: '杭州市', District: '西湖区', 'Street and number': '龙井路1号' }
    await paste('Name', '林晚')
    await expectFields({ Name: '' })
    load()
    await expectFields({ Name: '林晚' })
    await page.getByRole('textbox', { name: 'Name' }).fill('')
    await paste('Name', '林晚 13800001024 浙江省杭州市西湖区龙井路1号')
    await expectFields({ Name: '林晚', Phone: '13800001024', ...hangzhou })
    await paste('Name', '李四 13700001235 北京市朝阳区建国路88号')
    const beijing = { Province: '北京市', City: '北京市', District: '朝阳区', 'Street and number': '建国路88号' }
    await expectFields({ Name: '李四', Phone: '13700001235', ...beijing })
    await paste('Street and number', '王五 13600001235 浙江省杭州市西湖区龙井路1号')
    await expectFields({ Name: '王五', Phone: '13600001235', ...hangzhou })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: '王五' })).toContainText('浙江省杭州市西湖区龙井路1号')
  })
})

test('a sheet keeps the focus, and gives it back when it is closed', async ({ page, request }) => {
  const product = await newProduct(request)
  await page.goto(`/product/${product.id}`)
  await page.getByRole('radio', { name: '本色' }).check()
  await page.getByRole('radio', { name: '小' }).check()
  const add = page.getByRole('button', { name: 'Add to cart' })
  await add.focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Sign in' })
  await expect(sheet).toBeVisible()
  for (let press = 0; press < 5; press++) await page.keyboard.press('Tab')
  expect(await sheet.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(add).toBeFocused()
  // Canceling the sign-in is not reported as a failure.
  await expect(page.getByText('This was not added to the cart')).toBeHidden()
})

test('Back closes what lies over the screen first, and what was typed is there again', { tag: '@core' }, async ({
  page,
  request,
}) => {
  const [product, customer] = [await newProduct(request), await newCustomer(request)]
  await enterAs(page, customer)
  await page.goto(`/product/${product.id}`)
  await page.getByRole('radio', { name: '本色' }).check()
  await page.getByRole('radio', { name: '小' }).check()
  await page.getByRole('button', { name: 'One more' }).click()
  await page.getByRole('button', { name: 'Buy now' }).click()
  const open = page.getByRole('button', { name: 'Add a shipping address', exact: true })
  await open.click()
  const sheet = page.getByRole('dialog', { name: 'Add address' })
  await sheet.getByRole('textbox', { name: 'Name' }).fill(address.name)
  await sheet.getByRole('combobox', { name: 'Province' }).fill(address.province)
  await page.goBack()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('button', { name: 'Place order' })).toBeVisible()
  await open.click()
  await expect(sheet.getByRole('textbox', { name: 'Name' })).toHaveValue(address.name)
  await expect(sheet.getByRole('combobox', { name: 'Province' })).toHaveValue(address.province)
  // Closed by its button, it leaves no entry in the history: the next Back leaves the checkout.
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toBeHidden()
  await expect.poll(() => page.evaluate(() => 'layers' in history.state)).toBe(false)
  await page.goBack()
  await expect(page.getByRole('radio', { name: '小' })).toBeChecked()
  await expect(page.getByRole('group', { name: 'Quantity' }).getByRole('status')).toHaveText('2')

  // Back closes the form of a screen too.
  await customer.send('POST', '/v1/address', address)
  await page.goto('/address')
  await page.getByRole('button', { name: 'Add address' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('王小二')
  await page.goBack()
  await expect(page.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Add address' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('王小二')

  await page.goto(`/checkout?sku_id=${product.sku_id}&count=1`)
  await page.getByRole('button', { name: 'Place order' }).click()
  const payment = page.getByRole('dialog', { name: 'Payment' })
  await payment.waitFor()
  await openOrder(page)
  await expect.poll(() => page.evaluate(() => history.state.layers)).toBe(1)
  await page.goBack()
  await expect(payment).toBeHidden()
  await expect(page.getByText('Payment canceled')).toBeVisible()
  await openOrder(page)
})

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/Failed to load resource|ERR_INTERNET_DISCONNECTED/] })
  test('a bar says so, and taps on what cannot be opened are answered', async ({ page, context, request }) => {
    const customer = await newCustomer(request)
    await enterAs(page, customer)
    await page.goto('/me')
    await page.getByRole('textbox', { name: 'Nickname' }).waitFor()
    await context.setOffline(true)
    const bar = page.getByRole('status').filter({ hasText: 'No connection' })
    await expect(bar).toBeVisible()
    await page.getByRole('link', { name: 'All orders' }).click()
    await expect(
      page.getByRole('alert').filter({ hasText: 'The screen opens when you are online again.' }),
    ).toBeVisible()
    await page.getByRole('textbox', { name: 'Nickname' }).fill('阿青')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'What you typed is kept' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(1)
    await context.setOffline(false)
    await expect(bar).toBeHidden()
    await expect(page).toHaveURL(/\/order$/)
  })
})

/** Creates a customer with a line in the cart, and with a shipped order that has a return request for one piece. */
async function regularCustomer(request: APIRequestContext) {
  const [product, customer] = [await newProduct(request), await newCustomer(request)]
  await customer.send('POST', '/v1/address', address)
  await customer.send('POST', '/v1/cart', { sku_id: product.sku_id, count: 2 })
  const items = [{ sku_id: product.sku_id, count: 2 }]
  const { id }: { id: number } = await customer.send('POST', '/v1/order', { items })
  const { payment_no } = await customer.send('POST', '/v1/pay/pre_order', { order_id: id })
  await control(request, { action: 'page_pay', out_trade_no: payment_no })
  await control(request, { action: 'deliver' })
  await ship(request, id)
  const { items: lines } = await customer.send('GET', `/v1/order/${id}`)
  const { id: case_id }: { id: number } = await customer.send('POST', '/v1/after_sale', {
    order_id: id,
    kind: 'refund',
    reason_code: 'other',
    items: [{ order_item_id: lines[0].id, count: 1 }],
  })
  // No other request can be made while it is open.
  await customer.send('POST', `/v1/after_sale/${case_id}/withdraw`)
  return { customer, order_id: id, sku_id: product.sku_id }
}

/**
 * Opens each screen and waits until `content`, a selector, is visible. Expects that the screen is accessible and fits a
 * phone.
 */
async function expectScreens(page: Page, screens: (readonly [path: string, content: string])[]) {
  for (const [path, content] of screens) {
    await page.goto(path)
    await expect(page.locator(content).first(), path).toBeVisible()
    // The bar at the bottom covers parts of targets until the page is at its end.
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoOverflow(page)
    await page.setViewportSize({ width: 390, height: 844 })
  }
}

const inChinese = (page: Page, baseURL: string | undefined) =>
  page.context().addCookies([{ name: 'locale', value: 'zh-CN', url: baseURL ?? 'http://localhost' }])

test('the screens of a purchase are accessible and fit the phone', { tag: '@core' }, async ({
  page,
  request,
  baseURL,
}) => {
  const { customer, sku_id } = await regularCustomer(request)
  await page.goto('/me')
  await expect(page.getByRole('region', { name: 'Sign in' })).toBeVisible()
  await expectAccessible(page)
  await enterAs(page, customer)
  const checkout = `/checkout?sku_id=${sku_id}&count=1`
  const screens = [
    ['/cart', 'main li'],
    [checkout, 'main textarea'],
  ] as const
  const expectSheets = async (submit: string) => {
    await page.getByRole('button', { name: '王小明' }).click()
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('button', { name: submit }).click()
    await expect(page.getByRole('dialog')).toContainText('¥12.00')
    await expectAccessible(page)
  }
  await expectScreens(page, [...screens])
  await expectSheets('Place order')
  await inChinese(page, baseURL)
  await expectScreens(page, [...screens])
  await expectSheets('提交订单')
})

test('the other screens of a customer are accessible and fit the phone; an order of another customer is not found', async ({
  page,
  request,
  baseURL,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/)
  const [{ customer, order_id }, other] = [await regularCustomer(request), await newPayment(request)]
  await enterAs(page, customer)
  const screens = [
    ['/order', 'main li article, main li'],
    [`/order/${order_id}`, 'main ol'],
    ['/after_sale', 'main ol'],
    [`/after_sale/new?order_id=${order_id}`, 'main form'],
    ['/invoice', 'main'],
    ['/address', 'main li'],
    ['/me', 'main form'],
  ] as const
  await expectScreens(page, [...screens])
  await page.goto(`/order/${other.order_id}`)
  await expect(page.getByRole('heading', { name: 'Order not found' })).toBeVisible()
  await expectAccessible(page)
  await inChinese(page, baseURL)
  await expectScreens(page, [...screens])
})
