import { expect, it } from 'vitest'
import { endpoints } from '@/lib/endpoints'
import english from '@/lib/i18n/en.json'
import chinese from '@/lib/i18n/zh-CN.json'
import { permissionPoints } from './points'

it.each([
  ['English', english],
  ['Chinese', chinese],
])('every module and verb of a permission point has a name in %s', (_, { permission }) => {
  for (const { code } of permissionPoints(endpoints)) {
    const [, module = '', verb = ''] = code.split('.')
    expect(permission.modules, code).toHaveProperty(module)
    expect(permission.verbs, code).toHaveProperty(verb)
  }
})
