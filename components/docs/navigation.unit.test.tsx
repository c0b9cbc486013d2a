// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { routerTo } from '@/components/ui/testing/browser'
import { Shown } from '@/components/ui/testing/shown'
import { Navigation } from './navigation'
import type { ReferencePage, SentPlace } from './places'

afterEach(() => {
  cleanup()
  window.location.hash = ''
  vi.restoreAllMocks()
})

const page = (href: string, title: string, ids: string[]): ReferencePage<SentPlace> => ({
  href,
  title,
  groups: [{ title: undefined, places: ids.map((id) => [id, `operation ${id}`, 'GET', `/${id}`] as const) }],
})

const sections = [
  { ...page('/docs', 'Client interface', []), modules: [page('/docs/v1/order', 'Orders', ['listOrders', 'cancel'])] },
  { ...page('/docs/cms', 'Admin interface', []), modules: [page('/docs/cms/user', 'Staff', ['listCmsUsers'])] },
]

test('finds operations of all pages, and says that there are none', () => {
  render(
    <Shown path="/docs/v1/order" router={routerTo()}>
      <Navigation sections={sections} />
    </Shown>,
  )
  const field = screen.getByRole('searchbox')
  fireEvent.change(field, { target: { value: 'listcms staff' } })
  const found = screen.getByRole('list', { name: 'Admin interface: Staff' })
  expect([...found.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    '/docs/cms/user#listCmsUsers',
  ])
  fireEvent.change(field, { target: { value: 'nothing of the kind' } })
  expect(screen.getByRole('status').textContent).toBe('No results')
})
