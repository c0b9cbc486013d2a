import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Endpoint } from '@/lib/kit/api/endpoint/endpoint'
import { endpoints as interfaceEndpoints, jobs } from '@/lib/server/endpoints'
import { router } from '@/lib/server/native/router'
import { routeFiles } from '@/lib/server/testing/api'

const endpoints = [...interfaceEndpoints, ...jobs]
const root = join(import.meta.dirname, '..', '..', '..', '..')
const exempt = ['/v1/[[...rest]]', '/cms/[[...rest]]', '/files/[...key]', '/api/uploadthing']
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

test('the build for our own server omits only paths that the server answers itself', () => {
  const listed = /const native = (\[[^\]]+\])/.exec(readFileSync(join(root, 'scripts/build.mjs'), 'utf8'))?.[1] ?? '[]'
  const folders: string[] = JSON.parse(listed.replaceAll("'", '"'))
  const find = router(interfaceEndpoints, jobs)
  const paths = folders.flatMap((folder) =>
    readdirSync(join(root, 'app', folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('route.ts'))
      .map((file) => `/${folder}/${file}`.replace(/\/?route\.ts$/, '').replace(/\[+(?:\.\.\.)?(\w+)\]+/g, '$1')),
  )
  expect(paths.length).toBeGreaterThan(150)
  expect(paths.filter((path) => find('GET', path) === undefined)).toEqual([])
})
