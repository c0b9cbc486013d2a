// @vitest-environment happy-dom

import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import type { RefundStatus } from '@/db/enums'
import { refundedOrder } from '@/lib/order/cms-example'
import { OrderRecord } from './record'

let asked: string[] = []

beforeAll(defineFonts)
beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return Response.json(refundedOrder)
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const [refund] = refundedOrder.refunds
const withRefund = (status: RefundStatus) => ({
  ...refundedOrder,
  refunds: refund ? [{ ...refund, status }] : [],
})

test('an order is polled while a refund is being processed', async () => {
  render(inAdmin(<OrderRecord order={withRefund('processing')} cases={[]} />))
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(asked).toEqual([`/cms/order/${refundedOrder.id}`])
  cleanup()
  render(inAdmin(<OrderRecord order={withRefund('succeeded')} cases={[]} />))
  await act(() => vi.advanceTimersByTimeAsync(600_000))
  expect(asked).toHaveLength(1)
})
