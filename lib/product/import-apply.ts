import { z } from 'zod'
import type { LineError } from '@/db/schema/import'
import { type Problem, problem } from '@/lib/kit/api/endpoint/problem'
import { parse } from '@/lib/kit/api/endpoint/validation'
import { noSuch } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { cleanBody } from '@/lib/kit/html/clean'
import { type ApplyContext, type ImportKind, type ImportRow, LinesRefused, toldAtLines } from '@/lib/kit/import/kind'
import { fenOf } from '@/lib/kit/money'
import { adjustStock } from '@/lib/stock/commands'
import { type Adjustment, LoggedAdjustment } from '@/lib/stock/schema'
import { readCmsProduct, type SkuRow } from './cms-queries'
import { CmsProduct } from './cms-schema'
import { type ProductColumn, specColumns } from './columns'
import { changeProduct, createProduct } from './commands'
import { lockName, takenNames } from './import-names'
import { readAddresses } from './import-pictures'
import { maxImages, ProductChanges, ProductInput } from './input-schema'
import { lockOffer } from './lock'
import {
  type Categories,
  cellsOf,
  keptSpecs,
  keptValues,
  pictureCell,
  pictureTarget,
  readCategories,
  type SheetProduct,
  sheetProducts,
} from './sheet'

/** Uses the commands of the product page of the admin. */
export const applyProduct: ImportKind['apply'] = async (db, rows, context) => {
  const changing = rows.filter(({ result }) => result !== 'unchanged')
  const [product_id] = changing.flatMap(({ target }) => target.product_id ?? [])
  if (product_id === undefined) await createFrom(db, changing, context)
  else await changeFrom(db, product_id, changing, context)
}

/** null: the line empties the column; undefined: unchanged. */
const wantedOf = ({ changes }: ImportRow, column: ProductColumn): string | null | undefined => changes[column]?.[1]

/** Of the product; undefined: unchanged. The analysis has checked that all lines agree. */
const commonOf = (rows: ImportRow[], column: ProductColumn) =>
  rows.map((row) => wantedOf(row, column)).find((text) => text !== undefined) ?? undefined

function amountOf(text: string | null | undefined): number | null | undefined {
  if (text === null || text === undefined) return text
  const fen = fenOf(text)
  if (fen === undefined) throw new Error('a stored amount cannot be read')
  return fen
}

const numberOf = (text: string | null | undefined) => (text === null || text === undefined ? text : Number(text))

/** In the format of the commands. */
function skuOf(row: ImportRow) {
  const text = (column: ProductColumn) => wantedOf(row, column)
  const enabled = text('enabled')
  return {
    sku_no: text('sku_no') ?? undefined,
    price: amountOf(text('price_yuan')) ?? undefined,
    market_price: amountOf(text('market_price_yuan')),
    cost: amountOf(text('cost_yuan')),
    weight_g: numberOf(text('weight_g')),
    barcode: text('barcode'),
    enabled: enabled === undefined ? undefined : enabled === 'true',
  }
}

const valuesOf = (row: ImportRow) => specColumns.flatMap(({ value }) => wantedOf(row, value) ?? [])

/** undefined: unchanged. Throws `LinesRefused` if a file was deleted. */
async function imagesOf(db: Database, rows: ImportRow[]): Promise<string[] | undefined> {
  const row = rows.find((one) => wantedOf(one, 'images') !== undefined)
  if (!row) return undefined
  const files = Array.from({ length: maxImages }, (_, at) => row.target[pictureTarget(at)] ?? [])
  const images = await readAddresses(db, files.flat())
  if (!images) throw refused(rows, 'images', 'not_found')
  return images
}

async function createFrom(
  db: Database,
  rows: ImportRow[],
  { caller, settings, recorder, cellsOf }: ApplyContext,
): Promise<void> {
  if (rows.every((row) => !cellsOf(row).get('product_key'))) await refuseTakenName(db, rows)
  const categories = await readCategories(db)
  const category = commonOf(rows, 'category') ?? ''
  const specs = specColumns.flatMap(({ spec, value }) => {
    const name = commonOf(rows, spec)
    const values = [...new Set(rows.flatMap((row) => wantedOf(row, value) ?? []))]
    return name ? [{ name, values: values.map((one) => ({ name: one })) }] : []
  })
  const work = async () => {
    const category_id = categories.idOf(category)
    if (category_id === undefined) throw refused(rows, 'category', 'not_found')
    const images = await imagesOf(db, rows)
    const input = parse(
      ProductInput,
      {
        category_id,
        name: commonOf(rows, 'name'),
        status: commonOf(rows, 'status'),
        content: '',
        ...(images && { images }),
        specs,
        skus: rows.map((row) => ({
          ...skuOf(row),
          values: valuesOf(row),
          stock: numberOf(wantedOf(row, 'stock_delta')) ?? undefined,
        })),
      },
      'body',
    )
    const id = await createProduct(db, await cleanBody(input), { user_id: caller.user_id, settings })
    recorder.audit({ target: ['product', id], as: CmsProduct, after: await readCmsProduct(db, id) })
  }
  await toldAtLines(work, (refused) => linesOf(refused, rows, rows))
}

