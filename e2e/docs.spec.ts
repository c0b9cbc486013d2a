import type { Page } from '@playwright/test'
import { expectAccessible, expectNoOverflow, looks, wear } from './support/page'
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

test.describe('the API reference', () => {
  test('shows every operation of the document, each at its anchor', async ({ page, request }) => {
    const response = await request.get('/docs/openapi.json')
    expect(response.headers()).toMatchObject({ 'content-type': 'application/json', etag: /^".+"$/ })
    const document: { paths: Record<string, Record<string, { operationId: string; summary: string }>> } =
      await response.json()
    const paths = Object.entries(document.paths)
    expect(paths.length).toBeGreaterThan(20)
    const isCms = (path: string) => path.startsWith('/cms/')
    for (const { path, title, includes } of [
      { path: '/docs', title: 'Client interface', includes: (path: string) => !isCms(path) },
      { path: '/docs/cms', title: 'Admin interface', includes: isCms },
    ]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      const shown = await page
        .getByRole('article')
        .filter({ has: page.getByRole('heading', { level: 4 }) })
        .evaluateAll((articles) => articles.map((article) => [article.id, article.querySelector('h3')?.textContent]))
      const operations = paths.filter(([path]) => includes(path)).flatMap(([, verbs]) => Object.values(verbs))
      expect(shown).toEqual(operations.map(({ operationId, summary }) => [operationId, summary]))
    }
    const unchanged = await request.get('/docs/openapi.json', {
      headers: { 'if-none-match': response.headers().etag ?? '' },
    })
    expect(unchanged.status()).toBe(304)
  })

  test('sends a request and shows the response', async ({ page }) => {
    await page.goto('/docs#get_v1_category')
    const form = await tryIt(page, 'The category tree')
    await form.getByRole('button', { name: 'Send' }).click()
    await expect(form.getByRole('status')).toContainText('Answer 200 after')
    await expect(form.getByRole('figure')).toContainText('"name": "茶与点心"')
    await form.getByText('Headers').click()
    await expect(form.getByText('x-request-id')).toBeVisible()
  })

  test('signs in once for all forms, in this tab only', async ({ page, context }) => {
    await page.goto('/docs')
    const list = await tryIt(page, 'My addresses')
    await list.getByRole('button', { name: 'Send' }).click()
    await expect(list.getByRole('status')).toContainText('Answer 401')
    await list.getByRole('button', { name: 'Log in as “customer” of the demonstration' }).click()
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
    await other.goto('/docs')
    await expect((await tryIt(other, 'My addresses')).getByLabel('Token', { exact: true })).toHaveValue('')
    await page.bringToFront()
    await list.getByRole('button', { name: 'Forget the token' }).click()
    await expect(create.getByLabel('Token', { exact: true })).toHaveValue('')
  })

  test('does not send a request without its path parameter', async ({ page }) => {
    await page.goto('/docs')
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
    await page.goto('/docs')
    const article = operation(page, 'Search products')
    await article.getByRole('button', { name: 'Copy as curl' }).click()
    await expect(article.getByRole('status')).toHaveText('Copied')
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toMatch(/^curl 'http:\/\/[^']+\/v1\/product\/search\?q=%E7%BB%BF%E8%8C%B6'$/)
  })

  test('can be filtered and used by keyboard', async ({ page }) => {
    await page.goto('/docs')
    const navigation = page.getByRole('navigation', { name: 'API reference' })
    await navigation.getByRole('searchbox').fill('cancel')
    // The list of pages and one list of operations.
    await expect(navigation.getByRole('list')).toHaveCount(2)
    await expect(navigation.getByRole('list', { name: 'order' }).getByRole('link')).toHaveCount(1)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/#post_v1_order_id_cancel$/)
    await expect(operation(page, 'Cancel an unpaid order')).toBeInViewport()
    await navigation.getByRole('searchbox').fill('nothing of the kind')
    await expect(navigation.getByRole('status')).toHaveText('Nothing matches.')
  })

  test('has two pages that link to each other, and the filter finds entries of both', async ({ page }) => {
    await page.goto('/docs')
    const navigation = page.getByRole('navigation', { name: 'API reference' })
    const pages = navigation.getByRole('list', { name: 'Pages of the reference' })
    await pages.getByRole('link', { name: 'Admin interface' }).click()
    await expect(page).toHaveURL('/docs/cms')
    await expect(page.getByRole('heading', { level: 1, name: 'Admin interface' })).toBeVisible()
    await expect(pages.locator('[aria-current=page]')).toHaveText('Admin interface')
    await navigation.getByRole('searchbox').fill('/v1/order/{id}/cancel')
    await navigation.getByRole('list', { name: 'Client interface: order' }).getByRole('link').click()
    await expect(page).toHaveURL('/docs#post_v1_order_id_cancel')
    await expect(operation(page, 'Cancel an unpaid order')).toBeInViewport()
  })

  test('redirects old URLs of admin operations to their new page', async ({ page }) => {
    await page.goto('/docs#get_cms_user')
    await expect(page).toHaveURL('/docs/cms#get_cms_user')
    await expect(page.locator('#get_cms_user')).toBeInViewport()
  })

  test('calls the admin as its administrator', async ({ page }) => {
    await page.goto('/docs/cms#get_cms_group')
    const article = page.locator('#get_cms_group')
    await article.getByRole('button', { name: 'Try it' }).click()
    const form = article.getByRole('form')
    await form.getByRole('button', { name: 'Log in as “admin” of the demonstration' }).click()
    await expect(form.getByLabel('Token', { exact: true })).not.toHaveValue('')
    await form.getByRole('button', { name: 'Send' }).click()
    await expect(form.getByRole('status')).toContainText('Answer 200')
  })

  test('links to the errors that it names', async ({ page }) => {
    await page.goto('/docs')
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
  for (const path of ['/docs', '/docs/cms', '/docs/errors']) {
    test(`${path} is accessible in ${look.locale}`, async ({ page, baseURL }) => {
      test.slow()
      await wear(page, look, baseURL)
      // One language is tested on a large screen, the other on a small one.
      if (look.locale === 'en') await page.setViewportSize({ width: 360, height: 740 })
      await page.goto(path)
      await expectNoOverflow(page)
      await expectAccessible(page)
    })
  }

  test(`an open form is accessible in ${look.locale}`, async ({ page, baseURL }) => {
    test.slow()
    await wear(page, look, baseURL)
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto('/docs')
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

test('small screens have a select instead of the list', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/docs')
  const jump = page.getByLabel('Go to')
  await jump.selectOption('post_v1_order')
  await expect(page).toHaveURL(/#post_v1_order$/)
  await expect(operation(page, 'Place an order').getByRole('heading', { level: 3 })).toBeInViewport()
  await expect(jump).toHaveValue('post_v1_order')
})
