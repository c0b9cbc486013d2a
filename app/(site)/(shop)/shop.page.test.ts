import type { Document, Element } from 'happy-dom'
import { describe, expect, test } from 'vitest'
import { ask, readPage, scriptBytes } from '@/lib/server/testing/pages'

const textOf = (part: Element | null) => part?.textContent?.trim()
const hrefOf = (part: Element | null) => part?.getAttribute('href') ?? ''
const all = (document: Document, selector: string) => [...document.querySelectorAll(selector)]
const names = (document: Document) => all(document, '[aria-labelledby=products] h3').map(textOf)

describe('the home screen', () => {
  test('has banners, notices, categories, themes and the newest products', async () => {
    const { status, document } = await readPage('/')
    expect(status).toBe(200)
    expect(textOf(document.querySelector('h1'))).not.toBe('')
    expect(all(document, '[aria-label=Banner] img').length).toBeGreaterThan(2)
    // All notices are in the HTML, so opening a notice needs no script.
    expect(textOf(document.querySelector('main details summary'))).not.toBe('')
    expect(all(document, 'main details h3').map(textOf)).toContain('发货时间')
    expect(all(document, 'nav[aria-label=Categories] a[href^="/category?id="]').length).toBeGreaterThan(2)
    expect(all(document, '[aria-labelledby=themes] a[href^="/theme/"]').length).toBeGreaterThan(2)
    const newest = all(document, '[aria-labelledby=newest] article')
    expect(newest).toHaveLength(10)
    for (const one of newest) expect(one.textContent).toMatch(/¥[\d,]+\.\d\d/)
  })

  test('has no broken picture', async () => {
    const { document } = await readPage('/')
    const sources = all(document, 'main img').map((image) => image.getAttribute('src') ?? '')
    expect(sources.length).toBeGreaterThan(10)
    for (const source of new Set(sources)) {
      const { status, headers } = await ask(source)
      expect([source, status, headers.get('content-type')]).toEqual([source, 200, expect.stringMatching(/^image\//)])
    }
  })

  test('has banners that lead to what they show', async () => {
    const { document } = await readPage('/')
    const paths = all(document, '[aria-label=Banner] a').map(hrefOf)
    expect(paths.length).toBeGreaterThan(2)
    for (const path of paths) {
      const page = await readPage(path)
      expect([path, page.status, textOf(page.document.querySelector('h1'))]).toEqual([
        path,
        200,
        expect.stringMatching(/./),
      ])
    }
  })
})

describe('the categories', () => {
  const chosen = (document: Document) => all(document, 'nav[aria-label^=Categories] [aria-current=page]').map(textOf)

  test('have links to each other, of which the chosen one is marked', async () => {
    const { document } = await readPage('/category')
    const paper = all(document, 'nav[aria-label=Categories] a').find((link) => textOf(link) === '纸与笔') ?? null
    const { document: opened } = await readPage(hrefOf(paper))
    expect(chosen(opened)).toEqual(['纸与笔'])
    const below = all(opened, 'nav[aria-label="Categories in 纸与笔"] a').find((link) => textOf(link) === '书写文具')
    const { document: further } = await readPage(hrefOf(below ?? null))
    expect(chosen(further)).toEqual(['书写文具'])
    expect(textOf(further.querySelector('h2#products'))).toBe('书写文具')
    expect(names(further).length).toBeGreaterThan(2)
  })

  test('with many products have pages', async () => {
    const { document } = await readPage('/category')
    const next = all(document, 'nav[aria-label] a').find((link) => textOf(link) === 'Next') ?? null
    expect(hrefOf(next)).toMatch(/^\/category\?id=\d+&page=2$/)
    const { document: second } = await readPage(hrefOf(next))
    expect(second.body.textContent).toMatch(/Page 2 of \d/)
    expect(names(second).filter((name) => names(document).includes(name))).toEqual([])
  })

  test.each(['?id=1&id=2&page=-1', '?page=9999'])(
    'with %s, which there is not, are those of the first one',
    async (query) => {
      const { status, document } = await readPage(`/category${query}`)
      expect(status).toBe(200)
      expect(textOf(document.querySelector('h1'))).toBe('Categories')
      const first = await readPage('/category')
      expect(textOf(document.querySelector('h2#products'))).toBe(textOf(first.document.querySelector('h2#products')))
    },
  )
})

test('a theme shows its products, and leads back', async () => {
  const { document: home } = await readPage('/')
  const link = all(home, '[aria-labelledby=themes] a').find((one) => textOf(one) === '两个人的晚饭') ?? null
  const { document } = await readPage(hrefOf(link))
  expect(all(document, 'main article')).toHaveLength(8)
  expect(hrefOf(document.querySelector('main a[aria-label=Back]'))).toBe('/')
})

test('a product has its choices, properties and details, and leads to its category', async () => {
  const { document } = await readPage('/product/1')
  expect(document.title).toBe('雨前绿茶 · 檐下半日')
  expect(textOf(document.querySelector('h1'))).toBe('雨前绿茶')
  expect(textOf(document.querySelector('fieldset legend'))).toBe('规格')
  expect(all(document, 'fieldset input[type=radio]')).toHaveLength(3)
  expect(document.querySelector('fieldset')?.textContent).toContain('100 克罐装')
  expect(document.querySelector('main')?.textContent).toMatch(/From ¥\d/)
  expect(document.querySelector('main table')?.textContent).toContain('浙西山区')
  expect(document.querySelector('[aria-labelledby=details]')?.textContent).toContain('怎么泡')
  const category = all(document, 'main a').find((link) => textOf(link) === '茶叶') ?? null
  expect(hrefOf(category)).toMatch(/^\/category\?id=\d+$/)
  // For pages that are opened by URL. If there was a screen before, the browser goes back to it.
  expect(hrefOf(document.querySelector('main a[aria-label=Back]'))).toBe(hrefOf(category))
})

test.each([
  ...['/', '/category', '/product/1', '/theme/1', '/article/1', '/cart', '/order', '/me', '/address'],
  ...[
    '/checkout?sku_id=1',
    '/order/1',
    '/after_sale',
    '/after_sale/new?order_id=1',
    '/coupon',
    '/coupon/center',
    '/invoice',
  ],
])('%s does not send much of a program', async (path) => {
  expect(scriptBytes(await readPage(path)) / 1024).toBeLessThan(320)
})
