import { articles } from './articles'
import { banners } from './banners'
import { categories } from './categories'
import { customer, ownOrders } from './customer'
import { buyers, monthOf } from './month'
import { notices } from './notices'
import { dailyProducts } from './products-daily'
import { paperProducts } from './products-paper'
import { scentProducts } from './products-scent'
import { snackProducts } from './products-snacks'
import { tablewareProducts } from './products-tableware'
import { teaProducts } from './products-tea'
import { teawareProducts } from './products-teaware'
import { writingProducts } from './products-writing'
import { themes } from './themes'
import type {
  SeedArticle,
  SeedBanner,
  SeedCategory,
  SeedCustomer,
  SeedNotice,
  SeedOrder,
  SeedProduct,
  SeedTheme,
} from './types'

interface SeedShop {
  name: string
  slogan: string
  categories: SeedCategory[]
  products: SeedProduct[]
  themes: SeedTheme[]
  banners: SeedBanner[]
  articles: SeedArticle[]
  notices: SeedNotice[]
  /** The customer who can sign in. */
  customer: SeedCustomer
  /** The other buyers. */
  buyers: SeedCustomer[]
}

const products: SeedProduct[] = [
  ...teaProducts,
  ...teawareProducts,
  ...snackProducts,
  ...paperProducts,
  ...writingProducts,
  ...tablewareProducts,
  ...scentProducts,
  ...dailyProducts,
]

export const shop: SeedShop = {
  name: '檐下半日',
  slogan: '坐下来，半日不算长。',
  categories,
  products,
  themes,
  banners,
  articles,
  notices,
  customer,
  buyers,
}

/**
 * The orders of the demonstration customer and of the other buyers, oldest first, so that ids and times have the same
 * order.
 */
export const shopOrders = (): SeedOrder[] =>
  [...ownOrders, ...monthOf(products)].sort((a, b) => b.hours_ago - a.hours_ago)
