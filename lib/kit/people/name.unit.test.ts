import { expect, test } from 'vitest'
import { nameOfCustomer } from './name'

const unnamed = { id: 36, nickname: '', username: null, mobile: null }

test('a customer is shown by the first available name', () => {
  expect(nameOfCustomer({ ...unnamed, nickname: '茶友', username: 'tea', mobile: '138' }, 'en')).toBe('茶友')
  expect(nameOfCustomer({ ...unnamed, username: 'tea', mobile: '138' }, 'en')).toBe('tea')
  expect(nameOfCustomer({ ...unnamed, mobile: '138' }, 'en')).toBe('138')
})

test('a customer without a name is shown as a numbered WeChat user, and as a number in files for programs', () => {
  expect(nameOfCustomer(unnamed, 'en')).toBe('WeChat user #36')
  expect(nameOfCustomer(unnamed, 'zh-CN')).toBe('微信用户 #36')
  expect(nameOfCustomer(unnamed, undefined)).toBe('#36')
})

test('a customer without a name is shown by the receiver where one is known', () => {
  expect(nameOfCustomer(unnamed, 'en', '周敏')).toBe('周敏 (WeChat user)')
  expect(nameOfCustomer(unnamed, 'zh-CN', '周敏')).toBe('周敏（微信用户）')
  expect(nameOfCustomer(unnamed, undefined, '周敏')).toBe('#36')
  expect(nameOfCustomer({ ...unnamed, nickname: '茶友' }, 'zh-CN', '周敏')).toBe('茶友')
})
