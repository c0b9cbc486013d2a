import type { Page } from '@playwright/test'
import { brokenPictures, expectAccessible, expectNoOverflow, looks, wear } from './support/page'
import { expect, test } from './support/test'

test('the home screen shows banner, notices, categories, themes and products', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/v1/')) requests.push(request.url())
  })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const banner = page.getByRole('region', { name: 'Banner' })
  expect(await banner.getByRole('img').count()).toBeGreaterThan(2)
  // Other tests make further ones meanwhile.
  expect(await page.getByRole('region', { name: 'Themes' }).getByRole('listitem').count()).toBeGreaterThan(2)
  expect(await page.getByRole('navigation', { name: 'Categories' }).getByRole('listitem').count()).toBeGreaterThan(2)
  await expect(page.getByRole('region', { name: 'New in' }).getByRole('article')).toHaveCount(10)
  // Which products are the newest, other tests change meanwhile.
  await expect(
    page
      .getByRole('region', { name: 'New in' })
      .getByText(/^¥[\d,]+\.\d\d$/)
      .first(),
  ).toBeVisible()
  await page.evaluate(() => {
    for (const image of document.images) image.loading = 'eager'
  })
  await page.waitForLoadState('networkidle')
  expect(await brokenPictures(page)).toEqual([])
  // What everybody sees came with the page, and nobody is signed in.
  expect(requests).toEqual([])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('the public screens can be read', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'New in' }).getByRole('article')).toHaveCount(10)
    await page.goto('/category')
    await expect(page.getByRole('article').first()).toBeVisible()
    await page.goto('/product/1')
    await expect(page.getByRole('heading', { level: 1, name: '雨前绿茶' })).toBeVisible()
    await expect(page.getByRole('group', { name: '规格' })).toContainText('100 克罐装')
  })
})

test('a banner leads to what it shows', async ({ page }) => {
  await page.goto('/')
  const links = page.getByRole('region', { name: 'Banner' }).getByRole('link')
  const paths = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
  expect(paths.length).toBeGreaterThan(2)
  for (const path of paths) {
    expect((await page.goto(path))?.status(), path).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})

test('a notice can be opened', async ({ page }) => {
  await page.goto('/')
  const notices = page.locator('main details')
  await expect(notices.getByRole('heading', { name: '发货时间' })).toBeHidden()
  await notices.locator('summary').click()
  await expect(notices.getByRole('heading', { name: '发货时间' })).toBeVisible()
})

test('a category is in the URL: Back, reload and sharing keep it', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: '纸与笔' }).click()
  await expect(page).toHaveURL(/\/category\?id=\d+$/)
  const categories = page.getByRole('navigation', { name: 'Categories' })
  const shelf = page.getByRole('region', { name: '书写文具' })
  await expect(categories.getByRole('link', { name: '纸与笔' })).toHaveAttribute('aria-current', 'page')
  const below = page.getByRole('navigation', { name: 'Categories in 纸与笔' }).getByRole('link', { name: '书写文具' })
  await below.click()
  await expect(below).toHaveAttribute('aria-current', 'page')
  const names = await shelf.getByRole('heading', { level: 3 }).allTextContents()
  expect(names.length).toBeGreaterThan(2)
  await page.reload()
  await expect(shelf.getByRole('heading', { level: 3 })).toHaveText(names)
  await page.goBack()
  await expect(categories.getByRole('link', { name: '纸与笔' })).toHaveAttribute('aria-current', 'page')
})

test('a long category has pages', async ({ page }) => {
  await page.goto('/category')
  const shelf = page.getByRole('region').filter({ has: page.getByRole('article') })
  const first = await shelf.getByRole('heading', { level: 3 }).first().textContent()
  await shelf.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(shelf.getByText('Page 2 of 2')).toBeVisible()
  await expect(shelf.getByRole('heading', { level: 3 }).first()).not.toHaveText(first ?? '')
})

test('a theme shows its products, and leads back', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('region', { name: 'Themes' }).getByRole('link', { name: '两个人的晚饭' }).click()
  await expect(page.getByRole('region', { name: '两个人的晚饭' }).getByRole('article')).toHaveCount(8)
  await page.getByRole('main').getByRole('link', { name: 'Back' }).click()
  await expect(page.getByRole('region', { name: 'Themes' })).toBeVisible()
})

