// @vitest-environment happy-dom

import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePoll } from './use-poll'

let asked = 0
let answered: Promise<void> = Promise.resolve()

beforeEach(() => {
  vi.useFakeTimers()
  asked = 0
  answered = Promise.resolve()
})
afterEach(() => {
  cleanup()
  Reflect.deleteProperty(document, 'hidden')
  vi.useRealTimers()
})

function Asking({ waits, isOver = false }: { waits: number[]; isOver?: boolean }) {
  usePoll(
    isOver
      ? undefined
      : async () => {
          asked++
          await answered
        },
    waits,
  )
  return null
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const hide = (value: boolean) => Object.defineProperty(document, 'hidden', { value, configurable: true })

test('the waits grow, and the last one stays', async () => {
  render(<Asking waits={[100, 200, 400]} />)
  const after = async (ms: number) => {
    await pass(ms)
    return asked
  }
  expect(asked).toBe(0)
  expect(await after(100)).toBe(1)
  expect(await after(199)).toBe(1)
  expect(await after(1)).toBe(2)
  expect(await after(400)).toBe(3)
  expect(await after(400)).toBe(4)
})

test('nothing is asked in a hidden tab, while an answer is missing, or when it is over', async () => {
  let answer = () => {}
  answered = new Promise((resolve) => {
    answer = resolve
  })
  const { rerender } = render(<Asking waits={[0, 100]} />)
  expect(asked).toBe(1)
  await pass(300)
  expect(asked).toBe(1)
  await act(async () => answer())
  hide(true)
  await pass(300)
  expect(asked).toBe(1)
  hide(false)
  fireEvent(document, new Event('visibilitychange'))
  expect(asked).toBe(2)
  rerender(<Asking waits={[0, 100]} isOver />)
  await pass(300)
  fireEvent.focus(window)
  expect(asked).toBe(2)
})

test('nothing is asked after ten minutes without input, and again after the next', async () => {
  render(<Asking waits={[60_000]} />)
  await pass(10 * 60_000)
  const before = asked
  await pass(5 * 60_000)
  expect(asked).toBe(before)
  fireEvent.keyDown(document, { key: 'a' })
  await pass(60_000)
  expect(asked).toBe(before + 1)
})
