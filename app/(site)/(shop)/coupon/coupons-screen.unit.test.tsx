// @vitest-environment happy-dom

import { cleanup, configure, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { CustomerProvider } from '@/components/shop/customer/provider'
import { writeLogin } from '@/components/shop/customer/store'
import { defineFonts } from '@/components/ui/testing/browser'
import { Shown } from '@/components/ui/testing/shown'
import { coupon } from '@/lib/promotion/example'
import { CouponsScreen } from './coupons-screen'
import type { CouponTab } from './tabs'

defineFonts()
configure({ asyncUtilTimeout: 10_000 })

afterEach(() => {
  cleanup()
  writeLogin(undefined)
  vi.unstubAllGlobals()
})

function open(items: object[], tab: CouponTab = 'usable') {
  const paths: string[] = []
  writeLogin({ token: 'of a customer' })
  vi.stubGlobal('fetch', async (path: string) => {
    paths.push(path)
    return Response.json({ items, page: 1, size: 10, total: items.length, next_cursor: null })
  })
  render(
    <Shown path="/coupon">
      <CustomerProvider ways={{ hasPlatform: false, hasDemonstration: false }} origin="http://localhost:3000">
        <CouponsScreen tab={tab} />
      </CustomerProvider>
    </Shown>,
  )
  return paths
}
const texts = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)
const terms = '满50减5¥5.00 off for orders of ¥50.00 or moreAll products'

test('the tab of usable coupons has their period, and the order that holds one', async () => {
  const paths = open([
    coupon,
    { ...coupon, id: 6, state: 'held', order_id: 9 },
    { ...coupon, id: 7, state: 'upcoming' },
  ])
  expect(await texts()).toEqual([
    `${terms}Until Dec 1, 2026, 5:12 PM`,
    `${terms}Until Dec 1, 2026, 5:12 PMIn an unpaid orderSee the order`,
    `${terms}From Nov 24, 2026, 5:12 PM`,
  ])
  expect(screen.getByRole('link', { name: 'See the order' }).getAttribute('href')).toBe('/order/9')
  expect(paths).toEqual(['/v1/coupon?state=usable'])
})

test('the other tabs say when a coupon was used, and that the shop has revoked it', async () => {
  const paths = open(
    [
      { ...coupon, state: 'used', used_at: '2026-11-25T09:12:30.000Z', order_id: 9 },
      { ...coupon, id: 6, state: 'revoked' },
    ],
    'used',
  )
  expect(await texts()).toEqual([
    `${terms}Used Nov 25, 2026, 5:12 PMSee the order`,
    `${terms}Until Dec 1, 2026, 5:12 PMRevoked by the shop`,
  ])
  expect(paths).toEqual(['/v1/coupon?state=used'])
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Used')
})

test('without coupons the screen leads to the coupon center', async () => {
  open([])
  await screen.findByRole('heading', { name: 'No coupons here' })
  expect(screen.getByRole('link', { name: 'Coupons to take' }).getAttribute('href')).toBe('/coupon/center')
})
