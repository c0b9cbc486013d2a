// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { defineFonts } from '@/components/ui/testing/browser'
import { Shown } from '@/components/ui/testing/shown'
import { AddressForm } from './address-form'
import { CustomerProvider } from './customer/provider'
import { writeLogin } from './customer/store'

defineFonts()
configure({ asyncUtilTimeout: 10_000 })

const ways = { hasPlatform: false, hasDemonstration: false }
let sent: { mobile: string; province: string }[] = []

// The form loads it when it opens.
beforeAll(() => import('@/components/ui/region/region-fields'), 30_000)
beforeEach(() => {
  sent = []
  writeLogin({ token: 'of a customer' })
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body))
    const invalid_params = ['name', 'city'].map((name) => ({
      ...{ in: 'body', name, reason: 'This is required.', code: 'too_small', params: { minimum: 1 } },
    }))
    const problem = { code: 'invalid_request', detail: 'name', request_id: 'r-12345678', invalid_params }
    return new Response(JSON.stringify(problem), {
      status: 400,
      headers: { 'content-type': 'application/problem+json' },
    })
  })
})
afterEach(() => {
  cleanup()
  writeLogin(undefined)
  vi.unstubAllGlobals()
})

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}`), { selector: 'input' })
const fault = (name: string) => document.getElementById(`${field(name).id}-error`)?.textContent

async function submit(mobile: string, province: string) {
  render(
    <Shown>
      <CustomerProvider ways={ways} origin="http://localhost:3000">
        <AddressForm address={undefined} onSaved={() => undefined} />
      </CustomerProvider>
    </Shown>,
  )
  await screen.findByLabelText(/^Province/, { selector: 'input' })
  fireEvent.change(field('Province'), { target: { value: province } })
  fireEvent.change(field('Phone'), { target: { value: mobile } })
  fireEvent.submit(screen.getByRole('form', { name: 'Add address' }))
}

test.each([
  ['12345', '浙江省'],
  ['+86 1380000', '浙江省'],
  ['138 0013', 'Zhejiang'],
  ['2345 6789', '香港特别行政区'],
])('“%s” is no mobile number, wherever it is, as in %s, and nothing is sent', async (mobile, province) => {
  await submit(mobile, province)
  await waitFor(() =>
    expect(fault('Phone')).toBe('Enter an 11-digit mobile number, or one of another country that begins with +.'),
  )
  expect(document.activeElement).toBe(field('Phone'))
  expect(sent).toEqual([])
})

test.each([
  ['0086 138 0000 1234', '浙江省'],
  ['+86 138-0000-1234', '浙江省'],
  ['138 0000 1234', 'Zhejiang'],
  ['+852 2345 6789', '香港特别行政区'],
  ['+49 171 2345678', 'Bayern'],
  // The shop reports missing fields.
  ['', '浙江省'],
])(
  'the mobile number “%s” is sent from %s, and what the shop refuses is said at its field',
  async (mobile, province) => {
    await submit(mobile, province)
    await waitFor(() => expect(fault('Name')).toBe('This is required.'))
    expect(document.activeElement).toBe(field('Name'))
    expect(sent).toEqual([expect.objectContaining({ mobile, province })])
  },
)

test('a fault is gone as soon as its field is changed, also where the region is chosen', async () => {
  await submit('138 0000 1234', '浙江省')
  await waitFor(() => expect([fault('Name'), fault('City')]).toEqual(['This is required.', 'This is required.']))
  fireEvent.change(field('Name'), { target: { value: '李雷' } })
  expect([fault('Name'), fault('City')]).toEqual([undefined, 'This is required.'])
  fireEvent.change(field('City'), { target: { value: '杭州市' } })
  expect(fault('City')).toBeUndefined()
  fireEvent.change(field('Phone'), { target: { value: '138' } })
  fireEvent.submit(screen.getByRole('form', { name: 'Add address' }))
  await waitFor(() => expect(fault('Phone')).toMatch(/^Enter an 11-digit/))
  fireEvent.change(field('Phone'), { target: { value: '1380' } })
  expect(fault('Phone')).toBeUndefined()
})

test('a whole address that is pasted into one field fills the form, and other texts stay there', async () => {
  const drafts: unknown[] = []
  render(
    <Shown>
      <CustomerProvider ways={ways} origin="http://localhost:3000">
        <AddressForm address={undefined} onSaved={() => undefined} onDraft={(draft) => void drafts.push(draft)} />
      </CustomerProvider>
    </Shown>,
  )
  await screen.findByLabelText(/^Province/, { selector: 'input' })
  const paste = (text: string) => {
    fireEvent.paste(field('Name'), { clipboardData: { getData: () => text } })
    fireEvent.change(field('Name'), { target: { value: text } })
  }
  paste('林晚')
  expect(field('Name').value).toBe('林晚')
  paste('林晚 13800001024 浙江省杭州市西湖区龙井路 1 号')
  await waitFor(() => expect(field('Province').value).toBe('浙江省'))
  expect(drafts.at(-1)).toEqual({
    ...{ name: '林晚', mobile: '13800001024', province: '浙江省', city: '杭州市', district: '西湖区' },
    ...{ detail: '龙井路1号', is_default: false },
  })
})
