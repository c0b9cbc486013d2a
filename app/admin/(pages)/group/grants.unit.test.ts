import { expect, test } from 'vitest'
import { type GrantOptions, hiddenOf, isFollowing, permissionsOf, stateIn, switched } from './grants'

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

const limited: GrantOptions = {
  ...options,
  codes: ['cms.x.list', 'cms.x.create', 'cms.y.create'],
  needs: { 'cms.x.create': ['cms.x.list'], 'cms.y.create': ['cms.y.list'] },
  grantable: ['cms.x.list', 'cms.x.create', 'cms.y.create'],
}
const permission = (...codes: string[]) => permissionsOf({ ...limited, codes }, [])

test('a permission is granted with its view, and revoked without it', () => {
  const codes = ['cms.x.list', 'cms.x.create']
  expect(switched(limited, [], permission('cms.x.create'), true)).toEqual(codes)
  expect(switched(limited, codes, permission('cms.x.create'), false)).toEqual(['cms.x.list'])
})

test('a needed view that the user may not grant is left out', () =>
  expect(switched(limited, ['cms.old.list'], permission('cms.y.create'), true)).toEqual([
    'cms.y.create',
    'cms.old.list',
  ]))

test.each([
  ['a box counts only permissions that the user may grant', ['cms.x.list', 'cms.z.list'], ['cms.x.list'], true, false],
  ['a box is indeterminate if some of them are granted', ['cms.x.list', 'cms.x.create'], ['cms.x.list'], false, true],
  ['a box counts all if the user may grant none', ['cms.y.list', 'cms.z.list'], ['cms.z.list'], false, true],
])('%s', (_, codes, granted, checked, indeterminate) =>
  expect(stateIn(limited, granted, permission(...codes))).toEqual({ checked, indeterminate }),
)
