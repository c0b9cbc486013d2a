// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { defineFonts } from '@/components/ui/testing/browser'
import { Shown } from '@/components/ui/testing/shown'
import type { Setting } from './edits'
import { SettingField } from './field'

beforeAll(defineFonts)
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const stored: Setting = {
  key: 'order.unpaid_max',
  group: 'order',
  type: 'integer',
  value: 10,
  default: 10,
  minimum: 0,
  maximum: 100_000,
  updated_at: null,
  updated_by: null,
}

let entered: Setting['value'] | undefined

interface FieldProps {
  setting: Setting
  disabled?: boolean
  errors?: Record<string, string>
}

function Field({ setting, disabled = false, errors = {} }: FieldProps) {
  const [value, setValue] = useState<Setting['value']>()
  return (
    <SettingField
      setting={setting}
      value={value === undefined ? setting.value : value}
      errors={errors}
      disabled={disabled}
      onChange={(next) => {
        entered = next
        setValue(next)
      }}
    />
  )
}

const show = (setting = stored) => {
  render(
    <Shown>
      <Field setting={setting} />
    </Shown>,
  )
  return screen.getByRole<HTMLInputElement>('textbox')
}
const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } })

test('a whole number with leading zeros counts as a change', () => {
  const input = show()
  type(input, '012')
  expect(entered).toBe(12)
})

test('users without permission read the value of a setting; its key is only a hint', () => {
  render(
    <Shown>
      <Field setting={{ ...stored, value: 8 }} disabled />
      <Field setting={{ ...stored, key: 'user.registration', type: 'boolean', value: true, default: true }} disabled />
    </Shown>,
  )
  expect(document.querySelector('input')).toBeNull()
  expect([...document.querySelectorAll('[id]')].map(({ textContent }) => textContent)).toEqual(['8', 'On'])
  expect(screen.queryByText('order.unpaid_max')).toBeNull()
  expect(screen.getByTitle('order.unpaid_max')).not.toBeNull()
})

test('an address is shown on several lines, and stored on one', () => {
  const input = show({ ...stored, key: 'after_sale.return_address', type: 'string', value: '龙井路 1 号', default: '' })
  expect(input.tagName).toBe('TEXTAREA')
  type(input, '龙井路 1 号\n沈掌柜 13800000000')
  expect(entered).toBe('龙井路 1 号 沈掌柜 13800000000')
})

const closing = { from: '2027-02-04T16:00:00.000Z', until: '2027-02-12T16:00:00.000Z', message: '春节休息' }
const closed: Setting = { ...stored, key: 'shop.closed', type: 'closing', value: closing, default: null }
const showClosing = (now: string, value: Setting['value'] = closing, errors = {}) => {
  vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] })
  render(
    <Shown>
      <Field setting={{ ...closed, value }} errors={errors} />
    </Shown>,
  )
}

test.each([
  ['2027-02-01T00:00:00Z', closing, 'Closes on Feb 5, 2027, 12:00 AM'],
  ['2027-02-05T00:00:00Z', closing, 'Closed now, until Feb 13, 2027, 12:00 AM'],
  ['2027-02-12T16:00:00Z', closing, 'Open. This ended on Feb 13, 2027, 12:00 AM.'],
  ['2027-02-05T00:00:00Z', { ...closing, until: '' }, 'Choose the beginning and a later end.'],
  ['2027-02-05T00:00:00Z', { ...closing, until: closing.from }, 'Choose the beginning and a later end.'],
  ['2027-02-05T00:00:00Z', null, 'Open'],
])('at %s, a closing %j is shown as “%s”', (now, value, text) => {
  showClosing(now, value)
  expect(screen.getByText(text, { exact: true })).toBeTruthy()
})

test('the times of a closing are those of the shop, and its message is written beside them', async () => {
  showClosing('2027-02-01T00:00:00Z')
  const at = (name: string) => screen.findByRole('button', { name }, { timeout: 10_000 })
  expect(await at('Closed from: 2027-02-05 00:00')).toBeTruthy()
  expect(await at('Orders again from: 2027-02-13 00:00')).toBeTruthy()
  type(screen.getByRole('textbox', { name: 'Message for customers' }), '春节快乐')
  expect(entered).toEqual({ ...closing, message: '春节快乐' })
})

test.each([
  ['2027-02-05T00:00:00.000Z', 'Take orders again now', { ...closing, until: '2027-02-05T00:00:00.000Z' }],
  ['2027-02-01T00:00:00.000Z', 'Cancel the closing', null],
])('at %s, a closing ends by “%s”', (now, name, ended) => {
  showClosing(now)
  fireEvent.click(screen.getByRole('button', { name }))
  expect(entered).toEqual(ended)
})

test('a closing that was just ended is over', () => {
  showClosing('2027-02-05T00:00:00.000Z')
  vi.setSystemTime(Date.parse('2027-02-05T00:00:20.000Z'))
  fireEvent.click(screen.getByRole('button', { name: 'Take orders again now' }))
  expect(screen.getByText(/^Open\. This ended on /)).toBeTruthy()
})

test('a closing without anything is none', () => {
  showClosing('2027-02-01T00:00:00Z', { from: '', until: '', message: 'x' })
  type(screen.getByRole('textbox', { name: 'Message for customers' }), '')
  expect(entered).toBeNull()
})

test('a fault of a closing is at its field', async () => {
  showClosing('2027-02-01T00:00:00Z', closing, { 'shop.closed.until': 'Must be after the start.' })
  const end = await screen.findByRole('button', { name: /^Orders again from/ }, { timeout: 10_000 })
  expect(end.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Must be after the start.')).toBeTruthy()
})

test('users without permission read a closing in one line', () => {
  render(
    <Shown>
      <Field setting={closed} disabled />
      <Field setting={{ ...closed, value: { ...closing, message: '' } }} disabled />
    </Shown>,
  )
  expect([...document.querySelectorAll('[id]')].map(({ textContent }) => textContent)).toEqual([
    'Feb 5, 2027, 12:00 AM to Feb 13, 2027, 12:00 AM: 春节休息',
    'Feb 5, 2027, 12:00 AM to Feb 13, 2027, 12:00 AM',
  ])
})

test('a share is typed in percent, and an unfinished text is restored', () => {
  const share = { key: 'promotion.most_off_permille', group: 'promotion', minimum: 1, maximum: 999 } as const
  const input = show({ ...stored, ...share, value: 900, default: 900 })
  expect([input.value, screen.getByText(/default/).textContent]).toEqual([
    '90',
    '0.1% off to 99.9% off, default 90% off',
  ])
  type(input, '85.5')
  expect(entered).toBe(855)
  type(input, 'half')
  expect(screen.getByText('Enter a percentage with at most one decimal.')).toBeTruthy()
  fireEvent.blur(input)
  expect(input.value).toBe('90')
})
