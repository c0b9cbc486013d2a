// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { droppedRows, hasRows } from './dragged-rows'
import { ResourceTable } from './resource-table'

beforeAll(defineFonts)
afterEach(cleanup)

const rows = [1, 2, 3].map((id) => ({ id, name: `tea ${id}.png` }))

const show = (draggable: boolean) =>
  render(
    inAdmin(
      <ResourceTable
        name="product"
        rows={rows}
        columns={[{ key: 'name', label: 'Name' }]}
        bulk={[
          { key: 'move', label: 'Move', element: 'product.update', confirm: () => '', run: async () => undefined },
        ]}
        draggable={draggable}
      />,
      { path: '/admin/product' },
    ),
  )

/** Drags a row by its name. Returns the dragged data. */
function drag(name: string): DataTransfer {
  const dataTransfer = new DataTransfer()
  fireEvent.dragStart(screen.getByRole('link', { name }), { dataTransfer })
  return dataTransfer
}

test('an unselected row is dragged alone, and a selected row with the other selected ones', () => {
  show(true)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select tea 1.png' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select tea 3.png' }))
  expect(droppedRows(drag('tea 2.png'))).toEqual([2])
  expect(droppedRows(drag('tea 3.png'))).toEqual([1, 3])
})

test('rows of lists without dragging cannot be dragged', () => {
  show(false)
  expect(hasRows(drag('tea 2.png'))).toBe(false)
})
