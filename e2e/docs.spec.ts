import type { Page } from '@playwright/test'
import { expectAccessible, expectNoOverflow, live } from './support/page'
import { expect, test } from './support/test'

// The browser logs every response from 400 on; these tests provoke them.
test.use({ expectedErrors: [/status of 40[01]/] })

const operation = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

/** Opens the form for trying an operation, and returns the form. */
async function tryIt(page: Page, name: string) {
  const article = operation(page, name)
  await article.getByRole('button', { name: 'Try it' }).click()
  return article.getByRole('form')
}

/** Switches the page to Chinese. */
const inChinese = (page: Page, baseURL: string | undefined) =>
  page.context().addCookies([{ name: 'locale', value: 'zh-CN', url: baseURL ?? 'http://localhost' }])

test.describe('the API reference', () => {
  test('sends a request, shows the response, and copies it as a command', { tag: '@core' }, async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/docs/v1/product#getProduct')
    const form = await tryIt(page, 'A product with its SKUs')
    await form.getByLabel('id (required)').fill('')
    await form.getByRole('button', { name: 'Send' }).click()
    await expect(form.getByText('Fill this in.')).toBeVisible()
    await form.getByLabel('id (required)').fill('1')
    await form.getByRole('button', { name: 'Send' }).click()
    await expect(form.getByRole('status')).toContainText('Response 200 after')
    await expect(form.getByRole('figure')).toContainText('"name": "雨前绿茶"')
    await form.getByText('Headers').click()
    await expect(form.getByText('x-request-id')).toBeVisible()

    const article = operation(page, 'Search products')
    await article.getByRole('button', { name: 'Copy as curl' }).click()
    await expect(article.getByRole('status')).toHaveText('Copied')
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toMatch(/^curl 'http:\/\/[^']+\/v1\/product\/search\?q=[^']+'$/)
  })

  test('signs in once for all forms of an interface, in this tab only', async ({ page, context }) => {
    await page.goto('/docs/v1/address')
    const list = await tryIt(page, 'My addresses')
    await list.getByRole('button', { name: /^Sign in as/ }).click()
    await expect(list.getByLabel('Token', { exact: true })).not.toHaveValue('')
    await list.getByRole('button', { name: 'Send' }).click()
    await expect(list.getByRole('figure')).toContainText('青梧路')
    const create = await tryIt(page, 'Add an address')
    await expect(create.getByLabel('Token', { exact: true })).not.toHaveValue('')
    await create.getByLabel('Body (JSON)').fill('{ "name": "林晚" }')
    await create.getByRole('button', { name: 'Send' }).click()
    await expect(create.getByRole('status')).toContainText('Response 400')

    // The admin interface has a separate account.
    await page.goto('/docs/cms/group#listGroups')
    const article = page.locator('#listGroups')
    await article.getByRole('button', { name: 'Try it' }).click()
    const form = article.getByRole('form')
    await form.getByRole('button', { name: 'Sign in as “admin” of the demonstration' }).click()
    await expect(form.getByLabel('Token', { exact: true })).not.toHaveValue('')
    await form.getByRole('button', { name: 'Send' }).click()
    await expect(form.getByRole('status')).toContainText('Response 200')

    const other = await context.newPage()
    await other.goto('/docs/v1/address')
    await expect((await tryIt(other, 'My addresses')).getByLabel('Token', { exact: true })).toHaveValue('')
  })

  test('is searched over both interfaces, by keyboard, and leads to the operation', async ({ page }) => {
    await page.goto('/docs/v1/order')
    const navigation = page.getByRole('navigation', { name: 'API reference' })
    await navigation.getByRole('searchbox').fill('order cancel')
    await expect(
      navigation.getByRole('list', { name: 'Client interface: Order actions' }).getByRole('link'),
    ).toHaveCount(1)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/docs/v1/order_change#cancelOrder')
    await expect(operation(page, 'Cancel an unpaid order')).toBeInViewport()
    await navigation.getByRole('searchbox').fill('put /cms/user/{id}/password')
    await navigation.getByRole('list', { name: 'Admin interface: Staff' }).getByRole('link').click()
    await expect(page).toHaveURL('/docs/cms/user#resetUserSecret')
    await expect(page.getByRole('heading', { level: 1, name: 'Staff' })).toBeAttached()
    await expect(operation(page, 'Set the password of a staff member')).toBeInViewport()
  })

  test('leads to an operation, and from there to its errors', async ({ page }) => {
    await page.goto('/docs/cms')
    const navigation = page.getByRole('navigation', { name: 'API reference' })
    const modules = navigation.getByRole('list', { name: 'Modules' })
    await modules.getByRole('link', { name: 'Groups', exact: true }).click()
    await expect(page).toHaveURL('/docs/cms/group')
    await modules.getByRole('link', { name: 'Delete a group' }).click()
    await expect(operation(page, 'Delete a group')).toBeInViewport()
    await expect(modules.locator('[aria-current=location]')).toContainText('Delete a group')

    await page.goto('/docs/v1/order#placeOrder')
    await expect(page.locator('#placeOrder')).toBeInViewport()
    await operation(page, 'Place an order').getByRole('link', { name: 'out_of_stock' }).click()
    await expect(page).toHaveURL('/docs/errors#out_of_stock')
    await expect(page.getByRole('heading', { level: 2, name: 'out_of_stock' })).toBeInViewport()
  })
})

test('its texts are accessible and fit a small screen', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const paths = ['/docs', '/docs/guide', '/docs/errors']
  for (const path of paths) {
    await page.goto(path)
    await expectNoOverflow(page)
    await expectAccessible(page)
  }
  await inChinese(page, baseURL)
  for (const path of paths) {
    await page.goto(path)
    await expectAccessible(page)
  }
})

test('a module with an open form is accessible and fits a small screen', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const openForm = async () => {
    await page.goto('/docs/v1/address')
    const article = page.locator('#createAddress')
    await article.getByRole('button', { expanded: false }).click()
    const form = article.getByRole('form')
    await form.locator('[type=submit]').click()
    await expect(form.getByRole('figure')).toContainText('"code": "unauthenticated"')
    await expectNoOverflow(page)
    // Elements below the sticky bars would count as too small targets.
    await page.evaluate(() => window.scrollTo(0, 0))
    await expectAccessible(page)
  }
  await openForm()
  await inChinese(page, baseURL)
  await openForm()
})

test('a small screen has a select instead of the list, and shows what is searched for', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/docs/v1/order')
  const jump = page.getByLabel('Go to')
  await jump.selectOption({ label: 'Place an order (POST)' })
  await expect(page).toHaveURL('/docs/v1/order#placeOrder')
  await expect(operation(page, 'Place an order').getByRole('heading', { level: 2 })).toBeInViewport()
  await expect(jump).toHaveValue('#placeOrder')
  await jump.selectOption('Addresses')
  await expect(page).toHaveURL('/docs/v1/address')
  const navigation = page.getByRole('navigation', { name: 'API reference' })
  await expect(navigation.getByRole('link', { name: 'Add an address' })).toBeHidden()
  await live(navigation.getByRole('searchbox'))
  await navigation.getByRole('searchbox').fill('token delete')
  await navigation.getByRole('link', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/docs/v1/token#deleteToken')
})
