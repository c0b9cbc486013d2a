import { describe, expect, test } from 'vitest'
import { basePages } from '@/db/base/menus'
import { endpoints } from '@/lib/server/endpoints'
import { needsOf } from './needs'
import { inMenuOrder } from './order'
import { adminOperations, permissionCodes } from './permission-codes'

const codes = permissionCodes(adminOperations(endpoints)).map(({ code }) => code)
const needs = needsOf(codes)
const moduleOf = (code: string) => code.split('.')[1] ?? ''

describe('granting a permission also grants', () => {
  test.each(codes.filter((code) => !code.endsWith('.list')))('%s the view of a page', (code) => {
    const views = needs[code] ?? []
    // The start page is above the pages of the menu.
    const pages = ['cms.dashboard.list', ...basePages.map(({ permission_code }) => permission_code)]
    expect(views.filter((view) => pages.includes(view))).not.toEqual([])
  })

  test('the view of every page with a button for it', () => {
    for (const { permission_code, elements } of basePages)
      for (const [, , , code] of elements)
        if (!code.endsWith('.list')) expect(needs[code], code).toContain(permission_code)
  })

  test('the views of the choices in its form', () => {
    expect(needs['cms.user.create']).toEqual(['cms.user.list', 'cms.group.list'])
    expect(needs['cms.dict.update']).toEqual(['cms.dict_type.list'])
  })

  test('only existing permissions, and nothing for a view permission', () => {
    for (const [code, views] of Object.entries(needs)) {
      expect(codes).toEqual(expect.arrayContaining(views))
      expect(code.endsWith('.list')).toBe(false)
    }
  })
})

test('modules are in the order of the sidebar, each once', () => {
  const modules = inMenuOrder(codes).map(moduleOf)
  const places = modules.filter((module, at) => module !== modules[at - 1])
  expect(new Set(places).size).toBe(places.length)
  const own = basePages.map(({ permission_code }) => moduleOf(permission_code))
  expect(places.filter((module) => own.includes(module))).toEqual([...new Set(own)])
  expect(places[0]).toBe('dashboard')
  expect(inMenuOrder(['cms.order.ship', 'cms.nothing.known', 'cms.order.list', 'cms.dict.update'])).toEqual([
    'cms.order.ship',
    'cms.order.list',
    'cms.dict.update',
    'cms.nothing.known',
  ])
})
