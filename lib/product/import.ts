import { and, inArray, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { productStatuses } from '@/db/enums'
import { sku } from '@/db/schema/product'
import { holds } from '@/lib/api/caller'
import { id } from '@/lib/api/fields'
import type { Database } from '@/lib/database'
import english from '@/lib/i18n/en/import.json'
import chinese from '@/lib/i18n/zh-CN/import.json'
import { type Read, readBoolean, readCode, readText, readWhole, readYuan } from '@/lib/import/cells'
import type { AnalyzedLine, ImportKind, SheetLine } from '@/lib/import/kind'
import { maxStock } from '@/lib/stock/schema'
import { yuanOf } from '@/lib/yuan'
import type { SkuRow } from './cms-queries'
import { guardedColumns, type ProductColumn, productColumns, specColumns } from './columns'
import { applyProduct } from './import-apply'
import { maxSkus, ProductInput } from './input-schema'
import {
  type Categories,
  cellsOf,
  groupSkus,
  livingSpecs,
  readCategories,
  type SheetProduct,
  sheetProducts,
} from './sheet'

/** Products from a spreadsheet, a line per SKU. What a line leaves out stays as it is; no SKU is withdrawn. */
export const productImport: ImportKind = {
  name: 'product',
  columns: productColumns,
  keys: ['product_id', 'product_key', 'sku_id'],
  guarded: guardedColumns,
  namesOf: (column) => {
    const code = productColumns.find((one) => one === column)
    return code ? [english.column[code], chinese.column[code]] : []
  },
  async analyze(db, lines, { caller }) {
    const drafts = lines.map((line) => new Draft(line))
    const catalogue = await readCatalogue(db, drafts)
    const author = { sees_cost: holds(caller, guardedColumns.cost_yuan) }
    for (const draft of drafts) draft.find(catalogue)
    const records = recordsOf(drafts)
    for (const record of records) {
      const [{ product, isNew }] = record
      if (product) analyzeExisting(product, record, { ...catalogue, ...author })
      else if (isNew) analyzeNew(record, { ...catalogue, ...author })
    }
    await refuseTakenNumbers(db, drafts)
    for (const record of records) if (record[0].isNew) refuseIncomplete(record)
    return records
      .flatMap((record) => record.map((draft) => draft.analyzed(record[0].line)))
      .sort((a, b) => a.line - b.line)
  },
  apply: applyProduct,
}

const skuShape = ProductInput.shape.skus.element.shape
const stockChange = z.int().min(-maxStock).max(maxStock)

const shownAs = <Value>(read: Read<Value>, show: (value: Value) => string): Read<string> =>
  'code' in read ? read : { value: show(read.value) }

const readPrice = (text: string) => shownAs(readYuan(text, skuShape.price), yuanOf)

/** How each column of a SKU is read, to the text that an export would write. */
const skuFields: { column: ProductColumn; read(text: string): Read<string>; can_be_empty: boolean }[] = [
  { column: 'sku_no', read: (text) => readCode(text, skuShape.sku_no.unwrap()), can_be_empty: false },
  { column: 'price_yuan', read: readPrice, can_be_empty: false },
  { column: 'market_price_yuan', read: readPrice, can_be_empty: true },
  { column: 'cost_yuan', read: readPrice, can_be_empty: true },
  {
    column: 'weight_g',
    read: (text) => shownAs(readWhole(text, skuShape.weight_g.unwrap().unwrap()), String),
    can_be_empty: true,
  },
  { column: 'barcode', read: (text) => readCode(text, skuShape.barcode.unwrap().unwrap()), can_be_empty: true },
  { column: 'enabled', read: (text) => shownAs(readBoolean(text), String), can_be_empty: false },
]

/** How each column of a product is read. */
const productFields: {
  column: 'name' | 'category' | 'status'
  read(text: string, catalogue: Catalogue): Read<string>
}[] = [
  { column: 'name', read: (text) => readText(text, ProductInput.shape.name) },
  { column: 'category', read: (text, { categories }) => categories.find(text) },
  {
    column: 'status',
    read(text) {
      const status = productStatuses.find((one) => one === text.toLowerCase())
      return status ? { value: status } : { code: 'invalid_value' }
    },
  },
]

/** A line while it is analyzed. */
class Draft {
  readonly line: number
  readonly errors: AnalyzedLine['errors']
  readonly changes: Partial<Record<ProductColumn, [string | null, string | null]>> = {}
  readonly product_id: number | undefined
  readonly sku_id: number | undefined
  /** undefined: it is to be created, or the line has an error. */
  product: SheetProduct | undefined
  /** undefined: it is to be created, or the line has an error. */
  sku: SkuRow | undefined
  private readonly cells: SheetLine['cells']

  constructor({ line, cells, errors }: SheetLine) {
    this.line = line
    this.cells = cells
    this.errors = [...errors]
    this.product_id = this.readId('product_id')
    this.sku_id = this.readId('sku_id')
  }

  /** Empty where the file has no such column. */
  text(column: ProductColumn): string {
    return this.cells.get(column) ?? ''
  }

  has(column: ProductColumn): boolean {
    return this.cells.has(column)
  }

  get hasErrors(): boolean {
    return this.errors.length > 0
  }

  fail(column: ProductColumn | null, code: string): void {
    this.errors.push({ column, code, value: column && (this.text(column).slice(0, 200) || null) })
  }

  /** Reads a cell; undefined after an error. */
  read(column: ProductColumn, reader: (text: string) => Read<string>): string | undefined {
    const read = reader(this.text(column))
    if ('value' in read) return read.value
    this.fail(column, read.code)
    return undefined
  }

  /** Finds what the columns product_id, product_key and sku_id name. */
  find({ products, skus }: Catalogue): void {
    if (this.hasErrors) return
    if (this.isNew) {
      if (this.sku_id !== undefined) this.fail('sku_id', 'not_allowed')
      return
    }
    const sku = this.sku_id === undefined ? undefined : skus.get(this.sku_id)
    const id = this.product_id ?? sku?.product_id
    this.product = id === undefined ? undefined : products.get(id)
    if (this.product_id === undefined && this.sku_id === undefined) this.fail('product_id', 'required')
    else if (this.product_id !== undefined && !this.product) this.fail('product_id', 'not_found')
    else if (this.sku_id !== undefined && (!sku || sku.product_id !== id)) this.fail('sku_id', 'not_found')
    else this.sku = sku
  }

  /** Whether it is of a product that is to be created. */
  get isNew(): boolean {
    return !this.product && this.product_id === undefined && this.text('product_key') !== ''
  }

  /** Lines with the same one are about the same product. */
  get record(): string {
    if (this.product) return `product ${this.product.id}`
    return this.isNew ? `key ${this.text('product_key')}` : `line ${this.line}`
  }

  analyzed(record_line: number): AnalyzedLine {
    const isChanged = Object.keys(this.changes).length > 0
    const result = this.hasErrors ? 'error' : !this.sku ? 'create' : isChanged ? 'update' : 'unchanged'
    return {
      line: this.line,
      record_line,
      result,
      target: { ...(this.product && { product_id: this.product.id }), ...(this.sku && { sku_id: this.sku.id }) },
      changes: this.hasErrors ? {} : { ...this.changes },
      errors: this.errors,
    }
  }

  private readId(column: 'product_id' | 'sku_id'): number | undefined {
    const text = this.text(column)
    if (text === '') return undefined
    const read = readWhole(text, id)
    if ('value' in read) return read.value
    this.fail(column, read.code)
    return undefined
  }
}

type Draftees = [Draft, ...Draft[]]

function recordsOf(drafts: Draft[]): Draftees[] {
  const records = new Map<string, Draftees>()
  for (const draft of drafts) {
    const known = records.get(draft.record)
    if (known) known.push(draft)
    else records.set(draft.record, [draft])
  }
  return [...records.values()]
}

interface Catalogue {
  /** Those of the file that are not in the bin. */
  products: Map<number, SheetProduct>
  /** All SKUs of these products that are not withdrawn, by id. */
  skus: Map<number, SkuRow>
  /** The same by the id of the product. */
  skusOf: Map<number, SkuRow[]>
  categories: Categories
}

interface Author {
  sees_cost: boolean
}

async function readCatalogue(db: Database, drafts: Draft[]): Promise<Catalogue> {
  const given = drafts.flatMap(({ sku_id }) => sku_id ?? [])
  const owners = await db
    .select({ product_id: sku.product_id })
    .from(sku)
    .where(inArray(sku.id, [...new Set(given)]))
  const ids = [...drafts.flatMap(({ product_id }) => product_id ?? []), ...owners.map((row) => row.product_id)]
  const products = (await sheetProducts(db, [...new Set(ids)])).filter(({ deleted_at }) => deleted_at === null)
  const living = products.map((row) => row.id)
  const skus = await db
    .select()
    .from(sku)
    .where(and(inArray(sku.product_id, living), isNull(sku.deleted_at)))
    .orderBy(sku.id)
  return {
    products: new Map(products.map((row) => [row.id, row])),
    skus: new Map(skus.map((row) => [row.id, row])),
    skusOf: groupSkus(skus),
    categories: await readCategories(db),
  }
}

function analyzeExisting(product: SheetProduct, drafts: Draft[], context: Catalogue & Author): void {
  const { skusOf, categories } = context
  findSkus(product, drafts, skusOf.get(product.id) ?? [])
  const found = drafts.filter(({ hasErrors }) => !hasErrors)
  const own = { name: product.name, category: categories.pathOf(product.category_id), status: product.status }
  readProductFields(found, own, context)
  const specs = livingSpecs(product.specs)
  for (const draft of found) {
    for (const [at, { spec, value }] of specColumns.entries()) {
      const known = specs[at]
      if (draft.text(spec) !== '' && draft.text(spec) !== known?.name) draft.fail(spec, 'not_allowed')
      const before = draft.sku?.spec_values[at] ?? null
      if (draft.text(value) === '' || draft.text(value) === before) continue
      if (!known) draft.fail(value, 'not_allowed')
      else {
        const name = draft.read(value, (text) => readText(text, ProductInput.shape.name))
        if (name !== undefined) draft.changes[value] = [before, name]
      }
    }
    if (draft.sku) readSkuFields(draft, cellsOf(product, draft.sku, categories), context)
    else readSkuFields(draft, undefined, context)
    readStock(draft)
  }
}

/** Finds the SKU of each line: by its id, else by its values. Lines without one create theirs. */
function findSkus({ specs }: SheetProduct, drafts: Draft[], skus: SkuRow[]): void {
  const shown = livingSpecs(specs)
  const taken = new Set<number>()
  for (const draft of drafts) {
    if (!draft.sku) continue
    if (taken.has(draft.sku.id)) draft.fail('sku_id', 'duplicate')
    taken.add(draft.sku.id)
  }
  const combinations = new Set<string>()
  for (const draft of drafts) {
    if (draft.sku || draft.hasErrors) continue
    const columns = specColumns.slice(0, shown.length).map(({ value }) => value)
    const missing = columns.find((column) => draft.text(column) === '')
    if (missing) {
      draft.fail(missing, 'required')
      continue
    }
    const key = JSON.stringify(columns.map((column) => draft.text(column)))
    const same = skus.find(({ spec_values }) => JSON.stringify(spec_values) === key)
    if (combinations.has(key) || (same && taken.has(same.id))) draft.fail('value_1', 'duplicate_combination')
    else draft.sku = same
    combinations.add(key)
  }
}

/**
 * Reads the columns of the product. Lines that say what it has already agree with those that change it; two that change it
 * to different things do not agree.
 */
function readProductFields(
  drafts: Draft[],
  own: Record<'name' | 'category' | 'status', string> | undefined,
  catalogue: Catalogue,
): void {
  for (const { column, read } of productFields) {
    let wanted: string | undefined
    for (const draft of drafts) {
      const before = own?.[column] ?? null
      if (draft.text(column) === '' || draft.text(column) === before) continue
      const after = draft.read(column, (text) => read(text, catalogue))
      if (after === undefined || after === before) continue
      if (wanted !== undefined && wanted !== after) draft.fail(column, 'ambiguous')
      wanted ??= after
      draft.changes[column] = [before, after]
    }
  }
}

/** Reads the columns of a SKU. `own`: what it has now; undefined: it is new. */
function readSkuFields(draft: Draft, own: Record<ProductColumn, string> | undefined, { sees_cost }: Author): void {
  for (const { column, read, can_be_empty } of skuFields) {
    const text = draft.text(column)
    if (column === 'cost_yuan' && !sees_cost) {
      if (text !== '') draft.fail(column, 'forbidden')
      continue
    }
    const before = own?.[column] || null
    if (text === '') {
      if (draft.has(column) && can_be_empty && before !== null) draft.changes[column] = [before, null]
      continue
    }
    if (text === before) continue
    const after = draft.read(column, read)
    if (after !== undefined && after !== before) draft.changes[column] = [before, after]
  }
  if (!own && draft.text('price_yuan') === '') draft.fail('price_yuan', 'required')
}

function readPieces(draft: Draft, column: ProductColumn): number | undefined {
  if (draft.text(column) === '') return undefined
  const text = draft.read(column, (given) => shownAs(readWhole(given, stockChange), String))
  return text === undefined ? undefined : Number(text)
}

function readStock(draft: Draft): void {
  const delta = readPieces(draft, 'stock_delta') ?? 0
  const [counted, expected] = [readPieces(draft, 'stock_counted'), readPieces(draft, 'stock_expected')]
  if (draft.hasErrors) return
  const stock = draft.sku?.stock ?? 0
  if (delta !== 0) {
    if (counted !== undefined) draft.fail('stock_delta', 'ambiguous')
    else if (stock + delta < 0) draft.fail('stock_delta', 'out_of_stock')
    else if (stock + delta > maxStock) draft.fail('stock_delta', 'too_big')
    else draft.changes.stock_delta = [null, String(delta)]
    return
  }
  if (counted === undefined && expected === undefined) return
  if (!draft.sku) draft.fail('stock_counted', 'not_allowed')
  else if (counted === undefined) draft.fail('stock_counted', 'required')
  else if (expected === undefined) draft.fail('stock_expected', 'required')
  else if (counted < 0) draft.fail('stock_counted', 'too_small')
  else if (expected !== stock) draft.fail('stock_expected', 'stale_stock')
  else if (counted !== expected) draft.changes.stock_counted = [String(expected), String(counted)]
}

function analyzeNew(drafts: Draftees, context: Catalogue & Author): void {
  readProductFields(drafts, undefined, context)
  const [first] = drafts
  for (const column of ['name', 'category'] as const) {
    if (drafts.every((draft) => draft.text(column) === '')) first.fail(column, 'required')
  }
  const names = specColumns.map(({ spec }) => drafts.map((draft) => draft.text(spec)).find((text) => text !== ''))
  const combinations = new Set<string>()
  for (const [at, draft] of drafts.entries()) {
    if (at >= maxSkus) draft.fail('product_key', 'too_big')
    // A new product has no picture yet.
    if (draft.changes.status?.[1] === 'on_sale') draft.fail('status', 'not_sellable')
    readNewValues(draft, names)
    const key = JSON.stringify(specColumns.map(({ value }) => draft.text(value)))
    if (combinations.has(key)) draft.fail('value_1', 'duplicate_combination')
    combinations.add(key)
    readSkuFields(draft, undefined, context)
    readStock(draft)
  }
}

/** Reads the specs of a new product. `names`: those that its lines give. */
function readNewValues(draft: Draft, names: (string | undefined)[]): void {
  const readName = (text: string) => readText(text, ProductInput.shape.name)
  const last = names.findLastIndex((name) => name !== undefined)
  for (const [at, { spec, value }] of specColumns.entries()) {
    const name = names[at]
    if (at > last) {
      if (draft.text(value) !== '') draft.fail(spec, 'required')
      continue
    }
    if (name === undefined) draft.fail(spec, 'required')
    else if (draft.text(spec) !== '' && draft.text(spec) !== name) draft.fail(spec, 'ambiguous')
    else if (names.indexOf(name) < at) draft.fail(spec, 'duplicate')
    else if (draft.text(spec) !== '') draft.read(spec, readName)
    if (name !== undefined) draft.changes[spec] = [null, name]
    if (draft.text(value) === '') draft.fail(value, 'required')
    else {
      const read = draft.read(value, readName)
      if (read !== undefined) draft.changes[value] = [null, read]
    }
  }
}

/** A new product is created with all of its lines or not at all: what is sent again would create it once more. */
function refuseIncomplete(drafts: Draft[]): void {
  if (!drafts.some((draft) => draft.hasErrors)) return
  for (const draft of drafts) if (!draft.hasErrors) draft.fail(null, 'incomplete')
}

/** Numbers that two lines want, or that a SKU has which keeps it. */
async function refuseTakenNumbers(db: Database, drafts: Draft[]): Promise<void> {
  const wanted = drafts.filter(({ hasErrors, changes }) => !hasErrors && changes.sku_no)
  const numbers = wanted.map(({ changes }) => changes.sku_no?.[1] ?? '')
  const holders = await db
    .select({ id: sku.id, sku_no: sku.sku_no, product_id: sku.product_id })
    .from(sku)
    .where(and(inArray(sku.sku_no, [...new Set(numbers)]), isNull(sku.deleted_at)))
  const held = new Map(holders.map((row) => [row.sku_no, row]))
  const leaving = new Set(wanted.flatMap((draft) => (draft.sku ? [draft.sku.id] : [])))
  const seen = new Set<string>()
  for (const [at, draft] of wanted.entries()) {
    const number = numbers[at] ?? ''
    const holder = held.get(number)
    // One that gives its number away must be of the same product: products are written one after another.
    const isFree = !holder || (holder.product_id === draft.product?.id && leaving.has(holder.id))
    if (seen.has(number)) draft.fail('sku_no', 'duplicate')
    else if (!isFree) draft.fail('sku_no', 'already_exists')
    seen.add(number)
  }
}
