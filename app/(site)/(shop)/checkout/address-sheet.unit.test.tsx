// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { CustomerProvider } from '@/components/shop/customer/provider'
import { writeLogin } from '@/components/shop/customer/store'
import { defineFonts } from '@/components/ui/testing/browser'
import { Shown } from '@/components/ui/testing/shown'
import AddressSheet from './address-sheet'

defineFonts()
configure({ asyncUtilTimeout: 10_000 })

const home = {
  id: 1,
  name: '林一',
  mobile: '13800001234',
  is_default: true,
  province: '浙江省',
  city: '杭州市',
  district: '西湖区',
  detail: '龙井路 1 号',
}
const work = { ...home, id: 2, name: '林二', is_default: false, district: '余杭区', detail: '文一西路 2 号' }
const onClose = vi.fn()

// The form loads this module when it opens, which takes a while in a test.
beforeAll(() => import('@/components/ui/region/region-fields'), 30_000)
beforeEach(() => {
  typed = { current: undefined }
  onClose.mockClear()
  writeLogin({ token: 'of a customer' })
  vi.stubGlobal('fetch', async () => Response.json([home, work]))
})
afterEach(() => {
  cleanup()
  writeLogin(undefined)
  vi.unstubAllGlobals()
})

const name = () => screen.getByLabelText<HTMLInputElement>(/^Name/, { selector: 'input' })
const pressEscape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape', code: 'Escape' })

let typed: ComponentProps<typeof AddressSheet>['typed']

const open = () =>
  render(
    <Shown>
      <CustomerProvider ways={{ hasPlatform: false, hasDemonstration: false }} origin="http://localhost:3000">
        <AddressSheet chosen={1} typed={typed} onChoose={() => undefined} onClose={onClose} />
      </CustomerProvider>
    </Shown>,
  )

async function openForm() {
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Add address' }))
  await screen.findByRole('form', { name: 'Add address' })
}

test('the form begins at the name, and Escape leads back to the list while nothing is typed', async () => {
  await openForm()
  expect(document.activeElement).toBe(name())
  pressEscape()
  const add = await screen.findByRole('button', { name: 'Add address' })
  expect(document.activeElement).toBe(add)
  expect(onClose).not.toHaveBeenCalled()
  pressEscape()
  expect(onClose).toHaveBeenCalledOnce()
})

test.each([
  ['Escape', pressEscape],
  ['Cancel', () => fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
])('after %s the form has what was typed, unless it was called off', async (way, leave) => {
  await openForm()
  fireEvent.input(name(), { target: { value: '王小二' } })
  leave()
  fireEvent.click(await screen.findByRole('button', { name: 'Add address' }))
  await screen.findByRole('form', { name: 'Add address' })
  expect(name().value).toBe(way === 'Cancel' ? '' : '王小二')
})

test('a sheet that was closed with a half-typed address opens with it again', async () => {
  await openForm()
  fireEvent.input(name(), { target: { value: '王小二' } })
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  cleanup()
  open()
  await screen.findByRole('form', { name: 'Add address' })
  expect(name().value).toBe('王小二')
})

test('the buttons of each address name its receiver and its place', async () => {
  open()
  const names = (await screen.findAllByRole('button', { name: /浙江省/ })).map((button) =>
    button.getAttribute('aria-label'),
  )
  expect(names).toEqual([
    'Ship here 林一 浙江省杭州市西湖区龙井路 1 号',
    'Edit 林一 浙江省杭州市西湖区龙井路 1 号',
    'Ship here 林二 浙江省杭州市余杭区文一西路 2 号',
    'Edit 林二 浙江省杭州市余杭区文一西路 2 号',
    'Make default 林二 浙江省杭州市余杭区文一西路 2 号',
  ])
})
