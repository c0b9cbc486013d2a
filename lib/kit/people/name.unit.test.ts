import { expect, test } from 'vitest'
import { nameOfCustomer } from './name'

const nobody = { id: 36, nickname: '', username: null, mobile: null }

test('a customer is shown by the first available name', () => {
  expect(nameOfCustomer({ ...nobody, nickname: '茶友', username: 'tea', mobile: '138' }, 'en')).toBe('茶友')
  expect(nameOfCustomer({ ...nobody, username: 'tea', mobile: '138' }, 'en')).toBe('tea')
  expect(nameOfCustomer({ ...nobody, mobile: '138' }, 'en')).toBe('138')
})

test('a customer without a name is shown as a numbered WeChat user, and as a number in files for programs', () => {
  expect(nameOfCustomer(nobody, 'en')).toBe('WeChat user #36')
  expect(nameOfCustomer(nobody, 'zh-CN')).toBe('微信用户 #36')
  expect(nameOfCustomer(nobody, undefined)).toBe('#36')
})
