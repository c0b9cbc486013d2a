import { z } from 'zod'
import { promotion } from '@/db/schema/promotion'
import { holds } from '@/lib/kit/api/endpoint/caller'
import { endpoint, permission } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import { getRow } from '@/lib/kit/api/rows/rows'
import { locales } from '@/lib/kit/i18n/locale'
import { messagesIn } from '@/lib/kit/i18n/messages'
import { historyOf } from '@/lib/oper_log/history'
import { withSkuIds } from '@/lib/stock/sku-ids'
import { changePromotion, promotions } from './change'
import { couponWords, sheetWords } from './columns'
import { requireFewAtOnce, requireGoods, requireModest, requireTerms, requireUnused } from './commands'
import {
  CmsCoupon,
  CmsCouponPage,
  CmsCouponQuery,
  CodeInput,
  Codes,
  GrantInput,
  GrantResult,
  RevokeInput,
} from './coupon-schema'
import { createCodes, requireOwnCode, revokeCoupon as revoke, unusedCodes } from './coupons'
import { copyOf, writePrices } from './deals'
import { estimate } from './estimate'
import * as example from './example'
import { couponFile, dealFile } from './export'
import { grant } from './grant'
import * as queries from './queries'
import {
  CmsPromotion,
  CmsPromotionPage,
  CmsPromotionQuery,
  CopiedPromotion,
  DealSkuQuery,
  DealSkus,
  PromotionChanges,
  PromotionEstimate,
  PromotionInput,
} from './schema'

export const listCmsPromotions = endpoint({
  method: 'GET',
  path: '/cms/promotion',
  summary: 'List promotions',
  description: 'Those that run, will run, have ended or were stopped, by the clock of the database.',
  access: permission('cms.promotion.list'),
  query: CmsPromotionQuery,
  output: CmsPromotionPage,
  example: { query: { state: 'running' }, output: { items: [example.cmsPromotionRow], page: 1, size: 10, total: 1 } },
  handle: queries.list,
})

export const getCmsPromotion = endpoint({
  ...promotions.reading(permission('cms.promotion.list'), example.cmsPromotion),
  path: '/cms/promotion/{id}',
  summary: 'Get a promotion',
  description: 'With its products, and the numbers of its orders and coupons.',
  output: CmsPromotion,
  example: { params: { id: '1' }, output: example.cmsPromotion },
})

export const listPromotionHistory = historyOf('promotion', 'a promotion', 'cms.promotion.list')

export const createPromotion = endpoint({
  method: 'POST',
  path: '/cms/promotion',
  summary: 'Create a promotion',
  description:
    'Applies by itself to orders placed in its period; with coupon_source, only to orders with a coupon of it. Of the tiers, the highest that the goods reach applies. A line gets at most one reduction, and an order the combination of promotions with the lowest total; of equal totals, the highest priority applies, then the older promotion. A reduction of the shipping fee is at most what the goods in its scope cost to ship. No piece costs less than 1 fen. More than promotion.most_off_permille off needs cms.promotion.over.',
  access: permission('cms.promotion.create'),
  additional_permissions: ['cms.promotion.over'],
  body: PromotionInput,
  output: CmsPromotion,
  status: 201,
  location: ({ id }) => `/cms/promotion/${id}`,
  problems: ['limit_reached', 'already_exists'],
  example: {
    body: {
      name: '冬季满减',
      label: '满200减30',
      gives: 'reduction',
      starts_at: '2026-11-20T00:00:00.000Z',
      ends_at: '2026-12-20T00:00:00.000Z',
      tiers: [
        { from_amount: 10_000, off_amount: 1_000 },
        { from_amount: 20_000, off_amount: 3_000 },
      ],
    },
    output: example.cmsPromotion,
  },
  async handle({ body: { skus: given, ...body }, ...context }) {
    const { db } = context
    const skus = await withSkuIds(db, given, 'skus')
    const terms = { ...body, exclusive: body.exclusive ?? body.gives === 'deal' }
    requireTerms({ ...terms, skus })
    await requireModest(db, { ...terms, skus }, context)
    await requireGoods(db, terms)
    await requireFewAtOnce(db, terms)
    await requireOwnCode(db, terms)
    return promotions.create({ ...context, body: terms }, (id) => writePrices(db, { ...terms, id }, skus))
  },
})

