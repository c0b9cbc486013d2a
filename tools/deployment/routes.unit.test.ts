import { expect, test } from 'vitest'
import { type Asked, follow, nameOf, type Passed, SiteConfig } from './routes'

const { routes } = SiteConfig.parse({
  routes: [
    { src: '^(?:/((?:[^/]+?)))/$', headers: { Location: '/$1' }, status: 308 },
    { src: '^/(.*)$', headers: { 'x-frame-options': 'DENY' }, continue: true },
    { src: '^/admin(.*)$', middlewarePath: 'middleware', continue: true, override: true },
    {
      src: '^/((?!.+\\.rsc).+?)(?:/)?$',
      has: [{ type: 'header', key: 'rsc', value: '1' }],
      dest: '/$1.rsc',
      continue: true,
    },
    { handle: 'filesystem' },
    { handle: 'resource' },
    { src: '/.*', status: 404 },
    { handle: 'miss' },
    { src: '/_next/static/.+', status: 404, check: true, dest: '/_next/static/not-found.txt' },
    { handle: 'rewrite' },
    { src: '^/v1/product/(?<nxtPid>[^/]+?)(?:/)?$', dest: '/v1/product/[id]?nxtPid=$nxtPid', check: true },
    { src: '^/v1(?:/(?<nxtPrest>.+?))?(?:/)?$', dest: '/v1/[[...rest]]?nxtPrest=$nxtPrest', check: true },
    { handle: 'hit' },
    { src: '/((?!index$).*?)(?:/)?', headers: { 'x-matched-path': '/$1' }, continue: true, important: true },
    { handle: 'error' },
    { src: '/.*', dest: '/_not-found', status: 404 },
  ],
})

const files = ['index', 'v1/product/[id]', 'v1/product/search', 'v1/[[...rest]]', 'admin', 'admin.rsc', '_not-found']
const missing = ['_next/static/not-found.txt']

function go(path: string, headers: Record<string, string> = {}, passed: Passed = { answered: true }) {
  const [pathname = '', search = ''] = path.split(/(?=\?)/)
  const asked: Asked = { method: 'GET', path: pathname, search, host: 'shop.example', headers: new Headers(headers) }
  const has = (name: string) => [...files, ...missing].includes(nameOf(name))
  return follow({ routes, has, runMiddleware: async () => passed }, asked)
}

test('a path leads to its function; a path with parameters, through a rewrite', async () => {
  expect(await go('/v1/product/search?q=1')).toMatchObject({ found: '/v1/product/search', search: '?q=1' })
  const led = await go('/v1/product/7?a=b')
  expect(led).toMatchObject({ found: '/v1/product/[id]', search: '?a=b&nxtPid=7', status: undefined })
  expect(led.important.get('x-matched-path')).toBe('/v1/product/[id]')
  expect(led.headers.get('x-frame-options')).toBe('DENY')
})

test('a path that cannot be decoded reaches the route that catches all', async () => {
  expect(await go('/v1/nope/%zz')).toMatchObject({ found: '/v1/[[...rest]]', search: '?nxtPrest=nope/%zz' })
})

test('redirects end the routing', async () => {
  const led = await go('/v1/')
  expect([led.found, led.status, led.headers.get('location')]).toEqual([undefined, 308, '/v1'])
})

test('the middleware answers, or replaces the headers of the request', async () => {
  expect(await go('/admin')).toMatchObject({ isAnswered: true, found: undefined })
  const led = await go(
    '/admin',
    { cookie: 'a=b' },
    { answered: false, headers: [['x-own', '1']], requestHeaders: new Headers({ rsc: '1', 'x-nonce': 'n' }) },
  )
  expect(led).toMatchObject({ isAnswered: false, found: '/admin.rsc' })
  expect([led.headers.get('x-own'), led.requestHeaders.get('x-nonce'), led.requestHeaders.get('cookie')]).toEqual([
    '1',
    'n',
    null,
  ])
})

test('a missing path gets the status and the page of an error', async () => {
  expect(await go('/nope')).toMatchObject({ found: '/_not-found', status: 404 })
  expect(await go('/_next/static/nope.js')).toMatchObject({ found: '/_next/static/not-found.txt', status: 404 })
})
