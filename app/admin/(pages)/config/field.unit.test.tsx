// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { defineFonts } from '@/components/testing/browser'
import { Shown } from '@/components/testing/shown'
import { ParameterField } from './field'
import type { Parameter } from './settings-form'

beforeAll(defineFonts)
afterEach(cleanup)

const stored: Parameter = {
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

let entered: Parameter['value'] | undefined

function Field({ parameter, disabled = false }: { parameter: Parameter; disabled?: boolean }) {
  const [value, setValue] = useState<Parameter['value']>()
  return (
    <ParameterField
      parameter={parameter}
      value={value ?? parameter.value}
      error={undefined}
      disabled={disabled}
      onChange={(next) => {
        entered = next
        setValue(next)
      }}
    />
  )
}

const show = (parameter = stored) => {
  render(
    <Shown>
      <Field parameter={parameter} />
    </Shown>,
  )
  return screen.getByRole<HTMLInputElement>('textbox')
}
const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } })

test('an amount is a change, also if it ends in 0', () => {
  const input = show()
  for (const text of ['12', '8.5', '15.00']) {
    type(input, text)
    expect(entered).toBe(Math.round(Number(text) * 100))
  }
})

test('what is no amount stays, and says so; an empty field is the stored value again', () => {
  const input = show({ ...stored, value: 800 })
  type(input, '12 yuan')
  expect(input.value).toBe('12 yuan')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  type(input, '')
  fireEvent.blur(input)
  expect(entered).toBeUndefined()
  expect(input.value).toBe('8.00')
})

test('a whole number with zeros in front is a change too', () => {
  const input = show({ ...stored, key: 'order.unpaid_max', value: 10, default: 10 })
  type(input, '012')
  expect(entered).toBe(12)
})

test('who may not change a setting reads its value; its key is only a hint', () => {
  render(
    <Shown>
      <Field parameter={{ ...stored, value: 800 }} disabled />
      <Field
        parameter={{ ...stored, key: 'user.registration', type: 'boolean', value: true, default: true }}
        disabled
      />
    </Shown>,
  )
  expect(document.querySelector('input')).toBeNull()
  expect([...document.querySelectorAll('[id]')].map(({ textContent }) => textContent)).toEqual(['¥8.00', 'On'])
  expect(screen.queryByText('order.freight_fee')).toBeNull()
  expect(screen.getByTitle('order.freight_fee')).not.toBeNull()
})

test('an address is read on several lines, and kept on one', () => {
  const input = show({ ...stored, key: 'after_sale.return_address', type: 'string', value: '龙井路 1 号', default: '' })
  expect(input.tagName).toBe('TEXTAREA')
  type(input, '龙井路 1 号\n沈掌柜 13800000000')
  expect(entered).toBe('龙井路 1 号 沈掌柜 13800000000')
})
