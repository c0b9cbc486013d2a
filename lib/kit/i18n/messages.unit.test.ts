import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { locales } from './locale'

/** Returns the paths of all texts in an object of messages, with dots between the keys. */
const keysOf = (messages: object, path = ''): string[] =>
  Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null ? keysOf(value, `${path}${key}.`) : `${path}${key}`,
  )

/**
 * Returns the names of the message files of a language. Leaves out the type declarations from `next typegen` in the
 * same folder.
 */
const filesOf = (locale: string) =>
  readdirSync(join(import.meta.dirname, locale))
    .filter((name) => name.endsWith('.json'))
    .sort()

const keysIn = (locale: string, file: string) =>
  keysOf(JSON.parse(readFileSync(join(import.meta.dirname, locale, file), 'utf8')))

const without = (names: readonly string[], others: readonly string[]) => names.filter((name) => !others.includes(name))

it('every language has the same files with the same keys', () => {
  const others = locales.filter((locale) => locale !== 'en')
  expect(
    others.flatMap((locale) => [
      ...without(filesOf('en'), filesOf(locale)).map((file) => `lib/kit/i18n/${locale}/${file} is missing`),
      ...filesOf('en')
        .filter((file) => filesOf(locale).includes(file))
        .flatMap((file) => {
          const [english, own] = [keysIn('en', file), keysIn(locale, file)]
          return [
            ...without(english, own).map((key) => `lib/kit/i18n/${locale}/${file} has no ${key}`),
            ...without(own, english).map((key) => `lib/kit/i18n/en/${file} has no ${key}, ${locale} has`),
          ]
        }),
    ]),
  ).toEqual([])
})
