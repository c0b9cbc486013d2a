// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import type { Route } from '@/lib/menu/routes'
import { Sidebar } from './sidebar'

const entry = (id: number, type: Route['type'], name: string, children: Route[] = []): Route => ({
  id,
  type,
  name,
  title: name,
  title_en: name,
  path: type === 'page' ? `/admin/${name.toLowerCase()}` : null,
  icon: 'file',
  hidden: false,
  permission_code: null,
  children,
  elements: [],
})
const pages = (from: number, ...names: string[]) => names.map((name, index) => entry(from + index, 'page', name))

const routes = [
  entry(1, 'directory', 'Sales', pages(11, 'Orders', 'Cases', 'Invoices', 'Coupons', 'Stores')),
  entry(2, 'directory', 'Catalog', pages(21, 'Products', 'Themes', 'Brands', 'Tags', 'Labels')),
  entry(3, 'directory', 'Logs', pages(31, 'Audits', 'Signins', 'Errors')),
]

beforeAll(defineFonts)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const show = (path: string, remembered: Record<string, string> = {}, isCollapsed = false) =>
  render(inAdmin(<Sidebar isCollapsed={isCollapsed} />, { path, admin: { routes, remembered } }))

const links = () => screen.getAllByRole('link').map(({ textContent }) => textContent)
const heading = (name: string) => screen.getByRole('button', { name })

test('begins with the dashboard, which is marked as current on its own page only', () => {
  const { unmount } = show('/admin')
  expect(links()[0]).toBe('Dashboard')
  expect(screen.getByRole('link', { name: 'Dashboard' }).getAttribute('aria-current')).toBe('page')
  unmount()
  show('/admin/orders')
  expect(screen.getByRole('link', { name: 'Dashboard' }).getAttribute('aria-current')).toBeNull()
  expect(screen.getByRole('link', { name: 'Orders' }).getAttribute('aria-current')).toBe('page')
})

test('closes sections that would make the menu too long, and stores which ones the user has closed', () => {
  const stored = vi.spyOn(document, 'cookie', 'set')
  show('/admin')
  expect(heading('Catalog').getAttribute('aria-expanded')).toBe('true')
  expect(heading('Logs').getAttribute('aria-expanded')).toBe('false')
  expect(links()).not.toContain('Errors')
  fireEvent.click(heading('Logs'))
  expect(heading('Logs').getAttribute('aria-expanded')).toBe('true')
  expect(links()).toContain('Errors')
  fireEvent.click(heading('Sales'))
  expect(links()).not.toContain('Orders')
  expect(stored.mock.calls.map(([cookie]) => cookie.split(';')[0])).toEqual(['admin.sections=', 'admin.sections=1'])
})

test('closes exactly the stored sections, or none if the stored list is empty', () => {
  const { unmount } = show('/admin', { sections: '2,3' })
  expect(links()).toEqual(['Dashboard', 'Orders', 'Cases', 'Invoices', 'Coupons', 'Stores'])
  unmount()
  show('/admin', { sections: '' })
  expect(links()).toHaveLength(14)
})

test('the section for developers is closed until the user opens it, also if a list of closed sections is stored', () => {
  const stored = vi.spyOn(document, 'cookie', 'set')
  const short = [
    entry(1, 'directory', 'Sales', pages(11, 'Orders')),
    entry(9, 'directory', 'developer', pages(91, 'Menus')),
  ]
  const showShort = (sections?: string) => {
    const remembered: Record<string, string> = sections === undefined ? {} : { sections }
    return render(inAdmin(<Sidebar isCollapsed={false} />, { path: '/admin', admin: { routes: short, remembered } }))
  }
  for (const sections of [undefined, '', '1']) {
    const { unmount } = showShort(sections)
    expect(heading('developer').getAttribute('aria-expanded')).toBe('false')
    expect(links()).not.toContain('Menus')
    unmount()
  }
  const { unmount } = showShort('1')
  fireEvent.click(heading('developer'))
  expect(links()).toEqual(['Dashboard', 'Menus'])
  expect(stored.mock.calls.map(([cookie]) => cookie.split(';')[0])).toEqual(['admin.sections=1%2C9'])
  unmount()
  showShort('1,9')
  expect(links()).toEqual(['Dashboard', 'Menus'])
})

test('a closed section shows only the current page, and the menu scrolls to that page itself', () => {
  // The next Tab begins behind an element that the browser scrolled into view, that is, behind the link to the content.
  const byBrowser = vi.spyOn(Element.prototype, 'scrollIntoView')
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return this.hasAttribute('aria-current') ? new DOMRect(0, 900, 200, 36) : new DOMRect(0, 50, 200, 600)
  })
  show('/admin/errors')
  expect(heading('Logs').getAttribute('aria-expanded')).toBe('false')
  expect(links()).toContain('Errors')
  expect(links()).not.toContain('Audits')
  expect(screen.getByRole('link', { name: 'Errors' }).closest('div')?.scrollTop).toBe(936 - (650 - 24))
  expect(byBrowser).not.toHaveBeenCalled()
})

test('the menu of icons shows all pages, and no buttons for its sections', () => {
  show('/admin', { sections: '1,2,3' }, true)
  expect(screen.getAllByRole('link')).toHaveLength(14)
  expect(screen.queryAllByRole('button')).toEqual([])
})
