import { portBeside, startServer } from './support/other-server'
import { expectAccessible, expectNoOverflow, looks, wear } from './support/page'
import { expect, test } from './support/test'

const hardened = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
}

test.describe('a path that does not exist', () => {
  // The browser logs the status of the page itself.
  test.use({ expectedErrors: [/status of 404/] })

  for (const path of ['/nowhere', '/product/999999', '/product/abc', '/theme/999999', '/order/abc']) {
    test(`${path} is a page with status 404 that links to the shop`, async ({ page }) => {
      const answer = await page.goto(path)
      expect(answer?.status()).toBe(404)
      expect(answer?.headers()['content-security-policy']).toMatch(/script-src 'self' 'nonce-[\w+/=]{24}'/)
      await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
      await page.getByRole('link', { name: 'To the shop' }).click()
      await expect(page).toHaveURL(/\/$/)
      await expect(page.getByRole('searchbox')).toBeVisible()
    })
  }

  for (const look of looks) {
    test(`is accessible in ${look.locale}`, async ({ page, baseURL }) => {
      await wear(page, look, baseURL)
      await page.goto('/nowhere')
      await expectAccessible(page)
      await expectNoOverflow(page)
    })
  }
})

test('insufficient contrast in only one color scheme is detected', async ({ page }) => {
  await page.goto('/product/1')
  // On the page's own background: Chinese glyphs are taller than the line, and axe leaves text that its background does not enclose.
  await page
    .getByRole('heading', { level: 1 })
    .evaluate(({ style }) => style.setProperty('color', 'light-dark(#000, #222)'))
  await expect(expectAccessible(page)).rejects.toThrow(/color-contrast at h1/)
})

test('every response has a new nonce, which all its scripts carry', async ({ request }) => {
  const nonces = new Set<string>()
  for (const path of ['/', '/product/1', '/nowhere']) {
    const answer = await request.get(path)
    expect(answer.headers()).toMatchObject(hardened)
    expect(answer.headers()).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    const policy = answer.headers()['content-security-policy'] ?? ''
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
    const scripts = (await answer.text()).match(/<script\b[^>]*>/g) ?? []
    expect(scripts.length).toBeGreaterThan(3)
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`)
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(3)
})

for (const path of ['/v1/product/recent', '/v1/nowhere', '/api/health', '/demo/p-green-tea.webp', '/icon.svg']) {
  test(`${path} cannot load anything or be framed`, async ({ request }) => {
    const headers = (await request.get(path)).headers()
    expect(headers).toMatchObject(hardened)
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(headers['cross-origin-resource-policy']).toBe(path === '/api/health' ? 'same-origin' : 'cross-origin')
  })
}

test('pictures are not resized for anybody who asks', async ({ request }) => {
  expect((await request.get('/_next/image?url=%2Ficon.svg&w=640&q=75')).status()).toBe(404)
})

test('an unknown path of the API responds with a problem, not a page', async ({ request }) => {
  for (const path of ['/v1', '/v1/nowhere', '/cms/nowhere']) {
    const answer = await request.get(path)
    expect(answer.status()).toBe(404)
    expect(answer.headers()['content-type']).toBe('application/problem+json')
    expect(await answer.json()).toMatchObject({ status: 404, code: 'not_found' })
  }
})

// Starting a server takes seconds, so one test covers everything that can be tested on it.

test('an empty shop explains how to fill it, and without NEXTAUTH_SECRET that nobody can sign in', async ({
  page,
  request,
  baseURL,
}) => {
  test.slow() // starts a server
  const server = await startServer(portBeside(baseURL, 1), { NEXTAUTH_SECRET: '' })
  try {
    expect((await page.goto(server.origin))?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1, name: 'The shelves are still empty' })).toBeVisible()
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

test.describe('without its database', () => {
  // The browser logs the status of the page.
  test.use({ expectedErrors: [/status of 404/] })

  test('the shop shows an error and can be retried; without SANDBOX the simulator has no pages', async ({
    page,
    request,
    baseURL,
  }) => {
    test.slow() // starts a server
    const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing', SANDBOX: '0' }
    const server = await startServer(portBeside(baseURL, 2), env)
    try {
      for (const path of ['/', '/product/1']) {
        await page.goto(server.origin + path)
        await expect(page.getByRole('heading', { level: 1, name: 'This could not be loaded' })).toBeVisible()
        await page.getByRole('button', { name: 'Try again' }).click()
        await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled({ timeout: 15_000 })
      }
      await expectAccessible(page)

      expect((await page.goto(`${server.origin}/sandbox`))?.status()).toBe(404)
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
      const answer = await request.get(`${server.origin}/sandbox/control`)
      expect(answer.status()).toBe(404)
      expect(answer.headers()['content-type']).toBe('application/problem+json')
    } finally {
      await server.stop()
    }
  })
})
