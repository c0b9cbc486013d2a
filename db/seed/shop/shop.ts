import { articles } from './articles'
import { banners } from './banners'
import { categories } from './categories'
import { customer } from './customer'
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
  SeedAddress,
  SeedArticle,
  SeedBanner,
  SeedCategory,
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
  customer: { nickname: string; addresses: SeedAddress[]; orders: SeedOrder[] }
}

export const shop: SeedShop = {
  name: '檐下半日',
  slogan: '坐下来，半日不算长。',
  categories,
  products: [
    ...teaProducts,
    ...teawareProducts,
    ...snackProducts,
    ...paperProducts,
    ...writingProducts,
    ...tablewareProducts,
    ...scentProducts,
    ...dailyProducts,
  ],
  themes,
  banners,
  articles,
  notices,
  customer,
}
