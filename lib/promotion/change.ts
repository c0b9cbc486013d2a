import type { z } from 'zod'
import { promotion } from '@/db/schema/promotion'
import type { Caller } from '@/lib/kit/api/endpoint/caller'
import { resourceOf } from '@/lib/kit/api/rows/resource'
import type { Recorder } from '@/lib/kit/api/run/recorder'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import { withSkuIds } from '@/lib/stock/sku-ids'
import { requireFewAtOnce, requireGoods, requireModest, requireTerms, requireUnchangedTerms } from './commands'
import { requireOwnCode } from './coupons'
import { pricesOf, writePrices } from './deals'
import { readPromotion } from './queries'
import { EditedPromotion, type PromotionChanges } from './schema'

export const promotions = resourceOf(promotion, { as: EditedPromotion, read: readPromotion })

/** Terms that determine the reduction. */
const determining = ['gives', 'tiers', 'scope', 'category_ids', 'product_ids', 'except_product_ids'] as const

interface Change {
  db: Database
  params: { id: number }
  body: z.output<typeof PromotionChanges>
  caller: Caller
  settings: Settings
  recorder: Recorder
}

export const changePromotion = ({ body: { skus: given, ...body }, ...context }: Change) =>
  promotions.update({ ...context, body }, async (before) => {
    const { db } = context
    const prices = await pricesOf(db, before.id)
    const wanted = given && (await withSkuIds(db, given, 'skus'))
    const skus = wanted ?? prices
    await requireUnchangedTerms(db, { ...before, skus: prices }, { ...body, skus: wanted })
    const after = { ...before, ...body }
    requireTerms({ ...after, skus })
    if (given || determining.some((name) => body[name] !== undefined))
      await requireModest(db, { ...after, skus }, context)
    await requireGoods(db, body, before)
    await requireFewAtOnce(db, after, before.id)
    await requireOwnCode(db, after, before.id)
    await writePrices(db, after, skus)
  })
