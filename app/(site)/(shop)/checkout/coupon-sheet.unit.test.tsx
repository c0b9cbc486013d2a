// @vitest-environment happy-dom

import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { defineFonts } from '@/components/ui/testing/browser'
import { Shown } from '@/components/ui/testing/shown'
import { couponRefusals } from '@/db/enums'
import CouponSheet from './coupon-sheet'

beforeAll(defineFonts)
afterEach(cleanup)

test('every reason why a coupon does not apply is in words', () => {
  const coupons = couponRefusals.map((reason, at) => ({
    id: at + 1,
    promotion_id: 2,
    label: '券',
    ends_at: '2026-12-01T09:12:30.000Z',
    off_amount: 0,
    usable: false,
    reason,
    ...(reason === 'below' && { missing_amount: 1_200 }),
  }))
  render(
    <Shown>
      <CouponSheet coupons={coupons} chosen={undefined} onChoose={() => undefined} onClose={() => undefined} />
    </Shown>,
  )
  const texts = screen.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/^券/, ''))
  expect(texts).toContain('¥12.00 more')
  expect(texts.filter((text) => !text || /coupon\.|_/.test(text))).toEqual([])
  expect(new Set(texts).size).toBe(couponRefusals.length)
  expect(screen.getByRole('button', { name: 'No coupon' }).getAttribute('aria-pressed')).toBe('true')
})
