// @vitest-environment happy-dom

import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { CustomerProvider } from '@/components/shop/customer/provider'
import { defineFonts } from '@/components/testing/browser'
import { Shown } from '@/components/testing/shown'
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

test('a case shows the customer what they have told the shop: the reason, the words and the pictures', () => {
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

test('a case says who has to act, and until when', () => {
  show(requested)
  expect(screen.getByText(/^The shop decides by /).textContent).toContain('2026')
})

test('a case shows the parcel in which the goods were sent back, by the name of its carrier', () => {
  show(returned, { carrier: 'SF Express' })
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Carrier', 'Tracking number'])
  const values = screen.getAllByRole('definition').map((value) => value.textContent)
  expect(values).toEqual(['SF Express', returned.return_tracking_no])
})

test('a case of goods that were not sent back shows no parcel', () => {
  show(requested)
  expect(screen.queryByRole('term')).toBeNull()
})
