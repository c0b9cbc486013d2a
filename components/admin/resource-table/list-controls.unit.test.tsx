// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react'
import type { UrlUpdateEvent } from 'nuqs/adapters/testing'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { BackLink } from '@/components/admin/frame/back-link'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { ResourceTable } from './resource-table'

const rows = [
  { id: 1, name: 'box 10', count: 3, seen_at: '2026-11-20T00:30:00.000Z' },
  { id: 2, name: 'box 9', count: 20, seen_at: '2026-11-21T00:30:00.000Z' },
  { id: 3, name: 'box 11', count: 1, seen_at: '2026-11-22T00:30:00.000Z' },
]

configure({ asyncUtilTimeout: 10_000 })
beforeAll(defineFonts)
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

interface Shown {
  query?: string
  isWhole?: boolean
  /** The stored preferences. */
  remembered?: Record<string, string>
}

/**
 * Renders a list at the URL with this query. `isWhole`: the list has all rows on one page. Returns the changes of the
 * URL.
 */
function show({ query = '', isWhole = false, remembered = {} }: Shown = {}) {
  const changes: UrlUpdateEvent[] = []
  render(
    inAdmin(
      <ResourceTable
        name="error_log"
        caption="Boxes"
        rows={isWhole ? rows : { items: rows, page: 1, size: 20, total: 3 }}
        filters={[
          { kind: 'numbers', name: 'count_from', until: 'count_to', label: 'Count' },
          { kind: 'prices', name: 'price_from', until: 'price_to', label: 'Price' },
          { kind: 'span', name: 'seen_from', until: 'seen_to', label: 'Days' },
        ]}
        columns={[
          { key: 'name', label: 'Name', kind: 'text' },
          { key: 'count', label: 'Number', kind: 'number', width: 100 },
          { key: 'seen_at', label: 'Seen', kind: 'time', width: 100 },
          { key: 'id', label: 'Id', kind: 'number', width: 100 },
        ]}
        csv="/cms/error_log"
      />,
      { path: '/admin/error_log', query, admin: { remembered }, onUrl: (change) => void changes.push(change) },
    ),
  )
  return changes
}

async function addFilter(name: string) {
  fireEvent.click(screen.getByRole('button', { name: 'Filter' }))
  fireEvent.click(await screen.findByRole('button', { name }))
}

const head = (name: string) => screen.getByRole('columnheader', { name })
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('td')?.textContent)

test.each([
  ['', 'ascending', ['box 9', 'box 10', 'box 11'], '?sort=name'],
  ['?sort=name', 'descending', ['box 11', 'box 10', 'box 9'], '?sort=-name'],
  ['?sort=-name', 'none', ['box 10', 'box 9', 'box 11'], ''],
])('a list with all its rows at "%s" is then sorted %s without a request', async (query, sorted, order, next) => {
  const changes = show({ isWhole: true, query })
  fireEvent.click(within(head('Name')).getByRole('button'))
  await vi.waitFor(() => expect(head('Name').getAttribute('aria-sort')).toBe(sorted), 10_000)
  expect(names()).toEqual(order)
  await vi.waitFor(() => expect(changes).toHaveLength(1), 10_000)
  expect(changes[0]).toMatchObject({ queryString: next, options: { history: 'push', shallow: true } })
})

test('a range of numbers or prices filters the list, and an invalid one is refused', async () => {
  const changes = show()
  await addFilter('Count')
  const lowest = await screen.findByRole('textbox', { name: 'At least' })
  fireEvent.change(lowest, { target: { value: 'ten' } })
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await screen.findByText(/whole number/)
  expect(changes).toEqual([])
  fireEvent.change(lowest, { target: { value: '10' } })
  expect(screen.queryByText(/whole number/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await screen.findByRole('button', { name: 'Count from 10' })
  await vi.waitFor(() => expect(changes.at(-1)?.queryString).toBe('?count_from=10'))

  await addFilter('Price')
  const prices = await screen.findByRole('dialog', { name: 'Price' })
  fireEvent.change(within(prices).getAllByRole('textbox')[1] ?? prices, { target: { value: '12.5' } })
  fireEvent.click(within(prices).getByRole('button', { name: 'Apply' }))
  await vi.waitFor(() => expect(changes.at(-1)?.searchParams.get('price_to')).toBe('1250'))
})

test('a set filter focuses its chip, and a removed one the button for another filter', async () => {
  show()
  screen.getByRole('button', { name: 'Filter' }).focus()
  await addFilter('Count')
  fireEvent.change(await screen.findByRole('textbox', { name: 'At least' }), { target: { value: '10' } })
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await screen.findByRole('button', { name: 'Count from 10' })
  // A wait that is longer than a popup takes to return the focus, and longer than the chip takes to be replaced.
  await new Promise((resolve) => setTimeout(resolve, 200))
  const chip = screen.getByRole('button', { name: 'Count from 10' })
  expect(document.activeElement).toBe(chip)
  fireEvent.click(chip)
  fireEvent.change(await screen.findByRole('textbox', { name: 'At least' }), { target: { value: '' } })
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: /^Count/ })).toBeNull())
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Filter' }))
})

