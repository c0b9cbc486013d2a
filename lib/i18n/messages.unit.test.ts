import { describe, expect, it } from 'vitest'
import english from './en.json'
import chinese from './zh-CN.json'

/** The paths of all messages. */
const keysOf = (messages: object, path = ''): string[] =>
  Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null ? keysOf(value, `${path}${key}.`) : `${path}${key}`,
  )

describe('messages', () => {
  it('are the same in both languages', () => {
    expect(keysOf(chinese).sort()).toEqual(keysOf(english).sort())
  })
})
