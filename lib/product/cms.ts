import { z } from 'zod'
import { holds } from '@/lib/kit/api/endpoint/caller'
import { endpoint, permission } from '@/lib/kit/api/endpoint/endpoint'
import { bulkIds, idParams } from '@/lib/kit/api/endpoint/fields'
import { BulkResult, eachUnderSavepoint } from '@/lib/kit/api/rows/bulk'
import { cleanBody } from '@/lib/kit/html/clean'
import { locales } from '@/lib/kit/i18n/locale'
import { messagesIn } from '@/lib/kit/i18n/messages'
import { historyOf } from '@/lib/oper_log/history'
import { actOn } from './bulk'
import * as products from './cms-list'
import * as queries from './cms-queries'
import {
  CmsProduct,
  CmsProductPage,
  CmsProductQuery,
  CmsSkuPage,
  CmsSkuQuery,
  DryRun,
  PricesQuery,
  ProductBulk,
  ProductCount,
  ProductPlan,
  ProductPrices,
  ProductUses,
  SkuPriceChange,
  SkuPriceResult,
  StockLogPage,
  StockLogQuery,
} from './cms-schema'
import { productWords } from './columns'
import * as commands from './commands'
import * as example from './example'
import { productFile } from './export'
import { ProductChanges, ProductInput } from './input-schema'
import { lockProducts } from './lock'
import { setSkuPrices } from './sku-prices'

const page = { page: 1, size: 10, total: 1, next_cursor: null }
/** To read and set the cost. */
const additional_permissions = ['cms.product.cost'] as const

export const listCmsProducts = endpoint({
  method: 'GET',
  path: '/cms/product',
  summary: 'List products',
  description:
    'Newest first, without those in the trash unless tab asks for them. With updated_from and without tab, status and q, also those in the trash: they have deleted_at.',
  access: permission('cms.product.list'),
  query: CmsProductQuery,
  output: CmsProductPage,
  additional_permissions,
  csv: {
    name: 'products',
    permission: 'cms.product.export',
    description:
      'With format=csv, format=xlsx or Accept: text/csv: a line per SKU of every product of the filter, with amounts in yuan, as POST /cms/product/import takes it. category is the path of the category, joined with " / ".',
    words: productWords,
    open: async ({ query, caller }) => productFile(query, { sees_cost: holds(caller, 'cms.product.cost') }),
  },
  example: { query: { tab: 'on_sale' }, output: { items: [example.cmsProductRow], ...page } },
  handle: ({ db, query }) => products.list(db, query),
})

export const countProducts = endpoint({
  method: 'GET',
  path: '/cms/product/count',
  summary: 'Count the products of each tab',
  description: 'Each is counted up to 1000.',
  access: permission('cms.product.list'),
  output: ProductCount,
  example: { output: { on_sale: 38, off_sale: 2, draft: 1, sold_out: 1, low: 4, deleted: 0 } },
  handle: ({ db }) => products.countTabs(db),
})

export const listProductPrices = endpoint({
  method: 'GET',
  path: '/cms/product/prices',
  summary: 'List the prices of products',
  description: 'Of every SKU of these products that is not withdrawn, also of disabled ones. Unknown ids are left out.',
  access: permission('cms.product.list'),
  additional_permissions,
  query: PricesQuery,
  output: ProductPrices,
  example: { query: { ids: '1' }, output: example.productPrices },
  handle: ({ db, query }) => queries.readPrices(db, query.ids),
})

export const getCmsProduct = endpoint({
  method: 'GET',
  path: '/cms/product/{id}',
  summary: 'Get a product',
  description: 'With its SKUs, their stock and the version that a change sends back; also from the trash.',
  access: permission('cms.product.list'),
  additional_permissions,
  params: idParams,
  output: CmsProduct,
  example: { params: { id: '1' }, output: example.cmsProduct },
  handle: ({ db, params }) => queries.readCmsProduct(db, params.id),
})

export const listProductHistory = historyOf('product', 'a product', 'cms.product.list')

