import type { Page, Route } from '@playwright/test'
import { brokenPictures, expectAccessible, expectNoOverflow } from './support/page'
import { expect, test } from './support/test'

test('the public content of the home screen is part of the page', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/v1/')) requests.push(request.url())
  })
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'New in' }).getByRole('article')).toHaveCount(10)
  const notices = page.locator('main details')
  await expect(notices.getByRole('heading', { name: '发货时间' })).toBeHidden()
  await notices.locator('summary').click()
  await expect(notices.getByRole('heading', { name: '发货时间' })).toBeVisible()
  await page.evaluate(() => {
    for (const image of document.images) image.loading = 'eager'
  })
  await page.waitForLoadState('networkidle')
  expect(await brokenPictures(page)).toEqual([])
  // The customer is signed out.
  expect(requests).toEqual([])
})

test('a category is in the URL: Back, reload and sharing keep it', { tag: '@core' }, async ({ page }) => {
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

  // Back of a screen leads to the previous page of the browser, or else to the screen above.
  await page.getByRole('article').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/product\/\d+$/)
  await page.getByRole('main').getByRole('link', { name: 'Back' }).click()
  await expect(categories.getByRole('link', { name: '纸与笔' })).toHaveAttribute('aria-current', 'page')
})

test('a search shows and announces results, can be cleared, and is kept after Back', { tag: '@core' }, async ({
  page,
}) => {
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

  // The link to the home screen does the same.
  await field.fill('杯')
  await expect(count).toHaveText(/“杯”$/)
  await page.getByRole('link', { name: 'mini-shop, start page' }).click()
  await expect(page.getByRole('region', { name: 'Banner' })).toBeVisible()
  await expect(field).toHaveValue('')
})

test('on a phone, a page that is opened from a scrolled one begins at its top, and Back keeps the place', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  // The system's default, with smooth scrolling.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY))
  const product = page.getByRole('region', { name: 'New in' }).getByRole('article').nth(4).getByRole('link')
  await product.evaluate((link) => link.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const from = await scrolled()
  expect(from).toBeGreaterThan(300)
  await product.click()
  await expect(page).toHaveURL(/\/product\/\d+$/)
  await expect(page.getByRole('main').getByRole('button', { name: 'Buy now' })).toBeVisible()
  await expect.poll(scrolled).toBe(0)
  await page.goBack()
  await expect(product).toBeVisible()
  await expect.poll(scrolled).toBe(from)
})

test('on a phone, nothing comes below the bar of a product', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/product/1')
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const bar = page.getByRole('main').getByRole('button', { name: 'Buy now' })
  await expect
    .poll(() => bar.evaluate((button) => window.innerHeight - button.getBoundingClientRect().bottom))
    .toBeLessThan(24)
  await expect(page.getByRole('contentinfo')).toBeHidden()
})

test('in the dark, the bar of a product shows both of its buttons', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/product/1')
  const lightness = await page
    .getByRole('main')
    .getByRole('button', { name: 'Add to cart' })
    .evaluate((button) => {
      const luminanceOf = (color: string) => {
        const channels = (color.match(/[\d.]+/g) ?? []).slice(0, 3).map((channel) => Number(channel) / 255)
        const [red = 0, green = 0, blue = 0] = channels.map((c) =>
          c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4,
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue
      }
      const bar = button.parentElement
      if (!bar) throw new Error('The button is in no bar.')
      return {
        edge: luminanceOf(getComputedStyle(button).borderTopColor),
        bar: luminanceOf(getComputedStyle(bar).backgroundColor),
      }
    })
  expect((lightness.edge + 0.05) / (lightness.bar + 0.05)).toBeGreaterThan(3)
})

test('a picture of an article keeps its distance to the text', async ({ page }) => {
  await page.goto('/article/1')
  const gaps = await page.locator('article img').evaluateAll((images) =>
    images.flatMap((image) => {
      const [before, after] = [image.previousElementSibling, image.nextElementSibling]
      const { top, bottom } = image.getBoundingClientRect()
      return [
        ...(before ? [top - before.getBoundingClientRect().bottom] : []),
        ...(after ? [after.getBoundingClientRect().top - bottom] : []),
      ]
    }),
  )
  expect(gaps.length).toBeGreaterThan(1)
  for (const gap of gaps) expect(gap).toBeGreaterThan(11)
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

  // Opened by its address, the screen leads back to the one above it.
  await page.getByRole('main').getByRole('link', { name: '返回' }).click()
  await expect(page).toHaveURL(/\/category\?id=\d+$/)
  await expect(page.getByRole('heading', { level: 2, name: '茶叶' })).toBeVisible()
})

test('everything can be reached by keyboard', { tag: '@core' }, async ({ page }) => {
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

  // A missing choice is reported and focused; arrows choose.
  await page.goto('/product/1')
  await page.getByRole('button', { name: 'Buy now' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Choose 规格 first' })).toBeVisible()
  const choices = page.getByRole('group', { name: '规格' }).getByRole('radio')
  await expect(choices.first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(choices.nth(1)).toBeChecked()
  await expect(page.getByText('Choose 规格 first')).toBeHidden()
})

/**
 * Makes the window as high as the screen of the storefront. Otherwise, the tab bar covers half of a link, and the
 * accessibility check reports the link as too small.
 */
async function showWhole(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 740 })
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width: 1280, height })
}

/** Replaces the stock of the first found product by 0, and the stock of the second by a small number. */
async function withLittleStock(route: Route): Promise<void> {
  const answer = await route.fetch()
  const body: { items: { stock: number }[] } = await answer.json()
  const items = body.items.map((item, index) => ({ ...item, stock: [0, 3][index] ?? item.stock }))
  await route.fulfill({ response: answer, json: { ...body, items } })
}

async function expectFitsIn(page: Page, ...widths: number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 740 })
    await expectNoOverflow(page)
  }
}

for (const { what, screens, tag } of [
  { what: 'home, search and categories', screens: ['/', '/?q=茶', '/?q=zzzz', '/category'], tag: '@core' },
  { what: 'a theme, a product and an article', screens: ['/theme/1', '/product/1', '/article/1'], tag: [] },
]) {
  test(`${what} are accessible and fit every window`, { tag }, async ({ page, baseURL }) => {
    const open = async (path: string) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      if (!path.includes('q=')) return
      // The results, or that there are none.
      const results = page.getByRole('region', { name: /^(Search results|搜索结果)$/ })
      await expect(results.getByRole('heading').first()).toBeVisible()
      if (path.includes('茶')) await expect(results.getByRole('article').nth(1)).toContainText(/Only 3 left|仅剩 3 件/)
    }
    await page.route('**/v1/product/search?*', withLittleStock)
    for (const path of screens) {
      await open(path)
      await expectFitsIn(page, 360, 768)
      await showWhole(page)
      await expectAccessible(page)
    }
    await page.context().addCookies([{ name: 'locale', value: 'zh-CN', url: baseURL ?? 'http://localhost' }])
    for (const path of screens) {
      await open(path)
      await expectFitsIn(page, 360, 1280)
      await expectAccessible(page)
    }
  })
}