test('Back of a screen that was opened by its address leads to the one above', async ({ page }) => {
  await page.goto('/product/1')
  await page.getByRole('main').getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/category\?id=\d+$/)
  await expect(page.getByRole('heading', { level: 2, name: '茶叶' })).toBeVisible()
})

test('unknown categories and pages fall back instead of failing', async ({ page }) => {
  for (const query of ['?id=9999', '?id=x', '?id=1&id=2&page=-1', '?page=9999']) {
    const answer = await page.goto(`/category${query}`)
    expect(answer?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1, name: 'Categories' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: /^(茶与点心|家用)/ })).toBeVisible()
  }
})

test('a search shows and announces results, can be cleared, and is kept after Back', async ({ page }) => {
  await page.goto('/')
  const field = page.getByRole('searchbox', { name: 'Search products' })
  const count = page.getByRole('search').getByRole('status')
  await field.fill('茶')
  await expect(count).toHaveText(/^\d+ products for “茶”$/)
  await expect(page).toHaveURL(/q=/)
  const results = page.getByRole('region', { name: 'Search results' })
  const found = await results.getByRole('article').count()
  expect(found).toBeGreaterThan(3)
  await expect(page.getByRole('region', { name: 'Banner' })).toBeHidden()

  await results.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/product\/\d+$/)
  await page.goBack()
  await expect(field).toHaveValue('茶')
  await expect(results.getByRole('article')).toHaveCount(found)

  await field.fill('没有这样的东西')
  await expect(page.getByRole('heading', { name: 'No results for “没有这样的东西”' })).toBeVisible()
  await expect(count).toHaveText(/^No results/)
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(page.getByRole('region', { name: 'Banner' })).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
})

test('the link to the home screen ends a search', async ({ page }) => {
  await page.goto('/?q=杯')
  await expect(page.getByRole('region', { name: 'Search results' }).getByRole('article').first()).toBeVisible()
  await page.getByRole('link', { name: 'mini-shop, start page' }).click()
  await expect(page.getByRole('region', { name: 'Banner' })).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue('')
})

test('a failed search shows an error and can be repeated', async ({ page, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource/)
  await page.route('**/v1/product/search?*', (route) => route.abort())
  await page.goto('/?q=杯')
  const retry = page.getByRole('button', { name: 'Try again' })
  await expect(retry).toBeVisible()
  await page.unroute('**/v1/product/search?*')
  await retry.click()
  await expect(page.getByRole('region', { name: 'Search results' }).getByRole('article').first()).toBeVisible()
})

test('low stock and sold out are shown', async ({ page }) => {
  await page.route('**/v1/product/search?*', async (route) => {
    const answer = await route.fetch()
    const body: { items: { stock: number }[] } = await answer.json()
    const items = body.items.map((item, index) => ({ ...item, stock: [0, 3][index] ?? item.stock }))
    await route.fulfill({ response: answer, json: { ...body, items } })
  })
  await page.goto('/?q=杯')
  const cards = page.getByRole('region', { name: 'Search results' }).getByRole('article')
  await expect(cards.nth(0)).toContainText('Sold out')
  await expect(cards.nth(1)).toContainText('Only 3 left')
  await expect(cards.nth(2)).not.toContainText(/Sold out|left/)
  await expectAccessible(page)
  await page.goto('/product/2')
  const main = page.getByRole('main')
  await expect(main.getByText('Only 3 left')).toBeHidden()
  await page.getByRole('radio', { name: '300 克大饼' }).check()
  await expect(main.getByText('Only 3 left')).toBeVisible()
  const [more, count] = [main.getByRole('button', { name: 'One more' }), main.getByRole('group', { name: 'Quantity' })]
  await more.click()
  await more.click()
  await expect(count).toContainText('3')
  await expect(more).toBeDisabled()
})

