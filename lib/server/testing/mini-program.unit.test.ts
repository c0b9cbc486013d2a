import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  afterSaleActions,
  afterSaleStatuses,
  couponStates,
  orderActions,
  orderStatuses,
  shippingMethods,
} from '@/db/enums'
import { lineProblems } from '@/lib/cart/schema'
import { problemCodes } from '@/lib/kit/api/endpoint/problem'
import { endpoints } from '@/lib/server/endpoints'
import { shopDocument } from '@/lib/server/shop-document'
import { Phone, readSample, sampleApp, sampleFolder, sampleTexts } from './phone'

/* Static checks of the sample mini-program. */

const document = shopDocument('http://localhost:3000')
const operations: ReadonlyMap<string, unknown> = new Map(
  Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => [`${verb.toUpperCase()} ${path}`, operation] as const),
  ),
)

const scripts = [
  ...readdirSync(join(sampleFolder, 'utils')).map((name) => `utils/${name}`),
  ...sampleApp.pages.map((page) => `${page}.js`),
].filter((name) => name.endsWith('.js'))

const methods: Record<string, string> = { read: 'GET', get: 'GET', post: 'POST', put: 'PUT', remove: 'DELETE' }

const paths = new Set([...operations.keys()].map((one) => one.replace(/\{\w+\}/g, '{id}')))

