// @vitest-environment happy-dom

import { act, cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import type { Route } from '@/lib/menu/routes'
import { Bell } from './bell'

configure({ asyncUtilTimeout: 10_000 })

interface Notice {
  id: number
  title: string
  kind: string | null
  params: Record<string, string> | null
  link: string | null
  published_at: string
}

const notice = (id: number, ofShop: Partial<Notice> = {}): Notice => ({
  id,
  title: `Notice ${id}`,
  kind: null,
  params: null,
  link: null,
  published_at: '2026-11-21T00:00:00.000Z',
  ...ofShop,
})

/** The unread notices on the server, the newest first. */
let unread: Notice[] = []
/** The received requests. */
let asked: string[] = []
let answered: Promise<unknown> = Promise.resolve()

beforeAll(defineFonts)
beforeEach(() => {
  unread = []
  asked = []
  answered = Promise.resolve()
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit) => {
    asked.push(`${method} ${url}`)
    await answered
    if (url === '/cms/notice/read') unread = []
    const id = /^\/cms\/notice\/(\d+)\/read$/.exec(url)?.[1]
    unread = unread.filter((one) => String(one.id) !== id)
    return Response.json(method === 'GET' ? { count: unread.length, items: unread.slice(0, 5) } : { content: '' })
  })
})
afterEach(() => {
  cleanup()
  Reflect.deleteProperty(document, 'hidden')
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const listRoute: Route = {
  id: 1,
  type: 'page',
  name: 'notice',
  title: 'Notices',
  title_en: 'Notices',
  path: '/admin/notice',
  icon: '',
  hidden: false,
  permission_code: null,
  children: [],
  elements: [],
}
const show = (routes: Route[] = []) =>
  render(inAdmin(<Bell />, { admin: { routes, user: { id: 7, name: 'C', account: 'c', is_root: false, groups: [] } } }))

const bell = (name: string) => screen.findByRole('button', { name })
const said = () => document.querySelector('[aria-live=polite]')?.textContent
const askings = () => asked.filter((one) => one === 'GET /cms/notice/unread').length

test('notices that arrive later are announced when the window gets the focus, and earlier ones are not', async () => {
  unread = [notice(1)]
  show()
  await bell('Notifications, 1 unread')
  expect(said()).toBe('')
  unread = [notice(2), notice(1)]
  fireEvent.focus(window)
  await bell('Notifications, 2 unread')
  expect(said()).toBe('1 new notification, 2 unread')
  unread = [notice(1)]
  fireEvent.focus(window)
  await bell('Notifications, 1 unread')
  expect(said()).toBe('')
})

test('the newest five notices are shown, and all can be marked as read at once', async () => {
  unread = [6, 5, 4, 3, 2, 1].map((id) => notice(id))
  show()
  fireEvent.click(await bell('Notifications, 6 unread'))
  const items = await screen.findAllByRole('button', { name: /^Notice \d/ })
  expect(items.map(({ textContent }) => textContent?.slice(0, 8))).toEqual([6, 5, 4, 3, 2].map((id) => `Notice ${id}`))
  expect(screen.getByText('1 more is unread')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'All announcements' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Mark all as read' }))
  await screen.findByText('You have read everything.')
  await bell('Notifications')
})

test('a system notice is in the language of the page and links to the page for handling it', async () => {
  unread = [notice(1, { kind: 'payment_alarm', params: { number: 'P7' }, link: '/admin/error_log' })]
  show([listRoute])
  fireEvent.click(await bell('Notifications, 1 unread'))
  const link = await screen.findByRole('link', { name: /^A payment needs attention: P7/ })
  expect(link.getAttribute('href')).toBe('/admin/error_log')
  expect(screen.getByRole('link', { name: 'All announcements' }).getAttribute('href')).toBe('/admin/notice')
  link.addEventListener('click', (event) => event.preventDefault())
  fireEvent.click(link)
  await bell('Notifications')
  expect(asked).toContain('POST /cms/notice/1/read')
})

test('sends a request every minute, unless the previous one is pending or the tab is hidden', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let answer: (value?: unknown) => void = () => undefined
  answered = new Promise((resolve) => {
    answer = resolve
  })
  show()
  expect(askings()).toBe(1)
  const minutes = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * 60_000))
  await minutes(1)
  fireEvent.focus(window)
  expect(askings()).toBe(1)
  await act(async () => answer())
  await minutes(1)
  expect(askings()).toBe(2)
  Object.defineProperty(document, 'hidden', { value: true, configurable: true })
  await minutes(3)
  fireEvent.focus(window)
  expect(askings()).toBe(2)
})
