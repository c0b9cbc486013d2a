// @vitest-environment happy-dom

import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { PageNotFound } from '@/components/site/page-not-found'
import { Shown } from '@/components/ui/testing/shown'
import { MissingCategory } from './missing-category'

afterEach(cleanup)
const ways = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'))

test('a category that does not exist says so, with the ways to the home screen and to all categories', () => {
  render(
    <Shown path="/category">
      <MissingCategory />
    </Shown>,
  )
  expect(screen.getByRole('heading', { level: 1, name: 'This category does not exist' })).toBeTruthy()
  expect(ways()).toEqual(['/', '/category'])
})

test('a page that does not exist leads to the shop only', () => {
  render(
    <Shown path="/nowhere">
      <PageNotFound />
    </Shown>,
  )
  expect(ways()).toEqual(['/'])
})
