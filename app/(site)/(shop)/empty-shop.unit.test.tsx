// @vitest-environment happy-dom

import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Shown } from '@/components/ui/testing/shown'
import { EmptyShop } from './empty-shop'

afterEach(cleanup)
const show = (isSandbox: boolean) =>
  render(
    <Shown>
      <EmptyShop isSandbox={isSandbox} />
    </Shown>,
  )

test('an empty shop tells its customers that it opens soon', () => {
  show(false)
  expect(screen.getByRole('heading', { level: 1, name: 'This shop opens soon.' })).toBeTruthy()
  expect(screen.queryByText(/db:seed/)).toBeNull()
  expect(screen.queryByRole('link')).toBeNull()
})

test('an empty sandbox tells developers how to fill it', () => {
  show(true)
  expect(screen.getByText(/db:seed/)).toBeTruthy()
  expect(screen.getByRole('link').getAttribute('href')).toBe('/docs')
})
