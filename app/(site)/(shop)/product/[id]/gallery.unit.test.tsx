// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Shown } from '@/components/ui/testing/shown'
import { Gallery } from './gallery'

afterEach(cleanup)

const shown = (images: string[], chosen?: string) => (
  <Shown>
    <Gallery name="杯" images={images} chosen={chosen} />
  </Shown>
)
const show = (images: string[]) => render(shown(images))

test('several pictures show the position of the visible picture', () => {
  show(['/a.png', '/b.png', '/c.png'])
  expect(screen.getByText('1/3')).toBeTruthy()
  const pictures = screen.getByRole('region')
  Object.defineProperty(pictures, 'clientWidth', { value: 390 })
  pictures.scrollLeft = 770
  fireEvent.scroll(pictures)
  expect(screen.getByText('3/3')).toBeTruthy()
})

test('a single picture shows no position', () => {
  show(['/a.png'])
  expect(screen.queryByText('1/1')).toBeNull()
})

test('scrolls to the picture of the chosen variant', () => {
  const { rerender } = show(['/a.png', '/b.png', '/c.png'])
  const pictures = screen.getByRole('region')
  Object.defineProperty(pictures, 'clientWidth', { value: 390 })
  const scrollTo = vi.spyOn(pictures, 'scrollTo')
  rerender(shown(['/a.png', '/b.png', '/c.png'], '/c.png'))
  expect(scrollTo).toHaveBeenCalledWith({ left: 780 })
})
