// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { SortableTree } from './sortable-tree'

beforeAll(defineFonts)
afterEach(cleanup)

interface Item {
  id: number
  name: string
  children: Item[]
}

const items: Item[] = [
  { id: 1, name: 'Tea', children: [{ id: 2, name: 'Green', children: [] }] },
  { id: 3, name: 'Paper', children: [] },
]

test('a tree is one Tab stop: rows are reached by arrows, Home and End, and opened by Enter', () => {
  const open = vi.fn()
  const { container } = render(
    inAdmin(
      <SortableTree
        label="Tree"
        items={items}
        nameOf={({ name }) => name}
        canContain={() => true}
        onMove={async () => {}}
      >
        {({ name }) => (
          <a href={`#${name}`} onClick={open}>
            {name}
          </a>
        )}
      </SortableTree>,
    ),
  )
  const row = (name: string) => {
    const found = screen.getByRole('link', { name }).closest<HTMLElement>('[role=treeitem]')
    if (!found) throw new Error(`${name} has no row`)
    return found
  }
  const stops = () =>
    [...container.querySelectorAll('li, a, button')].filter((one) => one instanceof HTMLElement && one.tabIndex === 0)
  expect(stops()).toEqual([row('Tea')])
  row('Tea').focus()
  fireEvent.keyDown(row('Tea'), { key: 'End' })
  expect(document.activeElement).toBe(row('Paper'))
  expect(stops()).toEqual([row('Paper')])
  fireEvent.keyDown(row('Paper'), { key: 'Enter' })
  expect(open).toHaveBeenCalledOnce()
  fireEvent.keyDown(row('Paper'), { key: 'Home' })
  expect(document.activeElement).toBe(row('Tea'))
  expect(row('Green').getAttribute('aria-keyshortcuts')).toContain('Alt+ArrowUp')
})

test('Alt and an arrow key move a row, and a refused move is announced', () => {
  const onMove = vi.fn(async () => {})
  render(
    inAdmin(
      <SortableTree label="Tree" items={items} nameOf={({ name }) => name} canContain={() => true} onMove={onMove}>
        {({ name }) => <span>{name}</span>}
      </SortableTree>,
    ),
  )
  const row = () => screen.getByText('Paper').closest<HTMLElement>('[role=treeitem]') ?? document
  fireEvent.keyDown(row(), { key: 'ArrowDown', altKey: true })
  expect(screen.getByRole('status').textContent).toMatch(/Paper/)
  expect(onMove).not.toHaveBeenCalled()
  fireEvent.keyDown(row(), { key: 'ArrowUp', altKey: true })
  expect(onMove.mock.calls).toMatchObject([
    [
      {
        positions: [
          { id: 3, parent_id: null, sort_order: 10 },
          { id: 1, parent_id: null, sort_order: 20 },
        ],
      },
    ],
  ])
})
