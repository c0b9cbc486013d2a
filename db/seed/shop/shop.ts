import { z } from 'zod'
import { articles } from './articles'
import { banners } from './banners'
import { categories } from './categories'
import { customer, ownOrders } from './customer'
import { freightTemplates } from './freight'
import { buyers, monthOf } from './month'
import { notices } from './notices'
import products from './products.json'
import { promotions } from './promotions'
import { stores } from './stores'
import { themes } from './themes'
import {
  type SeedArticle,
  type SeedBanner,
  type SeedCategory,
  type SeedCustomer,
  type SeedFreightTemplate,
  type SeedNotice,
  type SeedOrder,
  SeedProduct,
  type SeedPromotion,
  type SeedStore,
  type SeedTheme,
} from './types'

interface SeedShop {
  name: string
  slogan: string
  categories: SeedCategory[]
  products: SeedProduct[]
  themes: SeedTheme[]
  freightTemplates: SeedFreightTemplate[]
  stores: SeedStore[]
  promotions: SeedPromotion[]
  banners: SeedBanner[]
  articles: SeedArticle[]
  notices: SeedNotice[]
  /** The only customer who can sign in. */
  customer: SeedCustomer
  buyers: SeedCustomer[]
}

export const shop: SeedShop = {
  name: '檐下半日',
  slogan: '坐下来，半日不算长。',
  categories,
  products: z.array(SeedProduct).parse(products),
  themes,
  freightTemplates,
  stores,
  promotions,
  banners,
  articles,
  notices,
  customer,
  buyers,
}

/** Oldest first, so that ids and times have the same order. */
export const shopOrders = (): SeedOrder[] =>
  [...ownOrders, ...monthOf(shop.products)].sort((a, b) => b.hours_ago - a.hours_ago)
