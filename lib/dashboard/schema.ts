import { z } from 'zod'
import type { OrderStatus } from '@/db/enums'
import { day, fileUrl, id, moment, money } from '@/lib/kit/api/endpoint/fields'
import { fileQuery, wordsQuery } from '@/lib/kit/api/endpoint/page'

const count = z.int().min(0)

/** In the order of display. */
export const workKeys = [
  'to_ship',
  'part_shipped',
  'address_asked',
  'late',
  'not_collected',
  'refunds_waiting',
  'cases_waiting',
  'invoices_waiting',
  'invoices_to_replace',
  'not_reported',
  'parcels_not_collected',
  'parcels_stuck',
  'parcels_failed',
  'quotas_low',
  'waybills_not_canceled',
  'payment_problems',
  'stock_out',
  'stock_low',
  'errors_new',
  'notices_unread',
] as const
export type WorkKey = (typeof workKeys)[number]

export const Work = z.array(
  z
    .object({
      key: z.enum(workKeys).meta({
        description:
          'address_asked: paid orders whose customer asks for another address; late: paid more than 48 hours ago, to be sent, and not shipped; not_collected: still to be collected pickup.remind_days after they were ready or, if they are not, after they were paid; refunds_waiting: refunds that failed; cases_waiting: return requests that wait for the shop; invoices_waiting: invoices to issue; invoices_to_replace: issued invoices whose order was refunded since; not_reported: orders whose shipping the platform has refused, or not accepted for hours; parcels_not_collected, parcels_stuck, parcels_failed: orders with a parcel that no carrier has collected 48 hours after shipping, that has had no news for 72 hours, or that was not handed over; quotas_low: accounts at carriers that are in use, with fewer than 20 waybills left; waybills_not_canceled: waybills of the last 30 days that no parcel was shipped with and that the carrier refused to cancel; stock_low: products of which a SKU is low or sold out; stock_out: products of which every SKU is',
      }),
      count: count.max(1_000),
      capped: z.boolean().meta({ description: 'There are more than count' }),
      href: z.string().meta({ description: 'The page of the admin that shows them' }),
    })
    .meta({ id: 'Work' }),
)

/** In the order of display. */
export const checklistKeys = ['category', 'product', 'banner', 'return_address', 'colleague', 'wechat'] as const
export type ChecklistKey = (typeof checklistKeys)[number]

export const Checklist = z.array(
  z
    .object({
      key: z.enum(checklistKeys).meta({
        description:
          'category: there is a category; product: a product is active; banner: an enabled banner has an enabled item; return_address: the setting after_sale.return_address is filled in; colleague: at least two members of staff are active; wechat: the real mini-program and merchant are configured, not the sandbox',
      }),
      done: z.boolean(),
      href: z.string().meta({ description: 'The page on which it is done, or which tells how' }),
    })
    .meta({ id: 'ChecklistItem' }),
)

/** Three years, one of them a leap year. */
const maxDays = 1_096
const msPerDay = 86_400_000

/** `to` is the day after the last day. */
export const daysIn = ({ from, to }: { from: string; to: string }): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / msPerDay)

export function bucketUnit(days: number): 'hour' | 'day' | 'month' {
  if (days <= 2) return 'hour'
  return days <= 92 ? 'day' : 'month'
}

const rangeFields = {
  from: day
    .refine((value) => value >= '1970-01-01', {
      error: 'This must be from 1970 to 9999.',
      params: { code: 'out_of_range' },
      when: ({ issues }) => issues.length === 0,
    })
    .meta({ description: 'The first day, in the time zone of the shop' }),
  to: day.meta({
    description: `The day after the last one. A range has at most ${maxDays} days`,
  }),
}

const asRange = <Query extends z.ZodType<{ from: string; to: string }>>(query: Query) =>
  query
    .refine((range) => daysIn(range) > 0, {
      error: 'This must be after from.',
      params: { code: 'before_start' },
      path: ['to'],
    })
    .refine((range) => daysIn(range) <= maxDays, {
      error: `This must be at most ${maxDays} days after from.`,
      params: { code: 'out_of_range' },
      path: ['to'],
    })

export const comparisons = ['previous', 'year'] as const
export const topOrders = ['pieces', 'money'] as const

export const SalesQuery = asRange(
  z.object({
    ...rangeFields,
    compare: z.enum(comparisons).optional().meta({
      description: 'previous: with as many days before from; year: with the same days a year earlier',
    }),
  }),
)

export const TopQuery = asRange(
  z.object({ ...rangeFields, by: z.enum(topOrders).meta({ description: 'What the most is: pieces, or money' }) }),
)

