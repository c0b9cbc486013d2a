import { expect, test } from 'vitest'
import { limitReads } from './read-limit'

const noon = Date.UTC(2026, 0, 1, 12)
const refusalsOf = (ips: string[], max: number, now = noon) =>
  ips.filter((ip) => {
    try {
      limitReads(ip, max, { now })
      return false
    } catch (error) {
      expect(error).toMatchObject({ code: 'too_many_requests', extras: { headers: { 'retry-after': '60' } } })
      return true
    }
  })

test('counts each range in each minute', () => {
  expect(refusalsOf(Array(5).fill('198.51.100.1'), 3)).toHaveLength(2)
  expect(refusalsOf(['198.51.100.2'], 3)).toEqual([])
  expect(refusalsOf(['2001:db8::1', '2001:db8::2', '2001:db8::3'], 2)).toEqual(['2001:db8::3'])
  expect(refusalsOf(['2001:db8:1::1', '2001:0DB8:1:0::1', '2001:db8:0001:0:0:0:0:1'], 2)).toHaveLength(1)
  expect(refusalsOf(['198.51.100.1'], 3, noon + 60_000)).toEqual([])
})

test.each(['127.0.0.1', '127.8.9.9', '::1', '::ffff:127.0.0.1', '0:0:0:0:0:0:0:1', 'unknown'])(
  'does not count %s',
  (ip) => expect(refusalsOf(Array(5).fill(ip), 1)).toEqual([]),
)

test('is off at 0', () => expect(refusalsOf(Array(5).fill('203.0.113.1'), 0)).toEqual([]))
