import { expect, test } from 'vitest'
import { furtherMembersOf } from '@/lib/kit/api/document/openapi'
import { problemCodes } from '@/lib/kit/api/endpoint/problem'
import { shopDocument } from '@/lib/server/shop-document'
import { chineseDocument, chineseSchema, translateDocument } from './translation'
import chinese from './zh-CN.json'

const document = shopDocument('https://shop.example.com', '1.0.0')

/** Returns every English text that the API reference shows. */
function shownTexts(): string[] {
  const shown = new Set<string>()
  const note = (english: string) => {
    shown.add(english)
    return english
  }
  translateDocument(document, note)
  for (const code of problemCodes) describedIn(furtherMembersOf(code)).forEach(note)
  return [...shown]
}

/** Returns all descriptions in a part of the OpenAPI document, except in examples. */
const describedIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) => {
        if (key === 'example' || key === 'examples') return []
        return key === 'description' && typeof inner === 'string' ? [inner] : describedIn(inner)
      })

test('every text of the reference has a Chinese translation in zh-CN.json', () => {
  expect(shownTexts().filter((english) => !(english in chinese))).toEqual([])
})

test('no Chinese text is left over from a text that was changed or removed', () => {
  const shown = new Set(shownTexts())
  expect(Object.keys(chinese).filter((english) => !shown.has(english))).toEqual([])
})

test('no description is overlooked, whatever it describes', () => {
  const { paths, components } = chineseDocument(document)
  const known = new Set<string>(Object.values(chinese))
  const described = describedIn([paths, components.schemas, components.headers])
  expect(described.length).toBeGreaterThan(1000)
  expect(described.filter((text) => !known.has(text))).toEqual([])
})

test('the Chinese texts name the same codes, paths and fields as the English ones', () => {
  // Code in a text: paths, fields with an underscore, headers.
  const names = (text: string) =>
    [...text.matchAll(/\/(?:v1|cms)\/[\w/{}]+|\b[a-z]+_[a-z_]+\b|\b[A-Z][a-z]+(?:-[A-Z][a-z]+)+/g)].map(
      ([name]) => name,
    )
  const differing = Object.entries(chinese).filter(
    ([english, translation]) =>
      [...new Set(names(english))].sort().join() !== [...new Set(names(translation))].sort().join(),
  )
  expect(differing).toEqual([])
})

test('the English document stays as it is', () => {
  const before = JSON.stringify(document)
  chineseDocument(document)
  expect(JSON.stringify(document)).toBe(before)
  const schema = { properties: { code: { type: 'string' as const, description: 'At most this often' } } }
  expect(chineseSchema(schema).properties).toEqual({ code: { type: 'string', description: '最多出现的次数' } })
  expect(schema.properties.code.description).toBe('At most this often')
})
