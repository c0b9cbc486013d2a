// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { cmsStore } from '@/lib/store/example'
import StoreForm from './form'

configure({ asyncUtilTimeout: 10_000 })
beforeAll(defineFonts)
// The list of regions is large, so its first import may take longer than a test waits.
beforeAll(() => import('@/components/ui/region/region-fields'), 30_000)
afterEach(() => {
  vi.unstubAllGlobals()
  cleanup()
})

/** Shows the form. Returns the bodies of the sent requests. `answer`: the response to a write. */
function show(record: ComponentProps<typeof StoreForm>['record'], { answer, admin }: Shown = {}) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    if (method === 'PUT' || method === 'POST') sent.push(JSON.parse(String(body)))
    if (path.includes('/history')) return Response.json({ items: [], page: 1, size: 20, total: 0 })
    return answer ?? Response.json(cmsStore)
  })
  render(inAdmin(<StoreForm record={record} onClose={() => undefined} read={async () => record} />, admin && { admin }))
  return sent
}

interface Shown {
  answer?: Response
  admin?: NonNullable<Parameters<typeof inAdmin>[1]>['admin']
}

const text = (name: RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name })
const region = (name: RegExp) => screen.findByRole<HTMLInputElement>('combobox', { name })
const type = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))

test('a new store is sent with its region', async () => {
  const sent = show(undefined)
  type(await text(/^Name/), '青梧路店')
  type(await text(/^Phone/), '0571-8888 8888')
  type(await region(/^Province/), '浙江省')
  type(await region(/^City/), '杭州市')
  type(await text(/^Street/), '青梧路 18 号')
  save()
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({
    name: '青梧路店',
    phone: '0571-8888 8888',
    province: '浙江省',
    city: '杭州市',
    district: '',
    detail: '青梧路 18 号',
    hours: '',
    enabled: true,
  })
})

test('another province clears the city, and only what changed is sent', async () => {
  const sent = show(cmsStore)
  type(await region(/^Province/), '江苏省')
  expect((await region(/^City/)).value).toBe('')
  type(await region(/^City/), '苏州市')
  save()
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({ province: '江苏省', city: '苏州市', district: '', version: 1 })
})

test('a city that is not in the list is refused at its input', async () => {
  const invalid_params = [{ in: 'body', name: 'city', code: 'unknown_region', reason: 'Choose one.' }]
  const body = { code: 'invalid_request', title: '', status: 400, detail: '', request_id: 'r', invalid_params }
  const headers = { 'content-type': 'application/problem+json' }
  show(cmsStore, { answer: new Response(JSON.stringify(body), { status: 400, headers }) })
  type(await region(/^City/), '海底')
  save()
  const city = await region(/^City/)
  await vi.waitFor(() => expect(city.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getAllByText('Choose a province and a city from the list.').length).toBeGreaterThan(0)
})

test('users who may only read see the whole address', async () => {
  const user = { id: 2, name: 'Li', account: 'li', is_root: false, groups: [] }
  show(cmsStore, { admin: { user } })
  for (const shown of [cmsStore.province, cmsStore.city, cmsStore.district, cmsStore.detail])
    expect(await screen.findByText(shown)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})