/** Returns the requests in a script, such as `POST /v1/order/{id}/cancel`. */
const requestsOf = (source: string) =>
  [...source.matchAll(/\b(read|get|post|put|remove)\(\s*(['`])(\/.*?)\2/g)].map(
    ([, name = '', , path = '']) => `${methods[name]} ${path.replace(/\$\{.*?\}/g, '{id}')}`,
  )

test('every request is in the API document', () => {
  const requests = scripts.flatMap((file) => requestsOf(readSample(file)).map((request) => ({ file, request })))
  expect(requests.filter(({ request }) => !paths.has(request))).toEqual([])
  expect(requests.length).toBeGreaterThan(25)
})

test('every path is in a call that the check above finds', () => {
  for (const file of scripts) {
    const source = readSample(file).replace(/\/\*[\s\S]*?\*\/|\/\/ .*/g, '')
    const written = source.match(/['`]\/v1\//g) ?? []
    // The request for a token is written without these functions.
    const token = file === 'utils/request.js' ? 1 : 0
    expect({ file, paths: written.length }).toEqual({ file, paths: requestsOf(source).length + token })
  }
})

test('every problem that these requests can return has a text', () => {
  const texts = z.record(z.string(), z.string()).parse(new Phone({ openid: 'o' }).require('utils/failure.js').texts)
  expect(
    Object.keys(texts).filter((code) => code !== 'network' && !problemCodes.some((known) => known === code)),
  ).toEqual([])
  const called = new Set(scripts.flatMap((file) => requestsOf(readSample(file))))
  const missing = endpoints
    .filter(({ method, path }) => called.has(`${method} ${path}`))
    .flatMap(({ method, path, problems = [] }) =>
      problems.filter((code) => !(code in texts)).map((code) => `${method} ${path}: ${code}`),
    )
  expect(missing).toEqual([])
})

test('its WXS uses only the older JavaScript that phones support', () => {
  const reserved = ['return', 'delete', 'default', 'case', 'for', 'this']
  const source = readSample('utils/text.wxs').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
  expect(source).not.toMatch(/\b(?:let|const)\b|=>|`/)
  expect(source).not.toMatch(new RegExp(`^\\s*(?:${reserved.join('|')}):`, 'm'))
})

test('has a text for every status, action and problem', () => {
  const texts = sampleTexts()
  const missing = (name: string, values: readonly string[], given = (value: string): unknown => value) =>
    values
      .filter((value) => [value, ''].includes(texts[name]?.(given(value)) ?? ''))
      .map((value) => `${name}: ${value}`)
  expect([
    ...missing('orderStatus', orderStatuses, (status) => ({ status })),
    ...missing('orderAction', orderActions),
    ...missing('method', shippingMethods),
    ...missing('caseStatus', afterSaleStatuses),
    ...missing('caseAction', afterSaleActions),
    ...missing('couponState', couponStates),
    ...missing('problem', lineProblems, (problem) => ({ problem, stock: 0 })),
  ]).toEqual([])
})

test.each([
  ['without a deal', { price: 9_900, deal: null }, ['¥99.00', '']],
  ['with a deal', { price: 9_900, deal: { price: 4_900 } }, ['¥49.00', '¥99.00']],
  ['with a deal of enough pieces', { price: 9_900, deal: { price: 4_900, left: 2, limit: 2 } }, ['¥49.00', '¥99.00']],
  ['with a deal of too few pieces', { price: 9_900, deal: { price: 4_900, left: 1, limit: null } }, ['¥99.00', '']],
  [
    'with a deal of fewer pieces for each',
    { price: 9_900, deal: { price: 4_900, left: null, limit: 1 } },
    ['¥99.00', ''],
  ],
  ['with a deal of a SKU that stays more expensive', { price: 9_900, deal: { price: 10_900 } }, ['¥99.00', '']],
])('the prices of a product %s', (_, goods, shown) => {
  const { price, regularPrice } = sampleTexts()
  expect([price?.(goods, 2), regularPrice?.(goods, 2)]).toEqual(shown)
})

describe.each(sampleApp.pages)('%s', (page) => {
  const wxml = readSample(`${page}.wxml`)
  const definition = new Phone({ openid: 'o' }).definitionOf(page)

  test('has its four files', () => {
    const missing = ['js', 'json', 'wxml', 'wxss'].filter((kind) => !existsSync(join(sampleFolder, `${page}.${kind}`)))
    expect(missing).toEqual([])
    expect(JSON.parse(readSample(`${page}.json`))).toHaveProperty('navigationBarTitleText')
  })

  test('binds events to methods that it has', () => {
    const handlers = [...wxml.matchAll(/\s(?:bind|catch)\w+="(\w+)"/g)].map(([, name = '']) => name)
    expect(handlers.filter((name) => typeof definition[name] !== 'function')).toEqual([])
    expect(handlers.length).toBeGreaterThan(0)
  })

  test('shows only data that it has', () => {
    const items = [...wxml.matchAll(/wx:for-(?:item|index)="(\w+)"/g)].map(([, name]) => name)
    const modules = [...wxml.matchAll(/<wxs [^>]*module="(\w+)"/g)].map(([, name]) => name)
    const known = new Set([...Object.keys(definition.data), ...items, ...modules])
    if (/wx:for=/.test(wxml)) known.add('item').add('index')
    const unknown = [...wxml.matchAll(/\{\{(.*?)\}\}/g)].flatMap(([, expression = '']) =>
      rootsOf(expression).filter((name) => !known.has(name)),
    )
    expect(unknown).toEqual([])
  })

  test('calls only functions that its WXS has', () => {
    const texts = sampleTexts()
    const called = [...wxml.matchAll(/\btext\.(\w+)\(/g)].map(([, name = '']) => name)
    expect(called.filter((name) => typeof texts[name] !== 'function')).toEqual([])
  })

  test('closes every element', () => {
    const open: string[] = []
    for (const [, end, name = '', , self] of wxml.matchAll(/<(\/?)([a-z-]+)((?:"[^"]*"|[^">])*?)(\/?)>/g)) {
      if (end) expect(open.pop()).toBe(name)
      else if (!self) open.push(name)
    }
    expect(open).toEqual([])
  })
})

/** Returns the variables in an expression: `order` and `count` for `order.items.length > 0 ? 'a' : count`. */
function rootsOf(expression: string): string[] {
  const bare = expression.replace(/'[^']*'/g, '')
  const words = new Set(['true', 'false', 'null', 'undefined'])
  return [...bare.matchAll(/(?<![.\w$])[a-zA-Z_$][\w$]*/g)].map(([name]) => name).filter((name) => !words.has(name))
}