/** Again after the analysis: the same file may have been uploaded twice, and the other upload applied. */
async function refuseTakenName(db: Database, rows: ImportRow[]): Promise<void> {
  const name = commonOf(rows, 'name') ?? ''
  await lockName(db, name)
  if ((await takenNames(db, [name])).size > 0) throw refused(rows, 'name', 'already_exists')
}

async function changeFrom(db: Database, product_id: number, rows: ImportRow[], context: ApplyContext): Promise<void> {
  const { caller, settings, recorder } = context
  const offered = await lockOffer(db, product_id)
  const [product] = await sheetProducts(db, [product_id])
  if (!product) throw noSuch('product')
  const categories = await readCategories(db)
  refuseStale(rows, { product, offered, categories })
  const rowOf = new Map(rows.map((row) => [row.target.sku_id, row]))
  const added = rows.filter(({ target }) => target.sku_id === undefined)
  const ofSkus = [...offered.map((sku) => rowOf.get(sku.id)), ...added]
  const work = async () => {
    const images = await imagesOf(db, rows)
    const change = changeOf(rows, { product, offered, added, rowOf, categories, images })
    let skus: { id: number; spec_values: string[] }[] = offered
    if (change) {
      const { content: _, ...body } = parse(ProductChanges, change, 'body')
      const changed = await changeProduct(db, product_id, body, { user_id: caller.user_id, settings })
      recorder.audit({
        target: ['product', product_id],
        as: CmsProduct,
        before: changed.before,
        after: changed.audited,
      })
      skus = changed.after.skus
    }
    await adjust(db, rows, skus, context)
  }
  await toldAtLines(work, (refused) => linesOf(refused, ofSkus, rows))
}

interface Present {
  product: SheetProduct
  offered: SkuRow[]
  categories: Categories
}

/** `stale_version` or, for a withdrawn SKU, `not_found`. Changes of stock are checked elsewhere. */
function refuseStale(rows: ImportRow[], { product, offered, categories }: Present): void {
  const skus = new Map(offered.map((sku) => [sku.id, sku]))
  const stale = new Map<number, LineError[]>()
  for (const { line, target, changes } of rows) {
    const sku = target.sku_id === undefined ? undefined : skus.get(target.sku_id)
    if (target.sku_id !== undefined && !sku) {
      stale.set(line, [{ column: 'sku_id', code: 'not_found', value: String(target.sku_id) }])
      continue
    }
    const present: Partial<Record<string, string>> = sku
      ? cellsOf(product, sku, categories)
      : {
          name: product.name,
          status: product.status,
          category: categories.pathOf(product.category_id),
          images: pictureCell(product.pictures),
        }
    const errors = Object.entries(changes).flatMap(([column, [before, after]]) => {
      const now = present[column]
      const isSame = column.startsWith('stock') || now === undefined || now === (before ?? '') || now === (after ?? '')
      return isSame ? [] : [{ column, code: 'stale_version', value: after }]
    })
    if (errors.length > 0) stale.set(line, errors)
  }
  if (stale.size > 0) throw new LinesRefused(problem('stale_version'), stale)
}

interface Wanted extends Present {
  added: ImportRow[]
  rowOf: Map<number | undefined, ImportRow>
  images: string[] | undefined
}

const skuColumns: readonly ProductColumn[] = [
  ...specColumns.map(({ value }) => value),
  ...(['sku_no', 'price_yuan', 'market_price_yuan', 'cost_yuan', 'weight_g', 'barcode', 'enabled'] as const),
]

/** With the whole set of SKUs; undefined: only stock changes. */
function changeOf(
  rows: ImportRow[],
  { product, offered, added, rowOf, categories, images }: Wanted,
): object | undefined {
  const category = commonOf(rows, 'category')
  const category_id = category && categories.idOf(category)
  if (category && category_id === undefined) throw refused(rows, 'category', 'not_found')
  const shown = keptSpecs(product.specs)
  const names = new Map(
    shown.map((spec, at) => {
      const column = specColumns[at]?.value
      return [spec.id, column ? rows.flatMap((row) => wantedOf(row, column) ?? []) : []]
    }),
  )
  const specs = shown.map((spec) => {
    const known = keptValues(spec.values)
    const fresh = new Set(names.get(spec.id)?.filter((name) => !known.some((one) => one.name === name)))
    return { id: spec.id, values: [...known.map(({ id }) => ({ id })), ...[...fresh].map((name) => ({ name }))] }
  })
  const isWider = specs.some(({ values }) => values.some((value) => 'name' in value))
  const hasSkuChange = rows.some((row) => skuColumns.some((column) => wantedOf(row, column) !== undefined))
  const body = {
    name: commonOf(rows, 'name') ?? undefined,
    status: commonOf(rows, 'status') ?? undefined,
    category_id,
    images,
    ...(isWider && { specs }),
    ...((hasSkuChange || added.length > 0) && {
      skus: [
        ...offered.map((sku) => {
          const row = rowOf.get(sku.id)
          return { id: sku.id, ...(row && { ...skuOf(row), values: movedValues(sku, row) }) }
        }),
        ...added.map((row) => ({ ...skuOf(row), values: valuesOf(row) })),
      ],
    }),
  }
  // Fields with undefined are removed, because a present key counts as a given field.
  const given = Object.entries(body).filter(([, value]) => value !== undefined)
  return given.length > 0 ? Object.fromEntries(given) : undefined
}