export const createProduct = endpoint({
  method: 'POST',
  path: '/cms/product',
  summary: 'Create a product',
  description:
    'With its specs, its SKUs and their opening stock. The values of a SKU are names in the order of specs; a product without specs has one SKU. The server gives ids to specs and values.',
  access: permission('cms.product.create'),
  additional_permissions,
  body: ProductInput,
  output: CmsProduct,
  status: 201,
  location: ({ id }) => `/cms/product/${id}`,
  problems: ['already_exists', 'not_sellable'],
  example: { body: example.productInput, output: example.cmsProduct },
  prepare: ({ body }) => cleanBody(body),
  async handle({ db, prepared, caller, settings, recorder }) {
    const id = await commands.createProduct(db, prepared, { user_id: caller.user_id, settings })
    const after = await queries.readCmsProduct(db, id)
    recorder.audit({ target: ['product', id], as: CmsProduct, after })
    return after
  },
})

export const updateProduct = endpoint({
  method: 'PUT',
  path: '/cms/product/{id}',
  summary: 'Change a product',
  description:
    'Changes the fields given. skus is the whole set: each is found by its id, else by its values among the current SKUs, else among the withdrawn ones, which are restored with their id; else it is new. Omitted SKUs are withdrawn, and their stock is removed. Stock is changed by POST /cms/stock/adjust. With dry_run the answer is a preview of the SKUs.',
  access: permission('cms.product.update'),
  additional_permissions,
  params: idParams,
  query: DryRun,
  body: ProductChanges,
  output: z.union([CmsProduct, ProductPlan]),
  problems: ['stale_version', 'already_exists', 'not_sellable'],
  example: { params: { id: '1' }, body: example.productChanges, output: example.cmsProduct },
  prepare: ({ body }) => cleanBody(body),
  async handle({ db, params, query, prepared, caller, settings, recorder }) {
    if (query.dry_run) {
      recorder.changesNothing()
      return commands.planProduct(db, params.id, prepared, settings)
    }
    const changed = await commands.changeProduct(db, params.id, prepared, { user_id: caller.user_id, settings })
    recorder.audit({ target: ['product', params.id], as: CmsProduct, before: changed.before, after: changed.audited })
    return changed.after
  },
})

export const deleteProduct = endpoint({
  method: 'DELETE',
  path: '/cms/product/{id}',
  summary: 'Move a product to the trash',
  description: 'It leaves its themes and its schedule. Orders keep what they show.',
  access: permission('cms.product.delete'),
  params: idParams,
  example: { params: { id: '1' } },
  async handle({ db, params, caller, recorder }) {
    const { before } = await commands.binProduct(db, params.id, caller.user_id)
    recorder.audit({ target: ['product', params.id], as: CmsProduct, before })
  },
})

export const restoreProduct = endpoint({
  method: 'POST',
  path: '/cms/product/{id}/restore',
  summary: 'Restore a product from the trash',
  description: 'It is inactive then, with the SKUs and the stock that it had.',
  access: permission('cms.product.update'),
  additional_permissions,
  params: idParams,
  output: CmsProduct,
  problems: ['already_exists'],
  example: { params: { id: '1' }, output: { ...example.cmsProduct, status: 'off_sale' } },
  async handle({ db, params, caller, recorder }) {
    const { before, after } = await commands.restoreProduct(db, params.id, caller.user_id)
    recorder.audit({ target: ['product', params.id], as: CmsProduct, before, after })
    return after
  },
})

export const duplicateProduct = endpoint({
  method: 'POST',
  path: '/cms/product/{id}/duplicate',
  summary: 'Duplicate a product',
  description:
    'A draft with its content, pictures, specs and prices, without stock, schedule and SKU numbers. Its name says that it is a copy.',
  access: permission('cms.product.create'),
  additional_permissions,
  params: idParams,
  query: z.object({
    language: z.enum(locales).default('zh-CN').meta({ description: 'Of what is added to the name' }),
  }),
  output: CmsProduct,
  status: 201,
  location: ({ id }) => `/cms/product/${id}`,
  example: {
    params: { id: '1' },
    output: {
      ...example.cmsProduct,
      id: 41,
      name: `${example.cmsProduct.name}（副本）`,
      status: 'draft',
      version: 1,
    },
  },
  async handle({ db, params, query, caller, settings, recorder }) {
    const { catalogue } = await messagesIn(query.language)
    const id = await commands.duplicateProduct(db, params.id, catalogue.copySuffix, {
      user_id: caller.user_id,
      settings,
    })
    const after = await queries.readCmsProduct(db, id)
    recorder.audit({ target: ['product', id], as: CmsProduct, after })
    return after
  },
})