export const StatementQuery = asRange(
  z.object({
    ...rangeFields,
    by: z.enum(['day', 'month']).default('day').meta({ description: 'What a line is about' }),
    ...fileQuery,
    ...wordsQuery,
  }),
)

const needs = 'cms.product.cost'
/** Of the order lines with a known cost. */
const earned = {
  cost: z.int().optional().meta({
    needs,
    description:
      'What the sold pieces cost the shop, of lines with a cost, by the cost when the order was placed; less that of refunded pieces that returned to stock. May be negative',
  }),
  gross_profit: z.int().optional().meta({
    needs,
    description:
      'What was paid for lines with a cost, less what refunds of them paid back, less cost. No shipping fees',
  }),
}
const cost_unknown_amount = money.optional().meta({
  needs,
  description: 'The part of revenue that was paid for lines without a cost, which are not in cost and gross_profit',
})

const incomes = {
  unknown_income: z.int().optional().meta({
    needs,
    description: 'What was paid for lines without a cost, less what refunds of them paid back',
  }),
  freight_income: z.int().optional().meta({
    needs,
    description:
      'What was paid for shipping, less what refunds paid back of it: net = cost + gross_profit + unknown_income + freight_income',
  }),
}

const Figures = z
  .object({
    revenue: money.meta({ description: 'What was paid for orders in the range, in fen' }),
    promotion_amount: money.meta({
      description: 'What promotions took off orders paid in the range. revenue is without it',
    }),
    refunded: money.meta({ description: 'What refunds paid back in the range, whenever the orders were paid' }),
    net: z.int().meta({ description: 'revenue less refunded; may be negative' }),
    orders_paid: count,
    average: money.nullable().meta({ description: 'revenue by orders_paid; null without any' }),
    buyers: count.meta({ description: 'Customers who paid in the range' }),
    new_buyers: count.meta({ description: 'Those of buyers who had not paid before the range' }),
    returning_buyers: count,
    refund_rate: z
      .number()
      .min(0)
      .nullable()
      .meta({ description: 'refunded by revenue; null under 7 days and without revenue' }),
    placed: count.meta({ description: 'Orders that were placed in the range' }),
    paid_of_placed: count.meta({ description: 'Those of placed that have been paid, whenever that was' }),
    ...earned,
    gross_margin: z.int().nullable().optional().meta({
      needs,
      description:
        'gross_profit in permille of what was paid for lines with a cost less refunds of them; null unless that is above 0',
    }),
    cost_unknown_amount,
    ...incomes,
  })
  .meta({ id: 'SalesFigures' })

export const Sales = z
  .object({
    current: Figures,
    compared: Figures.nullable().meta({ description: 'null without compare' }),
    buckets: z
      .array(z.object({ from: moment, revenue: money, orders_paid: count }))
      .meta({ description: 'By the hour up to 2 days, by the day up to 92, else by the month; empty ones are 0' }),
    by_status: z
      .object({
        unpaid: count,
        paid: count,
        shipped: count,
        completed: count,
        cancelled: count,
        refunded: count,
      } satisfies Record<OrderStatus, unknown>)
      .meta({ description: 'The orders that were placed in the range, by their present status' }),
    by_hour: z
      .array(count)
      .length(24)
      .meta({ description: 'The orders that were paid in the range, by the hour of the day' }),
  })
  .meta({ id: 'Sales' })

const ranked = { id, name: z.string(), image_url: fileUrl.nullable(), pieces: count, money }

export const Top = z
  .object({
    products: z.array(z.object(ranked)),
    categories: z.array(z.object(ranked)),
  })
  .meta({ id: 'TopSellers', description: 'The first ten of each, of the orders that were paid in the range' })

export const Period = z
  .object({
    from: day.meta({ description: 'The first day' }),
    to: day.meta({ description: 'The day after the last one; a month ends with the range' }),
    orders_paid: count,
    items_amount: money.meta({ description: 'The goods of the paid orders, before discounts, in fen' }),
    freight_amount: money.meta({ description: 'Their shipping fees, before promotions' }),
    promotion_amount: money.meta({ description: 'What promotions took off them' }),
    shop_discount_amount: money.meta({ description: 'What staff took off them' }),
    revenue: money.meta({ description: 'What was paid: goods and shipping fees less both discounts' }),
    refunded: money.meta({ description: 'What refunds paid back, whenever the orders were paid' }),
    net: z.int().meta({ description: 'revenue less refunded; may be negative' }),
    ...earned,
    cost_unknown_amount,
    ...incomes,
  })
  .meta({ id: 'StatementPeriod' })

export const Statement = z.object({ items: z.array(Period) }).meta({ id: 'Statement' })
