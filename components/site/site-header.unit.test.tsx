// @vitest-environment happy-dom

import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { BrandProvider } from '@/components/ui/brand'
import { defineFonts } from '@/components/ui/testing/browser'
import { Shown } from '@/components/ui/testing/shown'
import { SiteFooter } from './site-footer'
import { SiteHeader } from './site-header'

beforeAll(defineFonts)
afterEach(cleanup)

const show = (path: string, shop: string | undefined) =>
  render(
    <Shown path={path}>
      <BrandProvider brand={{ name: shop ?? 'mini-shop', logo_url: null }}>
        <SiteHeader shop={shop} />
        <SiteFooter shop={shop} />
      </BrandProvider>
    </Shown>,
  )
const links = () => screen.queryByRole('navigation', { name: 'Site' })

test('a real shop has its own name at the top and the bottom, and no links for developers', () => {
  show('/', '小满茶铺')
  expect(screen.getByRole('link', { name: '小满茶铺, start page' }).textContent).toBe('小满茶铺')
  expect(screen.getByRole('contentinfo').textContent).toBe('小满茶铺')
  expect(links()).toBeNull()
})

test.each(['/docs', '/docs/errors'])('its API reference at %s has these links', (path) => {
  show(path, '小满茶铺')
  expect(links()).not.toBeNull()
})

test('a sandbox has those of the product', () => {
  show('/', undefined)
  expect(screen.getByRole('link', { name: 'mini-shop, start page' })).toBeTruthy()
  expect(links()?.textContent).toContain('API reference')
  expect(screen.getByRole('contentinfo').textContent).toContain('open commerce backend')
})
