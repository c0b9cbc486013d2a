import { adminPages, formPages } from './support/admin'
import { adminToken, carry, newStaff } from './support/session'
import { expect, test } from './support/test'

const isRefused = (html: string) => /<h1[^>]*>You don’t have access to this page/.test(html)
const isNamed = (html: string, code: string) => html.includes(`>${code}<`)

/** The permissions are divided among several tests, so that the workers run them in parallel. */
const shares = [0, 1, 2, 3]

for (const share of shares) {
  test(`one permission opens only its pages; all others name the missing permission (${share + 1} of ${shares.length})`, async ({
    context,
    request,
    baseURL,
  }) => {
    test.setTimeout(240_000)
    const menu = await adminPages(request, await adminToken(request))
    const pages = menu.flatMap(({ path, permission_code: required, records }) =>
      required === null ? [] : [path, ...formPages(records)].map((pagePath) => ({ path: pagePath, required })),
    )
    const points = [...new Set(pages.map(({ required }) => required))]
    for (const point of points.filter((_, index) => index % shares.length === share)) {
      const name = point.replace('cms.', '').replaceAll(/[._]/g, '-')
      await carry(context, await newStaff(request, [point], `with-${name}`), baseURL)
      for (const { path, required } of pages) {
        const html = await (await context.request.get(path)).text()
        expect(isRefused(html), `${path} is refused with ${point}`).toBe(required !== point)
        if (required !== point) expect(isNamed(html, required), `${path} names ${required}`).toBe(true)
      }
    }
  })
}

test('staff without any menu can still open the start page and their profile', async ({
  context,
  request,
  baseURL,
}) => {
  await carry(context, await newStaff(request, ['cms.auth.list'], 'has-little'), baseURL)
  for (const path of ['/admin', '/admin/profile']) {
    expect(isRefused(await (await context.request.get(path)).text())).toBe(false)
  }
})
