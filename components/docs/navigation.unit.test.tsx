// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { routerTo } from '@/components/testing/browser'
import { Shown } from '@/components/testing/shown'
import { Navigation } from './navigation'
import type { ReferencePage } from './places'

let replaced: string[] = []

beforeEach(() => {
  replaced = []
})
afterEach(() => {
  cleanup()
  window.location.hash = ''
  vi.restoreAllMocks()
})

const page = (href: string, title: string, ids: string[]): ReferencePage => ({
  href,
  title,
  groups: [
    { title: undefined, places: ids.map((id) => ({ id, title: `operation ${id}`, method: 'GET', path: `/${id}` })) },
  ],
})

const sections = [
  { ...page('/docs', 'Client interface', []), modules: [page('/docs/v1/order', 'Orders', ['get_v1_order', 'cancel'])] },
  { ...page('/docs/cms', 'Admin interface', []), modules: [page('/docs/cms/user', 'Staff', ['get_cms_user'])] },
]

/** Opens the reference at an address. */
function open(address: string, content = '') {
  const [path = '', id = ''] = address.split('#')
  window.history.replaceState(null, '', address)
  expect(window.location.hash).toBe(id ? `#${id}` : '')
  const router = { ...routerTo(), replace: (to: string) => void replaced.push(to) }
  render(
    <Shown path={path} router={router}>
      <Navigation sections={sections} />
      <p id={content}>what is there</p>
    </Shown>,
  )
}

test.each([
  ['/docs#get_cms_user', '/docs/cms/user#get_cms_user'],
  ['/docs/cms#cancel', '/docs/v1/order#cancel'],
  ['/docs#get_v1_order', '/docs/v1/order#get_v1_order'],
])('redirects %s, from when an interface was one page, to %s', (old, now) => {
  open(old)
  expect(replaced).toEqual([now])
})

test.each([
  ['/docs/v1/order', ''],
  ['/docs/v1/order#cancel', 'cancel'],
  ['/docs#nothing', ''],
])('stays at %s', (address, content) => {
  open(address, content)
  expect(replaced).toEqual([])
})

test('finds operations of all pages, and says that there are none', () => {
  open('/docs/v1/order')
  const field = screen.getByRole('searchbox')
  fireEvent.change(field, { target: { value: 'get_cms user' } })
  const found = screen.getByRole('list', { name: 'Admin interface: Staff' })
  expect([...found.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    '/docs/cms/user#get_cms_user',
  ])
  fireEvent.change(field, { target: { value: 'nothing of the kind' } })
  expect(screen.getByRole('status').textContent).toBe('No results')
})
