import { expect, test } from 'vitest'
import { nameOfCustomer } from './name'

const nobody = { id: 36, nickname: '', username: null, mobile: null }

test('a customer is called by the first name that they have', () => {
  expect(nameOfCustomer({ ...nobody, nickname: '茶友', username: 'tea', mobile: '138' }, 'en')).toBe('茶友')
  expect(nameOfCustomer({ ...nobody, username: 'tea', mobile: '138' }, 'en')).toBe('tea')
  expect(nameOfCustomer({ ...nobody, mobile: '138' }, 'en')).toBe('138')
})

test('one without any is a numbered user of WeChat, and in files for programs a number', () => {
  expect(nameOfCustomer(nobody, 'en')).toBe('WeChat user #36')
  expect(nameOfCustomer(nobody, 'zh-CN')).toBe('微信用户 #36')
  expect(nameOfCustomer(nobody, undefined)).toBe('#36')
})
