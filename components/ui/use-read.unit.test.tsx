// @vitest-environment happy-dom

import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useRead } from './use-read'

afterEach(cleanup)

/** Returns a `read` function, and functions with which a test gives the results of its calls in any order. */
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

test('a refresh that fails keeps the value, and one that a change overtakes is dropped', async () => {
  const results: (() => Promise<string>)[] = [async () => 'first', () => Promise.reject(new Error('offline'))]
  const { result } = renderHook(() => useRead(() => results.shift()?.() ?? Promise.resolve('late')))
  await waitFor(() => expect(result.current.value).toBe('first'))
  await act(() => result.current.refresh())
  expect([result.current.value, result.current.isFailed]).toEqual(['first', false])
  await act(async () => {
    const refreshed = result.current.refresh()
    result.current.replace('changed')
    await refreshed
  })
  expect(result.current.value).toBe('changed')
  await act(() => result.current.refresh())
  expect(result.current.value).toBe('late')
})
