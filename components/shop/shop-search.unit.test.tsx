// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Shown } from '@/components/ui/testing/shown'
import { productCard } from '@/lib/product/example'
import { ShopSearch } from './shop-search'

configure({ asyncUtilTimeout: 10_000 })

/** The stock of each product on the stubbed server; undefined: the server does not respond. */
let stocks: number[] | undefined
/** The search terms for which the stubbed server finds products; undefined: all terms. */
let terms: string[] | undefined
let asked: string[] = []

beforeEach(() => {
  stocks = []
  terms = undefined
  asked = []
  localStorage.clear()
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    if (!stocks) throw new TypeError('no network')
    const q = new URLSearchParams(path.split('?')[1]).get('q') ?? ''
    const found = !terms || terms.includes(q) ? stocks : []
    const items = found.map((stock, at) => ({
      id: at + 1,
      name: `杯 ${at + 1}`,
      summary: '',
      image_url: null,
      price: 1_200,
      price_max: 1_200,
      market_price: null,
      deal: null,
      stock,
    }))
    return Response.json({ items, total: items.length, page: 1, size: 48 })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = (search: string) =>
  render(
    <Shown search={search}>
      <ShopSearch
        origin="http://localhost:3000"
        intro={null}
        words={['龙井', '雨伞']}
        otherwise={{ categories: <a href="/category?id=3">茶具</a>, newest: [productCard] }}
      >
        what the screen has
      </ShopSearch>
    </Shown>,
  )

test('without a word, the screen has its own content, and nothing is asked', () => {
  show('')
  expect(screen.getByText('what the screen has')).toBeTruthy()
  expect(asked).toEqual([])
})

const words = () => screen.queryByRole('region', { name: 'Words to search for' })

test('the words of the shop are offered in the empty field', () => {
  show('')
  expect(words()).toBeNull()
  fireEvent.focusIn(screen.getByRole('searchbox'))
  fireEvent.click(within(words() ?? document.body).getByText('雨伞'))
  expect(screen.getByDisplayValue('雨伞')).toBeTruthy()
  expect(words()).toBeNull()
})

test('the words of the shop are offered where a search finds nothing', async () => {
  show('q=zzz')
  await screen.findByRole('heading', { name: 'No results for “zzz”' })
  expect(words()?.textContent).toContain('龙井')
})

test('low stock and sold out are shown', async () => {
  stocks = [0, 3, 5, 6]
  show('q=杯')
  const cards = await screen.findAllByRole('article')
  const text = (at: number) => cards[at]?.textContent
  expect(text(0)).toContain('Sold out')
  expect(text(1)).toContain('Only 3 left')
  expect(text(2)).toContain('Only 5 left')
  expect(text(3)).not.toMatch(/Sold out|left/)
  expect(screen.getByRole('status').textContent).toBe('4 products for “杯”')
  expect(screen.queryByText('what the screen has')).toBeNull()
})

const askedTerms = () => asked.map((path) => new URLSearchParams(path.split('?')[1]).get('q'))
const inResults = () => within(screen.getByRole('region', { name: 'Search results' }))

test('where nothing is found, a part of the word, new products and categories are tried', async () => {
  show('q=雨伞')
  expect(await screen.findByRole('heading', { name: 'No results for “雨伞”' })).toBeTruthy()
  expect(askedTerms()).toEqual(['雨伞', '伞', '雨'])
  expect(inResults().getByRole('link', { name: '茶具' }).getAttribute('href')).toBe('/category?id=3')
  expect(inResults().getByRole('heading', { name: 'New in' })).toBeTruthy()
  expect(inResults().getByRole('link', { name: productCard.name })).toBeTruthy()
})

test('products for a part of the word are shown as such', async () => {
  stocks = [9]
  terms = ['杯']
  show('q=茶杯')
  expect(await screen.findByText('See these, for “杯”:')).toBeTruthy()
  expect(askedTerms()).toEqual(['茶杯', '杯'])
  expect(inResults().getByRole('heading', { name: 'No results for “茶杯”' })).toBeTruthy()
  expect(inResults().getByRole('link', { name: '杯 1' })).toBeTruthy()
  expect(inResults().queryByRole('heading', { name: 'New in' })).toBeNull()
})

test('a failed search says so, and can be repeated', async () => {
  stocks = undefined
  show('q=杯')
  const retry = await screen.findByRole('button', { name: 'Try again' })
  stocks = [9]
  fireEvent.click(retry)
  const results = screen.getByRole('region', { name: 'Search results' })
  expect(await within(results).findAllByRole('article')).toHaveLength(1)
  expect(asked).toHaveLength(2)
})

test('what was searched for is offered in the empty field, and searched for again', async () => {
  stocks = [9]
  show('q=杯')
  const field = screen.getByRole('searchbox')
  await screen.findAllByRole('article')
  fireEvent.focus(field)
  fireEvent.blur(field)
  fireEvent.focus(field)
  expect(screen.queryByRole('region', { name: 'Recent searches' })).toBeNull()
  fireEvent.change(field, { target: { value: '' } })
  const offered = screen.getByRole('region', { name: 'Recent searches' })
  fireEvent.click(within(offered).getByRole('button', { name: '杯' }))
  expect(field).toHaveProperty('value', '杯')
})

test.each([
  ['confirmed by Enter', (field: HTMLElement) => fireEvent.keyDown(field, { key: 'Enter' }), ''],
  ['cleared', () => fireEvent.click(screen.getByRole('button', { name: 'Clear the search' })), undefined],
])('a search that was %s is offered without leaving the field', async (_, end, typed) => {
  stocks = [9]
  show('q=杯')
  await screen.findAllByRole('article')
  const field = screen.getByRole('searchbox')
  fireEvent.focus(field)
  end(field)
  if (typed !== undefined) fireEvent.change(field, { target: { value: typed } })
  const offered = screen.getByRole('region', { name: 'Recent searches' })
  expect(within(offered).getByRole('button', { name: '杯' })).toBeTruthy()
})

test('is forgotten on demand, and is gone while the field has not the focus', async () => {
  localStorage.setItem('searched', '["茶","杯"]')
  show('')
  const field = screen.getByRole('searchbox')
  const offered = () => screen.queryByRole('region', { name: 'Recent searches' })
  expect(offered()).toBeNull()
  fireEvent.focus(field)
  expect(offered()?.textContent).toContain('茶')
  fireEvent.blur(field)
  expect(offered()).toBeNull()
  fireEvent.focus(field)
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(offered()).toBeNull()
  expect(localStorage.getItem('searched')).toBeNull()
})

test('what finds nothing is not offered again', async () => {
  show('q=没有')
  await screen.findByRole('heading', { name: 'No results for “没有”' })
  fireEvent.focusIn(screen.getByRole('searchbox'))
  fireEvent.blur(screen.getByRole('searchbox'))
  expect(localStorage.getItem('searched')).toBeNull()
})
