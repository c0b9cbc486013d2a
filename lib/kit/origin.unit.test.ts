import { expect, test } from 'vitest'
import { loopbackOrigin } from './origin'

test.each([
  ['127.0.0.1:3000', 'http://localhost:3000'],
  ['[::1]:3000', 'http://localhost:3000'],
  ['localhost:3000', 'http://127.0.0.1:3000'],
  ['127.0.0.1', 'http://localhost'],
])('a page requested at %s is opened at %s', (host, base_url) => {
  expect(loopbackOrigin(host, base_url)).toBe(base_url)
})

test.each([
  ['localhost:3000', 'http://localhost:3000', 'the same name'],
  ['127.0.0.1:8080', 'http://localhost:3000', 'another port'],
  ['127.0.0.1:3000', 'https://shop.example.com:3000', 'a shop elsewhere'],
  ['evil.example:3000', 'http://localhost:3000', 'a host elsewhere'],
  ['', 'http://localhost:3000', 'no host'],
  ['a b', 'http://localhost:3000', 'no valid host'],
])('a page requested at %s stays there if the shop is at %s: %s', (host, base_url) => {
  expect(loopbackOrigin(host, base_url)).toBeUndefined()
})
