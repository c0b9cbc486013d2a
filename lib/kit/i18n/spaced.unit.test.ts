import { expect, it } from 'vitest'
import { spaced } from './spaced'

it('numbers stand apart from Chinese characters, and other texts stay as they are', () => {
  expect(spaced('4分钟前')).toBe('4 分钟前')
  expect(spaced('近7天')).toBe('近 7 天')
  expect(spaced('4 分钟前')).toBe('4 分钟前')
  expect(spaced('4 minutes ago')).toBe('4 minutes ago')
})
