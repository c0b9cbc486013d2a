import { carry, newStaff } from './support/session'
import { expect, test } from './support/test'

/** Every page of the menu, and the point that opens it. */
const points = {
  '/admin/user': 'cms.user.list',
  '/admin/customer': 'cms.customer.list',
  '/admin/group': 'cms.group.list',
  '/admin/group/new': 'cms.group.list',
  '/admin/auth': 'cms.auth.list',
  '/admin/menu': 'cms.menu.list',
  '/admin/routes': 'cms.menu.list',
  '/admin/element': 'cms.element.list',
  '/admin/dict': 'cms.dict_type.list',
  '/admin/config': 'cms.config.list',
  '/admin/oper_log': 'cms.oper_log.list',
  '/admin/login_log': 'cms.login_log.list',
  '/admin/error_log': 'cms.error_log.list',
}

const isRefused = (html: string) => /<h1[^>]*>This page is not open to you/.test(html)
const isNamed = (html: string, code: string) => html.includes(`>${code}<`)

for (const point of new Set(Object.values(points))) {
  test(`${point} alone opens its pages, and every other one names what is missing`, async ({
    context,
    request,
    baseURL,
  }) => {
    const name = point.replaceAll(/[._]/g, '-')
    await carry(context, await newStaff(request, [point], `with-${name}`), baseURL)
    for (const [address, needed] of Object.entries(points)) {
      const html = await (await context.request.get(address)).text()
      expect(isRefused(html), `${address} is refused`).toBe(needed !== point)
      if (needed !== point) expect(isNamed(html, needed), `${address} names ${needed}`).toBe(true)
    }
  })
}

test('whoever may see nothing of the menu still has the start page and his profile', async ({
  context,
  request,
  baseURL,
}) => {
  await carry(context, await newStaff(request, ['cms.auth.list'], 'has-little'), baseURL)
  for (const address of ['/admin', '/admin/profile']) {
    expect(isRefused(await (await context.request.get(address)).text())).toBe(false)
  }
})
