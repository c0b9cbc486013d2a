// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Shown } from '@/components/ui/testing/shown'
import { IntegerInput } from './integer-input'

afterEach(cleanup)

let stored: number | ''

function Form({ value }: { value: number | '' }) {
  const [current, setCurrent] = useState(value)
  return (
    <IntegerInput
      aria-label="Pieces"
      value={current}
      onChange={(next) => {
        stored = next
        setCurrent(next)
      }}
    />
  )
}

function show(value: number | '' = 0): HTMLInputElement {
  stored = value
  render(
    <Shown>
      <Form value={value} />
    </Shown>,
  )
  return screen.getByRole<HTMLInputElement>('textbox', { name: 'Pieces' })
}

const type = (input: HTMLInputElement, text: string) => {
  for (let length = 1; length <= text.length; length++)
    fireEvent.change(input, { target: { value: text.slice(0, length) } })
}

test.each([
  ['02', 2],
  ['050', 50],
  ['7', 7],
  ['-5', -5],
  ['0', 0],
])('%s is %d, and is shown as it is typed', (text, number) => {
  const input = show()
  type(input, text)
  expect([stored, input.value]).toEqual([number, text])
  fireEvent.blur(input)
  expect([stored, Number(input.value)]).toEqual([number, number])
})

/** A form that stores 0 for an empty field. */
function Count() {
  const [count, setCount] = useState(0)
  return <IntegerInput aria-label="Pieces" value={count} onChange={(next) => setCount(next || 0)} />
}

test('a field that was emptied stays empty where that counts as 0', () => {
  render(
    <Shown>
      <Count />
    </Shown>,
  )
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Pieces' })
  type(input, '2')
  fireEvent.change(input, { target: { value: '' } })
  expect(input.value).toBe('')
  fireEvent.blur(input)
  expect(input.value).toBe('0')
})

test('an empty field and a sign alone are no number', () => {
  const input = show(3)
  fireEvent.change(input, { target: { value: '' } })
  expect(stored).toBe('')
  fireEvent.change(input, { target: { value: '-' } })
  expect([stored, input.value]).toEqual(['', '-'])
})

test('no other file of the admin has an input for whole numbers of its own', () => {
  const files = import.meta.glob<string>(['../../app/admin/**/*.tsx', '../**/*.tsx', '!**/*.test.*'], {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const naming = Object.entries(files).flatMap(([file, source]) =>
    /\bNumberInput\b[^;]*from '@mantine\/core'/.test(source) ? [file] : [],
  )
  expect(naming).toEqual(['./integer-input.tsx'])
})
