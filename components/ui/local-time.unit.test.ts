import { expect, test } from 'vitest'
import { localTime, localTimeWithZone, nameOfZone } from './local-time'

const moment = new Date('2026-11-24T23:49:42.018Z')

test('a moment is written in the zone of the shop, to the minute or to the second, as dates are in the language', () => {
  expect(localTime(moment, 'Asia/Shanghai', 'en', 'minute')).toBe('Nov 25, 2026, 7:49 AM')
  expect(localTime(moment, 'Asia/Shanghai', 'zh-CN', 'minute')).toBe('2026年11月25日 07:49')
  expect(localTime(moment, 'Asia/Shanghai', 'en', 'second')).toBe('Nov 25, 2026, 7:49:42 AM')
  expect(localTime(moment, 'America/New_York', 'en', 'minute')).toBe('Nov 24, 2026, 6:49 PM')
  expect(localTime(new Date('2026-11-24T16:00:00Z'), 'Asia/Shanghai', 'zh-CN', 'minute')).toBe('2026年11月25日 00:00')
})

test('the zone is named in both languages', () => {
  expect(localTimeWithZone(moment, 'Asia/Shanghai', 'en')).toBe('Nov 25, 2026, 7:49:42 AM (China Standard Time)')
  expect(localTimeWithZone(moment, 'Asia/Shanghai', 'zh-CN')).toBe('2026年11月25日 07:49:42（北京时间）')
  expect(localTimeWithZone(moment, 'Asia/Tokyo', 'zh-CN')).toBe('2026年11月25日 08:49:42（日本标准时间）')
  expect(nameOfZone(moment, 'Asia/Shanghai', 'en', 'short')).toBe('GMT+8')
  expect(nameOfZone(moment, 'Asia/Shanghai', 'zh-CN', 'short')).toBe('北京时间')
})
