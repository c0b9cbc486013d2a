import { expect, it } from 'vitest'
import { locales } from '@/lib/kit/i18n/locale'
import { messagesIn } from '@/lib/kit/i18n/messages'
import { endpoints } from '@/lib/server/endpoints'
import { namesIn, permissionNames } from './names'
import { adminOperations, permissionCodes } from './permission-codes'

it.each(locales)('every module and verb of a permission has a name in %s', async (locale) => {
  const { modules, verbs } = namesIn(await messagesIn(locale))
  const missing = permissionCodes(adminOperations(endpoints)).flatMap(({ code, module }) => {
    const verb = code.split('.')[2] ?? ''
    const file = `lib/kit/i18n/${locale}/${module}.json`
    const names = modules[module]
    if (!names) return [`${code}: ${file} has no names.module`]
    return names.verbs?.[verb] || verbs[verb] ? [] : [`${code}: ${file} has no names.verbs.${verb}`]
  })
  expect(missing).toEqual([])
})

it('a permission is named by its module and verb', async () => {
  const inEnglish = permissionNames(namesIn(await messagesIn('en')))
  expect(inEnglish.permission('cms.user.list')).toBe('Staff: View')
  expect(inEnglish.permission('cms.user.password')).toBe('Staff: Reset passwords')
  expect(inEnglish.permission('cms.nothing.known')).toBe('nothing: known')
  expect(permissionNames(namesIn(await messagesIn('zh-CN'))).permission('cms.user.list')).toBe('员工：查看')
})
