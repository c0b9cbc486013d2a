import { expect, test } from 'vitest'
import { english } from '@/lib/kit/i18n/messages'
import { adminToken, readPage } from '@/lib/server/testing/pages'
import { declaredAccess } from '@/lib/server/update-database'
import { namesIn, permissionNames } from './names'

test('the form of a group offers every declared permission', async () => {
  const { document } = await readPage('/admin/group/new', { token: await adminToken() })
  const offered = new Set(
    [...document.querySelectorAll('main [aria-label]')].map((one) => one.getAttribute('aria-label')),
  )
  const { permission } = permissionNames(namesIn(english))
  const missing = declaredAccess().points.filter(({ code }) => !offered.has(permission(code)))
  expect(missing.map(({ code }) => code)).toEqual([])
})
