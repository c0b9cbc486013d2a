import { expect, test } from 'vitest'
import { newStaff, readPage } from '@/lib/server/testing/pages'

test('staff without the permission to import products see which permission they need', async () => {
  const { html } = await readPage('/admin/product/import', { token: await newStaff(['cms.product.list']) })
  expect(html).toContain('cms.product.import')
})
