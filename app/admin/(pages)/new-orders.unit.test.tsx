// @vitest-environment happy-dom

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { NewOrders } from './new-orders'

let count = 0
let asked: string[] = []

beforeAll(defineFonts)
beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return Response.json({ count, newest_id: 12 })
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const seconds = (many: number) => act(() => vi.advanceTimersByTimeAsync(many * 1_000))

function show(path: string, query = '') {
  const pushed: string[] = []
  const around = { path, query, push: (to: string) => void pushed.push(to) }
  const { rerender } = render(inAdmin(<NewOrders since={9} />, around))
  return { pushed, readAgain: () => rerender(inAdmin(<NewOrders since={12} />, around)) }
}

test('new orders are counted until the list is read again', async () => {
  count = 3
  const { readAgain } = show('/admin/order')
  expect(screen.queryByRole('button')).toBeNull()
  await seconds(30)
  expect(screen.getByRole('status').textContent).toBe('3 new orders – show')
  readAgain()
  expect(screen.queryByRole('button')).toBeNull()
  count = 1
  await seconds(60)
  expect(screen.getByRole('status').textContent).toBe('1 new order – show')
  expect(asked).toEqual(['/cms/order/new?after=9', '/cms/order/new?after=12'])
})

test('on a filtered list or another page, the notice opens the whole list', async () => {
  count = 100
  for (const [path, query] of [
    ['/admin', ''],
    ['/admin/order', 'tab=shipped'],
  ] as const) {
    const { pushed } = show(path, query)
    await seconds(30)
    fireEvent.click(screen.getByRole('button', { name: 'More than 99 new orders – show' }))
    expect(pushed).toEqual(['/admin/order'])
    cleanup()
  }
})
