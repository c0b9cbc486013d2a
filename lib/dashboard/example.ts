import type { z } from 'zod'
import type { Checklist, Sales, Statement, Top, Work } from './schema'

export const work = [
  { key: 'to_ship', count: 12, capped: false, href: '/admin/order?tab=to_ship' },
  { key: 'late', count: 1, capped: false, href: '/admin/order?late=true' },
  { key: 'stock_low', count: 0, capped: false, href: '/admin/product?tab=low' },
  { key: 'notices_unread', count: 2, capped: false, href: '/admin?bell=open' },
] satisfies z.input<typeof Work>

export const checklist = [
  { key: 'category', done: true, href: '/admin/category' },
  { key: 'product', done: false, href: '/admin/product/new' },
  { key: 'banner', done: false, href: '/admin/banner' },
] satisfies z.input<typeof Checklist>

const current = {
  revenue: 31_800,
  promotion_amount: 2_000,
  refunded: 6_000,
  net: 25_800,
  orders_paid: 3,
  average: 10_600,
  buyers: 2,
  new_buyers: 1,
  returning_buyers: 1,
  refund_rate: null,
  placed: 4,
  paid_of_placed: 3,
  cost: 9_000,
  gross_profit: 10_800,
  gross_margin: 545,
  cost_unknown_amount: 5_000,
  unknown_income: 5_000,
  freight_income: 1_000,
}

/** Hours without sales are left out to keep the example short. */
export const sales = {
  current,
  compared: {
    ...current,
    revenue: 0,
    promotion_amount: 0,
    refunded: 0,
    net: 0,
    orders_paid: 0,
    average: null,
    buyers: 0,
    new_buyers: 0,
    returning_buyers: 0,
    placed: 0,
    paid_of_placed: 0,
    cost: 0,
    gross_profit: 0,
    gross_margin: null,
    cost_unknown_amount: 0,
    unknown_income: 0,
    freight_income: 0,
  },
  buckets: [
    { from: '2026-10-31T16:00:00.000Z', revenue: 19_800, orders_paid: 2 },
    { from: '2026-10-31T17:00:00.000Z', revenue: 12_000, orders_paid: 1 },
  ],
  by_status: { unpaid: 1, paid: 2, shipped: 0, completed: 1, cancelled: 0, refunded: 0 },
  by_hour: [2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
} satisfies z.input<typeof Sales>

const sold = { pieces: 3, money: 31_800 }

export const top = {
  products: [{ id: 7, name: '青釉茶杯', image_url: 'https://shop.example.com/demo/c-teaware.webp', ...sold }],
  categories: [{ id: 5, name: '茶器', image_url: null, ...sold }],
} satisfies z.input<typeof Top>

export const statement = {
  items: [
    {
      from: '2026-11-01',
      to: '2026-12-01',
      orders_paid: 3,
      items_amount: 33_600,
      freight_amount: 1_000,
      promotion_amount: 2_000,
      shop_discount_amount: 800,
      revenue: 31_800,
      refunded: 6_000,
      net: 25_800,
      cost: 9_000,
      gross_profit: 10_800,
      cost_unknown_amount: 5_000,
      unknown_income: 5_000,
      freight_income: 1_000,
    },
  ],
} satisfies z.input<typeof Statement>
