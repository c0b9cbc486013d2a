// @vitest-environment happy-dom

import { Notifications, notifications } from '@mantine/notifications'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { partMissing } from '@/components/ui/on-demand'
import { defineFonts } from '@/components/ui/testing/browser'
import { Shown } from '@/components/ui/testing/shown'
import { OneToastAtATime } from '@/components/ui/toast'
import { OfflineBar } from './offline-bar'

beforeEach(() => {
  defineFonts()
  vi.useFakeTimers()
  notifications.clean()
})
afterEach(() => {
  notifications.clean()
  cleanup()
  vi.useRealTimers()
})

const at = (path: string) => (
  <Shown path={path}>
    <OneToastAtATime>
      <Notifications />
      <OfflineBar />
    </OneToastAtATime>
  </Shown>
)
const tell = (name: string) => act(() => void dispatchEvent(new Event(name)))
const bar = () => screen.getByRole('status').textContent
const notes = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const later = 'No connection. The screen opens when you are online again.'

test('a bar says that there is no connection for as long as there is none', () => {
  render(at('/'))
  expect(bar()).toBe('')
  tell('offline')
  expect(bar()).toBe('No connection')
  tell('online')
  expect(bar()).toBe('')
})

test('each tap on what cannot be opened is answered, once at a time', async () => {
  render(at('/'))
  tell('navigation-start')
  await wait(500)
  expect(notes()).toEqual([])
  tell('offline')
  for (let tap = 0; tap < 2; tap++) {
    tell('navigation-start')
    await wait(500)
  }
  await wait(500)
  expect(notes()).toEqual([later])
})

test('nothing is said of a screen that comes without a connection, as the one before does', async () => {
  const { rerender } = render(at('/product/1'))
  tell('offline')
  tell('navigation-start')
  rerender(at('/'))
  await wait(1_000)
  expect(notes()).toEqual([])
})

test('a part that could not be loaded is said', async () => {
  render(at('/'))
  tell(partMissing)
  await wait(500)
  expect(notes()).toEqual(['No connection. Try again in a moment.'])
})
