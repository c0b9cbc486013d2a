// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { partShippedOrder } from '@/lib/order/ship/cms-example'
import LabelForm from './label-form'

configure({ asyncUtilTimeout: 10_000 })
beforeAll(defineFonts)
afterEach(() => {
  vi.unstubAllGlobals()
  cleanup()
})

function opened(answer: () => Response) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit = {}) => {
    if (method !== 'PUT') return Response.json(order)
    sent.push(JSON.parse(String(body)))
    return answer()
  })
  render(inAdmin(<LabelForm order={order} onClose={() => undefined} />))
  return sent
}

const order = { ...partShippedOrder, tags: ['加急'], external_id: 'SO-1' }

test('tags are entered one by one, also of an order that is shipped, and an emptied number is removed', async () => {
  const sent = opened(() => Response.json(order))
  const tags = await screen.findByRole('combobox', { name: 'Tags' })
  tags.focus()
  fireEvent.change(tags, { target: { value: 'gift' } })
  fireEvent.keyDown(tags, { key: 'Enter' })
  fireEvent.change(tags, { target: { value: 'late' } })
  tags.blur()
  fireEvent.change(screen.getByRole('textbox', { name: 'External ID' }), { target: { value: '' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({ tags: ['加急', 'gift', 'late'], external_id: null, version: order.version })
})

test('a number that another order has is refused at its field', async () => {
  const sent = opened(() =>
    Response.json(
      {
        code: 'already_exists',
        title: '',
        detail: '',
        request_id: 'r',
        status: 409,
        invalid_params: [{ in: 'body', name: 'external_id', code: 'already_exists', reason: 'This is taken.' }],
      },
      { status: 409, headers: { 'content-type': 'application/problem+json' } },
    ),
  )
  const number = await screen.findByRole('textbox', { name: 'External ID' })
  fireEvent.change(number, { target: { value: 'SO-2' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  await vi.waitFor(() => expect(number.getAttribute('aria-invalid')).toBe('true'))
})
