// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { staff } from '@/lib/user/example'
import AddMembers from './add-members'

configure({ asyncUtilTimeout: 10_000 })
beforeAll(defineFonts)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const person = (id: number, nickname: string, groups: { id: number; name: string }[] = []) => ({
  ...staff,
  id,
  nickname,
  username: `user${id}`,
  groups,
})
const everyone = [person(1, 'Ann'), person(2, 'Ben'), person(3, 'Cleo', [{ id: 7, name: 'Shop' }])]

/** Stubs a server that refuses to add Ben. Returns the bodies of the requests. */
function answering() {
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    if (!url.startsWith('/cms/user/bulk')) return Response.json({ items: everyone, page: 1, size: 20, total: 3 })
    const asked: { ids: number[] } = JSON.parse(String(body))
    bodies.push(asked)
    const problem = { code: 'forbidden', detail: 'No.', status: 403, request_id: 'r', title: 'Forbidden', type: 'x' }
    return Response.json({ results: asked.ids.map((id) => (id === 2 ? { id, ok: false, problem } : { id, ok: true })) })
  })
  return bodies
}

const open = () => {
  const onClose = vi.fn()
  render(inAdmin(<AddMembers group={{ id: 7, name: 'Shop' }} onClose={onClose} />))
  return onClose
}
const choose = async (name: string) => fireEvent.click(await screen.findByRole('option', { name }))

test('offers staff outside the group, and adds the chosen ones', async () => {
  const bodies = answering()
  const onClose = open()
  await choose('Ann (user1)')
  expect(screen.queryByRole('option', { name: /Cleo/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Add 1 member' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(bodies).toEqual([{ ids: [1], action: 'groups', add: [7] }])
})

test('keeps a refused user, with the reason', async () => {
  answering()
  const onClose = open()
  await choose('Ann (user1)')
  await choose('Ben (user2)')
  fireEvent.click(screen.getByRole('button', { name: 'Add 2 members' }))
  expect(await screen.findByRole('alert')).toBeDefined()
  const chosen = within(screen.getByRole('list', { name: 'Chosen staff' })).getAllByRole('listitem')
  expect(chosen.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Ben')])
  expect(onClose).not.toHaveBeenCalled()
})
