import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectNoOverflow, live, lookOf, wear } from './support/page'
import { adminToken, carry } from './support/session'
import { expect, test } from './support/test'

const narrow = { width: 360, height: 740 }
const wide = { width: 1280, height: 800 }

test.beforeEach(async ({ context, request, baseURL }) => {
  await carry(context, await adminToken(request), baseURL)
})

/** The selector of elements that open over a page. */
const overlay = '[role=dialog], [role=menu], [role=listbox]'

/** Opens the overlay of a button, expects that the overlay is accessible and fits, and closes it by Escape. */
async function checkOverlay(page: Page, opener: Locator): Promise<void> {
  await live(opener)
  await opener.click()
  const opened = page.locator(overlay).filter({ visible: true })
  await expect(opened.first()).toBeVisible()
  // Only the overlay is tested: it is outside of all landmarks, which a rule about whole pages refuses.
  await expectAccessible(page, overlay)
  await expectNoOverflow(page)
  await page.keyboard.press('Escape')
  await expect(opened).toHaveCount(0)
}

/** Opens and checks all overlays on the page of a list. Of the rows, checks only the overlays of the first row. */
async function checkOverlaysOf(page: Page, path: string): Promise<void> {
  await page.goto(path)
  const openers = page.locator('main [aria-haspopup]:not(tbody *)').filter({ visible: true })
  await expect(openers.first()).toBeVisible()
  for (const opener of await openers.all()) await checkOverlay(page, opener)
  await checkOverlay(page, page.locator('tbody [aria-haspopup]').first())
}

// Together, these lists have filters by user, option, days and amount, and menus of rows.
for (const [at, path] of ['/admin/oper_log', '/admin/order'].entries()) {
  test(`what opens over the list of ${path} is accessible and fits`, { tag: '@looks' }, async ({ page, baseURL }) => {
    await page.setViewportSize(wide)
    await wear(page, lookOf(at), baseURL)
    await checkOverlaysOf(page, path)
  })
}

test('on a phone, what opens over a list, a form and the header is accessible and fits', {
  tag: '@looks',
}, async ({ page, baseURL }) => {
  await page.setViewportSize(narrow)
  await wear(page, lookOf(0), baseURL)
  await page.goto('/admin/oper_log')
  const sheetButton = page.locator('main button[aria-haspopup=dialog]').filter({ visible: true }).first()
  await live(sheetButton)
  await sheetButton.click()
  const sections = page.getByRole('dialog').locator('section button[aria-expanded]')
  await expect(sections.first()).toBeVisible()
  const count = await sections.count()
  for (let at = 0; at < count; at++) {
    await sections.nth(at).click()
    await expect(sections.nth(at)).toHaveAttribute('aria-expanded', 'true')
    await expectAccessible(page)
    await expectNoOverflow(page)
  }

  await page.goto('/admin/product')
  await checkOverlay(page, page.locator('tbody [aria-haspopup]').first())
  // The menu, the notices and the account, in the header.
  const header = page.locator('header button').filter({ visible: true })
  for (const at of await header.all()) await checkOverlay(page, at)

  await page.goto('/admin/notice?notice=new')
  const moment = page.locator('[data-field=starts_at]')
  await live(moment)
  await moment.click()
  await expect(page.locator('table').filter({ visible: true }).last()).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await expectNoOverflow(page)
})

test('a list is searched, filtered, sorted and paged by keys alone, and a record opened from it', {
  tag: '@core',
}, async ({ page }) => {
  const { keyboard } = page
  const reach = async (target: Locator) => {
    await live(target)
    for (let step = 0; step < 120; step++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await keyboard.press('Tab')
    }
    throw new Error(`${target} cannot be reached by Tab.`)
  }
  await page.goto('/admin/product?size=10')
  await page.getByRole('main').focus()
  const filter = page.getByRole('button', { name: 'Filter', exact: true })
  await reach(filter)
  await keyboard.press('Enter')
  await reach(page.getByRole('dialog', { name: 'Filter' }).getByRole('button', { name: 'Category', exact: true }))
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Category' })).toBeVisible()
  await keyboard.press('Escape')
  await expect(filter).toBeFocused()
  await reach(page.getByRole('button', { name: /^Price/ }).last())
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/sort=/)
  await expect(page.getByRole('columnheader', { name: /Price/ })).toHaveAttribute('aria-sort', /ascending|descending/)
  await reach(page.getByRole('button', { name: 'Next page' }))
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/cursor=/)
  await page.getByRole('main').focus()
  await reach(page.getByRole('searchbox'))
  await keyboard.type('茶')
  await expect(page).toHaveURL(/q=/)
  await reach(page.locator('tbody').getByRole('link').first())
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/product\/\d+/)
})

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  test(`a message lies over no button of a drawer at ${width} pixels`, async ({ page, request }) => {
    await page.setViewportSize({ width, height })
    const headers = { authorization: `Bearer ${await adminToken(request)}` }
    const data = { title: `Tea ${width}`, content: '<p>Tea</p>' }
    const { id }: { id: number } = await (await request.post('/cms/notice', { headers, data })).json()
    await page.goto(`/admin/notice?notice=${id}`)
    const drawer = page.getByRole('dialog')
    // Saving closes the drawer; the message may cover the buttons of the next one.
    await drawer.getByRole('textbox', { name: 'Title' }).fill(`Green tea ${width}`)
    await drawer.getByRole('button', { name: 'Save' }).click()
    await expect(drawer).toHaveCount(0)
    await page.getByRole('button', { name: 'New announcement' }).first().click()
    const message = page.getByText(`Green tea ${width} was saved`)
    await expect(message).toBeVisible()
    const buttons = drawer.getByRole('button', { name: /^(Save|Cancel|Close)$/ })
    await expect(buttons).toHaveCount(3)
    for (const button of await buttons.all()) await button.click({ trial: true, timeout: 2_000 })
    await expect(message).toBeVisible()
  })
