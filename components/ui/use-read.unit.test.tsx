// @vitest-environment happy-dom

import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useRead } from './use-read'

afterEach(cleanup)

/** Reads whose results the test provides, in any order. */
function readsByHand() {
  const answers: ((value: string) => void)[] = []
  const read = () => new Promise<string>((answer) => answers.push(answer))
  return { answers, read }
}

test('an answer that arrives after a change is older than that, and is dropped', async () => {
  const { answers, read } = readsByHand()
  const { result } = renderHook(() => useRead(read))
  act(() => result.current.replace('changed'))
  await act(async () => answers[0]?.('read before'))
  expect(result.current.value).toBe('changed')
})

test('what is read after a change is shown', async () => {
  const { answers, read } = readsByHand()
  const { result } = renderHook(() => useRead(read))
  act(() => result.current.replace('changed'))
  act(() => result.current.reload())
  await act(async () => answers[1]?.('read after'))
  await waitFor(() => expect(result.current.value).toBe('read after'))
})

test('an answer for a former key is dropped', async () => {
  const { answers, read } = readsByHand()
  const { result, rerender } = renderHook(({ key }) => useRead(read, key), { initialProps: { key: 'a' } })
  rerender({ key: 'b' })
  await act(async () => answers[1]?.('of b'))
  await act(async () => answers[0]?.('of a'))
  expect(result.current.value).toBe('of b')
})
