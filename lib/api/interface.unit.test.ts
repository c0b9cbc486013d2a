import { describe, expect, test } from 'vitest'
import { endpoints, jobs } from '@/lib/endpoints'
import { takesCookie } from './cookie'
import type { Endpoint } from './endpoint'
import { interfaceOf, isForUsers } from './interface'
import { codesNeeded } from './needs'

const all: readonly Endpoint[] = [...endpoints, ...jobs]

describe.each(all.map((one) => [`${one.method} ${one.path}`, one] as const))('%s', (_, one) => {
  const { path, access, also = [] } = one
  const below = interfaceOf(one)

  test('lives below its interface', () => {
    expect(below.prefix).not.toBe('')
    expect(path.startsWith(`${below.prefix}/`)).toBe(true)
  })

  test('is logged, shared with other origins and kept by caches by what its path promises', () => {
    const [isClient, isAdmin] = [path.startsWith('/v1/'), path.startsWith('/cms/')]
    expect(below).toMatchObject({ logged: isAdmin, cors: isClient, cached: isClient })
  })

  test('takes the cookie in the admin and for the account of the caller, nowhere else', () => {
    if (isForUsers(access)) expect(takesCookie(one)).toBe(/^\/(cms\/|v1\/user(\/|$)|v1\/token$)/.test(path))
    else expect(one.cookie).toBeUndefined()
  })

  test('names every code that one of its fields needs', () => {
    expect(also).toEqual(expect.arrayContaining(codesNeeded(one)))
    expect(new Set(also).size).toBe(also.length)
    if (also.length > 0) expect(access.kind).toMatch(/^(permission|staff)$/)
  })
})
