// @vitest-environment happy-dom

import { MantineProvider } from '@mantine/core'
import { cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { PathnameContext, SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { NextIntlClientProvider } from 'next-intl'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { AdminProvider } from '@/components/admin/frame/admin-context'
import { RefreshProvider } from '@/components/ui/refresh'
import { defineFonts, routerTo } from '@/components/ui/testing/browser'
import { english } from '@/lib/kit/i18n/messages'
import type { Option } from './declaration'
import { ResourceTable } from './resource-table'

const user = { id: 1, name: 'Root', account: 'root', is_root: true, groups: [] }
const names = { separator: ', ', verbs: {}, modules: {} }
const rows = [
  { id: 1, nickname: '阿青', status: 'active', seen_at: '2026-11-20T00:30:00.000Z', person_id: 7 },
  { id: 2, nickname: '阿橙', status: 'disabled', seen_at: null, person_id: 8 },
]
const people: Option[] = [
  { value: '7', label: 'Clerk One' },
  { value: '8', label: 'Clerk Two' },
]

configure({ asyncUtilTimeout: 10_000 })
afterEach(cleanup)
beforeAll(() => {
  defineFonts()
})

/** Renders a list at the URL with this query. Returns the opened paths, and the searched texts. */
function show(query: string) {
  const pushed: string[] = []
  const searched: string[] = []
  const router = routerTo((path) => void pushed.push(path))
  const view = { id: 5, list: 'user', name: 'At work', query: 'status=active', columns: ['nickname', 'seen_at'] }
  const others = { ...view, id: 6, list: 'order', name: 'Of another list' }
  render(
    <AppRouterContext value={router}>
      <PathnameContext value="/admin/user">
        <SearchParamsContext value={new URLSearchParams(query)}>
          <NextIntlClientProvider
            locale="en"
            timeZone="Asia/Shanghai"
            now={new Date('2026-11-22T00:00:00Z')}
            messages={english}
          >
            <MantineProvider env="test">
              <AdminProvider
                admin={{
                  user,
                  routes: [],
                  icons: {},
                  dictionaries: {},
                  remembered: {},
                  views: [view, others],
                  origins: [],
                  version: '',
                  names,
                }}
              >
                <RefreshProvider>
                  <NuqsTestingAdapter searchParams={query} hasMemory>
                    <ResourceTable
                      name="user"
                      caption="Staff"
                      rows={{ items: rows, page: 1, size: 20, total: 2 }}
                      filters={[
                        {
                          kind: 'choice',
                          name: 'status',
                          label: 'Status',
                          options: [{ value: 'active', label: 'Active' }],
                        },
                        {
                          kind: 'record',
                          name: 'person_id',
                          label: 'Person',
                          search: async (q) => {
                            searched.push(q)
                            return people.filter(({ label }) => label.includes(q))
                          },
                          find: async (id) => people.find(({ value }) => value === String(id)),
                        },
                      ]}
                      columns={[
                        { key: 'nickname', label: 'Name', sort: true },
                        { key: 'status', label: 'State', kind: 'tag', dictionary: 'user_status', width: 100 },
                        { key: 'seen_at', label: 'Seen', kind: 'time', width: 100 },
                        { key: 'person_id', label: 'Number', kind: 'number', width: 100, hidden: true },
                      ]}
                      csv="/cms/user"
                    />
                  </NuqsTestingAdapter>
                </RefreshProvider>
              </AdminProvider>
            </MantineProvider>
          </NextIntlClientProvider>
        </SearchParamsContext>
      </PathnameContext>
    </AppRouterContext>,
  )
  return { pushed, searched }
}

const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const tabs = () => within(screen.getByRole('navigation', { name: 'Saved views' })).getAllByRole('link')
const chosen = () => tabs().flatMap((tab) => (tab.getAttribute('aria-current') ? [tab.textContent] : []))

test('views are tabs; without a chosen view, the list has its default columns', () => {
  const { pushed } = show('')
  expect(tabs().map(({ textContent }) => textContent)).toEqual(['Default', 'At work'])
  expect(chosen()).toEqual(['Default'])
  expect(heads()).toEqual(['Name', 'State', 'Seen'])
  expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull()
  fireEvent.click(screen.getByRole('link', { name: 'At work' }))
  expect(pushed).toEqual(['/admin/user?view=5&status=active'])
})

test('an unchanged view shows its own columns, and cannot be saved', () => {
  show('view=5&status=active')
  expect(chosen()).toEqual(['At work'])
  expect(heads()).toEqual(['Name', 'Seen'])
  expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull()
})

test.each([
  ['another filter', 'view=5'],
  ['an order', 'view=5&status=active&sort=nickname'],
  ['another size', 'view=5&status=active&size=50'],
  ['other columns', 'view=5&status=active&shown=nickname,status'],
])('with %s, the chosen view is marked as changed and can be saved', (_, query) => {
  show(query)
  expect(chosen()).toEqual(['At workChanged, not saved'])
  expect(screen.getByRole('button', { name: 'Save view' })).toBeTruthy()
})

test.each(['page=2', 'view=5&status=active&page=3', 'view=9', 'status=unheard_of'])('%s cannot be saved', (query) => {
  show(query)
  expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull()
})

test('reads the name of a chosen record that is not in the rows', async () => {
  show('person_id=8')
  expect(await screen.findByRole('button', { name: 'Person Clerk Two' })).toBeTruthy()
})

test('the filter is a combobox, and searches records when it opens', async () => {
  const { searched } = show('')
  fireEvent.click(screen.getByRole('button', { name: 'Filter' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Person' }))
  expect(await screen.findByRole('combobox', { name: 'Person' })).toBeTruthy()
  expect(await screen.findByRole('option', { name: 'Clerk One' })).toBeTruthy()
  expect(searched).toEqual([''])
})

test('cells have their places on a card, and a focused time shows its time zone', async () => {
  show('')
  const [, row] = screen.getAllByRole('row')
  const places = [...(row?.querySelectorAll('td') ?? [])].map((cell) => cell.dataset.card)
  expect(places).toEqual(['title', 'status', 'end'])
  const time = row?.querySelector('time')
  if (!time) throw new Error('no time')
  fireEvent.focus(time)
  expect((await screen.findByRole('tooltip')).textContent).toMatch(/\(China Standard Time\)$/)
  fireEvent.keyDown(time, { key: 'Escape' })
  await vi.waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
})
