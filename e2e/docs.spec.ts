import type { Page } from '@playwright/test'
import { expectAccessible, expectNoOverflow, live, looks, wear } from './support/page'
import { expect, test } from './support/test'

// The browser logs every response from 400 on; these tests provoke them.
test.use({ expectedErrors: [/status of 40[01]/] })

const operation = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

/** Opens the form of an operation. */
async function tryIt(page: Page, name: string) {
  const article = operation(page, name)
  await article.getByRole('button', { name: 'Try it' }).click()
  return article.getByRole('form')
}

/** What of the document the pages are compared with. */
interface Document {
  tags: { name: string }[]
  paths: Record<string, Record<string, { operationId: string; tags: string[] }>>
}

const mostBytes = 250 * 1024

test.describe('the API reference', () => {
  test('has every operation of the document on the page of its module, and no page over 250 KB', async ({
    request,
  }) => {
    const answer = await request.get('/docs/openapi.json')
    expect(answer.headers()).toMatchObject({ 'content-type': 'application/json', etag: /^(W\/)?".+"$/ })
    const { tags, paths }: Document = await answer.json()
    const operations = Object.values(paths).flatMap((verbs) => Object.values(verbs))
    expect(operations.length).toBeGreaterThan(40)
    const sizes: [string, number][] = []
    const read = async (path: string) => {
      const texts = await Promise.all(
        ['en', 'zh-CN'].map(async (locale) => {
          const page = await request.get(path, { headers: { cookie: `locale=${locale}` } })
          expect(page.status(), path).toBe(200)
          return page.text()
        }),
      )
      sizes.push([path, Math.max(...texts.map((text) => Buffer.byteLength(text)))])
      return texts[0] ?? ''
    }
    const [client, cms] = [await read('/docs'), await read('/docs/cms')]
    for (const path of ['/docs/guide', '/docs/errors']) await read(path)
    for (const { name } of tags) {
      const isCms = name.startsWith('cms/')
      const path = `/docs/${isCms ? name : `v1/${name}`}`
      const own = operations.filter((one) => one.tags.includes(name)).map(({ operationId }) => operationId)
      const text = await read(path)
      expect([...text.matchAll(/<article id="([a-z]+_(?:v1|cms)_[^"]+)"/g)].map(([, id]) => id)).toEqual(own)
      for (const id of own) expect(isCms ? cms : client).toContain(`href="${path}#${id}"`)
    }
    for (const [path, bytes] of sizes) process.stdout.write(`${path}: ${Math.ceil(bytes / 1024)} KB of HTML\n`)
    expect(sizes.filter(([, bytes]) => bytes > mostBytes)).toEqual([])
    const unchanged = await request.get('/docs/openapi.json', {
      headers: { 'if-none-match': answer.headers().etag ?? '' },
    })
    expect(unchanged.status()).toBe(304)
    expect((await request.get('/docs/v1/nothing')).status()).toBe(404)
    expect((await request.get('/docs/v1/cms%2Fuser')).status()).toBe(404)
  })

  test('sends a request and shows the response', async ({ page }) => {
    await page.goto('/docs/v1/category#get_v1_category')
    const form = await tryIt(page, 'The category tree')
    await form.getByRole('button', { name: 'Send' }).click()
    await expect(form.getByRole('status')).toContainText('Answer 200 after')
    await expect(form.getByRole('figure')).toContainText('"name": "茶与点心"')
    await form.getByText('Headers').click()
    await expect(form.getByText('x-request-id')).toBeVisible()
  })

  test('signs in once for all forms, in this tab only', async ({ page, context }) => {
    await page.goto('/docs/v1/address')
    const list = await tryIt(page, 'My addresses')
    await list.getByRole('button', { name: 'Send' }).click()
    await expect(list.getByRole('status')).toContainText('Answer 401')
    await list.getByRole('button', { name: 'Sign in as “customer” of the demonstration' }).click()
    await expect(list.getByLabel('Token', { exact: true })).not.toHaveValue('')
    await list.getByRole('button', { name: 'Send' }).click()
    await expect(list.getByRole('status')).toContainText('Answer 200')
    await expect(list.getByRole('figure')).toContainText('青梧路')

    const create = await tryIt(page, 'Add an address')
    await expect(create.getByLabel('Token', { exact: true })).not.toHaveValue('')
    await expect(create.getByLabel('Idempotency-Key')).toHaveValue(/^[0-9a-f-]{36}$/)
    await create.getByLabel('Body (JSON)').fill('{ "name": ')
    await create.getByRole('button', { name: 'Send' }).click()
    await expect(create.getByText('This is not valid JSON.')).toBeVisible()
    await create.getByLabel('Body (JSON)').fill('{ "name": "林晚" }')
    await create.getByRole('button', { name: 'Send' }).click()
    await expect(create.getByRole('status')).toContainText('Answer 400')
    await expect(create.getByRole('figure')).toContainText('"code": "required"')

    const other = await context.newPage()
    await other.goto('/docs/v1/address')
    await expect((await tryIt(other, 'My addresses')).getByLabel('Token', { exact: true })).toHaveValue('')
    await page.bringToFront()
    await list.getByRole('button', { name: 'Forget the token' }).click()
    await expect(create.getByLabel('Token', { exact: true })).toHaveValue('')
  })

  test('does not send a request without its path parameter', async ({ page }) => {
    await page.goto('/docs/v1/product')
    const form = await tryIt(page, 'A product with its SKUs')
    await form.getByLabel('id (required)').fill('')
    await form.getByRole('button', { name: 'Send' }).click()
    await expect(form.getByText('Fill this in.')).toBeVisible()
    await form.getByLabel('id (required)').fill('1')
    await form.getByRole('button', { name: 'Send' }).click()
    await expect(form.getByRole('status')).toContainText('Answer 200')
  })

  test('copies a request as a curl command', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/docs/v1/product')
    const article = operation(page, 'Search products')
    await article.getByRole('button', { name: 'Copy as curl' }).click()
    await expect(article.getByRole('status')).toHaveText('Copied')
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toMatch(
      /^curl 'http:\/\/[^']+\/v1\/product\/search\?q=%E7%BB%BF%E8%8C%B6\+%E9%9B%A8%E5%89%8D&sort=relevance'$/,
    )
  })

  test('is searched over both interfaces, by keyboard, and leads to the operation', async ({ page }) => {
    await page.goto('/docs/v1/order')
    const navigation = page.getByRole('navigation', { name: 'API reference' })
    await navigation.getByRole('searchbox').fill('order cancel')
    await expect(navigation.getByRole('list', { name: 'Client interface: Orders' }).getByRole('link')).toHaveCount(1)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/docs/v1/order#post_v1_order_id_cancel')
    await expect(operation(page, 'Cancel an unpaid order')).toBeInViewport()
    await navigation.getByRole('searchbox').fill('put /cms/user/{id}/password')
    await navigation.getByRole('list', { name: 'Admin interface: Staff' }).getByRole('link').click()
    await expect(page).toHaveURL('/docs/cms/user#put_cms_user_id_password')
    await expect(page.getByRole('heading', { level: 1, name: 'Staff' })).toBeAttached()
    await expect(operation(page, 'Set the password of a staff member')).toBeInViewport()
    await navigation.getByRole('searchbox').fill('nothing of the kind')
    await expect(navigation.getByRole('status')).toHaveText('No results')
  })

  test('leads from its parts to modules, and from modules to operations', async ({ page }) => {
    await page.goto('/docs')
    const navigation = page.getByRole('navigation', { name: 'API reference' })
    const parts = navigation.getByRole('list', { name: 'Pages of the reference' })
    await parts.getByRole('link', { name: 'Admin interface' }).click()
    await expect(page).toHaveURL('/docs/cms')
    await expect(page.getByRole('heading', { level: 1, name: 'Admin interface' })).toBeVisible()
    await expect(parts.locator('[aria-current=page]')).toHaveText('Admin interface')
    const modules = navigation.getByRole('list', { name: 'Modules' })
    await modules.getByRole('link', { name: 'Groups', exact: true }).click()
    await expect(page).toHaveURL('/docs/cms/group')
    await expect(modules.locator('[aria-current=page]')).toHaveText('Groups')
    await modules.getByRole('link', { name: 'Delete a group' }).click()
    await expect(operation(page, 'Delete a group')).toBeInViewport()
    await expect(modules.locator('[aria-current=location]')).toContainText('Delete a group')
  })

  for (const [old, now] of [
    ['/docs#get_cms_user', '/docs/cms/user#get_cms_user'],
    ['/docs/cms#put_cms_config', '/docs/cms/config#put_cms_config'],
    ['/docs#post_v1_order_id_cancel', '/docs/v1/order#post_v1_order_id_cancel'],
    ['/docs#type-Address', '/docs/v1/address#type-Address'],
  ] as const) {
    test(`redirects ${old}, from when an interface was one page`, async ({ page }) => {
      await page.goto(old)
      await expect(page).toHaveURL(now)
      await expect(page.locator(`[id="${now.split('#')[1]}"]`)).toBeInViewport()
    })
  }

  test('calls the admin as its administrator', async ({ page }) => {
    await page.goto('/docs/cms/group#get_cms_group')
    const article = page.locator('#get_cms_group')
    await article.getByRole('button', { name: 'Try it' }).click()
    const form = article.getByRole('form')
    await form.getByRole('button', { name: 'Sign in as “admin” of the demonstration' }).click()
    await expect(form.getByLabel('Token', { exact: true })).not.toHaveValue('')
    await form.getByRole('button', { name: 'Send' }).click()
    await expect(form.getByRole('status')).toContainText('Answer 200')
  })

  test('explains what a client needs besides operations, with the banners of this shop', async ({ page }) => {
    await page.goto('/docs/guide#banners')
    await expect(page.getByRole('table', { name: 'Banners' }).getByRole('row', { name: /^home 1 / })).toBeInViewport()
    await expect(page.getByRole('figure').filter({ hasText: 'request.js' })).toContainText('wx.request(')
    await page.getByRole('table', { name: 'actions' }).getByRole('link', { name: 'POST /v1/pay/pre_order' }).click()
    await expect(page).toHaveURL('/docs/v1/pay#post_v1_pay_pre_order')
  })

  test('links to the errors that it names', async ({ page }) => {
    await page.goto('/docs/v1/order')
    await operation(page, 'Place an order').getByRole('link', { name: 'out_of_stock' }).click()
    await expect(page).toHaveURL('/docs/errors#out_of_stock')
    await expect(page.getByRole('heading', { level: 2, name: 'out_of_stock' })).toBeInViewport()
  })
})

