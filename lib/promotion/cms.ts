import { promotion } from '@/db/schema/promotion'
import { endpoint, permission } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import { resourceOf } from '@/lib/kit/api/rows/resource'
import { historyOf } from '@/lib/oper_log/history'
import { requireFewAtOnce, requireGoods, requireTerms, requireUnchangedTerms, requireUnused } from './commands'
import * as example from './example'
import * as queries from './queries'
import {
  CmsPromotion,
  CmsPromotionPage,
  CmsPromotionQuery,
  EditedPromotion,
  PromotionChanges,
  PromotionInput,
} from './schema'

const promotions = resourceOf(promotion, { as: EditedPromotion, read: queries.readPromotion })

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
  description: 'With its products, the number of its orders, and what it took off them.',
  output: CmsPromotion,
  example: { params: { id: '1' }, output: example.cmsPromotion },
})

export const listPromotionHistory = historyOf('promotion', 'a promotion', 'cms.promotion.list')

export const createPromotion = endpoint({
  method: 'POST',
  path: '/cms/promotion',
  summary: 'Create a promotion',
  description:
    'Applies by itself to orders placed in its period. Of the tiers, the highest that the goods reach applies. Of several reductions, a line gets the one with the highest priority, then the largest. No piece costs less than 1 fen.',
  access: permission('cms.promotion.create'),
  body: PromotionInput,
  output: CmsPromotion,
  status: 201,
  location: ({ id }) => `/cms/promotion/${id}`,
  problems: ['limit_reached'],
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
  async handle(context) {
    requireTerms(context.body)
    await requireGoods(context.db, context.body)
    await requireFewAtOnce(context.db, context.body)
    return promotions.create(context)
  },
})

export const updatePromotion = endpoint({
  method: 'PUT',
  path: '/cms/promotion/{id}',
  summary: 'Change or stop a promotion',
  description:
    'Once it has begun, its terms stay, because customers rely on them: it can be renamed, extended, and stopped with enabled: false. Orders placed after that do not have it.',
  access: permission('cms.promotion.update'),
  params: idParams,
  body: PromotionChanges,
  output: CmsPromotion,
  problems: ['stale_version', 'in_use', 'limit_reached'],
  example: {
    params: { id: '1' },
    body: { enabled: false, version: 1 },
    output: { ...example.cmsPromotion, enabled: false, state: 'stopped', version: 2 },
  },
  handle: (context) =>
    promotions.update(context, async (before) => {
      await requireUnchangedTerms(context.db, before, context.body)
      const after = { ...before, ...context.body }
      requireTerms(after)
      await requireGoods(context.db, context.body, before)
      await requireFewAtOnce(context.db, after, before.id)
    }),
})

export const deletePromotion = endpoint({
  ...promotions.deletion(permission('cms.promotion.delete')),
  path: '/cms/promotion/{id}',
  summary: 'Delete a promotion',
  description: 'Only one that does not run and that no order has.',
  problems: ['in_use'],
  async handle(context) {
    await requireUnused(context.db, context.params.id)
    return promotions.delete(context)
  },
})
