// @vitest-environment happy-dom

import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { CustomerProvider } from '@/components/shop/customer/provider'
import { defineFonts } from '@/components/ui/testing/browser'
import { Shown } from '@/components/ui/testing/shown'
import { disputed, requested, returned } from '@/lib/after_sale/example'
import { type Case, CaseCard } from './case-card'

beforeAll(defineFonts)
afterEach(cleanup)

const show = (shown: Case, { reason, carrier }: { reason?: string; carrier?: string } = {}) =>
  render(
    <Shown path="/after_sale">
      <CustomerProvider ways={{ hasPlatform: false, hasDemonstration: false }} origin="http://localhost:3000">
        <CaseCard case={shown} reason={reason} carrier={carrier} onChanged={() => undefined} />
      </CustomerProvider>
    </Shown>,
  )
const pictures = () => screen.queryAllByRole('link', { name: /^Photo/ }).map((link) => link.getAttribute('href'))

test('a case shows the reason, the text and the pictures that the customer sent', () => {
  show(requested, { reason: 'Damaged' })
  expect(screen.getByText('Damaged')).toBeTruthy()
  expect(screen.getByText(requested.description)).toBeTruthy()
  expect(pictures()).toEqual(requested.images)
})

test('a dispute shows its own words and pictures, too', () => {
  show(disputed, { reason: 'Damaged' })
  expect(screen.getByText(disputed.description)).toBeTruthy()
  expect(screen.getByText(disputed.dispute_description)).toBeTruthy()
  expect(pictures()).toEqual([...disputed.images, ...disputed.dispute_images])
})

test('a paid case shows what is paid back, with shipping fee beyond what was asked for', () => {
  const refund = { refund_no: 'R1', amount: 7600, status: 'processing', succeeded_at: null } as const
  show({ ...returned, status: 'refunding', approved_amount: 6800, refund, actions: [] })
  expect(screen.getByText('¥76.00')).toBeTruthy()
  expect(screen.queryByText('¥68.00')).toBeNull()
})

test('a case shows the return postage on a line of its own', () => {
  const refund = { refund_no: 'R1', amount: 8000, status: 'processing', succeeded_at: null } as const
  show({ ...returned, status: 'refunding', approved_amount: 6800, postage_amount: 1200, refund, actions: [] })
  expect(screen.getByText('¥80.00')).toBeTruthy()
  expect(screen.getByText('Of which return postage: ¥12.00')).toBeTruthy()
})

test('a case says which line is refunded at the average of its pieces', () => {
  const averaged = (change: object) => {
    show({ ...requested, items: requested.items.map((item) => ({ ...item, ...change })) })
    const { length } = screen.queryAllByText(/each is refunded at the average/)
    cleanup()
    return length
  }
  expect([averaged({}), averaged({ deal_pieces: 1 }), averaged({ deal_pieces: 2 })]).toEqual([0, 1, 0])
})

test('a case names the party that acts next, and the deadline', () => {
  show(requested)
  expect(screen.getByText(/^The shop decides by /).textContent).toContain('2026')
})

test('a case shows the parcel of the returned goods, by the name of its carrier', () => {
  show(returned, { carrier: 'SF Express' })
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Carrier', 'Tracking number'])
  const values = screen.getAllByRole('definition').map((value) => value.textContent)
  expect(values).toEqual(['SF Express', returned.return_tracking_no])
})

test('a case of goods that were not sent back shows no parcel', () => {
  show(requested)
  expect(screen.queryByRole('term')).toBeNull()
})

test('the parcel can be corrected until the shop has received it, and the history calls that a correction', () => {
  const [sent] = returned.log.filter(({ action }) => action === 'return')
  if (!sent) throw new Error('The example was sent back.')
  const correction = { ...sent, from_status: sent.to_status, created_at: '2026-11-25T02:00:00.000Z' }
  show({ ...returned, log: [...returned.log, correction] })
  expect(screen.getByRole('button', { name: /^Correct Request / })).toBeTruthy()
  expect(screen.queryByText('Send the goods to')).toBeNull()
  expect(screen.getByText('Goods sent back')).toBeTruthy()
  expect(screen.getByText('Tracking number corrected')).toBeTruthy()
  cleanup()
  show({ ...returned, status: 'refunding', actions: [] })
  expect(screen.queryByRole('button', { name: /^Correct Request / })).toBeNull()
})
