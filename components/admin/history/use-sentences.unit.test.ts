// @vitest-environment happy-dom

import { renderHook } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { namesIn } from '@/lib/auth/names'
import { english } from '@/lib/kit/i18n/messages'
import type { Route } from '@/lib/menu/routes'
import type { Admin } from '@/lib/server/admin/admin'
import { type Operation, useSentences } from './use-sentences'

beforeAll(defineFonts)

const admin: Partial<Admin> = { names: namesIn(english) }
const sentenceOf = (operation: Partial<Operation>) => {
  const { result } = renderHook(useSentences, { wrapper: ({ children }) => inAdmin(children, { admin }) })
  return result.current.sentenceOf({
    user: { id: 1, username: 'shen', nickname: 'Shen' },
    module: 'product',
    action: 'update',
    target_name: null,
    before: {},
    after: {},
    ...operation,
  })
}
const ofFile = { target_type: 'import', target_id: '7', target_name: 'ship.csv' }

test.each<[string, Partial<Operation>]>([
  ['Shen changed product “Tea”', { target_name: 'Tea' }],
  ['Shen changed product #7', { target_id: '7' }],
  ['Shen ended a session of product “Tea”', { action: 'session', target_name: 'Tea', after: { ended: 1 } }],
  ['Shen ended sessions of product “Tea”', { action: 'session', target_name: 'Tea', after: { ended: 3 } }],
  ['Shen created folder “Cups”', { module: 'file', action: 'create', target_type: 'file_folder', target_name: 'Cups' }],
  [
    'Shen could not create: product “Tea”',
    { action: 'create', target_id: null, success: false, status: 409, params: { name: 'Tea' } },
  ],
  ['Shen created product', { action: 'create', target_id: null }],
  ['Shen exported orders', { module: 'order', action: 'export', target_id: null }],
  ['Shen printed orders', { module: 'order', action: 'print', target_type: 'order', target_id: null }],
  ['Shen uploaded “ship.csv” (nothing shipped yet)', { module: 'order', action: 'upload', ...ofFile }],
  ['Shen uploaded “ship.csv” (nothing changed yet)', { action: 'upload', ...ofFile }],
  ['Shen shipped the orders of “ship.csv”', { module: 'order', action: 'import', ...ofFile }],
  ['Shen shipped order “2611”', { module: 'order', action: 'import', target_type: 'order', target_name: '2611' }],
  ['Shen imported “ship.csv”', { action: 'import', ...ofFile }],
  ['Shen imported product “Tea”', { action: 'import', target_type: 'product', target_id: '3', target_name: 'Tea' }],
  ['Shen reported order “2611” to WeChat again', { module: 'order', action: 'report', target_name: '2611' }],
])('%s', (sentence, operation) => {
  expect(sentenceOf(operation)).toBe(sentence)
})

test('an operation without permission was denied, and any other unsuccessful operation has failed', () => {
  const upload = { action: 'upload', target_id: null, success: false }
  expect(sentenceOf({ ...upload, status: 403 })).toBe('Shen was denied: upload, products')
  expect(sentenceOf({ ...upload, status: 400 })).toBe('Shen’s upload failed: products')
  expect(sentenceOf({ module: 'order', action: 'report', target_name: '2611', success: false, status: 409 })).toBe(
    'Shen could not report to WeChat again: order “2611”',
  )
})

const priced = (price: number, spec_values: string[], id: number) => ({
  ...{ id, sku_no: `T${id}`, value_ids: [id], spec_values, price, market_price: null, stock: 5, stock_level: 1 },
  ...{ barcode: null, enabled: true },
})
const textsOf = (before: Operation['before'], after: Operation['after'], more: Partial<Admin> = {}) => {
  const { result } = renderHook(useSentences, {
    wrapper: ({ children }) => inAdmin(children, { admin: { ...admin, ...more } }),
  })
  return result.current.changesOf({ before, after }).map(({ text }) => text)
}

test('a changed price of a SKU has the name of the SKU, the old price and the new one', () => {
  const former = [priced(2600, ['艾草'], 1), priced(1000, ['艾草', '大'], 2)]
  const present = [
    { ...priced(1000, ['艾草', '大'], 2), enabled: false, stock: 0, stock_level: 0 },
    priced(2750, ['艾草'], 1),
  ]
  expect(textsOf({ skus: former, price: 2600 }, { skus: present, price: 2750 })).toEqual([
    'Price: ¥26.00 → ¥27.50',
    '艾草 / 大: stock 5 → 0',
    '艾草 / 大: available yes → no',
    '艾草: price ¥26.00 → ¥27.50',
  ])
  expect(
    textsOf({ skus: [priced(1, [], 7)] }, { skus: [{ ...priced(1, [], 7), sku_no: 'A', market_price: 5 }] }),
  ).toEqual(['A: SKU number T7 → A', 'A: compare-at price empty → ¥0.05'])
})

