import { describe, expect, test } from 'vitest'
import { destination, isGuarded, loginPath, newSecretPath } from './sign-in-paths'

describe('where to go after signing in', () => {
  test.each(['/admin', '/admin/user', '/admin/user?page=2&q=%E6%9E%97', '/admin/order/7#log'])('%s', (from) => {
    expect(destination(from)).toBe(from)
  })

  test.each([
    undefined,
    null,
    7,
    ['/admin/user'],
    '',
    'admin/user',
    'https://evil.example.com/admin',
    'HTTPS://evil.example.com/admin',
    'javascript:alert(1)//admin',
    '//evil.example.com/admin',
    '///evil.example.com/admin',
    '/\\evil.example.com/admin',
    '\\\\evil.example.com/admin',
    '/\t/evil.example.com/admin',
    '/\n\\evil.example.com/admin',
    '/admin/..//evil.example.com',
    '/admin/%2e%2e//evil.example.com',
    '/admin/.%2E/\\evil.example.com',
    '/%2f%2fevil.example.com/admin',
    '%2f%2fevil.example.com',
    '//here.invalid@evil.example.com/admin',
    '/administrator',
    '/docs',
    '/cms/user',
    '/api/auth/signout',
    '/admin/login',
    '/admin/login/password?from=%2Fadmin',
    '/admin/../v1/user',
  ])('%s is not accepted', (from) => {
    expect(destination(from)).toBe('/admin')
  })

  test('is in the URL of the sign-in page, unless it is the default', () => {
    expect(loginPath('/admin/user?q=a&page=2')).toBe('/admin/login?from=%2Fadmin%2Fuser%3Fq%3Da%26page%3D2')
    expect(newSecretPath('/admin/user')).toBe('/admin/login/password?from=%2Fadmin%2Fuser')
    for (const from of [undefined, '/admin', '//evil.example.com', '/admin/login']) {
      expect(loginPath(from)).toBe('/admin/login')
    }
  })
})

test.each([
  ['/admin', true],
  ['/admin/user/7', true],
  ['/admin/login', false],
  ['/admin/login/password', false],
  ['/admin/loginx', true],
  ['/administrator', false],
  ['/', false],
])('%s is guarded: %s', (path, expected) => expect(isGuarded(path)).toBe(expected))
