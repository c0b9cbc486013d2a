import { asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { element, menu } from '@/db/schema/menu'
import { endpoint, permission } from '@/lib/api/endpoint'
import { idParams } from '@/lib/api/fields'
import { invalid, problem } from '@/lib/api/problem'
import { refuseStale } from '@/lib/api/version'
import { refuseUnknownPoint } from '@/lib/auth/points'
import type { Database } from '@/lib/database'
import * as example from './example'
import { Element, ElementChanges, ElementInput, ElementQuery } from './schema'

export const listElements = endpoint({
  method: 'GET',
  path: '/cms/element',
  summary: 'Elements of pages',
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
  method: 'GET',
  path: '/cms/element/{id}',
  summary: 'One element',
  access: permission('cms.element.list'),
  params: idParams,
  output: Element,
  example: { params: { id: '12' }, output: example.element },
  async handle({ db, params }) {
    const [found] = await db.select().from(element).where(eq(element.id, params.id))
    return found ?? missing()
  },
})

export const createElement = endpoint({
  method: 'POST',
  path: '/cms/element',
  summary: 'Create an element',
  description: 'A button, a column or a tab of a page, which the page shows to those who see the element.',
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
  async handle({ db, body, caller, record }) {
    await lockPage(db, body.menu_id)
    await refuseUnknownPoint(db, body.permission_code)
    const [after] = await db
      .insert(element)
      .values({ ...body, updated_by: caller.user_id })
      .returning()
    if (!after) throw new Error('the element was not created')
    record.audit({ target: ['element', after.id], as: Element, after })
    return after
  },
})

export const updateElement = endpoint({
  method: 'PUT',
  path: '/cms/element/{id}',
  summary: 'Change an element',
  access: permission('cms.element.update'),
  params: idParams,
  body: ElementChanges,
  output: Element,
  problems: ['already_exists', 'stale_version'],
  example: { params: { id: '12' }, body: { name: '新建员工', version: 1 }, output: example.element },
  async handle({ db, params, body: { version, ...values }, caller, record }) {
    const before = await lockElement(db, params.id)
    await refuseStale(db, before, version)
    if (values.menu_id !== undefined) await lockPage(db, values.menu_id)
    await refuseUnknownPoint(db, values.permission_code, before.permission_code)
    const [after] = await db
      .update(element)
      .set({ ...values, version: sql`${element.version} + 1`, updated_by: caller.user_id })
      .where(eq(element.id, before.id))
      .returning()
    if (!after) throw new Error('a locked element is gone')
    record.audit({ target: ['element', before.id], as: Element, before, after })
    return after
  },
})

export const deleteElement = endpoint({
  method: 'DELETE',
  path: '/cms/element/{id}',
  summary: 'Delete an element',
  access: permission('cms.element.delete'),
  params: idParams,
  example: { params: { id: '12' } },
  async handle({ db, params, record }) {
    const before = await lockElement(db, params.id)
    await db.delete(element).where(eq(element.id, before.id))
    record.audit({ target: ['element', before.id], as: Element, before })
  },
})

function missing(): never {
  throw problem('not_found', { detail: 'There is no such element.' })
}

async function lockElement(db: Database, id: number) {
  const [found] = await db.select().from(element).where(eq(element.id, id)).for('update')
  return found ?? missing()
}

/** Throws a 400 where it is no page; it stays one until this transaction ends, because changing a menu locks its row. */
async function lockPage(db: Database, id: number): Promise<void> {
  const [found] = await db.select({ type: menu.type }).from(menu).where(eq(menu.id, id)).for('key share')
  if (!found) throw invalid('body', 'menu_id', 'not_found', 'There is no such menu.')
  if (found.type !== 'page') throw invalid('body', 'menu_id', 'not_page', 'Only a page has elements.')
}
