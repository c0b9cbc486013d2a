import { theme } from '@/db/schema/theme'
import { endpoint, permission } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import { resourceOf } from '@/lib/kit/api/rows/resource'
import { historyOf } from '@/lib/oper_log/history'
import { replaceProducts } from './commands'
import * as example from './example'
import * as queries from './queries'
import { CmsTheme, CmsThemePage, CmsThemeQuery, ThemeChanges, ThemeInput } from './schema'

const themes = resourceOf(theme, { as: CmsTheme, read: queries.readTheme })

export const listCmsThemes = endpoint({
  method: 'GET',
  path: '/cms/theme',
  summary: 'List themes',
  description: 'Also disabled ones, without their products.',
  access: permission('cms.theme.list'),
  query: CmsThemeQuery,
  output: CmsThemePage,
  example: {
    query: { status: 'enabled' },
    output: { items: [example.cmsThemeRow], page: 1, size: 10, total: 1 },
  },
  handle: queries.list,
})

export const getCmsTheme = endpoint({
  ...themes.reading(permission('cms.theme.list'), example.cmsTheme),
  path: '/cms/theme/{id}',
  summary: 'Get a theme',
  description: 'With all its products in order, also those that are inactive.',
})

export const listThemeHistory = historyOf('theme', 'a theme', 'cms.theme.list')

export const createTheme = endpoint({
  method: 'POST',
  path: '/cms/theme',
  summary: 'Create a theme',
  description: 'With at most 100 products. Customers see those that are active.',
  access: permission('cms.theme.create'),
  body: ThemeInput,
  output: CmsTheme,
  status: 201,
  location: ({ id }) => `/cms/theme/${id}`,
  example: { body: { name: '落雨天，慢慢喝', product_ids: [4] }, output: example.cmsTheme },
  handle({ body: { product_ids, ...body }, ...context }) {
    return themes.create({ ...context, body }, (id) => replaceProducts(context.db, id, product_ids))
  },
})

export const updateTheme = endpoint({
  method: 'PUT',
  path: '/cms/theme/{id}',
  summary: 'Change a theme',
  description: 'product_ids replaces all its products, in this order.',
  access: permission('cms.theme.update'),
  params: idParams,
  body: ThemeChanges,
  output: CmsTheme,
  problems: ['stale_version'],
  example: {
    params: { id: '1' },
    body: { product_ids: [4], version: 1 },
    output: { ...example.cmsTheme, version: 2 },
  },
  handle({ body: { product_ids, ...body }, ...context }) {
    return themes.update({ ...context, body }, async ({ id }) => {
      if (product_ids) await replaceProducts(context.db, id, product_ids)
    })
  },
})

export const deleteTheme = endpoint({
  ...themes.deletion(permission('cms.theme.delete')),
  path: '/cms/theme/{id}',
  summary: 'Delete a theme',
  description: 'Permanent. Its products remain.',
})
