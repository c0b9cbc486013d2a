// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CustomerProvider } from '@/components/shop/customer/provider'
import { writeLogin } from '@/components/shop/customer/store'
import { defineFonts } from '@/components/testing/browser'
import { Shown } from '@/components/testing/shown'
import { returned } from '@/lib/after_sale/example'
import CaseSheet from './case-sheet'

defineFonts()
configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 30_000 })

const onDone = vi.fn()
const sent: string[] = []

beforeEach(() => {
  sent.length = 0
  onDone.mockClear()
  writeLogin({ token: 'of a customer' })
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string }) => {
    if (body) sent.push(body)
    const carriers = [{ type: 'carrier', value: 'SF', label: '顺丰速运', label_en: 'SF Express' }]
    return Response.json(path.startsWith('/v1/dict') ? carriers : returned)
  })
})
afterEach(() => {
  cleanup()
  writeLogin(undefined)
  vi.unstubAllGlobals()
})

test('no carrier is chosen for the customer, and what is missing is said at its field', async () => {
  render(
    <Shown>
      <CustomerProvider ways={{ hasPlatform: false, hasDemonstration: false }} origin="http://localhost:3000">
        <CaseSheet id={5} kind="return" onDone={onDone} onClose={() => undefined} />
      </CustomerProvider>
    </Shown>,
  )
  const carrier = await screen.findByRole<HTMLSelectElement>('combobox', { name: /^Carrier/ })
  expect(carrier.value).toBe('')
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findAllByText('This is required.')).toHaveLength(2)
  expect([document.activeElement, sent]).toEqual([carrier, []])
  fireEvent.change(carrier, { target: { value: 'SF' } })
  fireEvent.change(screen.getByRole('textbox', { name: /^Tracking number/ }), { target: { value: ' SF1 ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(sent.map((body) => JSON.parse(body))).toEqual([{ carrier: 'SF', tracking_no: 'SF1' }])
})
