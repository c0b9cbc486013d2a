import { expect, test } from 'vitest'
import { basePages } from '@/db/base/menus'
import setting from '@/lib/kit/i18n/en/setting.json'
import synonym from '@/lib/kit/i18n/en/synonym.json'
import { wordsOfCommand, wordsOfPage, wordsOfSetting } from './synonyms'

test('the words of both languages are for pages of the menu and for settings', () => {
  expect(wordsOfPage('user').join()).toMatch(/employees.*账号/)
  expect(wordsOfSetting('after_sale', 'return_address').join()).toMatch(/return address.*寄回地址/)
  expect(wordsOfCommand('profile').join()).toMatch(/password.*密码/)
  expect([wordsOfPage('unheard_of'), wordsOfSetting('shop', 'unheard_of')]).toEqual([[], []])
})

test('every synonym is for something that exists', () => {
  const pages = basePages.map(({ name }): string => name)
  expect(Object.keys(synonym.page).filter((name) => !pages.includes(name))).toEqual([])
  const labels = new Map<string, object>(Object.entries(setting.label))
  const unknown = Object.entries(synonym.setting).flatMap(([group, names]) =>
    Object.keys(names).filter((name) => !Object.hasOwn(labels.get(group) ?? {}, name)),
  )
  expect(unknown).toEqual([])
})
