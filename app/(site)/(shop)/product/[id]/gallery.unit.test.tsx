// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Shown } from '@/components/testing/shown'
import { Gallery } from './gallery'

afterEach(cleanup)

const shown = (images: string[], chosen?: string) => (
  <Shown>
    <Gallery name="杯" images={images} chosen={chosen} />
  </Shown>
)
const show = (images: string[]) => render(shown(images))

test('several pictures say which of them is seen', () => {
  show(['/a.png', '/b.png', '/c.png'])
  expect(screen.getByText('1/3')).toBeTruthy()
  const pictures = screen.getByRole('region')
  Object.defineProperty(pictures, 'clientWidth', { value: 390 })
  pictures.scrollLeft = 770
  fireEvent.scroll(pictures)
  expect(screen.getByText('3/3')).toBeTruthy()
})

test('a single one says nothing', () => {
  show(['/a.png'])
  expect(screen.queryByText('1/1')).toBeNull()
})

test('goes to the picture of the variant that is chosen', () => {
  const { rerender } = show(['/a.png', '/b.png', '/c.png'])
  const pictures = screen.getByRole('region')
  Object.defineProperty(pictures, 'clientWidth', { value: 390 })
  const scrollTo = vi.spyOn(pictures, 'scrollTo')
  rerender(shown(['/a.png', '/b.png', '/c.png'], '/c.png'))
  expect(scrollTo).toHaveBeenCalledWith({ left: 780 })
})
