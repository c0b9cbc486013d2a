import { expect, test } from 'vitest'
import { localTime, localTimeWithZone, nameOfZone } from './local-time'

const moment = new Date('2026-11-24T23:49:42.018Z')

test('a moment is written in the zone of the shop, to the minute or to the second', () => {
  expect(localTime(moment, 'Asia/Shanghai', 'minute')).toBe('2026-11-25 07:49')
  expect(localTime(moment, 'Asia/Shanghai', 'second')).toBe('2026-11-25 07:49:42')
  expect(localTime(moment, 'America/New_York', 'minute')).toBe('2026-11-24 18:49')
  expect(localTime(new Date('2026-11-24T16:00:00Z'), 'Asia/Shanghai', 'minute')).toBe('2026-11-25 00:00')
})

test('the zone is named in both languages', () => {
  expect(localTimeWithZone(moment, 'Asia/Shanghai', 'en')).toBe('2026-11-25 07:49:42 (China Standard Time)')
  expect(localTimeWithZone(moment, 'Asia/Shanghai', 'zh-CN')).toBe('2026-11-25 07:49:42（北京时间）')
  expect(localTimeWithZone(moment, 'Asia/Tokyo', 'zh-CN')).toBe('2026-11-25 08:49:42（日本标准时间）')
  expect(nameOfZone(moment, 'Asia/Shanghai', 'en', 'short')).toBe('GMT+8')
  expect(nameOfZone(moment, 'Asia/Shanghai', 'zh-CN', 'short')).toBe('北京时间')
})
