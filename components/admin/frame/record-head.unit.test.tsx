// @vitest-environment happy-dom

import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { noteList } from './left-list'
import { RecordHead } from './record-head'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

test('the head of a record has the only title, between the link back and the actions', () => {
  noteList('/admin/order', 'tab=to_ship')
  render(
    inAdmin(
      <RecordHead list={{ href: '/admin/order', name: 'All orders' }} title="Order 2611" tags={<span>Paid</span>}>
        <button type="button">Ship</button>
      </RecordHead>,
    ),
  )
  expect(screen.getAllByRole('heading').map(({ tagName, textContent }) => [tagName, textContent])).toEqual([
    ['H1', 'Order 2611'],
  ])
  const head = screen.getByRole('heading').parentElement
  if (!head) throw new Error('The title is in the head.')
  expect(within(head).getByRole('link', { name: 'All orders' }).getAttribute('href')).toBe('/admin/order?tab=to_ship')
  expect(within(head).getByText('Paid')).toBeTruthy()
  expect(within(head).getByRole('button', { name: 'Ship' })).toBeTruthy()
  expect(head.textContent).toBe('Order 2611PaidShip')
})
