import { expect, test } from 'vitest'
import { z } from 'zod'
import { adminToken, ask, newStaff, type ReadPage, readPage } from '@/lib/server/testing/pages'

const Cases = z.object({
  items: z.tuple([z.object({ id: z.int(), no: z.string(), order_id: z.int(), status: z.string() })]).rest(z.unknown()),
})

/** Returns the newest after-sale case of the demonstration in this tab of `GET /cms/after_sale`. */
async function caseOf(tab: string) {
  const headers = { authorization: `Bearer ${await adminToken()}` }
  return Cases.parse(await (await ask(`/cms/after_sale?tab=${tab}`, { headers })).json()).items[0]
}

const buttons = ({ document }: ReadPage) =>
  [...document.querySelectorAll('button')].map(({ textContent }) => textContent)
function linksIn({ document }: ReadPage, name: string) {
  const heading = [...document.querySelectorAll('h2')].find(({ textContent }) => textContent === name)
  const links = heading?.closest('section')?.querySelectorAll('a')
  return links && [...links].map((link) => link.getAttribute('href'))
}

test('a user that may only read cases has no commands, and no links to pages without permission', async () => {
  const { id, order_id } = await caseOf('requested')
  const all = await readPage(`/admin/after_sale/${id}`, { token: await adminToken() })
  expect(buttons(all)).toEqual(expect.arrayContaining(['Approve', 'Reject']))
  expect(linksIn(all, 'Details')).toContain(`/admin/order/${order_id}`)
  const looking = await readPage(`/admin/after_sale/${id}`, { token: await newStaff(['cms.after_sale.list']) })
  for (const name of ['Approve', 'Reject']) expect(buttons(looking)).not.toContain(name)
  expect(linksIn(looking, 'Details')).toEqual([])
})

test('a link with order_id lists only the cases of this order, as a filter that can be removed', async () => {
  const { no, order_id } = await caseOf('requested')
  const page = await readPage(`/admin/after_sale?order_id=${order_id}`, { token: await adminToken() })
  expect([...page.document.querySelectorAll('tbody tr')].map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining(no),
  ])
  const removals = [...page.document.querySelectorAll('button[aria-label]')].map((one) =>
    one.getAttribute('aria-label'),
  )
  expect(removals).toContain('Remove the filter Order')
})
