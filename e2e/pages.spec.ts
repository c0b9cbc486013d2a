import { portBeside, startServer } from './support/other-server'
import { expectAccessible, expectNoOverflow, looks, wear } from './support/page'
import { expect, test } from './support/test'

const hardened = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
}

test.describe('an address that does not exist', () => {
  // The browser reports the status of the page itself.
  test.use({ expectedErrors: [/status of 404/] })

  for (const address of ['/nowhere', '/product/999999', '/product/abc']) {
    test(`${address} is a page with status 404 that leads on`, async ({ page }) => {
      const answer = await page.goto(address)
      expect(answer?.status()).toBe(404)
      expect(answer?.headers()['content-security-policy']).toMatch(/script-src 'self' 'nonce-[\w+/=]{24}'/)
      await expect(page.getByRole('heading', { level: 1, name: 'There is no such page' })).toBeVisible()
      await page.getByRole('link', { name: 'To the shop' }).click()
      await expect(page).toHaveURL(/\/$/)
      await expect(page.getByRole('searchbox')).toBeVisible()
    })
  }

  for (const look of looks) {
    test(`is accessible in ${look.locale}, ${look.scheme}`, async ({ page, baseURL }) => {
      await wear(page, look, baseURL)
      await page.goto('/nowhere')
      await expectAccessible(page)
      await expectNoOverflow(page)
    })
  }
})

test('a page has a nonce of its own that all its scripts carry', async ({ request }) => {
  const nonces = new Set<string>()
  for (const address of ['/', '/product/1', '/nowhere']) {
    const answer = await request.get(address)
    expect(answer.headers()).toMatchObject(hardened)
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

for (const address of ['/v1/product/recent', '/v1/nowhere', '/api/health', '/demo/p-green-tea.svg', '/icon.svg']) {
  test(`${address} may load nothing and be framed by nobody`, async ({ request }) => {
    const headers = (await request.get(address)).headers()
    expect(headers).toMatchObject(hardened)
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
  })
}

test('an unknown address of the interface answers a problem, not a page', async ({ request }) => {
  for (const address of ['/v1', '/v1/nowhere', '/cms/nowhere']) {
    const answer = await request.get(address)
    expect(answer.status()).toBe(404)
    expect(answer.headers()['content-type']).toBe('application/problem+json')
    expect(await answer.json()).toMatchObject({ status: 404, code: 'not_found' })
  }
})

test('an empty shop says how to fill it', async ({ page, baseURL }) => {
  test.slow() // starts a server
  const server = await startServer(portBeside(baseURL, 1), {})
  try {
    await page.goto(server.address)
    await expect(page.getByRole('heading', { level: 1, name: 'The shelves are still empty' })).toBeVisible()
    await expect(page.getByText('SANDBOX=1 npm run db:seed')).toBeVisible()
    await expectAccessible(page)
  } finally {
    await server.stop()
  }
})

test('without its database the shop says so and offers to try again', async ({ page, baseURL }) => {
  test.slow() // starts a server
  const server = await startServer(portBeside(baseURL, 2), { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing' })
  try {
    for (const path of ['/', '/product/1']) {
      await page.goto(server.address + path)
      await expect(page.getByRole('heading', { level: 1, name: 'This could not be loaded' })).toBeVisible()
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled()
    }
    await expectAccessible(page)
  } finally {
    await server.stop()
  }
})
