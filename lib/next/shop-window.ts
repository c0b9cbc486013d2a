import type { z } from 'zod'
import { listBanners } from '@/lib/banner/endpoints'
import { listCategories } from '@/lib/category/endpoints'
import type { Category as CategorySchema } from '@/lib/category/schema'
import { env } from '@/lib/env'
import { listNewestProducts, listProductsByCategory } from '@/lib/product/endpoints'
import { getTheme, listThemes } from '@/lib/theme/endpoints'
import { call } from './call'

/** The query parameters of the start page. Unknown values fall back to the first category. */
export interface Choice {
  category?: string | string[]
  theme?: string | string[]
  page?: string | string[]
}

const pageSize = 10

/** The slot of the start page's banner. */
const homeBanner = 'home'

type Category = z.output<typeof CategorySchema>

/** The path from the root of the tree to the category with this id; undefined if there is none. */
function trailTo(categories: Category[], id: unknown): Category[] | undefined {
  for (const category of categories) {
    if (String(category.id) === id) return [category]
    const below = trailTo(category.children, id)
    if (below) return [category, ...below]
  }
  return undefined
}

const pageOf = (value: unknown) => (typeof value === 'string' && /^[1-9]\d{0,3}$/.test(value) ? Number(value) : 1)

/** The data of the start page, from the endpoints that a mini-program uses. */
export async function readShopWindow(choice: Choice) {
  const [[banner], themes, categories, newest] = await Promise.all([
    call(listBanners, { query: { names: homeBanner } }),
    call(listThemes),
    call(listCategories),
    call(listNewestProducts, { query: { size: 10 } }),
  ])
  const theme = themes.find(({ id }) => String(id) === choice.theme)
  const trail = trailTo(categories, choice.category) ?? categories.slice(0, 1)
  const category = trail.at(-1)
  const [themeDetail, page] = await Promise.all([
    theme ? call(getTheme, { params: { id: theme.id } }) : undefined,
    category && !theme
      ? call(listProductsByCategory, { query: { id: category.id, size: pageSize, page: pageOf(choice.page) } })
      : undefined,
  ])
  return {
    banner,
    themes,
    categories,
    /** From the root to the chosen category; empty if a theme is shown instead. */
    trail: theme ? [] : trail,
    theme: themeDetail,
    page,
    newest,
  }
}

/**
 * The account of the demonstration customer; undefined without SANDBOX. Its password is included only if the shop can be
 * reached from this machine alone.
 */
export function demonstrationAccount() {
  const { SANDBOX, SANDBOX_PASSWORD, is_private } = env()
  return SANDBOX ? { name: 'customer', password: is_private ? SANDBOX_PASSWORD : undefined } : undefined
}

/** The same for the staff of the demonstration. */
export function demonstrationStaff() {
  const account = demonstrationAccount()
  return account && { names: ['admin', 'operator', 'auditor'], password: account.password }
}
