// @vitest-environment happy-dom

import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/**
 * The functions of the module, which is loaded anew for each test. Otherwise, the state that the module keeps would
 * pass from one test to the next, also from tests of sheets in the same process.
 */
let { layersSettled, useBackLayer } = await import('./back-layers')

/** The simulated history entries of a browser tab. happy-dom cannot step through its own history. */
let states: unknown[] = []
let at = 0
/**
 * The target of the simulated history events, in place of the window: modules from earlier tests may still listen to
 * the window.
 */
let steps = new EventTarget()
const go = vi.fn()

/**
 * Steps through the simulated history and dispatches the event of `instrumentation-client.ts`. Returns whether the
 * router receives the event.
 */
function step(by: number): boolean {
  at += by
  return steps.dispatchEvent(new Event('history-step', { cancelable: true }))
}

beforeEach(async () => {
  vi.resetModules()
  ;({ layersSettled, useBackLayer } = await import('./back-layers'))
  vi.useFakeTimers()
  ;[states, at, steps] = [[null], 0, new EventTarget()]
  vi.stubGlobal('addEventListener', steps.addEventListener.bind(steps))
  vi.stubGlobal('removeEventListener', steps.removeEventListener.bind(steps))
  go.mockReset().mockImplementation((by: number) => void setTimeout(() => step(by), 5))
  vi.stubGlobal('history', {
    get state() {
      return states[at]
    },
    pushState: (state: unknown) => {
      states = [...states.slice(0, at + 1), state]
      at += 1
    },
    go,
  })
})
afterEach(async () => {
  cleanup()
  await vi.advanceTimersByTimeAsync(2_000)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function Layer({ name, onBack }: { name: string; onBack: () => void }) {
  useBackLayer(true, onBack)
  return <p>{name}</p>
}

const none = () => undefined
const show = (open: string[], onBack: (name: string) => void) =>
  open.map((name) => <Layer key={name} name={name} onBack={() => onBack(name)} />)
const wait = (ms = 1_500) => act(() => vi.advanceTimersByTimeAsync(ms))

test('Back closes what lies over the screen, the uppermost first, and the router does not hear of it', async () => {
  let open = ['addresses']
  const { rerender } = render(show(open, none))
  const close = (name: string) => {
    open = open.filter((one) => one !== name)
    rerender(show(open, close))
  }
  await wait()
  open = ['addresses', 'form']
  rerender(show(open, close))
  await wait()
  expect([states.length, at]).toEqual([3, 2])
  act(() => void expect(step(-1)).toBe(false))
  await wait()
  expect([screen.queryByText('form'), screen.queryByText('addresses') !== null, at]).toEqual([null, true, 1])
  act(() => void expect(step(-1)).toBe(false))
  await wait()
  expect([open, at]).toEqual([[], 0])
  // The entries exist already, so none is added.
  expect(go).not.toHaveBeenCalled()
  at = 1
  expect(step(-1)).toBe(true)
})

test('what is closed otherwise takes its entries along, in one step', async () => {
  const { rerender } = render(show(['addresses', 'form'], none))
  await wait()
  expect(at).toBe(2)
  rerender(show([], none))
  let isSettled = false
  void layersSettled().then(() => {
    isSettled = true
  })
  await wait(3)
  expect(isSettled).toBe(false)
  await wait()
  expect([go.mock.calls, at, isSettled]).toEqual([[[-2]], 0, true])
})

test('a layer that opens while the entry of another one is removed stays open, and gets an entry', async () => {
  const onBack = vi.fn()
  const { rerender } = render(show(['addresses'], onBack))
  await wait()
  rerender(show([], onBack))
  await wait(2)
  expect([go.mock.calls, at]).toEqual([[[-1]], 1])
  rerender(show(['payment'], onBack))
  await wait()
  expect([onBack.mock.calls, states.length, at]).toEqual([[], 2, 1])
  step(-1)
  expect(onBack).toHaveBeenCalledExactlyOnceWith('payment')
})

test('what stays open gets its entry again, so that the next Back asks it as well', async () => {
  const onBack = vi.fn()
  render(show(['payment'], onBack))
  await wait()
  step(-1)
  await wait()
  expect(at).toBe(1)
  step(-1)
  await wait()
  expect([onBack.mock.calls.length, at]).toEqual([2, 1])
})

test('where another screen has come meanwhile, nothing is stepped back', async () => {
  const { rerender } = render(show(['payment'], none))
  await wait()
  history.pushState(null, '')
  rerender(show([], none))
  await wait()
  expect([go.mock.calls, at]).toEqual([[], 2])
})
