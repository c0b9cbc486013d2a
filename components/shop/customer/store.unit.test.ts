// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readLogin, subscribeToLogin, writeLogin } from './store'

const anotherTab = (text: string | null) => {
  if (text === null) localStorage.removeItem('customer')
  else localStorage.setItem('customer', text)
}

beforeEach(() => writeLogin(undefined))
afterEach(() => vi.unstubAllGlobals())

test('a tab has the login of the others, and is the same object until it changes', () => {
  anotherTab('{"token":"one","openid":"o-1"}')
  const login = readLogin()
  expect(login).toEqual({ token: 'one', openid: 'o-1' })
  expect(readLogin()).toBe(login)
  anotherTab('{"token":"two"}')
  expect(readLogin()).toEqual({ token: 'two' })
})

test('signing out applies to every tab, which is notified', () => {
  writeLogin({ token: 'one' })
  const listener = vi.fn()
  const stop = subscribeToLogin(listener)
  anotherTab(null)
  dispatchEvent(new Event('storage'))
  expect([readLogin(), listener.mock.calls.length]).toEqual([undefined, 1])
  dispatchEvent(new Event('pageshow'))
  stop()
  dispatchEvent(new Event('storage'))
  expect(listener).toHaveBeenCalledTimes(2)
  writeLogin({ token: 'one' })
  expect(localStorage.getItem('customer')).toBe('{"token":"one"}')
})

test.each(['{', '{}', '[]', '"token"', '{"token":1}'])('%s in the storage is no login', (text) => {
  anotherTab(text)
  expect(readLogin()).toBeUndefined()
})

test.each([
  ['keeps nothing', { getItem: () => null }],
  [
    'refuses',
    {
      getItem: () => {
        throw new Error('denied')
      },
    },
  ],
])('where the browser %s, the login lasts as long as the page', (_, storage) => {
  const full = () => {
    throw new Error('full')
  }
  vi.stubGlobal('localStorage', { ...storage, setItem: full, removeItem: full })
  writeLogin({ token: 'one' })
  expect(readLogin()).toEqual({ token: 'one' })
  writeLogin(undefined)
  expect(readLogin()).toBeUndefined()
})