test('a value without pieces can be looked at, and not bought', async ({ page }) => {
  await page.goto('/?q=桂花冷泡')
  await page.getByRole('region', { name: 'Search results' }).getByRole('link').first().click()
  const none = page.getByRole('radio', { name: '30 包 Sold out' })
  await none.check()
  const main = page.getByRole('main')
  await expect(main.getByRole('button', { name: 'Add to cart' })).toBeDisabled()
  await expect(main.getByRole('button', { name: 'Sold out' })).toBeDisabled()
  await page.getByRole('radio', { name: '14 包' }).check()
  await expect(main.getByRole('button', { name: 'Add to cart' })).toBeEnabled()
})

test('a product screen shows choices with their prices, properties and details', async ({ page }) => {
  await page.goto('/?q=雨前绿茶')
  await page.getByRole('link', { name: '雨前绿茶' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '雨前绿茶' })).toBeVisible()
  await expect(page).toHaveTitle('雨前绿茶 · mini-shop')
  const choices = page.getByRole('group', { name: '规格' })
  await expect(choices.getByRole('radio')).toHaveCount(3)
  const main = page.getByRole('main')
  await expect(main.getByText('and up')).toBeVisible()
  await choices.getByRole('radio', { name: '100 克罐装' }).check()
  await expect(main.getByText('¥128.00')).toBeVisible()
  await expect(main.getByText('and up')).toBeHidden()
  await expect(page.getByRole('table', { name: 'Properties' })).toContainText('浙西山区')
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('怎么泡')
  await main.getByRole('link', { name: '茶叶' }).click()
  await expect(page.getByRole('link', { name: '茶叶' })).toHaveAttribute('aria-current', 'page')
})

test('language and color scheme change in place and are remembered', async ({ page }) => {
  await page.goto('/product/1')
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''))
  await page.getByRole('button', { name: '中文' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect(page.getByRole('heading', { name: '商品详情' })).toBeVisible()
  await page.getByRole('radiogroup', { name: '配色' }).getByTitle('深色').click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(page.locator('body[data-same-page]')).toBeAttached()
  await expect(page).toHaveURL(/\/product\/1$/)
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(page.getByRole('radio', { name: '深色' })).toBeChecked()
})

test.describe('a Chinese browser', () => {
  test.use({ locale: 'zh-CN' })
  test('gets the page in Chinese', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: '新上架' })).toBeVisible()
  })
})

test('everything can be reached by keyboard', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('杯')
  await expect(page.getByRole('search').getByRole('status')).toHaveText(/“杯”$/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Banner' })).toBeVisible()

  const tabs = page.getByRole('navigation', { name: 'Screens' })
  await expect(tabs.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page')
  await tabs.getByRole('link', { name: 'Categories' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/category$/)
  await expect(tabs.getByRole('link', { name: 'Categories' })).toHaveAttribute('aria-current', 'page')
  const category = page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: '纸与笔' })
  await category.focus()
  await page.keyboard.press('Enter')
  await expect(category).toHaveAttribute('aria-current', 'page')
  await expect(category).toBeFocused()

  // What is missing is said, and has the focus; arrows choose.
  await page.goto('/product/1')
  await page.getByRole('button', { name: 'Buy now' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Choose first: 规格' })).toBeVisible()
  const choices = page.getByRole('group', { name: '规格' }).getByRole('radio')
  await expect(choices.first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(choices.nth(1)).toBeChecked()
  await expect(page.getByText('Choose first')).toBeHidden()
})

const screens = ['/', '/?q=茶', '/category', '/theme/1', '/product/1', '/product/2', '/article/1']

for (const width of [360, 768]) {
  test(`no screen is wider than a window of ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 })
    for (const path of screens) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      if (path.includes('q=')) await expect(page.getByRole('article').first()).toBeVisible()
      await expectNoOverflow(page)
    }
  })
}

/** Makes the window as high as the screen: the bar of tabs covers half of a link otherwise, which counts as a small one. */
async function showWhole(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 740 })
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width: 1280, height })
}

for (const look of looks) {
  test(`is accessible in ${look.locale}`, async ({ page, baseURL }) => {
    test.slow() // many screens
    await wear(page, look, baseURL)
    for (const path of screens) {
      await page.goto(path)
      await showWhole(page)
      if (path.includes('q=')) await expect(page.getByRole('article').first()).toBeVisible()
      await expectAccessible(page)
    }
    await page.goto('/?q=zzzz')
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await showWhole(page)
    await expectAccessible(page)
  })
}
