// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts, holdUploads } from '@/components/ui/testing/browser'
import { file, limit } from '@/lib/file/example'
import Picker from './picker'

configure({ asyncUtilTimeout: 10_000 })
beforeAll(defineFonts)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each([
  ['known', 200],
  ['not readable', 503],
])('a choice waits for the running uploads, which are part of it; the limits are %s', async (_, status) => {
  const [stored, uploaded] = [
    { ...file, id: 1, name: 'stored.webp' },
    { ...file, id: 2, name: 'uploaded.webp' },
  ]
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.startsWith('/cms/file/limit')) return Response.json({ ...limit, direct: false }, { status })
    return Response.json(path.startsWith('/cms/file/folder') ? [] : { items: [stored], next_cursor: null })
  })
  const finish = holdUploads(uploaded)
  const onClose = vi.fn()
  const files = [new File(['a'], 'uploaded.png', { type: 'image/png' })]
  render(inAdmin(<Picker maximum={3} files={files} onClose={onClose} />))
  fireEvent.click(await screen.findByRole('button', { name: /stored\.webp/ }))
  const choose = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Use \d picture/ })
  await screen.findByText('Waiting for the uploads')
  expect(choose().disabled).toBe(true)
  finish()
  await waitFor(() => expect(choose().disabled).toBe(false))
  fireEvent.click(choose())
  expect(onClose.mock.calls).toMatchObject([[[{ id: 1 }, { id: 2 }]]])
})
