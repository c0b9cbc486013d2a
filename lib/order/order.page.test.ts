import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { adminToken, ask, newStaff, type ReadPage, readPage } from '@/lib/server/testing/pages'

const Orders = z.object({ items: z.tuple([z.object({ id: z.int(), order_no: z.string() })], z.unknown()) })

/** Returns the newest order of the demonstration that matches this query of `GET /cms/order`. */
async function orderOf(query: string) {
  const headers = { authorization: `Bearer ${await adminToken()}` }
  return Orders.parse(await (await ask(`/cms/order?${query}`, { headers })).json()).items[0]
}

const texts = ({ document }: ReadPage, selector: string) =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent)
const linksTo = ({ document }: ReadPage, path: string) => document.querySelectorAll(`a[href="${path}"]`).length

test('a user that may only read orders has no commands, and cannot print', async () => {
  const { id } = await orderOf('tab=to_ship')
  const commands = ['Ship', 'Refund', 'Edit', 'Cancel']
  const print = `/admin/order/print?ids=${id}`
  const all = await readPage(`/admin/order/${id}`, { token: await adminToken() })
  expect(texts(all, 'button')).toEqual(expect.arrayContaining(commands))
  expect(linksTo(all, print)).toBe(1)

  const token = await newStaff(['cms.order.list'])
  const looking = await readPage(`/admin/order/${id}`, { token })
  expect(texts(looking, 'h2')).toContain('Items')
  expect(texts(looking, 'button').filter((text) => commands.includes(text))).toEqual([])
  expect(linksTo(looking, print)).toBe(0)
  expect((await readPage(print, { token })).html).toContain('cms.order.print')
})

describe('shipping by file', () => {
  const path = '/admin/order/import'

  test('is linked in the tab of orders to ship, with the permission to ship', async () => {
    const token = await adminToken()
    expect(linksTo(await readPage('/admin/order', { token }), path)).toBe(0)
    expect(linksTo(await readPage('/admin/order?tab=to_ship', { token }), path)).toBe(1)
    const looking = await newStaff(['cms.order.list'])
    expect(linksTo(await readPage('/admin/order?tab=to_ship', { token: looking }), path)).toBe(0)
  })

  test('names the missing permission', async () => {
    const { html } = await readPage(path, { token: await newStaff(['cms.order.list']) })
    expect(html).toContain('cms.order.ship')
  })
})

describe('packing lists', () => {
  test('have prices on request, and barcodes that the server draws', async () => {
    const { id, order_no } = await orderOf('tab=to_ship')
    const token = await adminToken()
    const page = await readPage(`/admin/order/print?ids=${id}`, { token })
    const sheet = ({ document }: ReadPage) => document.querySelector('section[aria-label*="Packing list of order"]')
    expect(sheet(page)?.getAttribute('aria-label')).toContain(order_no)
    expect(sheet(page)?.textContent).not.toContain('¥')
    expect(sheet(await readPage(`/admin/order/print?ids=${id}&prices=true`, { token }))?.textContent).toContain('¥')

    expect(page.document.querySelectorAll('svg path[stroke="#000000"]').length).toBeGreaterThan(0)
    const scripts = [...page.document.querySelectorAll('script[src]')].map((one) => one.getAttribute('src') ?? '')
    expect(scripts.length).toBeGreaterThan(0)
    for (const src of scripts) expect(await (await ask(src)).text(), src).not.toContain('bwipp')
  })

  test.each(['2000000000', 'x'])('of unknown orders are not found: %s', async (ids) => {
    const page = await readPage(`/admin/order/print?ids=${ids}`, { token: await adminToken() })
    // The response has begun before the order is known to be missing, so the page makes the browser show "not found".
    expect(page.html).toContain('NEXT_HTTP_ERROR_FALLBACK;404')
    expect(texts(page, 'h2')).toEqual([])
  })
})

test('orders whose report WeChat has refused are linked on the dashboard, and show the reason', async () => {
  const token = await adminToken()
  expect(linksTo(await readPage('/admin', { token }), '/admin/order?not_reported=true')).toBe(1)
  const { id } = await orderOf('not_reported=true')
  expect(linksTo(await readPage('/admin/order?not_reported=true', { token }), `/admin/order/${id}`)).toBeGreaterThan(0)
  const refusal = ({ document }: ReadPage) =>
    [...document.querySelectorAll('[role=alert]')].find(({ textContent }) => textContent.includes('Rejected by WeChat'))
  const page = await readPage(`/admin/order/${id}`, { token })
  expect(refusal(page)?.textContent).toContain('10060031')
  expect(refusal(page)?.querySelector('button')?.textContent).toBe('Resubmit')
  const looking = await readPage(`/admin/order/${id}`, { token: await newStaff(['cms.order.list']) })
  expect(refusal(looking)?.textContent).toContain('10060031')
  expect(refusal(looking)?.querySelector('button')).toBeNull()
})
