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
  const seen = (values: Partial<MenuRow>, viewer: Viewer) => visibleRoutes([row({ type, ...values })], viewer).length

  test.each([
    ['granted, without a point', { granted: true }, staff(), 1],
    ['granted, its point too', { granted: true, permission_code: 'cms.a.list' }, staff('cms.b.list', 'cms.a.list'), 1],
    ['granted, its point not', { granted: true, permission_code: 'cms.a.list' }, staff('cms.b.list'), 0],
    ['not granted, its point is', { granted: false, permission_code: 'cms.a.list' }, staff('cms.a.list'), 0],
    ['not granted, without a point', { granted: false }, staff(), 0],
    ['not granted, for root', { granted: false, permission_code: 'cms.a.list' }, root, 1],
  ])('%s', (_, values, viewer, expected) => expect(seen(values, viewer)).toBe(expected))

  test('that is hidden is told with the flag', () => {
    expect(visibleRoutes([row({ type, granted: true, hidden: true })], staff())).toMatchObject([{ hidden: true }])
  })
})

describe('a directory', () => {
  const outer = row({ type: 'directory' })
  const inner = row({ type: 'directory', parent_id: outer.id })
  const page = row({ type: 'page', parent_id: inner.id, granted: true, permission_code: 'cms.a.list' })

  test('is seen when something in it is, however deep, though no group has it', () => {
    expect(visibleRoutes([outer, inner, page], staff('cms.a.list'))).toMatchObject([
      { id: outer.id, children: [{ id: inner.id, children: [{ id: page.id }] }] },
    ])
  })

  test('is not seen when nothing in it is, though a group has it', () => {
    expect(visibleRoutes([{ ...outer, granted: true }, { ...inner, granted: true }, page], staff())).toEqual([])
  })

  test('that is empty is for root alone', () => {
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

  test('needs a group that has it and its point', () => {
    expect(codes(staff())).toEqual(['a.free'])
    expect(codes(staff('cms.a.create', 'cms.a.delete'))).toEqual(['a.free', 'a.create'])
  })

  test('is always there for root', () => expect(codes(root)).toEqual(['a.free', 'a.create', 'a.delete']))

  test('of a page that is not seen is not told', () => {
    expect(visibleRoutes([row({ type: 'page', elements })], staff('cms.a.create'))).toEqual([])
  })
})

test('the order is that of the rows, among siblings', () => {
  const [b, a] = [row({ type: 'page', granted: true }), row({ type: 'page', granted: true })]
  expect(visibleRoutes([a, b], staff()).map((one) => one.id)).toEqual([a.id, b.id])
})

test('nothing of who holds what leaves with it', () => {
  const [route] = visibleRoutes([row({ type: 'page', granted: true })], staff())
  expect(route).not.toHaveProperty('granted')
})
