import { z } from 'zod'
import { customer, endpoint, everyone } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import { release } from '@/lib/kit/api/run/limits'
import { productPage } from '@/lib/product/example'
import { productList } from '@/lib/product/schema'
import { Coupon, CouponInput, CouponPage, CouponQuery } from './coupon-schema'
import { codeCounter, countCode, redeemCode, takeCoupon as take } from './coupons'
import * as example from './example'
import * as queries from './queries'
import { Promotion, PromotionProducts } from './schema'

export const listPromotions = endpoint({
  method: 'GET',
  path: '/v1/promotion',
  summary: 'List promotions',
  description:
    'The promotions that run now and apply by themselves, and those whose coupons customers can take, the ones that end first at the beginning.',
  access: everyone,
  output: z.array(Promotion),
  example: { output: [example.promotion] },
  handle: ({ db }) => queries.runningPromotions(db),
})

export const listPromotionProducts = endpoint({
  method: 'GET',
  path: '/v1/promotion/{id}/product',
  summary: 'Products of a promotion',
  description:
    'Active products that the promotion can reduce, with the promotion. Also of coupons and of a promotion that is over, but not before its start.',
  access: everyone,
  params: idParams,
  query: z.object(productList),
  output: PromotionProducts,
  example: { params: { id: '1' }, output: { ...productPage, promotion: example.promotion } },
  handle: ({ db, params, query }) => queries.productsInScope(db, params.id, query),
})

export const listCoupons = endpoint({
  method: 'GET',
  path: '/v1/coupon',
  summary: 'My coupons',
  description: 'Newest first, each with the terms of its promotion. To use one, send its id as coupon_id of an order.',
  access: customer,
  query: CouponQuery,
  output: CouponPage,
  example: {
    query: { state: 'usable' },
    output: { items: [example.coupon], page: 1, size: 10, total: 1, next_cursor: null },
  },
  handle: ({ db, caller, query }) => queries.listCoupons(db, caller.user_id, query),
})

export const takeCoupon = endpoint({
  method: 'POST',
  path: '/v1/coupon',
  summary: 'Take a coupon',
  description:
    'Of a promotion whose coupon_source is customer, or by a code, with an account that has a mini-program user. A code that is unknown, used or over is not found; after 10 such codes in an hour, the others of the hour are refused. A code in a wrong form is invalid, and does not count.',
  access: customer,
  body: CouponInput,
  output: Coupon,
  status: 201,
  problems: ['not_found', 'limit_reached', 'coupon_unusable', 'payer_missing', 'too_many_requests'],
  example: { body: { promotion_id: 2 }, output: example.coupon },
  async prepare({ db, caller, body }) {
    if (body.code !== undefined) await countCode(db, caller.user_id)
  },
  async handle({ db, caller, body: { code, promotion_id = 0 } }) {
    const { user_id } = caller
    if (code === undefined) return queries.readCoupon(db, user_id, await take(db, user_id, promotion_id))
    const id = await redeemCode(db, user_id, code)
    await release(db, [codeCounter(user_id)])
    return queries.readCoupon(db, user_id, id)
  },
})
