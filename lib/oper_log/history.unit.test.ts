import { expect, test } from 'vitest'
import type { Endpoint } from '@/lib/kit/api/endpoint/endpoint'
import { endpoints } from '@/lib/server/endpoints'

/** Paths of records that have no endpoint from `historyOf`, because they have another form of history or none. */
const otherwise = [
  '/cms/order/{id}',
  '/cms/after_sale/{id}',
  '/cms/log/error/{id}',
  '/cms/file/folder/{id}',
  '/cms/view/{id}',
]

test('every record that staff change has a history, or is named here', () => {
  const all: readonly Endpoint[] = endpoints
  const paths = new Set(all.map(({ path }) => path))
  const changed = all.filter(({ method, path }) => method === 'PUT' && /^\/cms\/.*\{id\}$/.test(path))
  const missing = changed.map(({ path }) => path).filter((path) => !paths.has(`${path}/history`))
  expect(missing.sort()).toEqual(otherwise.filter((path) => changed.some((one) => one.path === path)).sort())
  expect(changed.length).toBeGreaterThan(12)
})
