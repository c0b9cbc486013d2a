import { expect, it } from 'vitest'
import { spaced } from './spaced'

it('puts a space between Chinese characters and digits, and keeps other texts unchanged', () => {
  expect(spaced('4分钟前')).toBe('4 分钟前')
  expect(spaced('近7天')).toBe('近 7 天')
  expect(spaced('4 分钟前')).toBe('4 分钟前')
  expect(spaced('4 minutes ago')).toBe('4 minutes ago')
})
