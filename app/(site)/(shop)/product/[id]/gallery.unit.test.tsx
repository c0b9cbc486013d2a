// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Shown } from '@/components/testing/shown'
import { Gallery } from './gallery'

afterEach(cleanup)

const show = (images: string[]) =>
  render(
    <Shown>
      <Gallery name="杯" images={images} />
    </Shown>,
  )

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
