import { expect, test } from 'vitest'
import { deviceIn } from './device'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0', 'Edge · Windows', false],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) Version/19.0 Safari/605.1.15', 'Safari · macOS', false],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Mobile/15E148 MicroMessenger/8.0', 'WeChat · iOS', true],
  ['Mozilla/5.0 (Linux; Android 16) Chrome/142.0 Mobile Safari/537.36', 'Chrome · Android', true],
])('%s', (agent, name, isMobile) => {
  expect(deviceIn(agent)).toEqual({ name, isMobile })
})

test('a User-Agent that is not a browser has no device', () => {
  expect(deviceIn('curl/8.5.0')).toBeUndefined()
})