test("two files: the shown columns in the user's language, or all columns with codes", async () => {
  show({ query: 'count_from=2' })
  fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Number' }))
  fireEvent.click(screen.getByRole('button', { name: 'Download' }))
  const href = async (name: string) =>
    new URL((await screen.findByRole('menuitem', { name })).getAttribute('href') ?? '', 'http://shop')
  const words = await href('Excel file, columns as shown')
  expect(words.pathname).toBe('/cms/error_log')
  expect(Object.fromEntries(words.searchParams)).toMatchObject({
    format: 'xlsx',
    count_from: '2',
    columns: 'name,seen_at,id',
    labels: 'en',
  })
  const codes = await href('CSV for programs, all columns with codes')
  expect(codes.searchParams.get('count_from')).toBe('2')
  expect(codes.searchParams.get('format')).toBe('csv')
  expect(codes.searchParams.has('columns')).toBe(false)
  expect(codes.searchParams.has('labels')).toBe(false)
})

test('a hidden column is stored in a cookie', async () => {
  const stored = vi.spyOn(document, 'cookie', 'set')
  show()
  expect(head('Number')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Number' }))
  await vi.waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Number' })).toBeNull())
  expect(stored).toHaveBeenCalledWith(expect.stringMatching(/^admin\.columns\.error_log=count; path=\/admin; max-age=/))
})

test('the stored hidden columns are not shown', () => {
  show({ remembered: { 'columns.error_log': 'count id' } })
  expect(screen.queryByRole('columnheader', { name: 'Number' })).toBeNull()
  expect(head('Seen')).toBeTruthy()
})

test('hovering over a time shows its seconds and time zone', async () => {
  show()
  const moment = screen.getAllByRole('row')[1]?.querySelector('time')
  if (!moment) throw new Error('no time')
  fireEvent.pointerEnter(moment)
  fireEvent.mouseEnter(moment)
  expect((await screen.findByRole('tooltip')).textContent).toMatch(/:\d\d:\d\d [AP]M \(China Standard Time\)$/)
  fireEvent.pointerLeave(moment)
  fireEvent.mouseLeave(moment)
  await vi.waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
})

test('relative days stay relative in the URL and in views; the link to the file has exact times', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-22T00:00:00Z'), toFake: ['Date'] })
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)))
    return Response.json({ id: 1 })
  })
  const changes = show()
  await addFilter('Days')
  fireEvent.click(await screen.findByRole('button', { name: 'Last 7 days' }))
  await vi.waitFor(() => expect(changes.at(-1)?.queryString).toBe('?seen_from=7d'))
  await screen.findByRole('button', { name: /^Days ?Last 7 days/ })
  fireEvent.click(screen.getByRole('button', { name: 'Download' }))
  const file = await screen.findByRole('menuitem', { name: 'Excel file, columns as shown' })
  expect(new URL(file.getAttribute('href') ?? '', 'http://shop').searchParams.get('seen_from')).toBe(
    '2026-11-15T16:00:00.000Z',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Save view' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Save view' }))
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'This week' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save view' }))
  await vi.waitFor(() => expect(sent).toMatchObject([{ name: 'This week', query: 'seen_from=7d' }]))
})

test('the link back from a record opens the list in its last state', () => {
  show({ query: 'count_from=2&page=3' })
  cleanup()
  render(inAdmin(<BackLink href="/admin/error_log">All errors</BackLink>, { path: '/admin/error_log/7' }))
  expect(screen.getByRole('link', { name: 'All errors' }).getAttribute('href')).toBe(
    '/admin/error_log?count_from=2&page=3',
  )
  cleanup()
  render(inAdmin(<BackLink href="/admin/notice">All notices</BackLink>))
  expect(screen.getByRole('link', { name: 'All notices' }).getAttribute('href')).toBe('/admin/notice')
})
