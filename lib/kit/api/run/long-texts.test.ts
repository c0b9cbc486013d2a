import { beforeAll, expect, test } from 'vitest'
import { adminOperations, permissionCodes } from '@/lib/auth/permission-codes'
import { endpoints } from '@/lib/server/endpoints'
import { send } from '@/lib/server/testing/api'
import { newCustomer, newStaff } from '@/lib/server/testing/factories'

/*
 * The same as long-texts.unit.test.ts through the whole pipeline: with the limits, the parser, the problem and the log
 * of a request.
 */

const length = 1_000_000
const characters = ['a', ' ', '#', '%', '"', '<', '[', '&', '/', ',', '.', '\u200d', '0']

/** Copies of a value, each with another text made long. */
function* lengthened(value: unknown, text: string): Generator<unknown> {
  if (typeof value === 'string') yield text
  else if (Array.isArray(value))
    for (const [at, one] of value.entries()) for (const long of lengthened(one, text)) yield value.with(at, long)
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value))
      for (const long of lengthened(one, text)) yield { ...value, [key]: long }
}

let tokens: Record<string, string | undefined>
beforeAll(async () => {
  const staff = await newStaff(permissionCodes(adminOperations(endpoints)).map(({ code }) => code))
  tokens = { permission: staff.token, staff: staff.token, customer: (await newCustomer()).token }
})

test('no text of a megabyte takes a second of processor time to refuse', { timeout: 300_000 }, async () => {
  let sent = 0
  const statuses: Record<number, number> = {}
  for (const { method, path, access, example } of endpoints) {
    // Forms with files refuse JSON without reading it.
    if (!example?.body) continue
    const filled = path.replace(/\{\w+\}/g, '1')
    for (const body of lengthened(example.body, (characters[sent % characters.length] ?? '').repeat(length))) {
      const before = process.cpuUsage()
      const { status } = await send(method, filled, {
        body,
        token: tokens[access.kind],
        ip: `198.51.100.${sent % 250}`,
      })
      const { user, system } = process.cpuUsage(before)
      expect((user + system) / 1_000_000, `${method} ${path}`).toBeLessThan(1)
      statuses[status] = (statuses[status] ?? 0) + 1
      sent += 1
    }
  }
  // 401: requests of providers are signed; 413: the limit of public callers is lower; 415: forms with files are not
  // JSON.
  expect(Object.keys(statuses)).toEqual(['400', '401', '413', '415'])
  expect(statuses[400]).toBeGreaterThan(100)
})
