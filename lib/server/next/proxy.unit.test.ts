import { NextRequest } from 'next/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { config, proxy } from '@/proxy'

afterEach(() => vi.unstubAllEnvs())

const branch = 'shop-git-branch-team.vercel.app'
const deployment = 'shop-k3j2h1-team.vercel.app'

function open(url: string) {
  return proxy(new NextRequest(url, { headers: { host: new URL(url).host } }))
}

describe('a preview', () => {
  const stub = (variables: Record<string, string>) => {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  }
  const preview = {
    VERCEL: '1',
    VERCEL_ENV: 'preview',
    VERCEL_URL: deployment,
    VERCEL_BRANCH_URL: branch,
    BASE_URL: '',
  }

  test('at the address of a deployment is redirected to the address of its branch, which its pictures have', () => {
    stub(preview)
    const { status, headers } = open(`https://${deployment}/product/1?from=mail`)
    expect([status, headers.get('location')]).toEqual([307, `https://${branch}/product/1?from=mail`])
    expect(open(`https://${branch}/product/1`).headers.get('location')).toBeNull()
  })

  test('without an address of its branch is not redirected, nor is production', () => {
    stub({ ...preview, VERCEL_BRANCH_URL: '' })
    expect(open(`https://${deployment}/`).headers.get('location')).toBeNull()
    stub({ ...preview, VERCEL_ENV: 'production', VERCEL_PROJECT_PRODUCTION_URL: 'shop.example.com' })
    expect(open(`https://${deployment}/`).headers.get('location')).toBeNull()
  })
})

test.each(['PUT', 'DELETE', 'PATCH'])('a page refuses %s', async (method) => {
  for (const path of ['/', '/product/1', '/admin', '/nope']) {
    const answer = proxy(new NextRequest(`https://shop.example${path}`, { method }))
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
    expect(await answer.json()).toMatchObject({ code: 'method_not_allowed' })
  }
  const documents = ['/docs/openapi.json', '/docs/openapi.v1.json', '/docs/openapi.cms.json', '/docs/llms.txt']
  for (const path of [
    ...documents,
    '/docs/markdown/errors.md',
    '/docs/markdown/cms/order.md',
    '/docs/samples/mini-program.zip',
    '/sandbox/control',
  ])
    expect(proxy(new NextRequest(`https://shop.example${path}`, { method })).status).toBe(200)
})

test('a page plays videos of the shop only', () => {
  const policy = open('https://shop.example/').headers.get('content-security-policy')?.split('; ')
  expect(policy).toEqual(expect.arrayContaining(["media-src 'self'", "img-src 'self' blob: data:"]))
})

test('only the page of labels shows pictures of other servers, such as of carriers', () => {
  const policyOf = (path: string) =>
    open(`https://shop.example${path}`).headers.get('content-security-policy')?.split('; ')
  const { headers } = proxy(
    new NextRequest('https://shop.example/admin/waybill/print', { headers: { cookie: 'next-auth.session-token=x' } }),
  )
  expect(headers.get('content-security-policy')).toContain("img-src 'self' blob: data: https:;")
  expect(policyOf('/waybill/print')).toContain("img-src 'self' blob: data:")
})

describe('a path of an interface', () => {
  test('that cannot be decoded is refused with a problem', async () => {
    for (const path of ['/v1/%zz', '/cms/user/%E4', '/api/%']) {
      const answer = open(`https://shop.example${path}`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'application/problem+json'])
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(await answer.json()).toMatchObject({ code: 'invalid_request' })
    }
  })

  test('that can be decoded reaches its route unchanged', () => {
    const { headers } = open('https://shop.example/v1/product/%E7%BB%BF')
    expect(headers.get('x-middleware-next')).toBe('1')
    expect(headers.get('x-middleware-override-headers')).toBeNull()
    expect(headers.get('content-security-policy')).toBeNull()
  })

  test('whose first folder is encoded is not found, with a problem', async () => {
    const [pages = ''] = config.matcher
    for (const path of ['/%761/category', '/%76%31', '/v1%2Fcategory', '/%63ms/user/7']) {
      expect(path).toMatch(new RegExp(`^${pages}$`))
      const answer = open(`https://shop.example${path}`)
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 404, 'application/problem+json'])
      expect(await answer.json()).toMatchObject({ code: 'not_found' })
    }
    for (const path of ['/product/%31', '/%zz', '/%76'])
      expect(open(`https://shop.example${path}`).headers.get('x-middleware-next'), path).toBe('1')
  })

  test('reaches the proxy only where it is encoded', () => {
    const [, encoded = ''] = config.matcher
    expect('/v1/%zz').toMatch(new RegExp(`^${encoded}$`))
    expect('/v1/product/1').not.toMatch(new RegExp(`^${encoded}$`))
  })
})
