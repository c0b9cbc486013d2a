import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endpoints as interfaces, jobs } from '@/lib/endpoints'
import { routeFiles } from '@/lib/testing/api'

const endpoints = [...interfaces, ...jobs]
const root = join(import.meta.dirname, '..', '..')
const exempt = ['/v1/[[...rest]]', '/cms/[[...rest]]']
const pathOf = (file: string) => file.replace(/^.*?\/app\//, '/').replace(/\/route\.ts$/, '')
const mounted = Object.keys(routeFiles).map((file) => ({ file, path: pathOf(file) }))
const source = (path: string) => readFileSync(join(root, 'app', path, 'route.ts'), 'utf8')

test('every endpoint is mounted at its path', () => {
  const folders = new Set(mounted.map((one) => one.path))
  const missing = endpoints.map((one) => one.path.replace(/\{(\w+)\}/g, '[$1]')).filter((path) => !folders.has(path))
  expect(missing).toEqual([])
})

test('no two endpoints share method and path', () => {
  const names = endpoints.map((one) => `${one.method} ${one.path}`)
  expect(new Set(names).size).toBe(names.length)
})

test.each(mounted.filter((one) => !exempt.includes(one.path)))(
  '$path mounts what is declared for it, and nothing else',
  async ({ path, file }) => {
    const declared = endpoints.filter((one) => one.path === path.replace(/\[(\w+)\]/g, '{$1}'))
    expect(declared.length).toBeGreaterThan(0)
    const load = routeFiles[file]
    if (!load) throw new Error(file)
    const { OPTIONS } = await load()
    const answer = await OPTIONS?.(new Request(`http://localhost${path}`, { method: 'OPTIONS' }), {
      params: Promise.resolve({}),
    })
    const allowed = new Set((answer?.headers.get('allow') ?? '').split(', '))
    expect(allowed).toEqual(
      new Set([...declared.flatMap((one) => (one.method === 'GET' ? ['GET', 'HEAD'] : [one.method])), 'OPTIONS']),
    )
  },
)

test.each(mounted)('$path exports all seven methods in the one line', ({ path }) => {
  expect(source(path)).toContain('export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = ')
})
