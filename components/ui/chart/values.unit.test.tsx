// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { defineFonts } from '@/components/ui/testing/browser'
import { Shown } from '@/components/ui/testing/shown'
import { Bars } from './plot'

beforeAll(defineFonts)
beforeEach(() => {
  // happy-dom has no layout: the drawing is 100 px wide and has four points, the last of which is not known yet.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 50))
})
afterEach(() => {
  vi.restoreAllMocks()
  cleanup()
})

function show() {
  const points = [3, 5, 4, null].map((value, at) => ({ label: `${at}`, hint: `Day ${at}: ${value}`, value }))
  render(
    <Shown>
      <Bars description="Boxes" format={String} points={points} />
    </Shown>,
  )
  return screen.getByRole('slider')
}
const told = () => screen.queryByText(/^Day/)?.textContent

test('the mouse shows the value that it is over, until it leaves', () => {
  const values = show()
  expect(told()).toBeUndefined()
  fireEvent.pointerMove(values, { clientX: 30, pointerType: 'mouse' })
  expect(told()).toBe('Day 1: 5')
  fireEvent.pointerMove(values, { clientX: 99, pointerType: 'mouse' })
  expect(told()).toBe('Day 2: 4')
  fireEvent.pointerLeave(values, { pointerType: 'mouse' })
  expect(told()).toBeUndefined()
})

test('a finger shows the value where it was laid, and leaves it there', () => {
  const values = show()
  fireEvent.pointerDown(values, { clientX: 10, pointerType: 'touch' })
  fireEvent.pointerLeave(values, { pointerType: 'touch' })
  expect(told()).toBe('Day 0: 3')
  fireEvent.blur(values)
  expect(told()).toBeUndefined()
})

test('the arrow keys go from value to value', () => {
  const values = show()
  expect(values.getAttribute('aria-valuetext')).toBe('Day 2: 4')
  fireEvent.keyDown(values, { key: 'ArrowLeft' })
  expect(told()).toBe('Day 1: 5')
  expect(values.getAttribute('aria-valuetext')).toBe('Day 1: 5')
  fireEvent.keyDown(values, { key: 'Home' })
  fireEvent.keyDown(values, { key: 'ArrowLeft' })
  expect(told()).toBe('Day 0: 3')
  fireEvent.keyDown(values, { key: 'End' })
  expect(told()).toBe('Day 2: 4')
  fireEvent.keyDown(values, { key: 'Escape' })
  expect(told()).toBeUndefined()
})
