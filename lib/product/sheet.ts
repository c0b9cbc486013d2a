import { inArray, sql } from 'drizzle-orm'
import { category } from '@/db/schema/category'
import { product } from '@/db/schema/product'
import type { Spec } from '@/db/specs'
import type { Database } from '@/lib/kit/database'
import type { Read } from '@/lib/kit/import/cells'
import { yuanOf } from '@/lib/kit/money'
import { foldedForm } from '@/lib/kit/plain-form'
import type { ProductRow, SkuRow } from './cms-queries'
import type { ProductColumn } from './columns'

/* A line per SKU. Imports read the format of exports. */

export const keptSpecs = (specs: readonly Spec[]) => specs.filter(({ removed }) => !removed)

export const keptValues = (values: Spec['values']) => values.filter(({ removed }) => !removed)

const blank = (value: string | number | null) => (value === null ? '' : String(value))
const yuanOrBlank = (fen: number | null) => (fen === null ? '' : yuanOf(fen))

export type SheetProduct = Pick<ProductRow, 'id' | 'name' | 'category_id' | 'status' | 'specs' | 'deleted_at'> & {
  pictures: SheetPicture[]
}

interface SheetPicture {
  /** null: a picture of the demonstration, which is not an uploaded file. */
  id: number | null
  /** For a picture without a file, its address. */
  name: string
}

/** In a cell of the column `images`. */
export const pictureSeparator = '|'

export const pictureCell = (pictures: readonly { name: string }[]) =>
  pictures.map(({ name }) => name).join(pictureSeparator)

/** `target` of an import line stores the file id under this key. */
export const pictureTarget = (at: number) => `image_${at}`

const pictures = sql<SheetPicture[]>`(
  select coalesce(json_agg(json_build_object('id', f.id, 'name', coalesce(f.name, i.url)) order by i.place), '[]')
  from unnest("product"."images") with ordinality i (url, place)
  left join file_object o on o.url = i.url left join file f on f.id = o.file_id)`

/** Including the trash. */
export function sheetProducts(db: Database, ids: number[]): Promise<SheetProduct[]> {
  const { id, name, category_id, status, specs, deleted_at } = product
  return db
    .select({ id, name, category_id, status, specs, deleted_at, pictures })
    .from(product)
    .where(inArray(product.id, ids))
}

export function cellsOf(product: SheetProduct, sku: SkuRow, categories: Categories): Record<ProductColumn, string> {
  const specs = keptSpecs(product.specs)
  return {
    product_id: String(product.id),
    product_key: '',
    sku_id: String(sku.id),
    sku_no: sku.sku_no,
    name: product.name,
    category: categories.pathOf(product.category_id),
    images: pictureCell(product.pictures),
    spec_1: specs[0]?.name ?? '',
    value_1: sku.spec_values[0] ?? '',
    spec_2: specs[1]?.name ?? '',
    value_2: sku.spec_values[1] ?? '',
    spec_3: specs[2]?.name ?? '',
    value_3: sku.spec_values[2] ?? '',
    price_yuan: yuanOf(sku.price),
    market_price_yuan: yuanOrBlank(sku.market_price),
    cost_yuan: yuanOrBlank(sku.cost),
    weight_g: blank(sku.weight_g),
    barcode: blank(sku.barcode),
    enabled: String(sku.enabled),
    status: product.status,
    stock: String(sku.stock),
    stock_delta: '',
    stock_counted: '',
    stock_expected: '',
  }
}

/** By path, such as `Tea / Green tea`, or by a name that is unique. */
export class Categories {
  private readonly found = new Map<string, number[]>()
  /** By folded name or path. */
  private readonly alike = new Map<string, number[]>()

  constructor(private readonly paths: ReadonlyMap<number, string>) {
    for (const [id, path] of paths) this.add(path, id)
    const byPath = new Set(this.found.keys())
    for (const [id, path] of paths) {
      const name = path.split(' / ').at(-1) ?? ''
      if (!byPath.has(name)) this.add(name, id)
    }
  }

  /** Errors: `ambiguous` or `not_found`. */
  find(text: string): Read<string> {
    const ids = this.found.get(text) ?? this.alike.get(foldedForm(text)) ?? []
    if (ids.length > 1) return { code: 'ambiguous' }
    const path = ids[0] === undefined ? undefined : this.paths.get(ids[0])
    return path === undefined ? { code: 'not_found' } : { value: path }
  }

  /** Empty if the category does not exist. */
  pathOf(id: number): string {
    return this.paths.get(id) ?? ''
  }

  idOf(path: string): number | undefined {
    return this.found.get(path)?.[0]
  }

  private add(name: string, id: number): void {
    this.found.set(name, [...(this.found.get(name) ?? []), id])
    const folded = foldedForm(name)
    this.alike.set(folded, [...(this.alike.get(folded) ?? []), id])
  }
}

export async function readCategories(db: Database): Promise<Categories> {
  const { id, parent_id, name } = category
  const rows = await db.select({ id, parent_id, name }).from(category)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const pathOf = (row: (typeof rows)[number]): string => {
    const parent = row.parent_id === null ? undefined : byId.get(row.parent_id)
    return parent ? `${pathOf(parent)} / ${row.name}` : row.name
  }
  return new Categories(new Map(rows.map((row) => [row.id, pathOf(row)])))
}

export function groupSkus(skus: SkuRow[]): Map<number, SkuRow[]> {
  const byProduct = new Map<number, SkuRow[]>()
  for (const one of skus) {
    const known = byProduct.get(one.product_id)
    if (known) known.push(one)
    else byProduct.set(one.product_id, [one])
  }
  return byProduct
}
