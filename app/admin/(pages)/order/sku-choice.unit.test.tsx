// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import SkuChoice from './sku-choice'

beforeAll(defineFonts)
afterEach(cleanup)

const skus = [
  { id: 1, name: 'Cup', spec_values: ['Small'], price: 1_200, stock: 9 },
  { id: 2, name: 'Cup', spec_values: ['Large'], price: 2_400, stock: 3 },
]

test('the SKUs that staff tick are added, and none without a tick', async () => {
  const onClose = vi.fn()
  render(inAdmin(<SkuChoice skus={skus} onClose={onClose} />))
  const add = await screen.findByRole('button', { name: 'Add these' })
  expect(add).toHaveProperty('disabled', true)
  expect(screen.getByText('¥24.00 · 3 in stock')).toBeTruthy()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Cup Large' }))
  fireEvent.click(add)
  expect(onClose.mock.calls).toEqual([[[2]]])
  fireEvent.click(screen.getByRole('button', { name: 'Add none' }))
  expect(onClose).toHaveBeenLastCalledWith(undefined)
})
