// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { ResourceTable } from './resource-table'

configure({ asyncUtilTimeout: 10_000 })
beforeAll(() => {
  defineFonts()
  // The menu of a row checks it before it offers the clipboard.
  vi.stubGlobal('isSecureContext', false)
})
afterEach(cleanup)

const rows = [
  { id: 1, name: 'Empty', member_count: 0 },
  { id: 2, name: 'Used', member_count: 3 },
]

function show(mayDelete = true) {
  const removed: number[] = []
  render(
    inAdmin(
      <ResourceTable
        name="group"
        rows={rows}
        columns={[{ key: 'name', label: 'Name' }]}
        rowActions={() => [{ key: 'copy', label: 'Copy it', onSelect: () => undefined }]}
        remove={{
          send: async ({ id }) => void removed.push(id),
          undeletable: ({ member_count }) => (member_count > 0 ? 'It has members.' : undefined),
        }}
      />,
      {
        path: '/admin/group',
        ...(!mayDelete && { admin: { user: { id: 2, name: 'Jane', account: 'jane', is_root: false, groups: [] } } }),
      },
    ),
  )
  return removed
}

async function openMenu(name: string) {
  fireEvent.click(screen.getByRole('button', { name: `Actions for ${name}` }))
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
}

test('deletion is the last entry in the menu of a row, below a line', async () => {
  show()
  const entries = await openMenu('Empty')
  expect(entries[0]).toBe('Copy it')
  expect(entries.at(-1)).toBe('Delete')
  expect(document.querySelectorAll('[role=menu] .mantine-Menu-divider')).toHaveLength(1)
})

test('a row is deleted from its menu after a confirmation', async () => {
  const removed = show()
  await openMenu('Empty')
  fireEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete Empty?' })
  expect(removed).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await vi.waitFor(() => expect(removed).toEqual([1]))
})

test('the dialog for a row that cannot be deleted shows the reason and no button', async () => {
  show()
  await openMenu('Used')
  fireEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('It has members.')
  expect(within(dialog).queryByRole('button', { name: 'Delete' })).toBeNull()
})

test('users who may not delete have no entry for deletion', async () => {
  show(false)
  expect(await openMenu('Empty')).not.toContain('Delete')
})