test('added and removed members of a list are named', () => {
  expect(textsOf({ skus: [priced(100, ['red'], 1)] }, { skus: [priced(200, ['blue'], 2)] })).toEqual([
    'SKUs: removed: red (¥1.00); added: blue (¥2.00)',
  ])
  const color = { id: 1, name: 'Color', values: [{ id: 1, name: 'Red', image_url: null }] }
  const values = [...color.values, { id: 2, name: 'Blue', image_url: null }]
  expect(textsOf({ specs: [color] }, { specs: [{ ...color, values }] })).toEqual(['Color: values: added: Blue'])
  expect(textsOf({ element_ids: [14, 8, 26] }, { element_ids: [8] })).toEqual(['Page elements: removed: #14, #26'])
  expect(textsOf({ element_ids: Array.from({ length: 40 }, (_, at) => at) }, { element_ids: [1] })).toEqual([
    'Page elements: removed: 39 entries',
  ])
  expect(textsOf({ menu_ids: [8, 9] }, { menu_ids: [9, 8] })).toEqual(['Menus: #8, #9 → #9, #8'])
})

test('menus have the titles that the user sees', () => {
  const page: Route = {
    ...{ id: 9, name: 'orders', title: '订单', title_en: 'Orders', path: '/admin/order' },
    type: 'page',
    ...{ icon: '', hidden: false, permission_code: null, children: [], elements: [] },
  }
  expect(textsOf({ menu_ids: [8] }, { menu_ids: [9] }, { routes: [page] })).toEqual([
    'Menus: removed: #8; added: Orders',
  ])
})

test('an object without a name is listed field by field, and a chosen record by its name', () => {
  const receiver = { name: 'Li', mobile: '138' }
  expect(textsOf({ receiver }, { receiver: { ...receiver, mobile: '139' } })).toEqual(['Receiver: phone 138 → 139'])
  expect(textsOf({ category: { id: 1, name: 'Tea' } }, { category: { id: 2, name: 'Coffee' } })).toEqual([
    'Category: Tea → Coffee',
  ])
  expect(textsOf({ content: '<p>a</p>' }, { content: '<p>b</p>' })).toEqual(['Content was changed'])
})

test('for a created record, the members of its list are named', () => {
  expect(textsOf(null, { skus: [priced(100, ['red'], 1)] })).toEqual(['SKUs: empty → red (¥1.00)'])
})

test('ids are shown as the names of their records, and a status as in its list', () => {
  const dictionaries = {
    order_status: [
      { value: 'paid', label: 'Awaiting shipment', style: 'primary' as const, is_default: false, is_disabled: false },
      { value: 'shipped', label: 'Shipped', style: 'info' as const, is_default: false, is_disabled: false },
    ],
  }
  const { result } = renderHook(useSentences, {
    wrapper: ({ children }) => inAdmin(children, { admin: { ...admin, dictionaries } }),
  })
  const told = (operation: Parameters<typeof result.current.changesOf>[0]) =>
    result.current.changesOf(operation).map(({ text }) => text)
  expect(told({ module: 'order', before: { status: 'paid' }, after: { status: 'shipped' } })).toEqual([
    'Status: Awaiting shipment → Shipped',
  ])
  const name = { name: '杯子', name_en: 'Cups' }
  expect(
    told({
      before: { folder_id: null, element_ids: [8] },
      after: { folder_id: 6, element_ids: [] },
      referred: [
        { field: 'folder_id', id: 6, ...name },
        { field: 'element_ids', id: 8, name: '导出', name_en: '' },
      ],
    }),
  ).toEqual(['Folder: empty → Cups', 'Page elements: removed: 导出'])
  const order = (sort_order: number) => ({ items: [{ id: 2, parent_id: null, sort_order }] })
  expect(told({ before: order(40), after: order(30), referred: [{ field: 'items', id: 2, ...name }] })).toEqual([
    'Cups: order 40 → 30',
  ])
})

test('a time in the format of the database is shown like any other', () => {
  expect(textsOf({ locked_until: '2026-11-25 17:25:00.11+00' }, { locked_until: null })).toEqual([
    expect.stringMatching(/^Locked until: Nov 26, 2026, 1:25.AM → empty$/),
  ])
})

test('an amount of a setting is shown in yuan', () => {
  const [fee] = textsOf({ 'order.freight_fee': 0 }, { 'order.freight_fee': 1000 })
  expect(fee).toMatch(/¥0\.00 → ¥10\.00$/)
})
