import { z } from 'zod'
import { menu } from '@/db/schema/menu'
import { holds } from '@/lib/kit/api/endpoint/caller'
import { endpoint, permission, staff } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import { problem } from '@/lib/kit/api/endpoint/problem'
import { getRow } from '@/lib/kit/api/rows/rows'
import { MovedNode } from '@/lib/kit/api/rows/tree-order'
import { historyOf } from '@/lib/oper_log/history'
import { changeMenu, insertMenu, orderMenus, removeMenu } from './commands'
import * as example from './example'
import { countContents, readMenus, routesOf, routesOfGroup } from './queries'
import { Menu, MenuChanges, MenuDetail, MenuInput, MenuNode, MenuOrder, RouteNode, RoutesQuery } from './schema'

export const listMenus = endpoint({
  method: 'GET',
  path: '/cms/menu',
  summary: 'List all menus',
  description: 'The tree of directories, pages and links, including those that you can’t see.',
  access: permission('cms.menu.list'),
  output: z.array(MenuNode),
  example: { output: [example.node] },
  handle: ({ db }) => readMenus(db),
})

export const listRoutes = endpoint({
  method: 'GET',
  path: '/cms/menu/routes',
  summary: 'List the menus that you can see',
  description:
    'Contains the pages and links that one of your groups has and whose permission you have, and the directories that contain any of them; a super admin sees all. Hidden menus are included: leave them out of a sidebar.',
  access: staff,
  query: RoutesQuery,
  output: z.array(RouteNode),
  example: { output: [example.route] },
  async handle({ db, caller, query: { group_id } }) {
    if (group_id === undefined) return routesOf(db, caller)
    if (!holds(caller, 'cms.group.list'))
      throw problem('forbidden', { detail: 'Listing the menus of a group requires the permission cms.group.list.' })
    return routesOfGroup(db, group_id)
  },
})

export const getMenu = endpoint({
  method: 'GET',
  path: '/cms/menu/{id}',
  summary: 'Get a menu',
  description: 'With the numbers of menus and elements in it, and the version that a change sends back.',
  access: permission('cms.menu.list'),
  params: idParams,
  output: MenuDetail,
  example: { params: { id: '7' }, output: example.detail },
  async handle({ db, params }) {
    const found = await getRow(db, menu, params.id)
    return { ...found, ...(await countContents(db, found.id)) }
  },
})

export const listMenuHistory = historyOf('menu', 'a menu', 'cms.menu.list')

export const createMenu = endpoint({
  method: 'POST',
  path: '/cms/menu',
  summary: 'Create a menu',
  description:
    'A directory, a page under /admin/ or a link to any URL. parent_id must be a directory; there can be at most five levels.',
  access: permission('cms.menu.create'),
  body: MenuInput,
  output: Menu,
  status: 201,
  location: ({ id }) => `/cms/menu/${id}`,
  problems: ['already_exists'],
  example: {
    body: {
      parent_id: 6,
      type: 'page',
      name: 'user',
      title: '员工',
      title_en: 'Staff',
      path: '/admin/user',
      icon: 'users',
      sort_order: 10,
      permission_code: 'cms.user.list',
    },
    output: example.menu,
  },
  async handle({ db, body, caller, recorder }) {
    const after = await insertMenu(db, body, caller.user_id)
    recorder.audit({ target: ['menu', after.id], as: Menu, after })
    return after
  },
})

export const updateMenu = endpoint({
  method: 'PUT',
  path: '/cms/menu/{id}',
  summary: 'Change a menu',
  description: 'A new parent_id moves the menu. It cannot be moved below itself (code cycle).',
  access: permission('cms.menu.update'),
  params: idParams,
  body: MenuChanges,
  output: Menu,
  problems: ['already_exists', 'stale_version'],
  example: { params: { id: '7' }, body: { title: '员工', version: 1 }, output: example.menu },
  async handle({ db, params, body, caller, recorder }) {
    const { before, after } = await changeMenu(db, params.id, body, caller.user_id)
    recorder.audit({ target: ['menu', after.id], as: Menu, before, after })
    return after
  },
})

export const orderMenu = endpoint({
  method: 'PUT',
  path: '/cms/menu/order',
  summary: 'Move menus',
  description: 'If one item is invalid, no menu is moved. Menus that are not listed keep their position.',
  access: permission('cms.menu.update'),
  body: MenuOrder,
  output: z.array(MenuNode),
  example: { body: { items: [{ id: 7, parent_id: 6, sort_order: 10 }] }, output: [example.node] },
  async handle({ db, body, caller, recorder }) {
    const { before, after, moved } = await orderMenus(db, body, caller.user_id)
    for (const { id, ...change } of moved) recorder.audit({ target: ['menu', id], as: MovedNode, ...change })
    recorder.audit({ target: ['menu', null], as: MenuOrder, before, after })
    return readMenus(db)
  },
})

export const deleteMenu = endpoint({
  method: 'DELETE',
  path: '/cms/menu/{id}',
  summary: 'Delete a menu',
  description: 'Refused while it contains menus or elements.',
  access: permission('cms.menu.delete'),
  params: idParams,
  problems: ['in_use'],
  example: { params: { id: '7' } },
  async handle({ db, params, recorder }) {
    const before = await removeMenu(db, params.id)
    recorder.audit({ target: ['menu', before.id], as: Menu, before })
  },
})
