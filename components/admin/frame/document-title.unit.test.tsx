// @vitest-environment happy-dom

import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BrandProvider } from '@/components/ui/brand'
import { DocumentTitle } from './document-title'

/** As the framework does it: another element, then the former one is removed. */
function give(title: string) {
  const former = document.querySelector('title')
  const element = document.createElement('title')
  element.textContent = title
  document.head.append(element)
  former?.remove()
}

beforeEach(() => give('Themes · mini-shop'))
afterEach(cleanup)

test('a title is kept when the framework gives another one later, which comes back once it is no longer shown', async () => {
  const { unmount } = render(<DocumentTitle title="Summer" />)
  expect(document.title).toBe('Summer · mini-shop')
  give('Banners · mini-shop')
  await vi.waitFor(() => expect(document.title).toBe('Summer · mini-shop'))
  unmount()
  expect(document.title).toBe('Banners · mini-shop')
  expect(document.querySelectorAll('title')).toHaveLength(1)
})

test('where there is no title yet, the first one that arrives is replaced, and none stands beside it', async () => {
  document.querySelector('title')?.remove()
  const { unmount } = render(<DocumentTitle title="Summer" />)
  expect(document.querySelectorAll('title')).toHaveLength(0)
  give('Themes · mini-shop')
  await vi.waitFor(() => expect(document.title).toBe('Summer · mini-shop'))
  unmount()
  expect(document.title).toBe('Themes · mini-shop')
})

test('of two, the later one counts, and the title under both comes back', async () => {
  const lower = render(<DocumentTitle title="Summer" />)
  const upper = render(<DocumentTitle title="Tea" />)
  expect(document.title).toBe('Tea · mini-shop')
  lower.unmount()
  expect(document.title).toBe('Tea · mini-shop')
  upper.unmount()
  expect(document.title).toBe('Themes · mini-shop')

  const under = render(<DocumentTitle title="Summer" />)
  render(<DocumentTitle title="Tea" />).unmount()
  expect(document.title).toBe('Summer · mini-shop')
  under.unmount()
  expect(document.title).toBe('Themes · mini-shop')
})

test('the tab has the name of the shop, where it has one', () => {
  give('Themes · Teahouse')
  const brand = { name: 'Teahouse', logo_url: null }
  render(
    <BrandProvider brand={brand}>
      <DocumentTitle title="Summer" />
    </BrandProvider>,
  )
  expect(document.title).toBe('Summer · Teahouse')
})
