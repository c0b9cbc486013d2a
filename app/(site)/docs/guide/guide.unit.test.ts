import { describe, expect, test } from 'vitest'
import { cancelReasons, orderActions } from '@/db/enums'
import english from '@/lib/kit/i18n/en/docs.json'
import chinese from '@/lib/kit/i18n/zh-CN/docs.json'
import { customerActions } from '@/lib/order/schema'
import { controlActions } from '@/lib/platform/sandbox/schema'
import { wechatGroups } from './sections'

describe.each([
  ['English', english.guide],
  ['Chinese', chinese.guide],
])('the %s guide', (_, guide) => {
  test('names every value of the lists that it explains, and no other', () => {
    expect(Object.keys(guide.order.log)).toEqual([...orderActions])
    expect(Object.keys(guide.order.next)).toEqual([...customerActions])
    expect(Object.keys(guide.order.reasons)).toEqual([...cancelReasons, 'other'])
    expect(Object.keys(guide.sandbox.actions)).toEqual(controlActions.map(({ action }) => action))
    expect(Object.keys(guide.wechat.variables)).toEqual(wechatGroups.map(([name]) => name))
  })
})
