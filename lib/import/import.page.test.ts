import { expect, test } from 'vitest'
import { newStaff, readPage } from '@/lib/server/testing/pages'

test('whoever may not import products is told which permission it takes', async () => {
  const { html } = await readPage('/admin/product/import', { token: await newStaff(['cms.product.list']) })
  expect(html).toContain('cms.product.import')
})