export const updatePromotion = endpoint({
  method: 'PUT',
  path: '/cms/promotion/{id}',
  summary: 'Change or stop a promotion',
  description:
    'Once it has begun, its terms stay, because customers rely on them: it can be renamed, extended, and stopped with enabled: false. Orders placed after that do not have it; coupons that customers have got stay valid.',
  access: permission('cms.promotion.update'),
  additional_permissions: ['cms.promotion.over'],
  params: idParams,
  body: PromotionChanges,
  output: CmsPromotion,
  problems: ['stale_version', 'in_use', 'limit_reached', 'already_exists'],
  example: {
    params: { id: '1' },
    body: { enabled: false, version: 1 },
    output: { ...example.cmsPromotion, enabled: false, state: 'stopped', version: 2 },
  },
  handle: changePromotion,
})

export const listDealSkus = endpoint({
  method: 'GET',
  path: '/cms/promotion/{id}/sku',
  summary: 'List the SKUs of a deal',
  description: 'With their prices. Empty for other promotions.',
  access: permission('cms.promotion.list'),
  params: idParams,
  query: DealSkuQuery,
  output: DealSkus,
  csv: {
    name: 'deal',
    // For staff who send it back to POST /cms/promotion/import.
    permission: 'cms.promotion.update',
    description:
      'With format=csv, format=xlsx or Accept: text/csv: a line per SKU, with amounts in yuan, as POST /cms/promotion/import takes it.',
    words: sheetWords,
    open: ({ db, params: { id } }) => dealFile(db, id),
  },
  example: { params: { id: '3' }, output: example.dealSkus },
  async handle({ db, params }) {
    const { id } = await getRow(db, promotion, params.id)
    return { items: await queries.dealSkus(db, id) }
  },
})

export const estimatePromotion = endpoint({
  method: 'POST',
  path: '/cms/promotion/estimate',
  verb: 'estimate',
  summary: 'Estimate what a promotion costs',
  description:
    'What it would have taken off the orders that were paid in the last 30 days, if it had been the only promotion. Coupons count as if all had been used. Writes nothing.',
  access: permission('cms.promotion.list'),
  transaction: 'manual',
  body: PromotionInput,
  output: PromotionEstimate,
  example: {
    body: {
      name: '冬季满减',
      label: '满200减30',
      gives: 'reduction',
      starts_at: '2026-11-20T00:00:00.000Z',
      ends_at: '2026-12-20T00:00:00.000Z',
      tiers: [{ from_amount: 20_000, off_amount: 3_000 }],
    },
    output: { orders: 38, of_orders: 214, amount: 123_400, excess: null },
  },
  async handle({ db, body, recorder }) {
    const skus = await withSkuIds(db, body.skus, 'skus')
    requireTerms(body)
    const after = await estimate(db, { ...body, skus })
    recorder.audit({ target: ['promotion', null], as: PromotionEstimate, name: body.name, after })
    return after
  },
})

export const deletePromotion = endpoint({
  ...promotions.deletion(permission('cms.promotion.delete')),
  path: '/cms/promotion/{id}',
  summary: 'Delete a promotion',
  description: 'Only one that does not run, and of which there is no order, coupon or code.',
  problems: ['in_use'],
  async handle(context) {
    await requireUnused(context.db, context.params.id)
    return promotions.delete(context)
  },
})

const Created = z.object({ codes: z.int() })

export const grantPromotionCoupons = endpoint({
  method: 'POST',
  path: '/cms/promotion/{id}/grant',
  verb: 'grant',
  summary: 'Grant coupons',
  description:
    'Gives each of these customers a coupon, whatever its coupon_source is. The result says who got none and why. With too few coupons left for all, no customer gets one.',
  access: permission('cms.promotion.grant'),
  params: idParams,
  body: GrantInput,
  output: GrantResult,
  problems: ['not_found', 'limit_reached'],
  example: {
    params: { id: '2' },
    body: { user_ids: [7, 8] },
    output: {
      results: [
        { user_id: 7, coupon_id: 5, reason: null },
        { user_id: 8, coupon_id: null, reason: 'limit_reached' },
      ],
    },
  },
  handle: async ({ db, params, body, recorder }) => ({ results: await grant(db, params.id, body.user_ids, recorder) }),
})

