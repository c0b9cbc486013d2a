import { z } from 'zod'
import { category } from '@/db/schema/category'
import { endpoint, permission } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import { resourceOf } from '@/lib/kit/api/rows/resource'
import { MovedNode } from '@/lib/kit/api/rows/tree-order'
import { historyOf } from '@/lib/oper_log/history'
import { checkMove, orderCategories, placeNew, removeCategory } from './commands'
import * as example from './example'
import { readCategory, readCategoryTree } from './queries'
import { CategoryChanges, CategoryDeletion, CategoryInput, CategoryOrder, CmsCategory, CmsCategoryNode } from './schema'

const categories = resourceOf(category, { as: CmsCategory, read: readCategory })

export const listCmsCategories = endpoint({
  method: 'GET',
  path: '/cms/category',
  summary: 'List all categories',
  description: 'The whole tree, also of disabled categories, with the number of products.',
  access: permission('cms.category.list'),
  output: z.array(CmsCategoryNode),
  example: { output: [example.cmsNode] },
  handle: ({ db }) => readCategoryTree(db),
})

export const getCmsCategory = endpoint({
  ...categories.reading(permission('cms.category.list'), example.cmsCategory),
  path: '/cms/category/{id}',
  summary: 'Get a category',
  description: 'With the version that a change sends back.',
})

export const listCategoryHistory = historyOf('category', 'a category', 'cms.category.list')

export const createCategory = endpoint({
  method: 'POST',
  path: '/cms/category',
  summary: 'Create a category',
  description: 'There can be at most three levels.',
  access: permission('cms.category.create'),
  body: CategoryInput,
  output: CmsCategory,
  status: 201,
  location: ({ id }) => `/cms/category/${id}`,
  example: {
    body: { parent_id: 1, name: '茶叶', image_url: '/demo/c-tea.webp' },
    output: example.cmsCategory,
  },
  async handle(context) {
    const { db, body } = context
    const position = await placeNew(db, body)
    return categories.create({ ...context, body: { ...body, ...position } })
  },
})

export const updateCategory = endpoint({
  method: 'PUT',
  path: '/cms/category/{id}',
  summary: 'Change a category',
  description:
    'A new parent_id moves the category; it cannot be moved below itself (code cycle). Products of a disabled category remain reachable by their link, in searches and in themes.',
  access: permission('cms.category.update'),
  params: idParams,
  body: CategoryChanges,
  output: CmsCategory,
  problems: ['stale_version'],
  example: {
    params: { id: '2' },
    body: { status: 'disabled', version: 1 },
    output: { ...example.cmsCategory, status: 'disabled', version: 2 },
  },
  async handle(context) {
    const { db, params, body } = context
    await checkMove(db, params.id, body.parent_id)
    return categories.update(context)
  },
})

export const orderCategory = endpoint({
  method: 'PUT',
  path: '/cms/category/order',
  summary: 'Move categories',
  description: 'If one item is invalid, no category is moved. Categories that are not listed keep their position.',
  access: permission('cms.category.update'),
  body: CategoryOrder,
  output: z.array(CmsCategoryNode),
  example: { body: { items: [{ id: 2, parent_id: 1, sort_order: 10 }] }, output: [example.cmsNode] },
  async handle({ db, body, caller, recorder }) {
    const { before, after, moved } = await orderCategories(db, body, caller.user_id)
    for (const { id, ...change } of moved) recorder.audit({ target: ['category', id], as: MovedNode, ...change })
    recorder.audit({ target: ['category', null], as: CategoryOrder, before, after })
    return readCategoryTree(db)
  },
})

export const deleteCategory = endpoint({
  method: 'DELETE',
  path: '/cms/category/{id}',
  summary: 'Delete a category',
  description:
    'Refused while it contains categories or products, also deleted products, or is the only category of an enabled promotion that is not over. With move_to, its products move there first, so that two categories become one.',
  access: permission('cms.category.delete'),
  params: idParams,
  query: CategoryDeletion,
  problems: ['in_use'],
  example: { params: { id: '2' }, query: { move_to: '3' } },
  async handle({ db, params, query, caller, recorder }) {
    const before = await removeCategory(db, params.id, { move_to: query.move_to, updated_by: caller.user_id })
    recorder.audit({ target: ['category', before.id], as: CmsCategory, before })
  },
})
