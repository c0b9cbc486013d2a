// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { Routes } from './routes'

configure({ asyncUtilTimeout: 10_000 })
beforeAll(() => {
  defineFonts()
  HTMLElement.prototype.scrollIntoView = () => undefined
})
afterEach(cleanup)

const groups = [
  { value: '3', label: 'Packers' },
  { value: '4', label: 'Auditors' },
]

test('the URL selects a group, or the user again', async () => {
  const pushed: string[] = []
  const preview = (group?: string) =>
    inAdmin(<Routes routes={[]} elementNames={{}} groups={groups} group={group} total={9} />, {
      push: (path) => void pushed.push(path),
    })
  const { rerender } = render(preview())
  fireEvent.click(screen.getByLabelText('As seen by', { selector: 'input' }))
  fireEvent.click(await screen.findByText('Auditors'))
  expect(pushed).toEqual(['/admin/routes?group_id=4'])
  rerender(preview('4'))
  fireEvent.click(await screen.findByLabelText('Back to myself'))
  expect(pushed).toEqual(['/admin/routes?group_id=4', '/admin/routes'])
})

test('elements are shown by their names, or by their codes if the names may not be read', () => {
  const page = { id: 1, type: 'page' as const, name: 'product', title: '商品', title_en: 'Products', icon: 'box' }
  const route = { ...page, path: '/admin/product', hidden: false, permission_code: null, children: [] }
  const elements = ['product.create', 'product.secret']
  const names = { 'product.create': 'Create products' }
  render(
    inAdmin(<Routes routes={[{ ...route, elements }]} elementNames={names} groups={[]} group={undefined} total={1} />),
  )
  const shown = within(screen.getByRole('list', { name: 'Page elements of Products' })).getAllByRole('listitem')
  expect(shown.map(({ textContent }) => textContent)).toEqual(['Create products', 'product.secret'])
})
