import { z } from 'zod'
import { couponSources, couponStates } from '@/db/enums'
import { codeOf } from '@/lib/kit/api/endpoint/code'
import { code, id, moment, paragraphs, pathId } from '@/lib/kit/api/endpoint/fields'
import { inFormat } from '@/lib/kit/api/endpoint/formats'
import { cursorPageOf, cursorQuery, exportQuery, wordsQuery } from '@/lib/kit/api/endpoint/page'
import { customer } from '@/lib/kit/people/schema'
import { Promotion } from './schema'

const source = z.enum(couponSources)
const state = z.enum(couponStates)

const fields = {
  id,
  source: source.meta({ description: 'How the customer got it' }),
  state: state.meta({
    description: 'usable; upcoming: not yet; held: an unpaid order has it; used: an order was paid with it',
  }),
  starts_at: moment,
  ends_at: moment,
  order_id: id.nullable().meta({ description: 'The order that has it' }),
  used_at: moment.nullable(),
  created_at: moment,
}

export const Coupon = z
  .object({ ...fields, promotion: Promotion.meta({ description: 'What it gives, for which goods' }) })
  .meta({ id: 'Coupon' })

export const CouponPage = cursorPageOf(Coupon)

export const CouponQuery = z.object({
  ...cursorQuery,
  state: z
    .enum(['usable', 'used', 'expired'])
    .optional()
    .meta({ description: 'usable: also those that are held or begin later; expired: also revoked ones' }),
})

/** Of a code in upper case: customers type O for 0, and I or L for 1. */
export const comparableCode = (text: string) => text.replaceAll('O', '0').replaceAll(/[IL]/g, '1')

const couponCode = inFormat(
  code(1, 40, (text) => comparableCode(codeOf(text))),
  'coupon_code',
)

export const CouponInput = z
  .strictObject({
    promotion_id: id.optional().meta({ description: 'A promotion whose coupons customers can take' }),
    code: couponCode
      .optional()
      .meta({ description: 'Instead of promotion_id. Case, spaces and hyphens do not matter' }),
  })
  .refine((input) => (input.promotion_id === undefined) !== (input.code === undefined), {
    error: 'Give either promotion_id or code.',
    params: { code: 'required' },
    path: ['promotion_id'],
  })
  .meta({ oneOf: [{ required: ['promotion_id'] }, { required: ['code'] }] })

export const CmsCoupon = z
  .object({
    ...fields,
    revoked_at: moment.nullable(),
    promotion: z.object({ id, name: z.string(), label: z.string() }),
    customer,
    order_no: z.string().nullable(),
  })
  .meta({ id: 'CmsCoupon' })

export const CmsCouponPage = cursorPageOf(CmsCoupon)

export const CmsCouponQuery = z.object({
  ...exportQuery,
  ...wordsQuery,
  user_id: pathId.optional().meta({ description: 'The customer' }),
  promotion_id: pathId.optional(),
  state: state.optional(),
})

export const RevokeInput = z.strictObject({
  note: paragraphs(1, 200).meta({ description: 'The reason, for the audit log' }),
})

export const GrantInput = z.strictObject({
  user_ids: z.array(id).min(1).max(100).meta({ description: 'Customers' }),
})

export const GrantResult = z
  .object({
    results: z.array(
      z.object({
        user_id: id,
        coupon_id: id.nullable().meta({ description: 'The new coupon; null: none' }),
        reason: z.enum(['not_found', 'limit_reached', 'first_order']).nullable().meta({
          description:
            'not_found: there is no such customer; limit_reached: the customer has as many as allowed; first_order: it is for a first order, and the customer has paid one',
        }),
      }),
    ),
  })
  .meta({ id: 'CouponGrant' })

export const CodeInput = z.strictObject({ count: z.int().min(1).max(10_000) })

export const Codes = z
  .object({ codes: z.array(z.string()).meta({ description: 'Of 12 characters, each for one coupon' }) })
  .meta({ id: 'CouponCodes' })
