// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CustomerProvider } from '@/components/shop/customer/provider'
import { writeLogin } from '@/components/shop/customer/store'
import { defineFonts, holdUploads } from '@/components/ui/testing/browser'
import { Shown } from '@/components/ui/testing/shown'
import { returned } from '@/lib/after_sale/example'
import CaseSheet from './case-sheet'

defineFonts()
configure({ asyncUtilTimeout: 10_000 })

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

const showSheet = (
  parcel?: { carrier: string; tracking_no: string },
  kind: 'return' | 'correct' | 'dispute' = parcel ? 'correct' : 'return',
) =>
  render(
    <Shown>
      <CustomerProvider ways={{ hasPlatform: false, hasDemonstration: false }} origin="http://localhost:3000">
        <CaseSheet id={5} kind={kind} parcel={parcel} onDone={onDone} onClose={() => undefined} />
      </CustomerProvider>
    </Shown>,
  )

test('no carrier is preselected, and a missing value is reported at its field', async () => {
  showSheet()
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

test('a correction begins with the parcel as it was entered', async () => {
  showSheet({ carrier: 'SF', tracking_no: 'SF12' })
  expect((await screen.findByRole<HTMLSelectElement>('combobox', { name: /^Carrier/ })).value).toBe('SF')
  const number = screen.getByRole<HTMLInputElement>('textbox', { name: /^Tracking number/ })
  expect(number.value).toBe('SF12')
  fireEvent.change(number, { target: { value: 'SF13' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(sent.map((body) => JSON.parse(body))).toEqual([{ carrier: 'SF', tracking_no: 'SF13' }])
})

test('an objection waits for the upload of its photo, and is sent with it', async () => {
  const finish = holdUploads({ id: 7, url: 'http://localhost:3000/a.webp' })
  showSheet(undefined, 'dispute')
  const why = await screen.findByRole('textbox')
  fireEvent.change(why, { target: { value: 'It was broken' } })
  const files = [new File(['a photo'], 'leaf.jpg', { type: 'image/jpeg' })]
  fireEvent.change(screen.getByLabelText('Add photo', { selector: 'input' }), { target: { files } })
  const held = await screen.findByRole<HTMLButtonElement>('button', { name: 'Photos are uploading…' })
  expect(held.disabled).toBe(true)
  fireEvent.submit(why.closest('form') ?? document)
  finish()
  fireEvent.click(await screen.findByRole('button', { name: 'Send' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(sent.map((body) => JSON.parse(body))).toEqual([{ description: 'It was broken', image_ids: [7] }])
})
