import { asc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { element, menu } from '@/db/schema/menu'
import { refuseUnknownPermission } from '@/lib/auth/permission-codes'
import { endpoint, permission } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import { invalid } from '@/lib/kit/api/endpoint/problem'
import { resourceOf } from '@/lib/kit/api/rows/resource'
import type { Database } from '@/lib/kit/database'
import { historyOf } from '@/lib/oper_log/history'
import * as example from './example'
import { Element, ElementChanges, ElementInput, ElementQuery } from './schema'

const elements = resourceOf(element, { as: Element })

export const listElements = endpoint({
  method: 'GET',
  path: '/cms/element',
  summary: 'List page elements',
  description: 'Of all pages, or of the one that menu_id names.',
  access: permission('cms.element.list'),
  query: ElementQuery,
  output: z.array(Element),
  example: { query: { menu_id: '7' }, output: [example.element] },
  handle: ({ db, query: { menu_id } }) =>
    db
      .select()
      .from(element)
      .where(menu_id === undefined ? undefined : eq(element.menu_id, menu_id))
      .orderBy(asc(element.menu_id), asc(element.id)),
})

export const getElement = endpoint({
  ...elements.reading(permission('cms.element.list'), example.element),
  path: '/cms/element/{id}',
  summary: 'Get a page element',
  description: 'With the version that a change sends back.',
})

export const listElementHistory = historyOf('element', 'a page element', 'cms.element.list')

export const createElement = endpoint({
  method: 'POST',
  path: '/cms/element',
  summary: 'Create a page element',
  description: 'A button, column or tab of a page, shown only to users who may see the element.',
  access: permission('cms.element.create'),
  body: ElementInput,
  output: Element,
  status: 201,
  location: ({ id }) => `/cms/element/${id}`,
  problems: ['already_exists'],
  example: {
    body: { menu_id: 7, code: 'user.create', name: '新建员工', permission_code: 'cms.user.create' },
    output: example.element,
  },
  async handle(context) {
    const { db, body } = context
    await lockPage(db, body.menu_id)
    await refuseUnknownPermission(db, body.permission_code)
    return elements.create(context)
  },
})

export const updateElement = endpoint({
  method: 'PUT',
  path: '/cms/element/{id}',
  summary: 'Change a page element',
  description: 'Changes the fields given.',
  access: permission('cms.element.update'),
  params: idParams,
  body: ElementChanges,
  output: Element,
  problems: ['already_exists', 'stale_version'],
  example: { params: { id: '12' }, body: { name: '新建员工', version: 1 }, output: example.element },
  handle: (context) =>
    elements.update(context, async (before) => {
      const { db, body } = context
      if (body.menu_id !== undefined) await lockPage(db, body.menu_id)
      await refuseUnknownPermission(db, body.permission_code, before.permission_code)
    }),
})

export const deleteElement = endpoint({
  ...elements.deletion(permission('cms.element.delete')),
  path: '/cms/element/{id}',
  summary: 'Delete a page element',
  description: 'Groups that had it lose it.',
})

/**
 * Locks a page in the menu against deletion and a change of type. Throws 400 for a menu that does not exist or is not a
 * page.
 */
async function lockPage(db: Database, id: number): Promise<void> {
  const [found] = await db.select({ type: menu.type }).from(menu).where(eq(menu.id, id)).for('key share')
  if (!found) throw invalid('body', 'menu_id', 'not_found', 'There is no such menu.')
  if (found.type !== 'page') throw invalid('body', 'menu_id', 'not_page', 'Only a page has elements.')
}
