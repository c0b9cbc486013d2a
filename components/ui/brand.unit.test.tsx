// @vitest-environment happy-dom

import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { defineFonts } from '@/components/ui/testing/browser'
import { Shown } from '@/components/ui/testing/shown'
import { BrandProvider, ShopLogo } from './brand'

beforeAll(defineFonts)
afterEach(cleanup)

test('a shop is shown by its name and its logo', () => {
  const { container } = render(
    <Shown>
      <BrandProvider brand={{ name: 'Teahouse', logo_url: '/files/leaf.webp' }}>
        <ShopLogo />
      </BrandProvider>
    </Shown>,
  )
  expect(screen.getByText('Teahouse')).toBeDefined()
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/files/leaf.webp')
})

test('a shop without them is shown by those of the product', () => {
  const { container } = render(
    <Shown>
      <ShopLogo />
    </Shown>,
  )
  expect(screen.getByText('mini-shop')).toBeDefined()
  expect(container.querySelector('svg')).not.toBeNull()
  expect(container.querySelector('img')).toBeNull()
})
