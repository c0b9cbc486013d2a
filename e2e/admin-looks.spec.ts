import type { Page } from '@playwright/test'
import { type AdminPage, adminPages, formPages } from './support/admin'
import { expectAccessibleEverywhere, type Look, looks, scriptsOf, wear } from './support/page'
import { adminToken, carry } from './support/session'
import { expect, test } from './support/test'

/*
 * Every page of the menu, its forms for a new record and its first records: a page that is added to the base menus is
 * here unasked. Both languages, both colour schemes, on a large screen and at 360 px.
 */

/** So many tests share the pages of a look, so that all workers have something to do. */
const shares = [0, 1, 2]

test.beforeEach(async ({ context, request, baseURL }) => {
  await carry(context, await adminToken(request), baseURL)
})

/** All of it is there: no skeleton, nothing that is still being read. */
async function complete(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0)
}

/** What is open: the drawer or dialog, else the page that the address led to. */
async function look(page: Page, worn: Look, what: string): Promise<void> {
  await test.step(what, async () => {
    await complete(page)
    const isCovered = (await page.getByRole('dialog').count()) > 0
    if (isCovered) await expect(page.getByRole('dialog').first()).toHaveAccessibleName(/./)
    await expectAccessibleEverywhere(page, worn, isCovered ? '[role=dialog]' : 'html')
  })
}

/** Where the first record of this resource is shown. */
async function firstRecord(page: Page, path: string, resource: string): Promise<string | undefined> {
  const links = page.locator(
    `main a[href*="?${resource}="], main a[href*="&${resource}="], main a[href^="${path}/"]:not([href$="/new"])`,
  )
  const href = (await links.count()) > 0 ? await links.first().getAttribute('href') : null
  return href === null ? undefined : new URL(href, page.url()).href
}

async function visit(page: Page, worn: Look, { path, records }: AdminPage): Promise<void> {
  await page.goto(path)
  await look(page, worn, path)
  const forms: { at: string; what: string; hasPages: boolean }[] = []
  for (const { resource, hasPages, creation } of records) {
    const first = await firstRecord(page, path, resource)
    if (first) forms.push({ at: first, what: `the first ${resource} of ${path}`, hasPages })
    if (creation) forms.push({ at: creation, what: `a new ${resource} of ${path}`, hasPages })
  }
  for (const { at, what, hasPages } of forms) {
    await page.goto(at)
    if (!hasPages) await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible()
    await look(page, worn, what)
  }
}

const isOf = (share: number) => (_: unknown, index: number) => index % shares.length === share

for (const worn of looks) {
  for (const share of shares) {
    test(`pages, forms and records are right in ${worn.locale} (${share + 1} of ${shares.length})`, async ({
      page,
      request,
      baseURL,
    }) => {
      test.setTimeout(240_000)
      await wear(page, worn, baseURL)
      const pages = await adminPages(request, await adminToken(request))
      for (const one of pages.filter(isOf(share))) await visit(page, worn, one)
    })
  }
}

test('a cold load of any page sends at most 320 KB of scripts', async ({ browser, request, baseURL }) => {
  test.setTimeout(240_000)
  const token = await adminToken(request)
  const pages = await adminPages(request, token)
  // A form in a drawer is loaded when it opens; one on a page of its own comes with it.
  const forms = pages.flatMap(({ records }) => formPages(records))
  for (const path of [...pages.map((one) => one.path), ...forms]) {
    const context = await browser.newContext({ baseURL })
    await carry(context, token, baseURL)
    expect.soft(await scriptsOf(await context.newPage(), path), path).toBeLessThan(320)
    await context.close()
  }
})
