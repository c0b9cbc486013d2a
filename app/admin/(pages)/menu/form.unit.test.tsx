// @vitest-environment happy-dom

import { cleanup, configure, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { detail } from '@/lib/menu/example'
import MenuForm from './form'

configure({ asyncUtilTimeout: 10_000 })
beforeAll(defineFonts)
afterEach(() => {
  vi.unstubAllGlobals()
  cleanup()
})

test.each([
  [{ menu_count: 0, element_count: 2 }, 'It still has 2 page elements. Move or delete them first.'],
  [{ menu_count: 1, element_count: 0 }, 'It still has 1 entry. Move or delete them first.'],
  [{ menu_count: 0, element_count: 0 }, undefined],
])('a menu with the contents %o', async (contents, reason) => {
  // The menus and permissions for the choices are lists, the history of the record is a page.
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(path.includes('/history') ? { items: [], next_cursor: null } : []),
  )
  const record = { ...detail, ...contents }
  render(inAdmin(<MenuForm record={record} onClose={() => undefined} read={async () => record} />))
  await screen.findByRole('button', { name: 'Save' })
  expect(screen.queryByText(/It still has/)?.textContent).toBe(reason && `Can’t be deleted. ${reason}`)
  expect(screen.queryByRole('button', { name: 'Delete' }) === null).toBe(reason !== undefined)
})
