import { store } from '@/db/schema/store'
import { endpoint, permission } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import { resourceOf } from '@/lib/kit/api/rows/resource'
import { historyOf } from '@/lib/oper_log/history'
import { requireRegion } from '@/lib/region/require'
import * as example from './example'
import * as queries from './queries'
import { CmsStore, CmsStorePage, CmsStoreQuery, StoreChanges, StoreInput } from './schema'

const stores = resourceOf(store, { as: CmsStore, read: queries.readStore })

export const listCmsStores = endpoint({
  method: 'GET',
  path: '/cms/store',
  summary: 'List stores',
  description: 'Also disabled ones.',
  access: permission('cms.store.list'),
  query: CmsStoreQuery,
  output: CmsStorePage,
  example: { query: { enabled: 'true' }, output: { items: [example.cmsStore], page: 1, size: 10, total: 1 } },
  handle: queries.list,
})

export const getCmsStore = endpoint({
  ...stores.reading(permission('cms.store.list'), example.cmsStore),
  path: '/cms/store/{id}',
  summary: 'Get a store',
  description: 'Also a disabled one.',
})

export const listStoreHistory = historyOf('store', 'a store', 'cms.store.list')

export const createStore = endpoint({
  method: 'POST',
  path: '/cms/store',
  summary: 'Create a store',
  description: 'Its city must be in the list of GET /v1/region: unknown_region at city.',
  access: permission('cms.store.create'),
  body: StoreInput,
  output: CmsStore,
  status: 201,
  location: ({ id }) => `/cms/store/${id}`,
  problems: ['already_exists'],
  example: { body: example.storeInput, output: example.cmsStore },
  async handle(context) {
    requireRegion(context.body)
    return stores.create(context)
  },
})

export const updateStore = endpoint({
  method: 'PUT',
  path: '/cms/store/{id}',
  summary: 'Change a store',
  description: 'Its city must be in the list of GET /v1/region: unknown_region at city.',
  access: permission('cms.store.update'),
  params: idParams,
  body: StoreChanges,
  output: CmsStore,
  problems: ['stale_version', 'already_exists'],
  example: {
    params: { id: '1' },
    body: { hours: '每天 10:00–19:00', version: 1 },
    output: { ...example.cmsStore, hours: '每天 10:00–19:00', version: 2 },
  },
  handle: (context) => stores.update(context, async (before) => requireRegion({ ...before, ...context.body })),
})

export const deleteStore = endpoint({
  ...stores.deletion(permission('cms.store.delete')),
  path: '/cms/store/{id}',
  summary: 'Delete a store',
  description: 'Permanent. One with orders is in_use: disable it instead.',
  problems: ['in_use'],
})
