import { describe, expect, test } from 'vitest'
import { readEnv } from '@/lib/kit/env'
import { adminInterface, clientInterface, type Interface } from '../endpoint/interface'
import { clientOf, ipRange } from './request'
import { corsHeaders } from './response'

describe('the IP of the client', () => {
  const ip = (headers: Record<string, string>, variables: Record<string, string> = {}) =>
    clientOf(new Headers(headers), readEnv(variables)).ip
  const forwarded = { 'x-peer-address': '10.0.0.1', 'x-forwarded-for': '6.6.6.6, 198.51.100.4, 10.0.0.9' }

  test('is that of the socket, and headers do not change it', () => expect(ip(forwarded)).toBe('10.0.0.1'))
  test('behind one proxy is the IP that the proxy saw', () =>
    expect(ip(forwarded, { TRUST_PROXY: '1' })).toBe('10.0.0.9'))
  test('behind two proxies is the IP that the outer one saw', () =>
    expect(ip(forwarded, { TRUST_PROXY: '2' })).toBe('198.51.100.4'))
  test('with fewer hops than proxies is that of the socket', () =>
    expect(ip(forwarded, { TRUST_PROXY: '9' })).toBe('10.0.0.1'))
  test.each([
    ['203.0.113.7:51234', '203.0.113.7'],
    ['[2001:db8::7]:443', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['2001:db8::7', '2001:db8::7'],
    ['unknown', '10.0.0.1'],
    ['203.0.113.700', '10.0.0.1'],
    ["' or 1=1", '10.0.0.1'],
    ['', '10.0.0.1'],
  ])('of the hop %j is %s', (hop, expected) =>
    expect(ip({ ...forwarded, 'x-forwarded-for': `6.6.6.6, ${hop}` }, { TRUST_PROXY: '1' })).toBe(expected),
  )
  test('on Vercel is the IP that Vercel sends', () => {
    const long = 'x'.repeat(32)
    const vercel = {
      VERCEL: '1',
      VERCEL_URL: 'a.vercel.app',
      DATABASE_URL: 'postgres://x/y',
      NEXTAUTH_SECRET: long,
      CRON_SECRET: long,
    }
    expect(ip({ ...forwarded, 'x-real-ip': '203.0.113.9' }, vercel)).toBe('203.0.113.9')
  })
})

test('the type of client follows from its headers', () => {
  const type = (headers: Record<string, string>) => clientOf(new Headers(headers), readEnv({})).type
  expect(type({ referer: 'https://servicewechat.com/wx123/1/page-frame.html' })).toBe('mini_program')
  expect(type({ referer: 'https://servicewechat.com.evil.example/' })).toBe('other')
  expect(type({ 'sec-fetch-site': 'same-origin' })).toBe('browser')
  expect(type({})).toBe('other')
})

describe('CORS', () => {
  const env = readEnv({ CORS_ORIGINS: 'https://h5.example.com' })
  const headers = (origin: string, owner: Interface, method = 'GET') =>
    corsHeaders(
      new Request('http://localhost', { method, headers: { origin, 'access-control-request-method': 'PUT' } }),
      owner,
      env,
    )

  test('a listed origin is allowed on /v1', () => {
    expect(headers('https://h5.example.com', clientInterface)).toMatchObject({
      'access-control-allow-origin': 'https://h5.example.com',
      vary: 'Origin',
    })
    expect(headers('https://h5.example.com', clientInterface, 'OPTIONS')).toMatchObject({
      'access-control-allow-methods': 'PUT',
    })
  })
  test('any other origin is not allowed, and caches must vary by origin', () => {
    expect(headers('https://evil.example', clientInterface)).toEqual({ vary: 'Origin' })
    expect(headers('null', clientInterface)).toEqual({ vary: 'Origin' })
  })
  test('no origin is allowed on /cms', () => expect(headers('https://h5.example.com', adminInterface)).toEqual({}))
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['2001:0DB8:0001:2::9', '2001:db8:1:2::/64'],
  ['2001:db8:0:0:0:0:0:1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2::203.0.113.7', '2001:db8:1:2::/64'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['a:b', 'a:b'],
  ['unknown', 'unknown'],
])('limits count %s by %s', (ip, expected) => {
  expect(ipRange(ip)).toBe(expected)
})