/** Names, after the changes of the line; undefined: the line changes no value. */
function movedValues({ spec_values }: SkuRow, row: ImportRow): string[] | undefined {
  const isMoved = specColumns.some(({ value }) => wantedOf(row, value) !== undefined)
  return isMoved
    ? spec_values.map((name, at) => (specColumns[at] && wantedOf(row, specColumns[at].value)) ?? name)
    : undefined
}

/** The entries in the stock ledger name the file. */
async function adjust(
  db: Database,
  rows: ImportRow[],
  skus: { id: number; spec_values: string[] }[],
  { caller, file, recorder }: ApplyContext,
): Promise<void> {
  const idOf = (row: ImportRow) =>
    row.target.sku_id ?? skus.find(({ spec_values }) => spec_values.join('\n') === valuesOf(row).join('\n'))?.id ?? 0
  const deltas = rows.flatMap((row) => {
    const delta = wantedOf(row, 'stock_delta')
    return delta ? [{ sku_id: idOf(row), delta: Number(delta) }] : []
  })
  const counts = rows.flatMap((row) => {
    const [expected, counted] = row.changes.stock_counted ?? []
    return expected && counted ? [{ sku_id: idOf(row), counted: Number(counted), expected: Number(expected) }] : []
  })
  const adjustments: Adjustment[] = [
    { reason: 'correction' as const, note: file, items: deltas },
    { reason: 'counted' as const, note: file, items: counts },
  ]
  for (const adjustment of adjustments) {
    if (adjustment.items.length === 0) continue
    const items = await adjustStock(db, adjustment, caller)
    recorder.audit({ target: ['stock', null], as: LoggedAdjustment, after: { ...adjustment, items } })
  }
}

/** At each line that changes the column. */
function refused(rows: ImportRow[], column: ProductColumn, code: string): LinesRefused {
  const lines = new Map<number, LineError[]>()
  for (const row of rows) {
    const value = wantedOf(row, column)
    if (value !== undefined) lines.set(row.line, [{ column, code, value }])
  }
  return new LinesRefused(problem('invalid_request', { detail: `${column}: ${code}` }), lines)
}

/** By the field names of the commands. */
const columnOf: Record<string, ProductColumn> = {
  sku_no: 'sku_no',
  price: 'price_yuan',
  market_price: 'market_price_yuan',
  cost: 'cost_yuan',
  weight_g: 'weight_g',
  barcode: 'barcode',
  enabled: 'enabled',
  values: 'value_1',
  name: 'name',
  category_id: 'category',
  status: 'status',
  images: 'images',
}

const Shortages = z.object({ shortages: z.array(z.object({ sku_id: z.int() })) })
const Unsellable = z.object({ reasons: z.array(z.string()) })
const StaleItems = z.object({ items: z.array(z.object({ sku_id: z.int() })) })

/** `ofSkus`: the line of each SKU in the request. */
function linesOf(
  { code, extras }: Problem,
  ofSkus: (ImportRow | undefined)[],
  rows: ImportRow[],
): Map<number, LineError[]> {
  const lines = new Map<number, LineError[]>()
  const add = (row: ImportRow | undefined, column: ProductColumn | null, fault: string) => {
    if (!row) return
    const value = (column && wantedOf(row, column)) ?? null
    lines.set(row.line, [...(lines.get(row.line) ?? []), { column, code: fault, value }])
  }
  for (const { name, code: fault } of extras.invalid_params ?? []) {
    const [first = '', place, field] = name.split('.')
    if (first === 'skus') add(ofSkus[Number(place)], columnOf[field ?? ''] ?? 'value_1', fault)
    else {
      const column = first === 'specs' ? 'value_1' : (columnOf[first] ?? null)
      for (const row of rows) if (column && wantedOf(row, column) !== undefined) add(row, column, fault)
    }
  }
  const bySku = (sku_id: number) => rows.find(({ target }) => target.sku_id === sku_id)
  const shortages = Shortages.safeParse(extras.members)
  for (const { sku_id } of shortages.success ? shortages.data.shortages : []) add(bySku(sku_id), 'stock_delta', code)
  const stale = StaleItems.safeParse(extras.members)
  for (const { sku_id } of stale.success ? stale.data.items : []) add(bySku(sku_id), 'stock_counted', code)
  const unsellable = Unsellable.safeParse(extras.members)
  const lacksWeight = unsellable.success && unsellable.data.reasons.includes('weight')
  const reasonsAt: readonly ProductColumn[] = lacksWeight ? ['weight_g', 'enabled', 'status'] : ['status']
  for (const row of unsellable.success ? rows : []) {
    const column = reasonsAt.find((one) => row.changes[one])
    if (column) add(row, column, code)
  }
  return lines
}
