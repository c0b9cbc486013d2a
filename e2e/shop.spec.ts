import { brokenPictures, expectAccessible, expectNoOverflow, looks, wear } from './support/page'
import { expect, test } from './support/test'

test('the start page shows banners, themes and products', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const banner = page.getByRole('region', { name: 'Banner' })
  expect(await banner.getByRole('img').count()).toBeGreaterThan(2)
  // Other tests make further ones meanwhile.
  expect(await page.getByRole('region', { name: 'Themes' }).getByRole('listitem').count()).toBeGreaterThan(2)
  await expect(page.getByRole('region', { name: 'New in' }).getByRole('article')).toHaveCount(10)
  await expect(page.getByRole('region', { name: 'Products' }).getByRole('article')).toHaveCount(10)
  await expect(page.getByText('¥68.00').first()).toBeVisible()
  await page.evaluate(() => {
    for (const image of document.images) image.loading = 'eager'
  })
  await page.waitForLoadState('networkidle')
  expect(await brokenPictures(page)).toEqual([])
})

test('a category is in the URL: Back, reload and sharing keep it', async ({ page }) => {
  await page.goto('/')
  const categories = page.getByRole('navigation', { name: 'Categories' })
  const shelf = page.getByRole('region', { name: 'Products' })
  await categories.getByRole('link', { name: '纸与笔' }).click()
  await expect(page).toHaveURL(/\?category=\d+$/)
  await expect(categories.getByRole('link', { name: '纸与笔' })).toHaveAttribute('aria-current', 'page')
  await categories.getByRole('link', { name: '书写文具' }).click()
  await expect(categories.getByRole('link', { name: '书写文具' })).toHaveAttribute('aria-current', 'page')
  const names = await shelf.getByRole('heading', { level: 3 }).allTextContents()
  await page.reload()
  await expect(shelf.getByRole('heading', { level: 3 })).toHaveText(names)
  await page.goBack()
  await expect(categories.getByRole('link', { name: '纸与笔' })).toHaveAttribute('aria-current', 'page')
})

test('a long category has pages', async ({ page }) => {
  await page.goto('/')
  const shelf = page.getByRole('region', { name: 'Products' })
  const first = await shelf.getByRole('heading', { level: 3 }).first().textContent()
  await shelf.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(shelf.getByText('Page 2 of 2')).toBeVisible()
  await expect(shelf.getByRole('heading', { level: 3 }).first()).not.toHaveText(first ?? '')
})

test('a theme shows its products', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('region', { name: 'Themes' }).getByRole('link', { name: '两个人的晚饭' }).click()
  await expect(page.getByRole('region', { name: '两个人的晚饭' }).getByRole('article')).toHaveCount(8)
})

test('unknown categories, themes and pages fall back instead of failing', async ({ page }) => {
  for (const path of [
    '/?category=999999',
    '/?category=x',
    '/?theme=0',
    '/?category=1&category=2&page=-1',
    '/?page=99999',
  ]) {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(200)
    await expect(page.getByRole('heading', { name: 'Products', exact: true })).toBeVisible()
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

test('the start page link ends a search', async ({ page }) => {
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
  await expect(page.getByRole('row', { name: /TEA-LB-300/ })).toContainText('Only 3 left')
})

test('a product page shows choices, properties and details', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: '雨前绿茶' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: '雨前绿茶' })).toBeVisible()
  await expect(page).toHaveTitle('雨前绿茶 · mini-shop')
  const choices = page.getByRole('table', { name: /^3 choices/ })
  await expect(choices.getByRole('row')).toHaveCount(4)
  await expect(choices).toContainText('TEA-YQ-50')
  await expect(choices).toContainText('¥128.00')
  await expect(page.getByRole('table', { name: 'Properties' })).toContainText('浙西山区')
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('怎么泡')
  await page.getByRole('navigation', { name: 'You are here' }).getByRole('link', { name: '茶叶' }).click()
  await expect(
    page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: '茶叶' }),
  ).toHaveAttribute('aria-current', 'page')
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
  const tab = page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: '纸与笔' })
  await tab.focus()
  await page.keyboard.press('Enter')
  await expect(tab).toHaveAttribute('aria-current', 'page')
  await expect(tab).toBeFocused()
})

for (const width of [360, 768]) {
  test(`no page is wider than a window of ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 })
    for (const path of ['/', '/?q=茶', '/product/1', '/product/2']) {
      await page.goto(path)
      await expect(page.getByRole('article').first()).toBeVisible()
      await expectNoOverflow(page)
    }
  })
}

for (const look of looks) {
  test(`is accessible in ${look.locale}`, async ({ page, baseURL }) => {
    await wear(page, look, baseURL)
    for (const path of ['/', '/?theme=1', '/product/1', '/product/2']) {
      await page.goto(path)
      await expectAccessible(page)
    }
    await page.goto('/?q=茶')
    await expect(page.getByRole('article').first()).toBeVisible()
    await expectAccessible(page)
    await page.goto('/?q=zzzz')
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await expectAccessible(page)
  })
}
