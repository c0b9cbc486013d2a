import { expect, test } from 'vitest'
import { type GrantOptions, hiddenOf, isFollowing } from './grants'

const about = { created_at: '', updated_at: '', version: 1 }
const page = {
  ...about,
  type: 'page' as const,
  name: '',
  title_en: '',
  icon: '',
  sort_order: 0,
  hidden: false,
  children: [],
}
const button = { ...about, menu_id: 1, name: 'Create', type: 'button' as const }
const options: GrantOptions = {
  codes: ['cms.x.list', 'cms.x.create'],
  needs: {},
  grantable: 'all',
  menus: [{ ...page, id: 1, parent_id: null, title: 'X', path: '/admin/x', permission_code: 'cms.x.list' }],
  elements: [{ ...button, id: 7, code: 'x.create', permission_code: 'cms.x.create' }],
}
const grants = { permission_codes: ['cms.x.create', 'cms.x.list'], menu_ids: [1], element_ids: [] as number[] }

test('menus and elements that stay hidden are found only if their permission is newly granted', () => {
  expect(hiddenOf(options, ['cms.x.list'], grants).elements.map(({ id }) => id)).toEqual([7])
  expect(hiddenOf(options, [], { ...grants, menu_ids: [] }).menus.map(({ id }) => id)).toEqual([1])
  expect(hiddenOf(options, ['cms.x.list', 'cms.x.create'], grants)).toEqual({ menus: [], elements: [] })
  expect(hiddenOf(options, [], { ...grants, element_ids: [7] })).toEqual({ menus: [], elements: [] })
})

test('a group follows its permissions while it shows exactly the unlocked menus and elements', () => {
  expect(isFollowing(options, grants)).toBe(false)
  expect(isFollowing(options, { ...grants, element_ids: [7] })).toBe(true)
})
