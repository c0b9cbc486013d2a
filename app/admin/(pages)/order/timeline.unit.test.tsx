// @vitest-environment happy-dom

import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { refundedOrder } from '@/lib/order/change/cms-example'
import type { Order } from './record'
import { Timeline } from './timeline'

beforeAll(defineFonts)
afterEach(cleanup)

const refund_reason = [
  {
    value: 'changed_mind',
    label: 'Changed their mind',
    style: 'default',
    is_default: false,
    is_disabled: false,
  } as const,
]
const carrier = [{ value: 'SF', label: 'SF Express', style: 'info', is_default: false, is_disabled: false } as const]
const reported_at = '2026-11-20T09:06:00.000Z'
const logged = { actor: null, amount: null, detail: '' }
const order: Order = {
  ...refundedOrder,
  shipments: refundedOrder.shipments.map((parcel) => ({ ...parcel, reported_at })),
  timeline: [
    ...refundedOrder.timeline,
    { ...logged, at: reported_at, kind: 'report', id: 4, action: 'reported', detail: 'SF1380000123456' },
    { ...logged, at: '2026-11-20T09:40:00.000Z', kind: 'refund', id: 3, action: 'succeeded', detail: 'R6C2' },
    { ...logged, at: '2026-11-20T09:40:00.000Z', kind: 'log', id: 40, action: 'refund' },
  ],
}

/** Shows the timeline. Returns the text of each entry. */
function show() {
  const { container } = render(
    inAdmin(<Timeline order={order} cases={[]} />, { admin: { dictionaries: { carrier, refund_reason } } }),
  )
  return [...container.querySelectorAll('.mantine-Timeline-itemBody')].map(({ textContent }) => textContent)
}

test('each event is one entry with date and time; a parcel shows its report, and a refund its reason', () => {
  expect(show()).toEqual([
    'Refund paidRefund number R6C2System · Nov 20, 2026, 5:40 PM',
    expect.stringMatching(
      /^Refund requested · ¥\d+\.\d\dRefund number R6C2E0D5A9F7B41C83D2E6A0B9F\nChanged their mind · 顾客电话里说少要一罐周明 · Nov 20, 2026, 5:30 PM$/,
    ),
    'Parcel shippedSF Express SF1380000123456\nReported to WeChat Nov 20, 2026, 5:06 PM周明 · Nov 20, 2026, 5:05 PM',
    expect.stringMatching(
      /^Payment received · ¥\d+\.\d\dPayment number P0123456789ABCDEF0123456789System · Nov 20, 2026, 10:21 AM$/,
    ),
    expect.stringMatching(
      /^Payment started · ¥\d+\.\d\dPayment number P0123456789ABCDEF0123456789林晚 · Nov 20, 2026, 10:21 AM$/,
    ),
    expect.stringMatching(/^Order placed林晚 · Nov 20, 2026, \d+:\d\d [AP]M$/),
  ])
})
