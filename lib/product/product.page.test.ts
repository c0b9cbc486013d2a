import { expect, test } from 'vitest'
import { z } from 'zod'
import { adminToken, ask, readPage } from '@/lib/server/testing/pages'

const Products = z.object({ items: z.array(z.object({ id: z.int() })) })

/**
 * Returns the id of the newest product of the demonstration in a tab of the admin, and the head of the product's page.
 */
async function headOf(tab: string) {
  const token = await adminToken()
  const listed = await ask(`/cms/product?tab=${tab}`, { headers: { authorization: `Bearer ${token}` } })
  const [first] = Products.parse(await listed.json()).items
  if (!first) throw new Error(`The demonstration has no product in ${tab}.`)
  const { document } = await readPage(`/admin/product/${first.id}`, { token })
  return { id: first.id, head: document.querySelector('main h1')?.parentElement }
}

test('the page of a product shows its status, and links to the shop if customers see the product', async () => {
  const shown = await headOf('on_sale')
  expect(shown.head?.querySelector(`a[href="/product/${shown.id}"]`)).not.toBeNull()
  const draft = await headOf('draft')
  expect(draft.head?.textContent).toMatch(/Draft$/)
  expect(draft.head?.querySelector('a[href^="/product/"]')).toBeNull()
})
