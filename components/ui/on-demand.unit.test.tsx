// @vitest-environment happy-dom

import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onDemand, partMissing } from './on-demand'

interface SheetProps {
  title: string
  onClose: () => void
}

const Sheet = ({ title }: SheetProps) => <p>{title}</p>
const offline = () => Promise.reject(new Error('Failed to load chunk'))

let missing = 0
const count = () => {
  missing += 1
}

beforeEach(() => {
  missing = 0
  vi.useFakeTimers()
  addEventListener(partMissing, count)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  removeEventListener(partMissing, count)
})

const settle = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms))

test('is loaded once, and shown at once afterwards', async () => {
  const load = vi.fn(async () => Sheet)
  const Part = onDemand(load, { waiting: <p>wait</p> })
  const { unmount } = render(<Part title="Sign in" onClose={() => undefined} />)
  expect(screen.queryByText('wait')).not.toBeNull()
  await settle()
  expect(screen.queryByText('Sign in')).not.toBeNull()
  unmount()
  render(<Part title="Pay" onClose={() => undefined} />)
  expect([screen.queryByText('Pay') !== null, load.mock.calls.length]).toEqual([true, 1])
})

test('without a connection, the page stays and shows a message; the next time loading is repeated', async () => {
  const load = vi.fn<() => Promise<typeof Sheet>>(offline)
  const onClose = vi.fn()
  const Part = onDemand(load, { onMissing: (props: SheetProps) => props.onClose() })
  const page = (isOpen: boolean) => (
    <>
      <p>choices</p>
      {isOpen && <Part title="Sign in" onClose={onClose} />}
    </>
  )
  const { rerender } = render(page(true))
  await settle(10_000)
  expect(screen.queryByText('choices')).not.toBeNull()
  expect([onClose.mock.calls.length, missing, load.mock.calls.length]).toEqual([1, 1, 1])
  rerender(page(false))
  load.mockResolvedValue(Sheet)
  rerender(page(true))
  await settle()
  expect(screen.queryByText('Sign in')).not.toBeNull()
})

test('what a page cannot do without comes when the connection is back', async () => {
  const load = vi.fn<() => Promise<typeof Sheet>>(offline)
  const Part = onDemand(load, { waiting: <p>wait</p> })
  render(<Part title="Region" onClose={() => undefined} />)
  await settle(7_000)
  expect([screen.queryByText('wait') !== null, missing, load.mock.calls.length]).toEqual([true, 1, 3])
  load.mockResolvedValue(Sheet)
  await settle(3_000)
  expect(screen.queryByText('Region')).not.toBeNull()
})
