import { z } from 'zod'
import { couponRefusals, deliveries, freightNeeds } from '@/db/enums'
import { Receiver } from '@/lib/address/schema'
import { maxCount } from '@/lib/cart/schema'
import { id, moment, money, paragraphs } from '@/lib/kit/api/endpoint/fields'
import { Shortage, Undeliverables } from '@/lib/kit/api/endpoint/problem-document'
import { Closing } from '@/lib/kit/config/closing'
import { deal_pieces, item, mobile, name, sums } from '@/lib/order/schema'

const oneProduct = {
  error: 'Give either sku_id or product_id.',
  params: { code: 'required' },
}

const address_id = id.optional().meta({ description: 'Defaults to the default address' })

export const contact = z
  .strictObject({ name, mobile })
  .optional()
  .meta({ description: 'Who collects the goods; required to place an order with store_id' })

export const OrderInput = z
  .strictObject({
    items: z
      .array(
        z
          .strictObject({
            sku_id: id.optional().meta({ description: 'The SKU to buy' }),
            product_id: id.optional().meta({ description: 'Instead of sku_id, for a product with a single SKU' }),
            count: z.int().min(1).max(maxCount),
          })
          .refine((item) => (item.sku_id === undefined) !== (item.product_id === undefined), oneProduct)
          .meta({ oneOf: [{ required: ['sku_id'] }, { required: ['product_id'] }] }),
      )
      .min(1)
      .max(50)
      .meta({ description: 'Lines with the same SKU are merged' }),
    address_id,
    remark: paragraphs(0, 200).optional(),
    expected_amount: money
      .optional()
      .meta({ description: 'The total_amount that the customer was shown, in fen; if it differs, no order is placed' }),
    from_cart: z.boolean().optional().meta({
      description:
        'true: the pieces are those of the cart, and are taken off its lines; with fewer in the cart, no order is placed',
    }),
    coupon_id: id
      .optional()
      .meta({ description: 'One of the customer’s coupons. If it does not apply, nothing is placed' }),
    store_id: id.optional().meta({
      description: 'The store where the customer collects the goods, see GET /v1/store; without it, they are sent',
    }),
    contact,
  })
  .refine(({ address_id, store_id }) => address_id === undefined || store_id === undefined, {
    path: ['address_id'],
    error: 'Goods that are collected have no address.',
    params: { code: 'not_allowed' },
  })
  .refine(({ contact, store_id }) => contact === undefined || store_id !== undefined, {
    path: ['contact'],
    error: 'Only goods that are collected have a contact.',
    params: { code: 'not_allowed' },
  })

export const PreviewInput = OrderInput.safeExtend({
  best_coupon: z.boolean().optional().meta({
    description: 'true: instead of coupon_id, the coupon that saves most; of several, the one that ends first',
  }),
})

const missing = {
  missing_amount: money.optional().meta({ description: 'Fen until the next tier' }),
  missing_pieces: z.int().optional().meta({ description: 'Pieces until the next tier' }),
}

const refused_deals = z
  .array(
    z
      .object({
        sku_id: id,
        reason: z.enum(['sold_out', 'limit']),
        pieces: z.int().meta({ description: 'Pieces of the line at the regular price' }),
      })
      .meta({ id: 'RefusedDeal' }),
  )
  .meta({
    description:
      'Pieces at the regular price although there is a deal. sold_out: too few pieces are left at its price; limit: more pieces than one customer can buy at it',
  })

const couponReasons =
  'Why it does not apply. Its state: upcoming, held by an unpaid order, used, expired, revoked. first_order: the customer has paid or placed an order. scope: none of the goods; below: too little of them; exclusive: they have another promotion already; no_gain: it would save nothing'

export const coupons = z
  .array(
    z
      .object({
        id,
        promotion_id: id,
        label: z.string(),
        ends_at: moment,
        off_amount: money.meta({ description: 'What it takes off this order, in fen; 0: it does not apply' }),
        usable: z.boolean(),
        reason: z.enum(couponRefusals).nullable().meta({ description: couponReasons }),
        ...missing,
      })
      .meta({ id: 'CouponChoice' }),
  )
  .meta({ description: 'At most 50 coupons of the customer, the ones that end first at the beginning' })

export const OrderPreview = z
  .object({
    items: z
      .array(z.object({ ...item, deal_pieces }))
      .meta({ description: 'The lines that can be ordered as they are, by SKU' }),
    ...sums,
    freight_amount: money.nullable().meta({
      description:
        'In fen; null: it depends on the address and there is none, or lines are not delivered. total_amount is without it then',
    }),
    is_estimate: z.boolean().meta({ description: 'Whether freight_amount is null' }),
    freight: z
      .array(
        z
          .object({
            template_id: id,
            name: z.string(),
            sku_ids: z.array(id),
            amount: money.nullable().meta({ description: 'In fen; null as freight_amount' }),
            free: z
              .enum(['amount', 'pieces'])
              .nullable()
              .meta({ description: 'The limit by which it is free; null: it is not free' }),
            missing_amount: money.nullable().meta({ description: 'Fen until it is free; null: no such limit' }),
            missing_pieces: z.int().nullable().meta({ description: 'Pieces until it is free; null: no such limit' }),
            free_needs: z
              .enum(freightNeeds)
              .meta({ description: 'Whether one of two limits is enough, or both are needed' }),
          })
          .meta({ id: 'FreightGroup' }),
      )
      .meta({
        description:
          'The shipping fee of the lines with the same shipping template. freight_amount is their sum, or the highest as the parameter freight.combine says',
      }),
    undeliverable: Undeliverables.meta({
      description: 'Lines that are not delivered to the address, or not collected: no order is placed with them',
    }),
    deliveries: z
      .array(z.enum(deliveries))
      .meta({ description: 'The ways that a line at least can be had; pickup only if there is an enabled store' }),
    store_id: id.nullable().meta({ description: 'The store where the goods are collected; null: they are sent' }),
    hints: z
      .array(
        z
          .object({
            promotion_id: id,
            label: z.string(),
            scope_names: z
              .array(z.string())
              .meta({ description: 'The names of the first three categories or products' }),
            scope_count: z.int().meta({ description: 'Its categories or products; 0: all' }),
            ...missing,
            off_amount: money
              .nullable()
              .meta({ description: 'What it takes off in addition, in fen; null: it depends on the goods' }),
          })
          .meta({ id: 'PromotionHint' }),
      )
      .meta({
        description: 'Promotions of these goods whose next tier would take more off, if that ends no other promotion',
      }),
    coupons,
    refused_deals,
    shortages: z
      .array(Shortage)
      .meta({ description: 'The other lines: no order is placed with them. The sums are without them' }),
    address_id: id
      .nullable()
      .meta({ description: 'The address of the order, which is needed to place it; null with store_id' }),
    receiver: Receiver.nullable().meta({
      description:
        'That address; null: neither one was sent nor is there a default. With store_id, the contact at the address of the store; null: no contact was sent',
    }),
    closed: Closing.nullable().meta({
      description: 'The shop is closed at present, so no order is placed; null: it is open',
    }),
  })
  .meta({ id: 'OrderPreview' })
