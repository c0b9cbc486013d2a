import { describe, expect, test } from 'vitest'
import { ask, readPage } from '@/lib/server/testing/pages'

const hardened = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
}

test.each([
  ...['/nowhere', '/theme/999999', '/theme/abc', '/order/abc'].map((path) => [path, 'Page not found', 'To the shop']),
  // An unknown id is treated like a removed product: to a customer with an old link, the difference does not matter.
  ...['/product/999999', '/product/abc'].map((path) => [path, 'No longer sold', 'Go shopping']),
  ...['9999', 'x'].map((id) => [`/category?id=${id}`, 'This category does not exist', 'See all categories']),
])('%s is not found: a page with status 404', async (path = '', title, way) => {
  const { status, headers, html } = await readPage(path)
  expect(status).toBe(404)
  expect(headers.get('content-security-policy')).toMatch(/script-src 'self' 'nonce-[\w+/=]{24}'/)
  // The HTML has the texts only in React's data, from which the browser renders the page.
  expect(html).toContain(title)
  expect(html).toContain(way)
})

test('every response has a new nonce, which all its scripts carry', async () => {
  const nonces = new Set<string>()
  for (const path of ['/', '/product/1', '/nowhere', '/admin/login']) {
    const { headers, document } = await readPage(path)
    expect(Object.fromEntries(headers), path).toMatchObject({
      ...hardened,
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    expect(policy).toContain("frame-ancestors 'none'")
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
    const scripts = [...document.querySelectorAll('script')]
    expect(scripts.length).toBeGreaterThan(3)
    expect(
      scripts.filter((script) => script.getAttribute('nonce') !== nonce).map(({ outerHTML }) => outerHTML),
      path,
    ).toEqual([])
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(4)
})

test.each([
  ['/v1/product/recent', 'cross-origin'],
  ['/v1/nowhere', 'cross-origin'],
  ['/api/health', 'same-origin'],
  ['/demo/p-green-tea.webp', 'cross-origin'],
  ['/icon.svg', 'cross-origin'],
])('%s cannot load anything or be framed', async (path, policy) => {
  const { headers } = await ask(path)
  expect(Object.fromEntries(headers)).toMatchObject({
    ...hardened,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': policy,
  })
})

test('pictures are not resized on request', async () => {
  expect((await ask('/_next/image?url=%2Ficon.svg&w=640&q=75')).status).toBe(404)
})

test.each(['/v1', '/v1/nowhere', '/cms/nowhere'])('%s is answered with a problem, not a page', async (path) => {
  const answer = await ask(path)
  expect(answer.status).toBe(404)
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(await answer.json()).toMatchObject({ status: 404, code: 'not_found' })
})

describe('the language of a page', () => {
  const languageOf = async (headers: HeadersInit) => {
    const { document } = await readPage('/', { headers })
    return [document.documentElement.lang, document.querySelector('#newest')?.textContent]
  }

  test('is that of the browser', async () => {
    expect(await languageOf({ 'accept-language': 'zh-CN,zh;q=0.9' })).toEqual(['zh-CN', '新上架'])
    expect(await languageOf({ 'accept-language': 'en' })).toEqual(['en', 'New in'])
  })

  test('is the language that was chosen here before', async () => {
    expect(await languageOf({ 'accept-language': 'en', cookie: 'locale=zh-CN' })).toEqual(['zh-CN', '新上架'])
  })
})
