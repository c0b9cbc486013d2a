// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { cmsDisputed, cmsRequested, cmsReturned } from '@/lib/after_sale/example'
import ApproveForm from './approve-form'
import DecideForm from './decide-form'
import ReceiveForm from './receive-form'

configure({ asyncUtilTimeout: 10_000 })
beforeAll(defineFonts)
afterEach(() => {
  vi.unstubAllGlobals()
  cleanup()
})

const onClose = () => undefined
const money = { requested_amount: 10_800, freight_amount: 800, approved_amount: null, freight_left: 800 }

/** Shows a form. Returns the bodies of the sent requests. */
function show(form: ReactNode) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)))
    return Response.json(cmsRequested)
  })
  render(inAdmin(form))
  return sent
}

const goods = () => screen.findByRole('textbox', { name: /^Goods/ })
const freight = () => screen.findByRole('textbox', { name: /^Shipping fee/ })

test('a case without goods is approved with goods and shipping fee apart, or for money only', async () => {
  const sent = show(<ApproveForm record={{ ...cmsRequested, ...money, kind: 'refund' }} onClose={onClose} />)
  expect([await goods(), await freight()].map((input) => input.getAttribute('value'))).toEqual(['100.00', '8.00'])
  fireEvent.change(await goods(), { target: { value: '5' } })
  fireEvent.change(await freight(), { target: { value: '' } })
  fireEvent.click(screen.getByRole('switch', { name: /^Money only/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Approve and refund' }))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent).toEqual([expect.objectContaining({ amount: 500, freight_amount: 0, money_only: true })])
})

test('a return is approved without the shipping fee, which can be added when the goods have arrived', async () => {
  const record = { ...cmsReturned, requested_amount: 10_000, approved_amount: 9000, freight_left: 800 }
  const approved = show(<ApproveForm record={{ ...record, approved_amount: null }} onClose={onClose} />)
  await screen.findByText(/The shipping fee and return postage can be added once the goods have arrived/)
  expect(screen.queryByRole('textbox', { name: /^Shipping fee/ })).toBe(null)
  expect(screen.queryByRole('switch', { name: /^Money only/ })).toBe(null)
  fireEvent.click(screen.getByRole('button', { name: 'Approve the return' }))
  await vi.waitFor(() => expect(approved).toHaveLength(1))
  expect(approved).toEqual([expect.not.objectContaining({ freight_amount: expect.anything() })])
  cleanup()
  const sent = show(<ReceiveForm record={record} onClose={onClose} />)
  expect((await goods()).getAttribute('value')).toBe('90.00')
  fireEvent.change(await freight(), { target: { value: '5' } })
  fireEvent.change(screen.getByRole('textbox', { name: /^Return postage/ }), { target: { value: '3' } })
  fireEvent.click(screen.getByRole('button', { name: 'Accept and refund' }))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent).toEqual([expect.objectContaining({ amount: 9000, freight_amount: 500, postage_amount: 300 })])
})

test('a dispute is granted for money only without pieces that return to stock', async () => {
  const record = { ...cmsDisputed, return_tracking_no: 'SF1', freight_left: 0 }
  const sent = show(<DecideForm record={record} command="grant" onClose={onClose} />)
  expect(await screen.findByText('Back to stock')).toBeTruthy()
  fireEvent.click(screen.getByRole('switch', { name: /^Money only/ }))
  expect(screen.queryByText('Back to stock')).toBe(null)
  fireEvent.change(screen.getByRole('textbox', { name: /^Why/ }), { target: { value: 'Scratched' } })
  fireEvent.click(screen.getByRole('button', { name: 'Side with customer and refund' }))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent).toEqual([expect.objectContaining({ money_only: true, amount: record.requested_amount })])
  expect(sent).toEqual([expect.not.objectContaining({ restock: [expect.anything()] })])
})