export const createPromotionCodes = endpoint({
  method: 'POST',
  path: '/cms/promotion/{id}/code',
  verb: 'code',
  summary: 'Create codes for coupons',
  description:
    'Of a promotion whose coupon_source is code. Each code gives one customer a coupon; shared_code is for all of them. GET on the same path lists those that are unused.',
  access: permission('cms.promotion.grant'),
  params: idParams,
  body: CodeInput,
  output: Codes,
  problems: ['not_found', 'in_use', 'limit_reached'],
  example: { params: { id: '2' }, body: { count: 2 }, output: { codes: ['7K3M9QX2TBWD', 'P4RV8HN6C1ZJ'] } },
  async handle({ db, params, body, recorder }) {
    const { name } = await getRow(db, promotion, params.id)
    const codes = await createCodes(db, params.id, body.count)
    recorder.audit({ target: ['promotion', params.id], as: Created, name, after: { codes: codes.length } })
    return { codes }
  },
})

export const listPromotionCodes = endpoint({
  method: 'GET',
  path: '/cms/promotion/{id}/code',
  summary: 'List the unused codes of a promotion',
  description: 'The oldest first, at most 10,000.',
  access: permission('cms.promotion.grant'),
  params: idParams,
  output: Codes,
  example: { params: { id: '2' }, output: { codes: ['7K3M9QX2TBWD', 'P4RV8HN6C1ZJ'] } },
  async handle({ db, params }) {
    const { id } = await getRow(db, promotion, params.id)
    return { codes: await unusedCodes(db, id) }
  },
})

export const duplicatePromotion = endpoint({
  method: 'POST',
  path: '/cms/promotion/{id}/duplicate',
  summary: 'Duplicate a promotion',
  description:
    'A stopped promotion with the same terms, which begins tomorrow. Its name says that it is a copy. A deal is copied without the SKUs that can no longer have its prices.',
  access: permission('cms.promotion.create'),
  params: idParams,
  query: z.object({
    language: z.enum(locales).default('zh-CN').meta({ description: 'Of what is added to the name' }),
  }),
  output: CopiedPromotion,
  status: 201,
  location: ({ id }) => `/cms/promotion/${id}`,
  example: { params: { id: '1' }, output: example.copiedPromotion },
  async handle({ params, query, ...context }) {
    const { db } = context
    const { catalogue } = await messagesIn(query.language)
    const { terms, skus, left_out } = await copyOf(db, params.id, catalogue.copySuffix)
    const made = await promotions.create({ ...context, body: terms }, (id) => writePrices(db, { ...terms, id }, skus))
    return { ...made, left_out }
  },
})

export const listCmsCoupons = endpoint({
  method: 'GET',
  path: '/cms/coupon',
  summary: 'List coupons',
  description: 'Of all customers, of one, or of a promotion, newest first.',
  access: permission('cms.coupon.list'),
  query: CmsCouponQuery,
  output: CmsCouponPage,
  csv: {
    name: 'coupons',
    permission: 'cms.coupon.export',
    description:
      'With format=csv, format=xlsx or Accept: text/csv: a line per coupon with its customer. The column mobile is only there with the permission cms.customer.list.',
    words: couponWords,
    open: async ({ query, caller }) => couponFile(query, { sees_customers: holds(caller, 'cms.customer.list') }),
  },
  example: {
    query: { user_id: '7' },
    output: { items: [example.cmsCoupon], page: 1, size: 10, total: 1, next_cursor: null },
  },
  handle: queries.listCmsCoupons,
})

export const revokeCoupon = endpoint({
  method: 'POST',
  path: '/cms/coupon/{id}/revoke',
  verb: 'revoke',
  summary: 'Revoke a coupon',
  description: 'Only one that staff have granted and no order has: what customers have taken stays theirs.',
  access: permission('cms.coupon.revoke'),
  params: idParams,
  body: RevokeInput,
  output: CmsCoupon,
  shown_to: 'cms.coupon.list',
  problems: ['in_use'],
  example: {
    params: { id: '5' },
    body: { note: '重复补偿' },
    output: { ...example.cmsCoupon, state: 'revoked', revoked_at: '2026-11-25T03:00:00.000Z' },
  },
  async handle({ db, params, recorder }) {
    const before = await queries.readCmsCoupon(db, params.id)
    await revoke(db, params.id)
    const after = await queries.readCmsCoupon(db, params.id)
    recorder.audit({ target: ['coupon', params.id], as: CmsCoupon, name: before.promotion.name, before, after })
    return after
  },
})
