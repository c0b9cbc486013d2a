// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
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
      in: 'body',
      name,
      reason: 'This is required.',
      code: 'too_small',
      params: { minimum: 1 },
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
  vi.restoreAllMocks()
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

describe('a pasted text', () => {
  const drafts: unknown[] = []
  beforeEach(() => {
    drafts.length = 0
    render(
      <Shown>
        <CustomerProvider ways={ways} origin="http://localhost:3000">
          <AddressForm address={undefined} onSaved={() => undefined} onDraft={(draft) => void drafts.push(draft)} />
        </CustomerProvider>
      </Shown>,
    )
  })

  /** Pastes as a browser does: the text is inserted when the handlers have returned, unless one has taken it over. */
  function paste(name: string, text: string): void {
    const { value } = field(name)
    if (fireEvent.paste(field(name), { clipboardData: { getData: () => text } }))
      fireEvent.change(field(name), { target: { value: value + text } })
  }
  const home = { province: '浙江省', city: '杭州市', district: '西湖区', detail: '龙井路1号', is_default: false }

  test('that is a whole address fills the form, each time, and another one stays in its field', async () => {
    await screen.findByLabelText(/^Province/, { selector: 'input' })
    paste('Name', '林晚')
    expect(field('Name').value).toBe('林晚')
    paste('Name', '林晚 13800001024 浙江省杭州市西湖区龙井路 1 号')
    expect(drafts.at(-1)).toEqual({ name: '林晚', mobile: '13800001024', ...home })
    paste('Name', '李四 13700001235 北京市朝阳区建国路88号')
    const capital = { province: '北京市', city: '北京市', district: '朝阳区', detail: '建国路88号', is_default: false }
    expect(drafts.at(-1)).toEqual({ name: '李四', mobile: '13700001235', ...capital })
    paste('Phone', '13800001024 浙江省杭州市西湖区龙井路 1 号')
    expect(drafts.at(-1)).toEqual({ name: '', mobile: '13800001024', ...home })
    expect([field('Name').value, field('Phone').value]).toEqual(['', '13800001024'])
  })

  test('is kept until the regions are loaded, and inserted once', async () => {
    // As in browsers; that of happy-dom uses the setter by which React watches the field.
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
    vi.spyOn(HTMLInputElement.prototype, 'setRangeText').mockImplementation(function (
      this: HTMLInputElement,
      text: string,
    ) {
      set?.call(this, text)
    })
    paste('Name', '林晚')
    expect(field('Name').value).toBe('')
    await waitFor(() => expect(field('Name').value).toBe('林晚'))
    expect(drafts).toEqual([expect.objectContaining({ name: '林晚' })])
  })

  test('that is a whole address fills the form when the regions are loaded', async () => {
    paste('Name', '林晚 13800001024 浙江省杭州市西湖区龙井路 1 号')
    expect(field('Name').value).toBe('')
    await waitFor(() => expect(drafts).toEqual([{ name: '林晚', mobile: '13800001024', ...home }]))
    expect(field('Name').value).toBe('林晚')
  })
})
