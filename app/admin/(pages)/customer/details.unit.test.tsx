// @vitest-environment happy-dom

import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { customer, customerDetail } from '@/lib/customer/example'
import type { Route } from '@/lib/menu/routes'
import { CustomerDetails } from './details'

beforeAll(defineFonts)
afterEach(() => {
  vi.unstubAllGlobals()
  cleanup()
})

test('a customer links to those of their lists that the user may open', async () => {
  vi.stubGlobal('fetch', async () => Response.json(customerDetail))
  const page: Route = {
    id: 9,
    name: 'coupon',
    title: '优惠券',
    title_en: 'Coupons',
    path: '/admin/coupon',
    type: 'page',
    icon: '',
    hidden: false,
    permission_code: null,
    children: [],
    elements: [],
  }
  render(inAdmin(<CustomerDetails customer={customer} />, { admin: { routes: [page] } }))
  const link = await screen.findByRole('link', { name: 'Coupons' })
  expect(link.getAttribute('href')).toBe('/admin/coupon?user_id=1')
  expect(screen.queryByRole('link', { name: 'Returns' })).toBeNull()
})
