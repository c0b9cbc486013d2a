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

/** Prices are in fen, picture URLs are relative, and a `slug` is not stored: it connects rows of the seed. */
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
  /** By slug: the weight of a piece in grams; null: unknown. */
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
    /** The slug of the product, theme, category or article, or a URL. */
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
export interface SeedPromotion {
  slug: string
  name: string
  label: string
  gives: PromotionGain
  priority?: number
  days_left: number
  /** Slugs; undefined: all products. */
  categories?: string[]
  tiers?: Tier[]
  /** Only for a deal. */
  skus?: { sku_no: string; price: number; quota: number }[]
  coupons?: { coupon_source: CouponSource; per_customer: number; total?: number; valid_days?: number }
}
export type SeedAddress = Receiver
/** After the order was placed. `lib/server/demonstration/lives.ts` runs the commands of these steps. */
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
  /** Without a tax number, the invoice is for a person. */
  | { do: 'ask_invoice'; title: string; tax_no?: string }
  | { do: 'issue_invoice'; number: string }

export interface SeedOrder {
  /** The nickname. */
  buyer: string
  items: { sku_no: string; count: number }[]
  /** The slug of the promotion. */
  coupon?: string
  /** At the first store. */
  isCollected?: boolean
  remark: string
  /** When the seed is written. */
  hours_ago: number
  /** `hours`: the time since the previous step. */
  steps: (SeedStep & { hours: number })[]
}
export interface SeedCustomer {
  nickname: string
  addresses: SeedAddress[]
}
