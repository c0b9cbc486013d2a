// @vitest-environment happy-dom

import { cleanup, configure, render, screen } from '@testing-library/react'
import { PathParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { afterEach, expect, test, vi } from 'vitest'
import { Shown } from '@/components/ui/testing/shown'
import { productCard } from '@/lib/product/example'
import { GoneProduct } from './gone-product'

configure({ asyncUtilTimeout: 10_000 })
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(id: string, answer: () => Response) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return answer()
  })
  render(
    <PathParamsContext value={{ id }}>
      <Shown path={`/product/${id}`}>
        <GoneProduct origin="http://localhost:3000" />
      </Shown>
    </PathParamsContext>,
  )
  return asked
}
const none = () =>
  new Response(JSON.stringify({ code: 'not_found', detail: 'There is no such product.', request_id: 'one' }), {
    status: 404,
    headers: { 'content-type': 'application/problem+json' },
  })

test('a product that is no longer sold offers similar products', async () => {
  const asked = show('7', () => Response.json([productCard]))
  expect(await screen.findByRole('heading', { level: 1, name: 'No longer sold' })).toBeTruthy()
  expect(screen.getByText('See similar products.')).toBeTruthy()
  expect(screen.getByRole('link', { name: productCard.name }).getAttribute('href')).toBe('/product/1')
  expect(asked).toEqual(['/v1/product/7/similar'])
})

test('without similar products, the page links to the shop', async () => {
  show('7', () => Response.json([]))
  expect((await screen.findByRole('link', { name: 'Go shopping' })).getAttribute('href')).toBe('/')
  expect(screen.getByText('See what else the shop sells.')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Similar products' })).toBeNull()
})

test.each(['7', 'seven', '0'])('an id that never existed, such as %s, links to the shop', async (id) => {
  show(id, none)
  expect(await screen.findByRole('heading', { level: 1, name: 'No longer sold' })).toBeTruthy()
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/'])
})
