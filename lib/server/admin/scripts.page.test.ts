import { expect, test } from 'vitest'
import { basePages, pathOf } from '@/db/base/menus'
import { adminToken, readPage, scriptBytes } from '@/lib/server/testing/pages'
import { recordPath } from './record-path'

// A form in a drawer is loaded when it opens; a form with its own page is loaded with the page.
const forms = basePages.flatMap(({ elements }) =>
  elements.flatMap(([code]) => {
    const [resource = '', verb] = code.split('.')
    const path = recordPath(resource, 'new')
    return verb === 'create' && !path.includes('?') ? [path] : []
  }),
)
const paths = ['/admin', '/admin/profile', ...basePages.map(pathOf), ...forms]

test.each(paths)('a cold load of %s sends at most 320 KB of scripts', async (path) => {
  const page = await readPage(path, { token: await adminToken() })
  expect(page.status).toBe(200)
  expect(scriptBytes(page) / 1024).toBeLessThan(320)
})
