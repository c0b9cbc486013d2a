import { sql } from 'drizzle-orm'
import { shop } from '@/db/seed/shop/shop'
import { carrierAccount, sentOnly } from '@/db/seed/shop/stores'
import * as tables from '@/db/tables'
import { createBanner } from '@/lib/banner/cms'
import { createCategory } from '@/lib/category/cms'
import { createFreightTemplate } from '@/lib/freight_template/cms'
import type { Database } from '@/lib/kit/database'
import { createProduct } from '@/lib/product/cms'
import { createStore } from '@/lib/store/cms'
import { createTheme } from '@/lib/theme/cms'
import type { Perform } from './perform'

/** Throws for an unknown slug, which is a mistake in the data. */
export type IdOf = (slug: string) => number

/** `kind`: the name of the records in the error. */
export function slugs(kind: string) {
  const ids = new Map<string, number>()
  const idOf: IdOf = (slug) => {
    const id = ids.get(slug)
    if (id === undefined) throw new Error(`the demonstration shop has no ${kind} ${slug}`)
    return id
  }
  return { ids, idOf }
}

/** Also creates the stock before the first order. Returns functions that find ids by slug. */
export async function createCatalogue(
  tx: Database,
  perform: Perform,
  { opened_at, pieces }: { opened_at: Date; pieces: ReadonlyMap<string, number> },
): Promise<{ categoryOf: IdOf; productOf: IdOf; themeOf: IdOf }> {
  const occasion = { at: opened_at }
  const { ids: categories, idOf: categoryOf } = slugs('category')
  for (const { slug, parent, ...category } of shop.categories) {
    const parent_id = parent === null ? null : categoryOf(parent)
    categories.set(slug, (await perform(createCategory, { ...category, parent_id }, occasion)).id)
  }
  const freight = await createTemplates(perform, opened_at)
  for (const store of shop.stores) await perform(createStore, store, occasion)
  await tx.insert(tables.carrier_account).values({ ...carrierAccount, status_code: 0, checked_at: opened_at })
  const { ids: products, idOf: productOf } = slugs('product')
  const sold: { id: number; sold_count: number }[] = []
  for (const { slug, category, specs, skus, sold_count, ...product } of shop.products) {
    const { id } = await perform(
      createProduct,
      {
        ...product,
        category_id: categoryOf(category),
        freight_template_id: freight.get(slug)?.id ?? null,
        deliveries: sentOnly.includes(slug) ? ['express'] : ['express', 'pickup'],
        specs: specs.map(({ name, values }) => ({ name, values: values.map((value) => ({ name: value })) })),
        skus: skus.map(({ spec_values, stock, ...sku }) => ({
          ...sku,
          values: spec_values,
          weight_g: freight.get(slug)?.weight_g ?? null,
          stock: stock + (pieces.get(sku.sku_no) ?? 0),
        })),
      },
      occasion,
    )
    products.set(slug, id)
    sold.push({ id, sold_count })
  }
  await backdate(tx, opened_at, sold)
  const { ids: themes, idOf: themeOf } = slugs('theme')
  for (const { slug, products: listed, ...theme } of shop.themes) {
    themes.set(slug, (await perform(createTheme, { ...theme, product_ids: listed.map(productOf) }, occasion)).id)
  }
  return { categoryOf, productOf, themeOf }
}

/** Returns the template and the weight of each product, by slug. */
async function createTemplates(perform: Perform, at: Date) {
  const found = new Map<string, { id: number; weight_g: number | null }>()
  for (const { products, ...template } of shop.freightTemplates) {
    const { id } = await perform(createFreightTemplate, template, { at })
    for (const [slug, weight_g] of Object.entries(products)) found.set(slug, { id, weight_g })
  }
  return found
}

/** Without commands, which cannot set numbers of sold pieces and past dates. */
async function backdate(tx: Database, opened_at: Date, sold: { id: number; sold_count: number }[]): Promise<void> {
  await tx
    .update(tables.product)
    .set({ created_at: opened_at, updated_at: opened_at, sold_count: sql`r.sold_count` })
    .from(sql`jsonb_to_recordset(${JSON.stringify(sold)}::jsonb) as r (id int, sold_count int)`)
    .where(sql`${tables.product.id} = r.id`)
  await tx.update(tables.sku).set({ created_at: opened_at })
  await tx.update(tables.category).set({ created_at: opened_at, updated_at: opened_at })
  await tx.update(tables.stock_log).set({ created_at: opened_at })
}

/** The records to which the items link must exist. */
export async function createBanners(
  perform: Perform,
  at: Date,
  idOf: Record<'product' | 'theme' | 'category' | 'article', IdOf>,
): Promise<void> {
  for (const banner of shop.banners) {
    const items = banner.items.map((item) => {
      const { target_type, target } = item
      return target === null || target_type === 'none' || target_type === 'url'
        ? item
        : { ...item, target: String(idOf[target_type](target)) }
    })
    await perform(createBanner, { ...banner, items }, { at })
  }
}
