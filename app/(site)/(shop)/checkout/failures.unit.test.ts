import { expect, test } from 'vitest'
import { SendError } from '@/lib/server/client'
import { failureOf } from './failures'

const refused = (field: string) =>
  new SendError('invalid_request', '', 400, 'r', [{ in: 'body', name: field, code: 'required', reason: '' }])

test.each([
  ['a request that left and was not answered', new SendError('network', ''), { kind: 'unknown' }],
  ['a cart with fewer pieces', new SendError('cart_changed', ''), { kind: 'cart_changed' }],
  ['a key with another order', new SendError('idempotency_key_reused', ''), { kind: 'placed_before' }],
  ['a closed store', refused('store_id'), { kind: 'store' }],
  ['a wrong number', refused('contact.mobile'), { kind: 'contact', wrong: { name: false, mobile: true } }],
  ['another price', new SendError('price_changed', ''), { kind: 'outdated', code: 'price_changed' }],
  ['any other error', new SendError('too_many_requests', ''), undefined],
  ['a fault of the page', new Error('undefined is not a function'), undefined],
])('%s', (_, error, failure) => {
  expect(failureOf(error, true)).toEqual(failure)
})

test('a request that was not sent placed nothing', () => {
  expect(failureOf(new SendError('network', ''), false)).toBeUndefined()
})
