// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { CustomerProvider } from '@/components/shop/customer/provider'
import { writeLogin } from '@/components/shop/customer/store'
import { defineFonts } from '@/components/testing/browser'
import { Shown } from '@/components/testing/shown'
import AddressSheet from './address-sheet'

defineFonts()
configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 30_000 })

const home = {
  ...{ id: 1, name: '林一', mobile: '13800001234', is_default: true },
  ...{ province: '浙江省', city: '杭州市', district: '西湖区', detail: '龙井路 1 号' },
}
const onClose = vi.fn()

// The form loads it when it opens.
beforeAll(() => import('@/components/region/region-fields'), 30_000)
beforeEach(() => {
  onClose.mockClear()
  writeLogin({ token: 'of a customer' })
  vi.stubGlobal('fetch', async () => Response.json([home]))
})
afterEach(() => {
  cleanup()
  writeLogin(undefined)
  vi.unstubAllGlobals()
})

const name = () => screen.getByLabelText<HTMLInputElement>(/^Name/, { selector: 'input' })
const pressEscape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape', code: 'Escape' })

async function openForm() {
  render(
    <Shown>
      <CustomerProvider ways={{ hasPlatform: false, hasDemonstration: false }} origin="http://localhost:3000">
        <AddressSheet chosen={1} onChoose={() => undefined} onClose={onClose} />
      </CustomerProvider>
    </Shown>,
  )
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

test('Escape and a tap outside keep what was typed; the button closes', async () => {
  await openForm()
  fireEvent.input(name(), { target: { value: '王小二' } })
  pressEscape()
  const overlay = document.querySelector('.mantine-Drawer-overlay')
  if (!overlay) throw new Error('The sheet has no overlay.')
  fireEvent.click(overlay)
  expect(name().value).toBe('王小二')
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})
