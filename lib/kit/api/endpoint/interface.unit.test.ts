import { describe, expect, test } from 'vitest'
import { endpoints, jobs } from '@/lib/server/endpoints'
import { takesCookie } from '../run/cookie'
import type { Endpoint } from './endpoint'
import { interfaceOf, isForUsers } from './interface'
import { codesNeeded } from './needs'

const all: readonly Endpoint[] = [...endpoints, ...jobs]

describe.each(all.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s',
  (_, endpoint) => {
    const { path, access, additional_permissions: also = [] } = endpoint
    const owner = interfaceOf(endpoint)

    test('has a path at the prefix of its interface or below', () => {
      expect(owner.prefix).not.toBe('')
      expect(`${path}/`.startsWith(`${owner.prefix}/`)).toBe(true)
    })

    test('is logged, cached and open to other origins according to its path', () => {
      const [isClient, isAdmin] = [path.startsWith('/v1/'), path.startsWith('/cms/')]
      expect(owner).toMatchObject({ logged: isAdmin, cors: isClient, cached: isClient })
    })

    test("accepts the cookie only in the admin and for the caller's own account", () => {
      if (isForUsers(access)) expect(takesCookie(endpoint)).toBe(/^\/(cms\/|v1\/user(\/|$)|v1\/token$)/.test(path))
      else expect(endpoint.cookie).toBeUndefined()
    })

    test('lists every permission code that its fields need', () => {
      expect(also).toEqual(expect.arrayContaining(codesNeeded(endpoint)))
      expect(new Set(also).size).toBe(also.length)
      if (also.length > 0) expect(access.kind).toMatch(/^(permission|staff)$/)
    })
  },
)
