import { expect, test } from 'vitest'
import { z } from 'zod'
import en from '@/lib/kit/i18n/en/refusal.json'
import { endpoints } from '@/lib/server/endpoints'
import type { Endpoint } from './endpoint'
import { formats, isFormatName } from './formats'
import { parse } from './validation'

const all: readonly Endpoint[] = endpoints

/**
 * Patterns of values that users do not type: ids, picture URLs and regions are chosen from lists. The URL of the logo,
 * a setting, has a separate message.
 */
const notTyped = [
  String.raw`^(/[^/\\]|https?://)`,
  String.raw`^($|/[^/\\]|https?://)`,
  String.raw`^[1-9]\d{0,9}$`,
  String.raw`^\d{6}$`,
]
const unused = ['/cms/view', '/cms/view/{id}']

/** The objects in a JSON schema that have a pattern. */
function patterned(value: unknown): { pattern: unknown; format?: unknown }[] {
  if (typeof value !== 'object' || value === null) return []
  const own = 'pattern' in value && typeof value.pattern === 'string' ? [{ ...value, pattern: value.pattern }] : []
  return [...own, ...Object.values(value).flatMap(patterned)]
}

const sources = Object.values(formats).map(({ pattern }) => pattern.source)
const bodies = all.flatMap(({ method, path, body }) =>
  body && path.startsWith('/cms/') && !unused.includes(path)
    ? [{ name: `${method} ${path}`, schema: z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) }]
    : [],
)

test.for(bodies)('every text of $name with a pattern has a named format', ({ schema }) => {
  const unnamed = patterned(schema)
    .filter(({ pattern }) => !notTyped.some((one) => one === pattern))
    .filter(
      ({ pattern, format }) => !isFormatName(format?.toString().replace('-', '')) && !sources.includes(`${pattern}`),
    )
  expect(unnamed).toEqual([])
})

test('forms have a text for every format', () => {
  expect(Object.keys(formats).filter((name) => !(name in en.format))).toEqual([])
})

test.for([
  ['username', '1st'],
  ['email', 'nothing'],
  ['mobile', '12'],
] as const)('a fault names its format: %s', ([name, value]) => {
  const body = all.find(({ method, path }) => method === 'POST' && path === '/cms/user')?.body
  const valid = { username: 'clerk', secret: 'for-tests-only-1', nickname: 'Clerk', group_ids: [] }
  if (!body) throw new Error('POST /cms/user takes no body')
  expect(() => parse(body, { ...valid, [name]: value }, 'body')).toThrow(
    expect.objectContaining({
      extras: expect.objectContaining({
        invalid_params: [expect.objectContaining({ name, code: 'invalid_format', params: { format: name } })],
      }),
    }),
  )
})
