// @vitest-environment happy-dom

import { MantineProvider } from '@mantine/core'
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { PathnameContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { NextIntlClientProvider } from 'next-intl'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { defineFonts, routerTo } from '@/components/ui/testing/browser'
import { english } from '@/lib/kit/i18n/messages'
import type { Route } from '@/lib/menu/routes'
import { AdminProvider } from './admin-context'
import CommandPalette from './command-palette'
import { addRecent, readRecents } from './recents'

configure({ asyncUtilTimeout: 10_000 })

const page = (id: number, name: string, title_en: string, elements: string[] = []): Route => ({
  id,
  type: 'page',
  name,
  title: title_en,
  title_en,
  path: `/admin/${name}`,
  icon: '',
  hidden: false,
  permission_code: null,
  children: [],
  elements,
})
const routes = [
  page(1, 'group', 'Groups', ['group.create']),
  { ...page(2, 'oper_log', 'Audit log'), title: '操作日志' },
]
const user = { id: 7, name: 'Clerk', account: 'clerk', is_root: false, groups: [] }
const names = { separator: ': ', verbs: {}, modules: { group: { module: 'Groups', record: 'group' } } }

/** The groups on the server. */
let groups: { id: number; name: string; description: string }[] = []
let pushed: string[] = []
/** The requested paths. */
let asked: string[] = []
const router = routerTo((path) => void pushed.push(path))

beforeAll(() => {
  defineFonts()
  HTMLElement.prototype.scrollIntoView = () => undefined
})
beforeEach(() => {
  localStorage.clear()
  pushed = []
  groups = []
  asked = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(new URL(url, 'http://shop').pathname)
    return Response.json({ items: groups, total: groups.length, page: 1, size: 5 })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(onShortcuts = () => undefined) {
  render(
    <AppRouterContext value={router}>
      <PathnameContext value="/admin">
        <NextIntlClientProvider locale="en" timeZone="Asia/Shanghai" messages={english}>
          <MantineProvider env="test">
            <AdminProvider
              admin={{
                user,
                routes,
                icons: {},
                dictionaries: {},
                remembered: {},
                origins: [],
                version: '',
                views: [],
                names,
              }}
            >
              <CommandPalette isOpen onClose={() => undefined} onShortcuts={onShortcuts} />
            </AdminProvider>
          </MantineProvider>
        </NextIntlClientProvider>
      </PathnameContext>
    </AppRouterContext>,
  )
}

const field = () => screen.findByPlaceholderText('A page, a name, or what you want to do')
const type = async (text: string) => fireEvent.change(await field(), { target: { value: text } })
const press = async (code: string) => fireEvent.keyDown(await field(), { code, key: code })
const actions = () => [...document.querySelectorAll('[data-action]')].map(({ textContent }) => textContent)
const chosen = () =>
  [...document.querySelectorAll('[data-action][data-selected]')].map(({ textContent }) => textContent)

test('the first result is selected before anything is typed, and whenever the results change', async () => {
  groups = [{ id: 3, name: 'Auditors', description: 'read everything' }]
  show()
  await waitFor(() => expect(chosen()).toEqual(['Groups']))
  await type('audit')
  await waitFor(() => expect(actions()).toEqual(['Audit log', 'Auditorsread everything · Groups']))
  expect(chosen()).toEqual(['Audit log'])
  await type('auditors')
  await waitFor(() => expect(chosen()).toEqual(['Auditorsread everything · Groups']))
  await press('Enter')
  expect(pushed).toEqual(['/admin/group/3'])
})

test('a page is found by its name in either language', async () => {
  show()
  await type('操作日志')
  await waitFor(() => expect(chosen()).toEqual(['Audit log']))
  await type('audit')
  await waitFor(() => expect(chosen()).toEqual(['Audit log']))
  await press('Enter')
  expect(pushed).toEqual(['/admin/oper_log'])
})

test('a page and a command are found by other words in either language', async () => {
  show()
  for (const [words, label] of [
    ['operation log', 'Audit log'],
    ['角色', 'Groups'],
    ['password', 'Profile'],
  ] as const) {
    await type(words)
    await waitFor(() => expect(chosen()).toEqual([label]))
  }
  await press('Enter')
  expect(pushed).toEqual(['/admin/profile'])
})

test('records are searched only on pages that the user can open', async () => {
  groups = [{ id: 3, name: 'Clerks', description: '' }]
  show()
  await type('clerk')
  await waitFor(() => expect(actions()).toEqual(['ClerksGroups']))
  expect(asked).toEqual(['/cms/group'])
})

test('Enter opens the first record, also if it was pressed before the results arrived', async () => {
  groups = [{ id: 3, name: '老周的组', description: '' }]
  show()
  await type('老周')
  await press('Enter')
  await waitFor(() => expect(pushed).toEqual(['/admin/group/3']))
})

test('a result that was selected with the arrow keys stays selected when further results arrive', async () => {
  show()
  groups = [{ id: 3, name: 'Aunt', description: '' }]
  await type('a')
  const first = actions()
  await press('ArrowDown')
  expect(chosen()).toEqual([first[1]])
  await waitFor(() => expect(actions().join()).toContain('Aunt'))
  expect(chosen()).toEqual([first[1]])
})

test('the last opened entry comes first, if the user may still open it', async () => {
  addRecent(7, { path: '/admin/user?user=1', label: 'Somebody', source: '/admin/user' })
  addRecent(7, { path: '/admin/group/3', label: 'Auditors', source: '/admin/group' })
  show()
  await waitFor(() => expect(actions()[0]).toBe('AuditorsGroups'))
  expect(actions().join()).not.toContain('Somebody')
  await type('groups')
  await waitFor(() => expect(chosen()).toEqual(['Groups']))
  await press('Enter')
  expect(readRecents(7)[0]).toEqual({ path: '/admin/group' })
})

test('opens the page for a new record', async () => {
  show()
  await type('new group')
  await waitFor(() => expect(chosen()).toEqual(['New group']))
  await press('Enter')
  expect(pushed).toEqual(['/admin/group/new'])
})

test('changes the color scheme', async () => {
  show()
  await type('dark')
  await waitFor(() => expect(chosen()).toEqual(['Color scheme: Dark']))
  await press('Enter')
  expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('dark')
})

test('shows the shortcuts', async () => {
  const onShortcuts = vi.fn()
  show(onShortcuts)
  await type('shortcuts')
  await waitFor(() => expect(chosen()).toEqual(['Keyboard shortcuts']))
  await press('Enter')
  expect(onShortcuts).toHaveBeenCalledOnce()
})
