// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { defineFonts } from '@/components/ui/testing/browser'
import { Shown } from '@/components/ui/testing/shown'
import { SettingField } from './field'
import type { Setting } from './settings-form'

beforeAll(defineFonts)
afterEach(cleanup)

const stored: Setting = {
  key: 'order.freight_fee',
  group: 'order',
  type: 'integer',
  value: 0,
  default: 0,
  minimum: 0,
  maximum: 100_000,
  updated_at: null,
  updated_by: null,
}

let entered: Setting['value'] | undefined

function Field({ setting, disabled = false }: { setting: Setting; disabled?: boolean }) {
  const [value, setValue] = useState<Setting['value']>()
  return (
    <SettingField
      setting={setting}
      value={value ?? setting.value}
      error={undefined}
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

test('an amount counts as a change, even if it ends in 0', () => {
  const input = show()
  for (const text of ['12', '8.5', '15.00']) {
    type(input, text)
    expect(entered).toBe(Math.round(Number(text) * 100))
  }
})

test('an invalid amount stays with an error; an empty field is restored to the stored value', () => {
  const input = show({ ...stored, value: 800 })
  type(input, '12 yuan')
  expect(input.value).toBe('12 yuan')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  type(input, '')
  fireEvent.blur(input)
  expect(entered).toBeUndefined()
  expect(input.value).toBe('8.00')
})

test('a whole number with leading zeros counts as a change', () => {
  const input = show({ ...stored, key: 'order.unpaid_max', value: 10, default: 10 })
  type(input, '012')
  expect(entered).toBe(12)
})

test('users without permission read the value of a setting; its key is only a hint', () => {
  render(
    <Shown>
      <Field setting={{ ...stored, value: 800 }} disabled />
      <Field setting={{ ...stored, key: 'user.registration', type: 'boolean', value: true, default: true }} disabled />
    </Shown>,
  )
  expect(document.querySelector('input')).toBeNull()
  expect([...document.querySelectorAll('[id]')].map(({ textContent }) => textContent)).toEqual(['¥8.00', 'On'])
  expect(screen.queryByText('order.freight_fee')).toBeNull()
  expect(screen.getByTitle('order.freight_fee')).not.toBeNull()
})

test('an address is shown on several lines, and stored on one', () => {
  const input = show({ ...stored, key: 'after_sale.return_address', type: 'string', value: '龙井路 1 号', default: '' })
  expect(input.tagName).toBe('TEXTAREA')
  type(input, '龙井路 1 号\n沈掌柜 13800000000')
  expect(entered).toBe('龙井路 1 号 沈掌柜 13800000000')
})
