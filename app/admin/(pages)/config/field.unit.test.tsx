// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Shown } from '@/components/testing/shown'
import { yuanOf } from '@/lib/yuan'
import { ParameterField } from './field'
import type { Parameter } from './parameters'

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

function Field({ parameter }: { parameter: Parameter }) {
  const [value, setValue] = useState<Parameter['value']>()
  return (
    <ParameterField
      parameter={parameter}
      value={value ?? parameter.value}
      error={undefined}
      disabled={false}
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

/** As people write an amount: with its zeros, without them, with a sign of the currency. */
const spellings = (fen: number) => {
  const full = yuanOf(fen)
  return [full, full.replace(/\.?0+$/, '') || '0', `¥${full}`]
}

test('every amount is a change, however it is written', { timeout: 60_000 }, () => {
  const input = show()
  // Every hundredth ends in 00, every tenth in 0.
  for (let at = 1; at <= 500; at++) {
    const fen = (at * 7_919) % 100_000
    for (const text of spellings(at % 5 === 0 ? fen - (fen % 100) : fen)) {
      type(input, text)
      expect([text, entered]).toEqual([text, at % 5 === 0 ? fen - (fen % 100) : fen])
      expect(input.value).toBe(text)
    }
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
