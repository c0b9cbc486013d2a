import { portBeside, startServer } from './support/other-server'
import { expectAccessible, expectNoOverflow } from './support/page'
import { expect, test } from './support/test'

test.describe('a path that does not exist', () => {
  // The browser logs the status of the page itself.
  test.use({ expectedErrors: [/status of 404/] })

  test('is a page that leads to the shop', async ({ page, baseURL }) => {
    await page.goto('/nowhere')
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
    await expectAccessible(page)
    await page.context().addCookies([{ name: 'locale', value: 'zh-CN', url: baseURL ?? 'http://localhost' }])
    await page.goto('/product/abc')
    await expectAccessible(page)
    await expectNoOverflow(page)
    await page.getByRole('main').getByRole('link', { name: '去逛逛' }).click()
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByRole('searchbox')).toBeVisible()
  })
})

test('insufficient contrast in only one color scheme is detected', async ({ page }) => {
  await page.goto('/product/1')
  // On the page's own background: Chinese glyphs are taller than the line, and axe skips text that its background does
  // not enclose.
  await page
    .getByRole('heading', { level: 1 })
    .evaluate(({ style }) => style.setProperty('color', 'light-dark(#000, #222)'))
  await expect(expectAccessible(page)).rejects.toThrow(/color-contrast at h1/)
})

// Starting a server takes seconds, so one test covers all states of it.

test('an empty shop explains how to fill it, and without NEXTAUTH_SECRET that sign-in is unavailable', async ({
  page,
  request,
  baseURL,
}) => {
  test.slow() // starts a server
  const server = await startServer(portBeside(baseURL, 1), { NEXTAUTH_SECRET: '' })
  try {
    expect((await page.goto(server.origin))?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1, name: 'There are no products yet' })).toBeVisible()
    await expect(page.getByText('SANDBOX=1 npm run db:seed')).toBeVisible()
    await expectAccessible(page)

    await page.goto(`${server.origin}/sandbox`)
    await expect(page.getByRole('heading', { name: 'Nothing to pay' })).toBeVisible()
    await expectAccessible(page)

    await page.goto(`${server.origin}/admin`)
    await expect(page.getByRole('alert').getByText('Signing in is switched off')).toBeVisible()
    await expect(page.getByText('NEXTAUTH_SECRET')).toBeVisible()
    await expectAccessible(page)
    const answer = await request.get(`${server.origin}/api/auth/csrf`)
    expect(answer.status()).toBe(503)
    expect(await answer.json()).toMatchObject({ code: 'unavailable' })
  } finally {
    await server.stop()
  }
})

test('without its database the shop shows an error and can be retried; without SANDBOX the simulator has no pages', async ({
  page,
  request,
  baseURL,
}) => {
  test.slow() // starts a server
  const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing', SANDBOX: '0' }
  const server = await startServer(portBeside(baseURL, 2), env)
  try {
    await page.goto(`${server.origin}/product/1`)
    await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled({ timeout: 15_000 })
    await expectAccessible(page)

    // Without a browser, which would add nothing.
    expect(await (await request.get(`${server.origin}/`)).text()).toContain('Something went wrong')
    expect((await request.get(`${server.origin}/sandbox`)).status()).toBe(404)
    const answer = await request.get(`${server.origin}/sandbox/control`)
    expect(answer.status()).toBe(404)
    expect(answer.headers()['content-type']).toBe('application/problem+json')
  } finally {
    await server.stop()
  }
})
