import { expect, it } from 'vitest'
import { endpoints } from '@/lib/endpoints'
import { locales } from '@/lib/i18n/locale'
import { messagesIn } from '@/lib/i18n/messages'
import { namesIn, permissionNames } from './names'
import { adminOperations, permissionPoints } from './points'

it.each(locales)('every module and verb of a permission has a name in %s', async (locale) => {
  const { modules, verbs } = namesIn(await messagesIn(locale))
  const missing = permissionPoints(adminOperations(endpoints)).flatMap(({ code, module }) => {
    const verb = code.split('.')[2] ?? ''
    const file = `lib/i18n/${locale}/${module}.json`
    const names = modules[module]
    if (!names) return [`${code}: ${file} has no names.module`]
    return names.verbs?.[verb] || verbs[verb] ? [] : [`${code}: ${file} has no names.verbs.${verb}`]
  })
  expect(missing).toEqual([])
})

it('a permission is named by its module and verb', async () => {
  const inEnglish = permissionNames(namesIn(await messagesIn('en')))
  expect(inEnglish.point('cms.user.list')).toBe('Staff: View')
  expect(inEnglish.point('cms.user.password')).toBe('Staff: Reset passwords')
  expect(inEnglish.point('cms.nothing.known')).toBe('nothing: known')
  expect(permissionNames(namesIn(await messagesIn('zh-CN'))).point('cms.user.list')).toBe('员工：查看')
})
