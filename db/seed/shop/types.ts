import { z } from 'zod'
import type { FreightRule, Tier } from '@/db/enums'
import {
  type ArticleType,
  type Audience,
  type CouponSource,
  type FreightCharge,
  type NoticeType,
  type PromotionGain,
  type PublicationStatus,
  productStatuses,
  type TargetType,
} from '@/db/enums'
import type { Receiver } from '@/db/schema/order'

/**
 * A category of the demonstration shop. In all types of this file, prices are in fen, and picture URLs are relative to
 * the site. A `slug` is not stored: it only connects rows of the seed.
 */
export interface SeedCategory {
  slug: string
  parent: string | null
  name: string
  description: string
  image_url: string
  sort_order: number
}

const SeedSku = z.strictObject({
  sku_no: z.string(),
  spec_values: z.array(z.string()),
  price: z.int(),
  market_price: z.int().nullable(),
  cost: z.int().nullable(),
  stock: z.int(),
  image_url: z.string().nullable(),
})
export const SeedProduct = z.strictObject({
  slug: z.string(),
  category: z.string(),
  name: z.string(),
  summary: z.string(),
  content: z.string(),
  images: z.array(z.string()),
  properties: z.array(z.strictObject({ name: z.string(), detail: z.string() })),
  specs: z.array(z.strictObject({ name: z.string(), values: z.array(z.string()) })),
  skus: z.array(SeedSku),
  sold_count: z.int(),
  sort_order: z.int(),
  status: z.enum(productStatuses),
})
export type SeedProduct = z.infer<typeof SeedProduct>

export interface SeedFreightTemplate {
  name: string
  charge: FreightCharge
  rules: FreightRule[]
  no_delivery: string[]
  only_mainland: boolean
  free_amount: number | null
  /** The products that use the template, by slug, with the weight of a piece in grams; null: unknown. */
  products: Readonly<Record<string, number | null>>
}

export interface SeedStore {
  name: string
  phone: string
  province: string
  city: string
  district: string
  detail: string
  hours: string
}

export interface SeedTheme {
  slug: string
  name: string
  description: string
  topic_image_url: string
  head_image_url: string
  products: string[]
  sort_order: number
}
export interface SeedBanner {
  name: string
  title: string
  description: string
  items: {
    image_url: string
    title: string
    target_type: TargetType
    /** The target to which a banner item links: the slug of the product, theme, category or article, or a URL. */
    target: string | null
  }[]
}
export interface SeedArticle {
  slug: string
  type: ArticleType
  title: string
  summary: string
  content: string
  image_url: string | null
  author: string
  status: PublicationStatus
  days_ago: number
}
export interface SeedNotice {
  slug: string
  type: NoticeType
  audience: Audience
  title: string
  content: string
  days_ago: number
}
/** A promotion of the demonstration shop, which began before its first order. */
export interface SeedPromotion {
  slug: string
  name: string
  label: string
  gives: PromotionGain
  priority?: number
  /** The number of days until the end of the promotion. */
  days_left: number
  /** The slugs of the categories in the scope; undefined: all products. */
  categories?: string[]
  tiers?: Tier[]
  /** The prices of the SKUs. Only for a deal. */
  skus?: { sku_no: string; price: number; quota: number }[]
  coupons?: { coupon_source: CouponSource; per_customer: number; total?: number; valid_days?: number }
}
export type SeedAddress = Receiver
/**
 * A step of an order after the order was placed. `lib/server/demonstration/lives.ts` runs the commands of these steps.
 */
export type SeedStep =
  | {
      do:
        | 'pay'
        | 'ship'
        | 'ship_one'
        | 'ready'
        | 'collect'
        | 'complete'
        | 'cancel'
        | 'expire'
        | 'refund_one'
        | 'refund_all'
        | 'refuse_report'
    }
  | { do: 'note'; text: string }
  | { do: 'ask' | 'ask_return'; reason_code: string; description: string }
  | { do: 'approve' | 'send_back' | 'receive' | 'withdraw' }
  | { do: 'reject' | 'dispute' | 'grant'; text: string }
  /** A request for an invoice. Without a tax number, the invoice is for a person. */
  | { do: 'ask_invoice'; title: string; tax_no?: string }
  | { do: 'issue_invoice'; number: string }

export interface SeedOrder {
  /** The nickname of the buyer. */
  buyer: string
  items: { sku_no: string; count: number }[]
  /** The slug of the promotion whose coupon the order uses. */
  coupon?: string
  /** Whether the order is collected at the first store. */
  isCollected?: boolean
  remark: string
  /** The age of the order in hours, when the seed is written. */
  hours_ago: number
  /** The steps of the order after it was placed. `hours`: the time since the previous step. */
  steps: (SeedStep & { hours: number })[]
}
export interface SeedCustomer {
  nickname: string
  addresses: SeedAddress[]
}
