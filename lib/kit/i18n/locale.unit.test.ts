import { describe, expect, it } from 'vitest'
import { chooseLocale } from './locale'

describe('chooseLocale', () => {
  it.each([
    ['zh-CN', 'en', 'zh-CN'],
    ['en', 'zh-CN', 'en'],
    ['xx', 'zh-CN,zh;q=0.9', 'zh-CN'],
    ['', null, 'en'],
    [undefined, null, 'en'],
    [undefined, 'de,zh-TW;q=0.8,en;q=0.5', 'zh-CN'],
    [undefined, 'zh;q=0.3, en-GB;q=0.9', 'en'],
    [undefined, 'en;q=0, zh', 'zh-CN'],
    [undefined, 'zhx, fr', 'en'],
    [undefined, ';;q=,,=', 'en'],
  ])('chosen %j, accepted %j: %s', (chosen, accepted, expected) => {
    expect(chooseLocale(chosen, accepted)).toBe(expected)
  })
})

it('reads long headers in a time that does not grow with the square of their length', () => {
  const spent = (length: number) => {
    const before = process.cpuUsage()
    for (const filler of [' ', '\t', ';', ',', '; ', ' ;']) {
      chooseLocale(undefined, `en${filler.repeat(length / filler.length)}x`)
    }
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  spent(1_000)
  // A pattern that matches blanks would take several seconds for the longer texts.
  expect(spent(200_000)).toBeLessThan(2_000_000)
})
