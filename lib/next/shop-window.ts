import type { z } from 'zod'
import { listBannersByIds } from '@/lib/banner/endpoints'
import { listCategories } from '@/lib/category/endpoints'
import type { Category as CategorySchema } from '@/lib/category/schema'
import { env } from '@/lib/env'
import { listNewestProducts, listProductsByCategory } from '@/lib/product/endpoints'
import { getTheme, listThemes } from '@/lib/theme/endpoints'
import { call } from './call'

/** What is chosen in the address of the start page. Anything that is not there falls back to the first category. */
export interface Choice {
  category?: string | string[]
  theme?: string | string[]
  page?: string | string[]
}

const pageSize = 10

/** The slot of the start page's banner; the interface knows banners by id, and the first slots are those of the app. */
const homeBanner = 'home'
const bannerIds = '1,2,3,4,5,6,7,8'

type Category = z.output<typeof CategorySchema>

/** The way from the root of the tree to the category with this id; undefined where there is none. */
function trailTo(categories: Category[], id: unknown): Category[] | undefined {
  for (const category of categories) {
    if (String(category.id) === id) return [category]
    const below = trailTo(category.children, id)
    if (below) return [category, ...below]
  }
  return undefined
}

const pageOf = (given: unknown) => (typeof given === 'string' && /^[1-9]\d{0,3}$/.test(given) ? Number(given) : 1)

/** Everything that the start page shows, by the endpoints that a mini-program would ask. */
export async function readShopWindow(choice: Choice) {
  const [banners, themes, categories, newest] = await Promise.all([
    call(listBannersByIds, { params: { id_list: bannerIds } }),
    call(listThemes),
    call(listCategories),
    call(listNewestProducts, { query: { size: 10 } }),
  ])
  const theme = themes.find(({ id }) => String(id) === choice.theme)
  const trail = trailTo(categories, choice.category) ?? categories.slice(0, 1)
  const category = trail.at(-1)
  const [shown, page] = await Promise.all([
    theme ? call(getTheme, { params: { id: theme.id } }) : undefined,
    category && !theme
      ? call(listProductsByCategory, { query: { id: category.id, size: pageSize, page: pageOf(choice.page) } })
      : undefined,
  ])
  return {
    banner: banners.find(({ name }) => name === homeBanner),
    themes,
    categories,
    /** From the root to the chosen category; empty where a theme is shown instead. */
    trail: theme ? [] : trail,
    theme: shown,
    page,
    newest,
  }
}

/**
 * What one signs in with to try things out; undefined without SANDBOX. Where others can reach the shop, the password
 * is for its operator to hand out.
 */
export function demonstrationAccount() {
  const { SANDBOX, SANDBOX_PASSWORD, is_private } = env()
  return SANDBOX ? { name: 'customer', password: is_private ? SANDBOX_PASSWORD : undefined } : undefined
}

/** The same for the admin: who works in the demonstration. */
export function demonstrationStaff() {
  const account = demonstrationAccount()
  return account && { names: ['admin', 'operator', 'auditor'], password: account.password }
}
