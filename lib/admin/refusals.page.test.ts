import { expect, test } from 'vitest'
import { basePages, pathOf } from '@/db/base/menus'
import { newStaff, readPage } from '@/lib/testing/pages'

test('a page that the permissions of staff do not open says which one does', async () => {
  const token = await newStaff(['cms.view.list'])
  for (const page of basePages) {
    const { document } = await readPage(pathOf(page), { token })
    expect(document.body.textContent, page.name).toContain(page.permission_code)
  }
})
