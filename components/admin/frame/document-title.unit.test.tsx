// @vitest-environment happy-dom

import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BrandProvider } from '@/components/ui/brand'
import { DocumentTitle } from './document-title'

/** Replaces the title in the same steps as Next.js: adds a new title element, then removes the former title element. */
function give(title: string) {
  const former = document.querySelector('title')
  const element = document.createElement('title')
  element.textContent = title
  document.head.append(element)
  former?.remove()
}

beforeEach(() => give('Themes · mini-shop'))
afterEach(cleanup)

test('a later title of the framework is replaced, and restored when the component is removed', async () => {
  const { unmount } = render(<DocumentTitle title="Summer" />)
  expect(document.title).toBe('Summer · mini-shop')
  give('Banners · mini-shop')
  await vi.waitFor(() => expect(document.title).toBe('Summer · mini-shop'))
  unmount()
  expect(document.title).toBe('Banners · mini-shop')
  expect(document.querySelectorAll('title')).toHaveLength(1)
})

test('without a title element, none is added, and the first title of the framework is replaced', async () => {
  document.querySelector('title')?.remove()
  const { unmount } = render(<DocumentTitle title="Summer" />)
  expect(document.querySelectorAll('title')).toHaveLength(0)
  give('Themes · mini-shop')
  await vi.waitFor(() => expect(document.title).toBe('Summer · mini-shop'))
  unmount()
  expect(document.title).toBe('Themes · mini-shop')
})

test('the later of two titles is shown, and the title from the framework is restored', async () => {
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

test('the title ends with the name of the shop, if there is one', () => {
  give('Themes · Teahouse')
  const brand = { name: 'Teahouse', logo_url: null }
  render(
    <BrandProvider brand={brand}>
      <DocumentTitle title="Summer" />
    </BrandProvider>,
  )
  expect(document.title).toBe('Summer · Teahouse')
})
