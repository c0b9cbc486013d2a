// @vitest-environment happy-dom

import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { login } from '@/lib/login_log/example'
import type { Route } from '@/lib/menu/routes'
import { Logins } from './logins'

beforeAll(defineFonts)
afterEach(cleanup)

const page: Route = {
  id: 9,
  name: 'customers',
  title: '顾客',
  title_en: 'Customers',
  path: '/admin/customer',
  type: 'page',
  icon: '',
  hidden: false,
  permission_code: null,
  children: [],
  elements: [],
}
const ofMiniProgram = { ...login, account: 'ab12cd34ef56ab12', type: 200, user_kind: 'customer' as const }

test('a customer of the mini-program is a link with their name, and not the hash of their account', () => {
  const items = [
    { ...ofMiniProgram, id: 1, user_id: 31, nickname: '茶友' },
    { ...ofMiniProgram, id: 2, user_id: 36, nickname: '' },
    { ...ofMiniProgram, id: 3, user_id: 40, user_kind: null, nickname: null },
  ]
  const rows = { items, page: 1, size: 10, total: 3, next_cursor: null }
  render(inAdmin(<Logins page={rows} />, { path: '/admin/login_log', admin: { routes: [page] } }))
  const hrefs = ['茶友', 'WeChat user #36'].map((name) => screen.getByRole('link', { name }).getAttribute('href'))
  expect(hrefs).toEqual(['/admin/customer?customer=31', '/admin/customer?customer=36'])
  expect(screen.getAllByText('ab12cd34ef56ab12')).toHaveLength(1)
})
