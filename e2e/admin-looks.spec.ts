import type { Page } from '@playwright/test'
import { type AdminPage, adminPages, formPages } from './support/admin'
import { expectAccessibleEverywhere, expectLoaded, looks, scriptsOf, wear } from './support/page'
import { adminToken, carry } from './support/session'
import { expect, test } from './support/test'

/*
 * Every page of the menu, its forms for new records and its first records, so pages added to the base menus are tested
 * without further code. In both languages and color schemes, on a large screen and at 360 px.
 */

/** The pages are divided among several tests, so that the workers run them in parallel. */
const shares = [0, 1, 2]

test.beforeEach(async ({ context, request, baseURL }) => {
  await carry(context, await adminToken(request), baseURL)
})

/** Checks the open drawer or dialog, or the page if there is none. */
async function checkAccessibility(page: Page, name: string): Promise<void> {
  await test.step(name, async () => {
    await expectLoaded(page, 'h1')
    const hasDialog = (await page.getByRole('dialog').count()) > 0
    if (hasDialog) await expect(page.getByRole('dialog').first()).toHaveAccessibleName(/./)
    await expectAccessibleEverywhere(page, hasDialog ? '[role=dialog]' : 'html')
  })
}

/** The URL of the first record of a resource on the page; undefined if it shows none. */
async function firstRecordUrl(page: Page, path: string, resource: string): Promise<string | undefined> {
  const links = page.locator(
    `main a[href*="?${resource}="], main a[href*="&${resource}="], main a[href^="${path}/"]:not([href$="/new"])`,
  )
  const href = (await links.count()) > 0 ? await links.first().getAttribute('href') : null
  return href === null ? undefined : new URL(href, page.url()).href
}

async function visit(page: Page, { path, records }: AdminPage): Promise<void> {
  await page.goto(path)
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

const isInShare = (share: number) => (_: unknown, index: number) => index % shares.length === share

for (const look of looks) {
  for (const share of shares) {
    test(`pages, forms and records are accessible in ${look.locale} (${share + 1} of ${shares.length})`, async ({
      page,
      request,
      baseURL,
    }) => {
      test.setTimeout(240_000)
      await wear(page, look, baseURL)
      const pages = await adminPages(request, await adminToken(request))
      for (const adminPage of pages.filter(isInShare(share))) await visit(page, adminPage)
    })
  }
}

test('a cold load of any page sends at most 320 KB of scripts', async ({ browser, request, baseURL }) => {
  test.setTimeout(240_000)
  const token = await adminToken(request)
  const pages = await adminPages(request, token)
  // A form in a drawer is loaded when it opens; a form with its own page is loaded with the page.
  const forms = pages.flatMap(({ records }) => formPages(records))
  for (const path of [...pages.map(({ path }) => path), ...forms]) {
    const context = await browser.newContext({ baseURL })
    await carry(context, token, baseURL)
    expect.soft(await scriptsOf(await context.newPage(), path), path).toBeLessThan(320)
    await context.close()
  }
})