test('a problem’s type links to its explanation', async ({ page, request }) => {
  const answer: { type: string } = await (await request.get('/v1/nowhere')).json()
  await page.goto(answer.type)
  await expect(page.getByRole('article', { name: 'not_found' })).toBeInViewport()
  await expect(page.getByRole('article', { name: 'not_found' })).toContainText('What to do')
})

for (const look of looks) {
  // All modules are shown alike.
  for (const path of ['/docs', '/docs/guide', '/docs/v1/order', '/docs/cms/user', '/docs/errors']) {
    test(`${path} is accessible in ${look.locale}`, async ({ page, baseURL }) => {
      await wear(page, look, baseURL)
      // Large and small.
      if (look.locale === 'en') await page.setViewportSize({ width: 360, height: 740 })
      await page.goto(path)
      await expectNoOverflow(page)
      await expectAccessible(page)
    })
  }

  test(`an open form is accessible in ${look.locale}`, async ({ page, baseURL }) => {
    await wear(page, look, baseURL)
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto('/docs/v1/address')
    const article = page.locator('#post_v1_address')
    await article.getByRole('button', { expanded: false }).click()
    const form = article.getByRole('form')
    await form.locator('[type=submit]').click()
    await expect(form.getByRole('figure')).toContainText('"code": "unauthenticated"')
    await expectNoOverflow(page)
    // Elements below the sticky bars would count as too small targets.
    await page.evaluate(() => window.scrollTo(0, 0))
    await expectAccessible(page, '#post_v1_address')
  })
}

test('a small screen has a select instead of the list, and shows what is searched for', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/docs/v1/order')
  const jump = page.getByLabel('Go to')
  await jump.selectOption({ label: 'Place an order (POST)' })
  await expect(page).toHaveURL('/docs/v1/order#post_v1_order')
  await expect(operation(page, 'Place an order').getByRole('heading', { level: 2 })).toBeInViewport()
  await expect(jump).toHaveValue('#post_v1_order')
  await jump.selectOption('Addresses')
  await expect(page).toHaveURL('/docs/v1/address')
  const navigation = page.getByRole('navigation', { name: 'API reference' })
  await expect(navigation.getByRole('link', { name: 'Add an address' })).toBeHidden()
  await live(navigation.getByRole('searchbox'))
  await navigation.getByRole('searchbox').fill('token delete')
  await navigation.getByRole('link', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/docs/v1/token#delete_v1_token')
})
