import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Endpoint } from '@/lib/kit/api/endpoint/endpoint'
import { endpoints as interfaceEndpoints, jobs } from '@/lib/server/endpoints'
import { router } from '@/lib/server/native/router'
import { nativeRoutes } from '@/lib/server/native/tree'
import { routeFiles } from '@/lib/server/testing/api'

const endpoints = [...interfaceEndpoints, ...jobs]
const root = join(import.meta.dirname, '..', '..', '..', '..')
const exempt = ['/v1/[[...rest]]', '/cms/[[...rest]]', '/files/[...key]', '/api/uploadthing', '/mcp']
const pathOf = (file: string) => file.replace(/^.*?\/app\//, '/').replace(/\/route\.ts$/, '')
const mounted = Object.keys(routeFiles).map((file) => ({ file, path: pathOf(file) }))
const source = (path: string) => readFileSync(join(root, 'app', path, 'route.ts'), 'utf8')

test('no two endpoints share method and path', () => {
  const names = endpoints.map((endpoint) => `${endpoint.method} ${endpoint.path}`)
  expect(new Set(names).size).toBe(names.length)
})

test('created resources can be read at their location', () => {
  const declared: readonly Endpoint[] = interfaceEndpoints
  const templates = declared.filter(({ method }) => method === 'GET').map(({ path }) => path)
  const unreadable = declared.flatMap(({ location, example }) => {
    const address = location && example?.output !== undefined ? location(example.output) : undefined
    const isRead = templates.some((path) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(address ?? ''))
    return address === undefined || isRead ? [] : [address]
  })
  expect(unreadable).toEqual([])
})

test.each(mounted.filter(({ path }) => !exempt.includes(path)))(
  '$path mounts exactly the endpoints that are declared for it',
  async ({ path, file }) => {
    const declared = endpoints.filter((endpoint) => endpoint.path === path.replace(/\[(\w+)\]/g, '{$1}'))
    expect(declared.length).toBeGreaterThan(0)
    const load = routeFiles[file]
    if (!load) throw new Error(file)
    const { OPTIONS } = await load()
    const response = await OPTIONS?.(new Request(`http://localhost${path}`, { method: 'OPTIONS' }), {
      params: Promise.resolve({}),
    })
    const allowed = new Set((response?.headers.get('allow') ?? '').split(', '))
    expect(allowed).toEqual(
      new Set([
        ...declared.flatMap((endpoint) => (endpoint.method === 'GET' ? ['GET', 'HEAD'] : [endpoint.method])),
        'OPTIONS',
      ]),
    )
  },
)

test.each(mounted)('$path exports all seven methods in one line', ({ path }) => {
  expect(source(path)).toContain('export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = ')
})

test('the build mounts the same route files as the tests', async () => {
  const bundle: { nativeRouteFiles(): string[] } = await import(join(root, 'scripts/bundle.mjs'))
  expect([...bundle.nativeRouteFiles()].sort()).toEqual(Object.keys(nativeRoutes).sort())
})

test('our own server finds each of its route files at its place', () => {
  const find = router(nativeRoutes)
  const wrong = Object.entries(nativeRoutes).filter(([file, { GET }]) => {
    const path = pathOf(file).replaceAll(/\[+(?:\.{3})?(\w+)\]+/g, '$1')
    return find('GET', path)?.handler !== GET.handler
  })
  expect(wrong.map(([file]) => file)).toEqual([])
  expect(find('GET', '/v1/order/count')?.params).toEqual({})
  expect(find('GET', '/v1/order/1')?.params).toEqual({ id: '1' })
  expect(find('GET', '/v1/nothing/here')?.handler).toBe(nativeRoutes['/app/v1/[[...rest]]/route.ts']?.GET.handler)
  expect(find('GET', '/v1')?.handler).toBe(nativeRoutes['/app/v1/[[...rest]]/route.ts']?.GET.handler)
  expect(find('GET', '/files')).toBeUndefined()
  expect(find('GET', '/admin/order')).toBeUndefined()
})

test('a route file that is removed is not found', () => {
  const { '/app/v1/order/count/route.ts': removed, ...others } = nativeRoutes
  expect(removed).toBeDefined()
  // The same path is an order with the id "count", which the endpoint refuses.
  expect(router(others)('GET', '/v1/order/count')?.params).toEqual({ id: 'count' })
  const { '/app/v1/cart/route.ts': cart, ...rest } = nativeRoutes
  expect(cart).toBeDefined()
  expect(router(rest)('GET', '/v1/cart')?.handler).toBe(nativeRoutes['/app/v1/[[...rest]]/route.ts']?.GET.handler)
})
