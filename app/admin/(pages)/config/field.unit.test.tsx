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
