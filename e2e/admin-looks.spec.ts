import type { Page } from '@playwright/test'
import { type AdminPage, adminPages } from './support/admin'
import {
  expectAccessible,
  expectAccessibleEverywhere,
  expectLoaded,
  expectNoOverflow,
  lookOf,
  looks,
  wear,
} from './support/page'
import { adminToken, carry, newStaff } from './support/session'
import { readLabels, readTags } from './support/status-words'
import { expect, test } from './support/test'

/*
 * Every page of the menu, its forms for new records and its first records, so that new pages of the base menus are
 * tested automatically, on a large screen and at 360 px. States that need preparation are tested elsewhere.
 */

/** The number of tests among which the pages are divided, so that the workers run them in parallel. */
const shares = 4

/** The type of the dictionary whose labels a page must show, by the path of the page. */
const statuses: Record<string, string> = {
  '/admin/order': 'order_status',
  '/admin/after_sale': 'after_sale_status',
  '/admin/product': 'product_status',
  '/admin/user': 'user_status',
}

test.beforeEach(async ({ context, request, baseURL }) => {
  await carry(context, await adminToken(request), baseURL)
})

/** Checks the accessibility of the open drawer or dialog, or of the page if nothing is open. */
async function checkAccessibility(page: Page, name: string): Promise<void> {
  await test.step(name, async () => {
    await expectLoaded(page, 'h1')
    const hasDialog = (await page.getByRole('dialog').count()) > 0
    if (hasDialog) await expect(page.getByRole('dialog').first()).toHaveAccessibleName(/./)
    await expectAccessibleEverywhere(page, hasDialog ? '[role=dialog]' : 'html')
  })
}

/**
 * Replaces each status tag on the page by every label of its dictionary in turn, and expects that no label is cut off.
 */
async function checkTags(page: Page, path: string, labels: Record<string, string[]>): Promise<void> {
  await expectLoaded(page)
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const { cut, dictionaries } = await readTags(page, labels)
    expect.soft(cut, `cut on ${path} at ${width} px`).toEqual([])
    expect.soft(dictionaries, `shown on ${path}`).toEqual(expect.arrayContaining([statuses[path] ?? []].flat()))
  }
}

/** Returns the URL of the first record of a resource on the page; undefined if the page shows no record. */
async function firstRecordUrl(page: Page, path: string, resource: string): Promise<string | undefined> {
  const links = page.locator(
    `main a[href*="?${resource}="], main a[href*="&${resource}="], main a[href^="${path}/"]:not([href$="/new"], [href*="/print"])`,
  )
  const href = (await links.count()) > 0 ? await links.first().getAttribute('href') : null
  return href === null ? undefined : new URL(href, page.url()).href
}

async function visit(page: Page, { path, records }: AdminPage, labels: Record<string, string[]>): Promise<void> {
  await page.goto(path)
  await checkTags(page, path, labels)
  await checkAccessibility(page, path)
  const forms: { url: string; name: string; hasPages: boolean }[] = []
  for (const { resource, hasPages, creation } of records) {
    const first = await firstRecordUrl(page, path, resource)
    if (first) forms.push({ url: first, name: `the first ${resource} of ${path}`, hasPages })
    if (creation) forms.push({ url: creation, name: `a new ${resource} of ${path}`, hasPages })
  }
  for (const { url, name, hasPages } of forms) {
    await page.goto(url)
    if (!hasPages) await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible()
    await checkAccessibility(page, name)
  }
}

for (let share = 0; share < shares; share++) {
  test(`pages, forms and records are accessible (${share + 1} of ${shares})`, { tag: '@looks' }, async ({
    page,
    request,
    baseURL,
  }) => {
    test.setTimeout(240_000)
    const token = await adminToken(request)
    const pages = (await adminPages(request, token)).filter((_, index) => index % shares === share)
    for (const [index, adminPage] of pages.entries()) {
      const look = lookOf(index)
      await wear(page, look, baseURL)
      await visit(page, adminPage, await readLabels(request, token, look.locale))
    }
  })
}

test.describe('what cannot be opened', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('is accessible: a refused page, a missing page, and the admin for staff without a group', {
    tag: '@core',
  }, async ({ page, context, request, baseURL }) => {
    const reader = await newStaff(request, ['cms.dict_type.list'], 'refused')
    const newcomer = await newStaff(request, [], 'newcomer')
    await page.setViewportSize({ width: 360, height: 740 })
    for (const look of looks) {
      await wear(page, look, baseURL)
      for (const [token, path] of [
        [reader, '/admin/user'],
        [reader, '/admin/no/such/page'],
        [newcomer, '/admin/dict'],
      ] as const) {
        await carry(context, token, baseURL)
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectAccessible(page)
        await expectNoOverflow(page)
      }
    }

    await page.setViewportSize({ width: 1280, height: 800 })
    await wear(page, { locale: 'en', scheme: 'light' }, baseURL)
    await carry(context, reader, baseURL)
    await page.goto('/admin/user')
    await expect(page).toHaveTitle('You don’t have access to this page · 檐下半日')
    await page.goto('/admin/no/such/page')
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
    await expect(page).toHaveTitle('Page not found · 檐下半日')
    await expect(page.getByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute('href', '/admin')
    const menu = page.getByRole('navigation', { name: 'Menu', exact: true })
    await expect(menu.getByRole('listitem').getByRole('link')).toHaveText(['Dashboard'])
    await menu.getByRole('button', { name: 'Developers' }).click()
    await expect(menu.getByRole('listitem').getByRole('link')).toHaveText(['Dashboard', 'Choice lists'])
  })
})