export const listProductUses = endpoint({
  method: 'GET',
  path: '/cms/product/{id}/uses',
  summary: 'List where a product is used',
  description: 'Themes and banners that show it, and how many open orders have it.',
  access: permission('cms.product.list'),
  params: idParams,
  output: ProductUses,
  example: { params: { id: '1' }, output: example.productUses },
  handle: ({ db, params }) => queries.readUses(db, params.id),
})

export const listStockLog = endpoint({
  method: 'GET',
  path: '/cms/product/{id}/stock_log',
  summary: 'List the stock history of a product',
  description: 'Every change of the stock of its SKUs, also of withdrawn ones, newest first.',
  access: permission('cms.product.list'),
  params: idParams,
  query: StockLogQuery,
  output: StockLogPage,
  csv: { name: 'stock-log', permission: 'cms.product.export' },
  example: { params: { id: '1' }, query: { reason: 'received' }, output: { items: [example.stockLogRow], ...page } },
  async handle({ db, params, query }) {
    await queries.readUses(db, params.id)
    return queries.listStockLog({ db, query: { ...query, product_id: params.id } })
  },
})

export const listSkus = endpoint({
  method: 'GET',
  path: '/cms/sku',
  summary: 'List SKUs',
  description:
    'Newest first, without withdrawn ones and those of products in the trash. Unknown numbers are left out. With sort=updated_at, also those that were withdrawn or deleted: they have deleted_at.',
  access: permission('cms.product.list'),
  additional_permissions,
  query: CmsSkuQuery,
  output: CmsSkuPage,
  example: { query: { sku_no: 'TEA-YQ-50,TEA-YQ-100' }, output: { items: [example.cmsSkuRow], ...page } },
  handle: queries.listSkus,
})

export const setPrices = endpoint({
  method: 'POST',
  path: '/cms/sku/price',
  summary: 'Set the prices of SKUs',
  description:
    'By sku_no or sku_id, with a result for each: an unknown SKU, or a product that refuses, does not stop the others. Lines without a difference change nothing.',
  access: permission('cms.product.update'),
  additional_permissions,
  body: SkuPriceChange,
  output: SkuPriceResult,
  example: {
    body: { items: [{ sku_no: 'TEA-YQ-50', price: 6_800 }] },
    output: { results: [{ sku_id: 11, sku_no: 'TEA-YQ-50', ok: true }] },
  },
  handle: ({ db, body, caller, settings, recorder, request_id }) =>
    setSkuPrices(db, body.items, { user_id: caller.user_id, settings, recorder, request_id }),
})

export const changeProducts = endpoint({
  method: 'POST',
  path: '/cms/product/bulk',
  summary: 'Change several products',
  description:
    'With a result for each; those that are refused stay as they are. Prices are changed by percent or by an amount, rounded to 10 fen, and are at least 10.',
  access: permission('cms.product.update'),
  body: ProductBulk,
  output: BulkResult,
  example: { body: { ids: [1], action: 'price', percent: -10 }, output: { results: [{ id: 1, ok: true }] } },
  async handle({ db, body, caller, settings, recorder, request_id }) {
    await lockProducts(db, body.ids)
    return eachUnderSavepoint(body.ids, { db, recorder, type: 'product', request_id }, async (id, part) => {
      const { before, after } = await actOn(db, id, body, { user_id: caller.user_id, settings })
      part.audit({ target: ['product', id], as: CmsProduct, before, after })
    })
  },
})

export const deleteProducts = endpoint({
  method: 'POST',
  path: '/cms/product/bulk_delete',
  summary: 'Move several products to the trash',
  description: 'With a result for each.',
  access: permission('cms.product.delete'),
  body: z.strictObject({ ids: bulkIds }),
  output: BulkResult,
  example: { body: { ids: [1] }, output: { results: [{ id: 1, ok: true }] } },
  async handle({ db, body, caller, recorder, request_id }) {
    await lockProducts(db, body.ids)
    return eachUnderSavepoint(body.ids, { db, recorder, type: 'product', request_id }, async (id, part) => {
      const { before } = await commands.binProduct(db, id, caller.user_id)
      part.audit({ target: ['product', id], as: CmsProduct, before })
    })
  },
})
