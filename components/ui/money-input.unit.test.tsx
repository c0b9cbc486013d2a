// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { Shown } from '@/components/ui/testing/shown'
import { fenOf, yuanOf } from '@/lib/kit/money'
import { rounds } from '@/lib/server/testing/races'
import { AmountInput, MoneyInput } from './money-input'

afterEach(cleanup)

let stored: number | string

function show(Input: typeof MoneyInput | typeof AmountInput, value: number | string = ''): HTMLInputElement {
  stored = value
  function Form() {
    const [current, setCurrent] = useState(value)
    return (
      <>
        <Input
          aria-label="Price"
          value={current}
          onChange={(next) => {
            stored = next
            setCurrent(next)
          }}
        />
        <button type="button" onClick={() => setCurrent(123)}>
          Restore
        </button>
      </>
    )
  }
  render(
    <Shown>
      <Form />
    </Shown>,
  )
  return screen.getByRole<HTMLInputElement>('textbox', { name: 'Price' })
}

/** Types a text key by key. Throws if the field changes the typed text. */
function type(input: HTMLInputElement, text: string) {
  for (let length = 1; length <= text.length; length++) {
    const typed = text.slice(0, length)
    fireEvent.change(input, { target: { value: typed } })
    if (input.value !== typed) throw new Error(`${typed} became ${input.value}`)
  }
}
const enter = (input: HTMLInputElement, value: string) => fireEvent.change(input, { target: { value } })

/** Amounts in fen, the same in every run. Some end in 0 or 00. */
const amounts = Array.from({ length: rounds(200) }, (_, at) => {
  const fen = (at * 7_919_317) % 100_000_000
  return at % 5 === 0 ? fen - (fen % 100) : at % 2 === 0 ? fen - (fen % 10) : fen
})

/** Returns the amount in yuan without trailing zeros, as some users write it. */
const shortest = (fen: number) => yuanOf(fen).replace(/\.?0+$/, '')

describe.each([
  ['a field', MoneyInput],
  ['a cell', AmountInput],
] as const)('in %s', (_, Input) => {
  test('every amount that is typed is the value, however it is written', { timeout: 120_000 }, () => {
    const input = show(Input)
    for (const [at, fen] of amounts.entries()) {
      type(input, at % 3 === 0 ? yuanOf(fen) : shortest(fen))
      expect(stored).toBe(fen)
      fireEvent.blur(input)
      expect([stored, input.value]).toEqual([fen, yuanOf(fen)])
      enter(input, '')
      expect(stored).toBe('')
    }
  })

  test('an amount is pasted with its currency and commas', () => {
    const input = show(Input)
    for (const text of ['¥1,234.50', '￥1234.5', '1,234.50元', ' CNY 1234.50 ']) {
      enter(input, '')
      enter(input, text)
      expect([text, stored]).toEqual([text, 123_450])
    }
  })

  test('what is no amount stays as it is, also when the field is left', () => {
    const input = show(Input, 800)
    enter(input, '12 yuan')
    fireEvent.blur(input)
    expect([stored, input.value]).toEqual(['12 yuan', '12 yuan'])
  })

  test('a value that comes from elsewhere replaces what was typed', () => {
    const input = show(Input, 800)
    enter(input, '12.')
    expect(input.value).toBe('12.')
    fireEvent.click(screen.getByRole('button', { name: 'Restore' }))
    expect(input.value).toBe('1.23')
  })
})

test('a field says that a text is no amount', () => {
  const input = show(MoneyInput)
  enter(input, '1e3')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText(/amount/)).toBeTruthy()
  enter(input, '1000')
  expect(input.getAttribute('aria-invalid')).not.toBe('true')
  expect(fenOf(input.value)).toBe(100_000)
})

test('no other file of the admin has an input for amounts', () => {
  const files = import.meta.glob<string>(['../../app/admin/**/*.{ts,tsx}', '../**/*.{ts,tsx}', '!**/*.test.*'], {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const others = Object.entries(files).filter(([file]) => file !== './money-input.tsx')
  expect(others.length).toBeGreaterThan(300)
  const naming = (pattern: RegExp) => others.flatMap(([file, source]) => (pattern.test(source) ? [file] : []))
  // The input for a percentage.
  const ofPercent = ['./off-input.tsx']
  expect(naming(/['"]decimal['"]|decimalScale|prefix="¥"/)).toEqual(ofPercent)
  // Cells that are pasted from a spreadsheet.
  expect(naming(/\bfenOf\b/)).toEqual(['../../app/admin/(pages)/product/cells.ts'])
})
