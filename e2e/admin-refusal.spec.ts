import { adminPages, formPages } from './support/admin'
import { adminToken, carry, newStaff } from './support/session'
import { expect, test } from './support/test'

const isRefused = (html: string) => /<h1[^>]*>This page is not open to you/.test(html)
const isNamed = (html: string, code: string) => html.includes(`>${code}<`)

/** So many tests share the permissions, so that all workers have something to do. */
const shares = [0, 1, 2, 3]

for (const share of shares) {
  test(`a permission alone opens its pages, and every other one names what is missing (${share + 1} of ${shares.length})`, async ({
    context,
    request,
    baseURL,
  }) => {
    test.setTimeout(240_000)
    const menu = await adminPages(request, await adminToken(request))
    const pages = menu.flatMap(({ path, permission_code: needed, records }) =>
      needed === null ? [] : [path, ...formPages(records)].map((one) => ({ path: one, needed })),
    )
    const points = [...new Set(pages.map(({ needed }) => needed))]
    for (const point of points.filter((_, index) => index % shares.length === share)) {
      const name = point.replaceAll(/[._]/g, '-')
      await carry(context, await newStaff(request, [point], `with-${name}`), baseURL)
      for (const { path, needed } of pages) {
        const html = await (await context.request.get(path)).text()
        expect(isRefused(html), `${path} is refused with ${point}`).toBe(needed !== point)
        if (needed !== point) expect(isNamed(html, needed), `${path} names ${needed}`).toBe(true)
      }
    }
  })
}

test('whoever may see nothing of the menu still has the start page and his profile', async ({
  context,
  request,
  baseURL,
}) => {
  await carry(context, await newStaff(request, ['cms.auth.list'], 'has-little'), baseURL)
  for (const path of ['/admin', '/admin/profile']) {
    expect(isRefused(await (await context.request.get(path)).text())).toBe(false)
  }
})
