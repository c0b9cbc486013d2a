import { describe, expect, test } from 'vitest'
import { type MenuRow, type Viewer, visibleRoutes } from './visibility'

let id = 0
const row = (values: Partial<MenuRow> & { type: MenuRow['type'] }): MenuRow => {
  id += 1
  return {
    id,
    parent_id: null,
    name: `menu-${id}`,
    title: '菜单',
    title_en: '',
    path: values.type === 'directory' ? null : '/admin/x',
    icon: '',
    sort_order: 0,
    hidden: false,
    permission_code: null,
    granted: false,
    elements: [],
    ...values,
  }
}
const staff = (...permission_codes: string[]): Viewer => ({ is_root: false, permission_codes })
const root: Viewer = { is_root: true, permission_codes: [] }

describe.each(['page', 'link'] as const)('a %s', (type) => {
  const countVisible = (values: Partial<MenuRow>, viewer: Viewer) =>
    visibleRoutes([row({ type, ...values })], viewer).length

  test.each([
    ['granted, without a permission', { granted: true }, staff(), 1],
    [
      'granted, its permission too',
      { granted: true, permission_code: 'cms.a.list' },
      staff('cms.b.list', 'cms.a.list'),
      1,
    ],
    ['granted, its permission not', { granted: true, permission_code: 'cms.a.list' }, staff('cms.b.list'), 0],
    ['not granted, its permission is', { granted: false, permission_code: 'cms.a.list' }, staff('cms.a.list'), 0],
    ['not granted, without a permission', { granted: false }, staff(), 0],
    ['not granted, for root', { granted: false, permission_code: 'cms.a.list' }, root, 1],
  ])('%s', (_, values, viewer, expected) => expect(countVisible(values, viewer)).toBe(expected))

  test('that is hidden is returned with the flag', () => {
    expect(visibleRoutes([row({ type, granted: true, hidden: true })], staff())).toMatchObject([{ hidden: true }])
  })
})

describe('a directory', () => {
  const outer = row({ type: 'directory' })
  const inner = row({ type: 'directory', parent_id: outer.id })
  const page = row({ type: 'page', parent_id: inner.id, granted: true, permission_code: 'cms.a.list' })

  test('is visible if something in it is, at any depth, even if no group has it', () => {
    expect(visibleRoutes([outer, inner, page], staff('cms.a.list'))).toMatchObject([
      { id: outer.id, children: [{ id: inner.id, children: [{ id: page.id }] }] },
    ])
  })

  test('is not visible if nothing in it is, even if a group has it', () => {
    expect(visibleRoutes([{ ...outer, granted: true }, { ...inner, granted: true }, page], staff())).toEqual([])
  })

  test('that is empty is visible only to root', () => {
    expect(visibleRoutes([{ ...outer, granted: true }], staff('cms.a.list'))).toEqual([])
    expect(visibleRoutes([outer], root)).toHaveLength(1)
  })
})

describe('an element', () => {
  const elements = [
    { code: 'a.free', permission_code: null, granted: true },
    { code: 'a.create', permission_code: 'cms.a.create', granted: true },
    { code: 'a.delete', permission_code: 'cms.a.delete', granted: false },
  ]
  const codes = (viewer: Viewer) => visibleRoutes([row({ type: 'page', granted: true, elements })], viewer)[0]?.elements

  test('requires a group that has it and its permission', () => {
    expect(codes(staff())).toEqual(['a.free'])
    expect(codes(staff('cms.a.create', 'cms.a.delete'))).toEqual(['a.free', 'a.create'])
  })

  test('is always visible to root', () => expect(codes(root)).toEqual(['a.free', 'a.create', 'a.delete']))

  test('of an invisible page is not returned', () => {
    expect(visibleRoutes([row({ type: 'page', elements })], staff('cms.a.create'))).toEqual([])
  })
})

test('siblings keep the order of the rows', () => {
  const [b, a] = [row({ type: 'page', granted: true }), row({ type: 'page', granted: true })]
  expect(visibleRoutes([a, b], staff()).map((route) => route.id)).toEqual([a.id, b.id])
})

test('the result does not contain grants', () => {
  const [route] = visibleRoutes([row({ type: 'page', granted: true })], staff())
  expect(route).not.toHaveProperty('granted')
})
