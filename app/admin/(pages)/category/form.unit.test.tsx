// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { cmsNode } from '@/lib/category/example'
import CategoryForm from './form'

configure({ asyncUtilTimeout: 10_000 })

beforeAll(defineFonts)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const about = { status: 'enabled' as const, children: [] }
const other = { ...cmsNode, ...about, id: 90, name: 'Cups' }

/**
 * Opens the dialog that deletes a category with `own` products. The server is out of reach, or sends `refusal`. Returns
 * the requested URLs.
 */
async function ask(own: number, refusal?: Response) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'DELETE') {
      asked.push(url)
      if (refusal) return refusal
      throw new Error('no network')
    }
    return Response.json(url.includes('history') ? { items: [], next_cursor: null } : [other])
  })
  const record = { ...cmsNode, ...about, product_count: { own, total: own, on_sale: 0 } }
  render(inAdmin(<CategoryForm record={record} onClose={() => {}} read={async () => record} />))
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog'))
  return { asked, dialog, confirm: () => dialog.getByRole('button', { name: 'Delete' }) }
}

test('a category with products cannot be deleted before a category for its products is chosen', async () => {
  const { asked, dialog, confirm } = await ask(3)
  expect(confirm().hasAttribute('disabled')).toBe(true)
  fireEvent.click(dialog.getByRole('combobox'))
  fireEvent.click((await screen.findAllByText('Cups')).at(-1) ?? document.body)
  expect(confirm().hasAttribute('disabled')).toBe(false)
  fireEvent.click(confirm())
  await dialog.findByText(/could not be reached/)
  expect(asked).toEqual([expect.stringContaining('move_to=90')])
})

test('a failure is shown in the dialog, which stays open', async () => {
  const { dialog, confirm } = await ask(0)
  fireEvent.click(confirm())
  expect(await dialog.findByText(/could not be reached/)).toBeDefined()
  expect(confirm().hasAttribute('disabled')).toBe(false)
})

test('the promotion that has no other category is named', async () => {
  const promotion = { id: 7, name: 'Tea week' }
  const problem = { code: 'in_use', title: '', status: 409, detail: '', request_id: 'r', promotion }
  const headers = { 'content-type': 'application/problem+json' }
  const { dialog, confirm } = await ask(0, new Response(JSON.stringify(problem), { status: 409, headers }))
  fireEvent.click(confirm())
  expect(await dialog.findByText(/^It is the only category of the promotion “Tea week”/)).toBeDefined()
})
