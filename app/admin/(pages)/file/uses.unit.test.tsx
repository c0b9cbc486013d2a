// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import * as example from '@/lib/file/example'
import { fileFields } from '@/lib/file/uses'
import english from '@/lib/kit/i18n/en/history.json'
import { FilesContext } from './files-context'
import FileForm from './form'
import { AskKept } from './uses'

configure({ asyncUtilTimeout: 10_000 })
beforeAll(defineFonts)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const file = { ...example.file, folder_id: null }
const owner = { type: 'product', id: 31, name: 'Longjing' }
const uses = [
  { table: 'product', record_id: 31, field: 'images', owner },
  { table: 'product', record_id: 31, field: 'content', owner },
]

/**
 * Stubs the server: it answers `used` as the uses of each file, and an empty history. Returns the methods of the
 * requests.
 */
function serve(used: typeof uses) {
  const methods: string[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    methods.push(method)
    const items = path.includes('/uses') ? used : []
    return Response.json({ items, page: 1, size: 20, total: items.length })
  })
  return methods
}

const uploads = {
  uploads: [],
  limit: undefined,
  open: 0,
  add: vi.fn(),
  cancel: vi.fn(),
  retry: vi.fn(),
  retryFailed: vi.fn(),
  update: vi.fn(),
  clear: vi.fn(),
}
const openForm = (uses_count: number) =>
  render(
    inAdmin(
      <FilesContext value={{ uploads, limit: undefined, folders: [], folder_id: null }}>
        <FileForm record={{ ...file, uses_count }} onClose={() => undefined} read={async () => undefined} />
      </FilesContext>,
      { path: '/admin/file' },
    ),
  )

test('every field that can show a file has a label', () => {
  const labels = new Set(Object.keys(english.fields))
  expect(fileFields().filter(({ field }) => !labels.has(field))).toEqual([])
})

test('deleting a file in use lists its uses at once, without a question', async () => {
  const methods = serve(uses)
  openForm(2)
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog', { name: /^Delete/ })
  expect(within(dialog).getByText(/used in 2 places/)).toBeTruthy()
  const items = await within(dialog).findAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Longjing · Pictures$/),
    expect.stringMatching(/Longjing · Content$/),
  ])
  expect(
    within(dialog)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Close'])
  expect(methods).not.toContain('DELETE')
})

test('deleting an unused file asks first', async () => {
  const methods = serve([])
  openForm(0)
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog', { name: /^Delete/ })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await vi.waitFor(() => expect(methods).toContain('DELETE'))
})

test('deleting several files lists the kept files and their uses; it needs at least one unused file', async () => {
  serve(uses)
  const used = { ...file, id: 1, name: 'used.png', uses_count: 2 }
  const free = { ...file, id: 2, name: 'free.png', uses_count: 0 }
  const entered = vi.fn()
  const { unmount } = render(inAdmin(<AskKept files={[used, free]} onEnter={entered} />))
  expect(screen.getByText('1 file is in use and is kept:')).toBeTruthy()
  expect(screen.queryByText('free.png')).toBeNull()
  await within(screen.getByRole('region', { name: 'used.png' })).findByText(/Content$/)
  expect(entered).toHaveBeenLastCalledWith('')
  unmount()
  render(inAdmin(<AskKept files={[used]} onEnter={entered} />))
  expect(entered).toHaveBeenLastCalledWith(undefined)
})
