import { and, inArray, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { productStatuses } from '@/db/enums'
import { import_row, type LineWarning } from '@/db/schema/import'
import { sku } from '@/db/schema/product'
import { holds } from '@/lib/kit/api/endpoint/caller'
import { id } from '@/lib/kit/api/endpoint/fields'
import type { Database } from '@/lib/kit/database'
import {
  changedBySpreadsheet,
  type Read,
  readBoolean,
  readCode,
  readText,
  readWhole,
  readYuan,
} from '@/lib/kit/import/cells'
import type { AnalyzedLine, ImportAuthor, ImportKind, SheetLine } from '@/lib/kit/import/kind'
import { type Choice, readChoice } from '@/lib/kit/import/words'
import { fenOf, yuanOf } from '@/lib/kit/money'
import { foldedForm } from '@/lib/kit/plain-form'
import { maxStock } from '@/lib/stock/schema'
import type { SkuRow } from './cms-queries'
import { guardedColumns, type ProductColumn, productColumns, productWords, specColumns } from './columns'
import { applyProduct } from './import-apply'
import { Spellings, takenNames } from './import-names'
import { type PictureSource, type Pictures, readPictures, refuseMissingFolder } from './import-pictures'
import { maxSkus, ProductInput } from './input-schema'
import { doubtsOf } from './price-doubts'
import {
  type Categories,
  cellsOf,
  groupSkus,
  keptSpecs,
  keptValues,
  pictureCell,
  pictureTarget,
  readCategories,
  type SheetProduct,
  sheetProducts,
} from './sheet'

/** A line per SKU. Columns that the file does not have stay unchanged. An import withdraws no SKU. */
export const productImport: ImportKind = {
  name: 'product',
  columns: productColumns,
  keys: ['product_id', 'product_key', 'sku_id', 'name'],
  other_columns: 'ignored',
  dates: [],
  guarded: guardedColumns,
  words: productWords,
  record: sql`${import_row.record_line}`,
  analyze: (db, lines, author) => analyze(db, lines, author, {}),
  apply: applyProduct,
}

/** Pictures are looked up in `source` first. */
export const productImportFrom = (source: PictureSource): ImportKind => ({
  ...productImport,
  analyze: (db, lines, author) => analyze(db, lines, author, source),
})

async function analyze(
  db: Database,
  lines: SheetLine[],
  { caller }: ImportAuthor,
  source: PictureSource,
): Promise<AnalyzedLine[]> {
  await refuseMissingFolder(db, source)
  const drafts = lines.map((line) => new Draft(line))
  const author = { sees_cost: holds(caller, guardedColumns.cost_yuan), sees_files: holds(caller, 'cms.file.list') }
  const catalogue = await readCatalogue(db, drafts, author.sees_files ? source : undefined)
  for (const draft of drafts) draft.find(catalogue)
  const records = recordsOf(drafts)
  for (const record of records) {
    const [{ product, isNew }] = record
    if (product) analyzeExisting(product, record, { ...catalogue, ...author })
    else if (isNew) analyzeNew(record, { ...catalogue, ...author })
    else analyzeUnknown(record, { ...catalogue, ...author })
  }
  await refuseTakenNumbers(db, drafts)
  await refuseTakenNames(db, drafts)
  for (const record of records) if (record[0].isNew) refuseIncomplete(record)
  return records
    .flatMap((record) => record.map((draft) => draft.analyzed(record[0].line)))
    .sort((a, b) => a.line - b.line)
}

const skuShape = ProductInput.shape.skus.element.shape
const stockChange = z.int().min(-maxStock).max(maxStock)

const shownAs = <Value>(read: Read<Value>, show: (value: Value) => string): Read<string> =>
  'code' in read ? read : { value: show(read.value) }

const readPrice = (text: string) => shownAs(readYuan(text, skuShape.price), yuanOf)

/** Each returns the text that an export would write. */
const skuFields: {
  column: ProductColumn
  read(text: string, is_text: boolean): Read<string>
  can_be_empty: boolean
}[] = [
  { column: 'sku_no', read: (text, is_text) => readCode(text, skuShape.sku_no.unwrap(), is_text), can_be_empty: false },
  { column: 'price_yuan', read: readPrice, can_be_empty: false },
  { column: 'market_price_yuan', read: readPrice, can_be_empty: true },
  { column: 'cost_yuan', read: readPrice, can_be_empty: true },
  {
    column: 'weight_g',
    read: (text) => shownAs(readWhole(text, skuShape.weight_g.unwrap().unwrap()), String),
    can_be_empty: true,
  },
  {
    column: 'barcode',
    read: (text, is_text) => readCode(text, skuShape.barcode.unwrap().unwrap(), is_text),
    can_be_empty: true,
  },
  { column: 'enabled', read: (text) => shownAs(readBoolean(text), String), can_be_empty: false },
]

const productFields: {
  column: 'name' | 'category' | 'status'
  read(text: string, catalogue: Catalogue): Read<string>
}[] = [
  { column: 'name', read: (text) => readText(text, ProductInput.shape.name) },
  { column: 'category', read: (text, { categories }) => categories.find(text) },
  { column: 'status', read: (text, { statuses }) => statuses(text) },
]

class Draft {
  readonly line: number
  readonly errors: AnalyzedLine['errors']
  readonly changes: Partial<Record<ProductColumn, [string | null, string | null]>> = {}
  readonly warnings: LineWarning[] = []
  readonly product_id: number | undefined
  readonly sku_id: number | undefined
  /** undefined: new, or the line has an error. */
  product: SheetProduct | undefined
  /** undefined: new, or the line has an error. */
  sku: SkuRow | undefined
  /** An existing or a new SKU. */
  isFound = true
  /** Only of a changed cell. */
  files: readonly number[] = []
  private readonly cells: SheetLine['cells']
  private readonly texts: SheetLine['texts']

  constructor({ line, cells, texts, errors }: SheetLine) {
    this.line = line
    this.cells = cells
    this.texts = texts
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

  /** `given`: the faulty part of the cell; absent: the whole cell. */
  fail(column: ProductColumn | null, code: string, allowed?: readonly string[], given?: string): void {
    const value = column && ((given ?? this.text(column)).slice(0, 200) || null)
    this.errors.push({ column, code, value, ...(allowed && { allowed: [...allowed] }) })
  }

  /** Leaves the SKU of the line unknown. The other cells are checked nevertheless. */
  lose(column: ProductColumn, code: string): void {
    this.isFound = false
    this.fail(column, code)
  }

  /** undefined after an error. */
  read(column: ProductColumn, reader: (text: string, is_text: boolean) => Read<string>): string | undefined {
    const read = reader(this.text(column), this.texts.has(column))
    if ('value' in read) return read.value
    this.fail(column, read.code, read.allowed)
    return undefined
  }

  /** `after` undefined: an error. A code that a spreadsheet program has changed is an error, except in a text cell. */
  change(column: ProductColumn, before: string | null, after: string | undefined): void {
    if (after === undefined || after === before) return
    const fault = before !== null && !this.texts.has(column) && changedBySpreadsheet(before, after)
    if (fault) this.fail(column, fault)
    else this.changes[column] = [before, after]
  }

  /** By product_id, product_key, sku_id and name. */
  find({ products, skus }: Catalogue): void {
    if (!this.isFound) return
    if (this.isNew) {
      if (this.sku_id !== undefined) this.fail('sku_id', 'not_allowed')
      return
    }
    const sku = this.sku_id === undefined ? undefined : skus.get(this.sku_id)
    const id = this.product_id ?? sku?.product_id
    this.product = id === undefined ? undefined : products.get(id)
    // Without an id, the line would be of a new product, which requires a name.
    const missing = this.has('name') ? 'name' : 'product_id'
    if (this.product_id === undefined && this.sku_id === undefined) this.lose(missing, 'required')
    else if (this.product_id !== undefined && !this.product) this.lose('product_id', 'not_found')
    else if (this.sku_id !== undefined && (!sku || sku.product_id !== id)) this.lose('sku_id', 'not_found')
    else this.sku = sku
  }

  /** A product_key, or a name and no id. */
  get isNew(): boolean {
    if (this.product || this.product_id !== undefined) return false
    return this.text('product_key') !== '' || this.isNamedAlone
  }

  get isNamedAlone(): boolean {
    const ids: readonly ProductColumn[] = ['product_id', 'product_key', 'sku_id']
    return ids.every((column) => this.text(column) === '') && this.text('name') !== ''
  }

  /** Equal for all lines of the product. */
  get record(): string {
    if (this.product) return `product ${this.product.id}`
    if (this.isNew)
      return this.isNamedAlone ? `name ${foldedForm(this.text('name'))}` : `key ${this.text('product_key')}`
    return `line ${this.line}`
  }

  analyzed(record_line: number): AnalyzedLine {
    const isChanged = Object.keys(this.changes).length > 0
    const result = this.hasErrors ? 'error' : !this.sku ? 'create' : isChanged ? 'update' : 'unchanged'
    return {
      line: this.line,
      record_line,
      result,
      target: {
        ...(this.product && { product_id: this.product.id }),
        ...(this.sku && { sku_id: this.sku.id }),
        ...Object.fromEntries(this.files.map((file, at) => [pictureTarget(at), file])),
      },
      changes: this.hasErrors ? {} : { ...this.changes },
      errors: this.errors,
      warnings: this.warnings,
    }
  }

  private readId(column: 'product_id' | 'sku_id'): number | undefined {
    const text = this.text(column)
    if (text === '') return undefined
    const read = readWhole(text, id)
    if ('value' in read) return read.value
    this.lose(column, read.code)
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
  /** By id, without the trash. */
  products: Map<number, SheetProduct>
  /** By id, without withdrawn SKUs. */
  skus: Map<number, SkuRow>
  /** By product. */
  skusOf: Map<number, SkuRow[]>
  categories: Categories
  statuses: Choice
  pictures: Pictures
}

interface Author {
  sees_cost: boolean
  sees_files: boolean
}

/** `source` is searched first; undefined: no pictures are read. */
async function readCatalogue(db: Database, drafts: Draft[], source: PictureSource | undefined): Promise<Catalogue> {
  const given = drafts.flatMap(({ sku_id }) => sku_id ?? [])
  const owners = await db
    .select({ product_id: sku.product_id })
    .from(sku)
    .where(inArray(sku.id, [...new Set(given)]))
  const ids = [...drafts.flatMap(({ product_id }) => product_id ?? []), ...owners.map((row) => row.product_id)]
  const products = (await sheetProducts(db, [...new Set(ids)])).filter(({ deleted_at }) => deleted_at === null)
  const current = products.map((row) => row.id)
  const skus = await db
    .select()
    .from(sku)
    .where(and(inArray(sku.product_id, current), isNull(sku.deleted_at)))
    .orderBy(sku.id)
  return {
    products: new Map(products.map((row) => [row.id, row])),
    skus: new Map(skus.map((row) => [row.id, row])),
    skusOf: groupSkus(skus),
    categories: await readCategories(db),
    statuses: await readChoice(db, 'product_status', productStatuses),
    pictures: await readPictures(db, source ? drafts.map((draft) => draft.text('images')) : [], source),
  }
}

function analyzeExisting(product: SheetProduct, drafts: Draft[], context: Catalogue & Author): void {
  const { skusOf, categories } = context
  const specs = keptSpecs(product.specs)
  const values = specs.map((spec) => new Spellings(keptValues(spec.values).map(({ name }) => name)))
  findSkus(values, drafts, skusOf.get(product.id) ?? [])
  const own = { name: product.name, category: categories.pathOf(product.category_id), status: product.status }
  readProductFields(drafts, own, context)
  readImages(drafts, product.pictures, context)
  for (const draft of drafts) {
    for (const [at, { spec, value }] of specColumns.entries()) {
      const names = values[at]
      if (draft.text(spec) !== '' && !isAlike(draft.text(spec), specs[at]?.name)) draft.fail(spec, 'not_allowed')
      const before = draft.sku?.spec_values[at] ?? null
      if (draft.text(value) === '' || draft.text(value) === before) continue
      if (!names) draft.fail(value, 'not_allowed')
      else {
        draft.change(
          value,
          before,
          draft.read(value, (text) => readValue(text, names)),
        )
      }
    }
    readSkuFields(draft, draft.sku && cellsOf(product, draft.sku, categories), context)
    readStock(draft)
  }
}

const isAlike = (name: string, other: string | undefined) =>
  other !== undefined && foldedForm(name) === foldedForm(other)

/** In its known spelling. */
function readValue(text: string, names: Spellings): Read<string> {
  const read = readText(text, ProductInput.shape.name)
  return 'code' in read ? read : names.find(read.value)
}

function analyzeUnknown(drafts: Draft[], context: Catalogue & Author): void {
  readProductFields(drafts, undefined, context)
  for (const draft of drafts) {
    if (draft.text('images') !== '') readFiles(draft, context)
    readSkuFields(draft, undefined, context)
    readStock(draft)
  }
}

/** By id, else by values in the active specs (names: `values`). A line without a match creates a SKU. */
function findSkus(values: readonly Spellings[], drafts: Draft[], skus: SkuRow[]): void {
  const taken = new Set<number>()
  for (const draft of drafts) {
    if (!draft.sku) continue
    if (taken.has(draft.sku.id)) draft.lose('sku_id', 'duplicate')
    taken.add(draft.sku.id)
  }
  const combinations = new Set<string>()
  for (const draft of drafts) {
    if (draft.sku || !draft.isFound) continue
    const columns = specColumns.slice(0, values.length).map(({ value }) => value)
    const missing = columns.find((column) => draft.text(column) === '')
    if (missing) {
      draft.lose(missing, 'required')
      continue
    }
    const key = JSON.stringify(
      columns.map((column, at) => {
        const read = values[at]?.find(draft.text(column))
        return read && 'value' in read ? read.value : draft.text(column)
      }),
    )
    const same = skus.find(({ spec_values }) => JSON.stringify(spec_values) === key)
    if (combinations.has(key) || (same && taken.has(same.id))) draft.lose('value_1', 'duplicate_combination')
    else draft.sku = same
    combinations.add(key)
  }
}

/** Other lines may keep the stored value; two new values are `ambiguous`. Of two spellings, the first. */
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
      wanted ??= after
      if (after !== wanted && !(column === 'name' && isAlike(after, wanted))) draft.fail(column, 'ambiguous')
      draft.changes[column] = [before, wanted]
    }
  }
}

/** undefined after an error. */
function readFiles(draft: Draft, { pictures, sees_files }: Catalogue & Author) {
  if (!sees_files) {
    draft.fail('images', 'forbidden')
    return undefined
  }
  const found = pictures.find(draft.text('images'))
  if ('files' in found) return found.files
  draft.fail('images', found.code, undefined, pictureCell(found.names.map((name) => ({ name }))))
  return undefined
}

const idsOf = (pictures: readonly { id: number | null }[]) => pictures.map(({ id }) => id).join()

/**
 * Like `readProductFields`. A cell as an export wrote it keeps the stored pictures (`own`), unless uploaded pictures or
 * the chosen folder have these names. A product on sale without a picture becomes a draft, with a warning.
 */
function readImages(drafts: Draft[], own: SheetProduct['pictures'], context: Catalogue & Author): void {
  const before = pictureCell(own)
  let wanted: { id: number; name: string }[] | undefined
  let isGiven = own.length > 0
  for (const draft of drafts) {
    const text = draft.text('images')
    if (text === '') continue
    isGiven = true
    if (text === before && (!context.sees_files || !('files' in context.pictures.find(text)))) continue
    const files = readFiles(draft, context)
    if (!files || idsOf(files) === idsOf(own)) continue
    wanted ??= files
    if (idsOf(files) !== idsOf(wanted)) draft.fail('images', 'ambiguous')
    draft.changes.images = [before || null, pictureCell(wanted)]
    draft.files = idsOf(wanted) === idsOf(files) ? files.map(({ id }) => id) : []
  }
  if (isGiven) return
  for (const { changes, warnings } of drafts) {
    const [status = null, after] = changes.status ?? []
    if (after !== 'on_sale') continue
    if (status === 'draft') delete changes.status
    else changes.status = [status, 'draft']
    warnings.push({ column: 'status', code: 'no_image_draft' })
  }
}

/** `own`: as an export would write them; undefined: a new SKU. */
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
    draft.change(column, before, draft.read(column, read))
  }
  if (!own && draft.isFound && draft.text('price_yuan') === '') draft.fail('price_yuan', 'required')
  warnOfPrices(draft, sees_cost)
}

function warnOfPrices({ sku, changes, warnings }: Draft, sees_cost: boolean): void {
  const stored = sku && { price: sku.price, market_price: sku.market_price, ...(sees_cost && { cost: sku.cost }) }
  const read = (column: ProductColumn) => fenOf(changes[column]?.[1] ?? '')
  const given = {
    price: read('price_yuan') ?? stored?.price,
    market_price: changes.market_price_yuan ? read('market_price_yuan') : stored?.market_price,
    cost: changes.cost_yuan ? read('cost_yuan') : stored?.cost,
  }
  for (const doubt of doubtsOf(given, stored)) {
    if (doubt.kind === 'below_cost') warnings.push({ column: 'cost_yuan', code: doubt.kind, amount: doubt.cost })
    else if (doubt.kind === 'far_change')
      warnings.push({ column: 'price_yuan', code: doubt.kind, amount: doubt.before })
    else warnings.push({ column: 'market_price_yuan', code: doubt.kind, amount: doubt.market_price })
  }
}

function readPieces(draft: Draft, column: ProductColumn): number | undefined {
  if (draft.text(column) === '') return undefined
  const text = draft.read(column, (given) => shownAs(readWhole(given, stockChange), String))
  return text === undefined ? undefined : Number(text)
}

/** undefined: empty, not new, or a value in another column for stock; null: invalid. */
function openingStock(draft: Draft): number | null | undefined {
  const others: readonly ProductColumn[] = ['stock_delta', 'stock_counted', 'stock_expected']
  if (draft.sku || draft.sku_id !== undefined || others.some((column) => draft.text(column) !== '')) return undefined
  const known = draft.errors.length
  const stock = readPieces(draft, 'stock')
  if (stock !== undefined && stock < 0) draft.fail('stock', 'too_small')
  return draft.errors.length > known ? null : stock
}

function readStock(draft: Draft): void {
  const known = draft.errors.length
  const delta = readPieces(draft, 'stock_delta') ?? 0
  const [counted, expected] = [readPieces(draft, 'stock_counted'), readPieces(draft, 'stock_expected')]
  if (!draft.isFound || draft.errors.length > known) return
  const stock = draft.sku?.stock ?? 0
  const opening = openingStock(draft)
  if (opening === null) return
  if (opening !== undefined) {
    if (opening > 0) draft.changes.stock_delta = [null, String(opening)]
    return
  }
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
  readImages(drafts, [], context)
  const [first] = drafts
  for (const column of ['name', 'category'] as const) {
    if (drafts.every((draft) => draft.text(column) === '')) first.fail(column, 'required')
  }
  const names = specColumns.map(({ spec }) => drafts.map((draft) => draft.text(spec)).find((text) => text !== ''))
  const values = specColumns.map(() => new Spellings([]))
  const combinations = new Set<string>()
  for (const [at, draft] of drafts.entries()) {
    if (at >= maxSkus) draft.fail(draft.isNamedAlone ? 'name' : 'product_key', 'too_big')
    readNewValues(draft, names, values)
    const key = JSON.stringify(specColumns.map(({ value }) => draft.changes[value]?.[1] ?? draft.text(value)))
    if (combinations.has(key)) draft.fail('value_1', 'duplicate_combination')
    combinations.add(key)
    readSkuFields(draft, undefined, context)
    readStock(draft)
  }
}

/** By position, from all lines of the product: `names` of the specs, `values` of each spec. */
function readNewValues(draft: Draft, names: (string | undefined)[], values: readonly Spellings[]): void {
  const readName = (text: string) => readText(text, ProductInput.shape.name)
  const last = names.findLastIndex((name) => name !== undefined)
  for (const [at, { spec, value }] of specColumns.entries()) {
    const name = names[at]
    if (at > last) {
      if (draft.text(value) !== '') draft.fail(spec, 'required')
      continue
    }
    if (name === undefined) draft.fail(spec, 'required')
    else if (draft.text(spec) !== '' && !isAlike(draft.text(spec), name)) draft.fail(spec, 'ambiguous')
    else if (names.findIndex((other) => isAlike(name, other)) < at) draft.fail(spec, 'duplicate')
    else if (draft.text(spec) !== '') draft.read(spec, readName)
    if (name !== undefined) draft.changes[spec] = [null, name]
    const known = values[at]
    if (draft.text(value) === '') draft.fail(value, 'required')
    else if (known) {
      const read = draft.read(value, (text) => readValue(text, known))
      if (read !== undefined) draft.changes[value] = [null, read]
    }
  }
}

/** For lines without id and key, which may be meant for the existing product. */
async function refuseTakenNames(db: Database, drafts: Draft[]): Promise<void> {
  const named = drafts.flatMap((draft) => {
    const name = draft.isNamedAlone && draft.changes.name?.[1]
    return name ? [{ draft, name }] : []
  })
  if (named.length === 0) return
  const taken = await takenNames(db, [...new Set(named.map(({ name }) => name))])
  for (const { draft, name } of named) if (taken.has(name)) draft.fail('name', 'already_exists')
}

/** Otherwise the corrected line of a new product, uploaded again, would create a second product. */
function refuseIncomplete(drafts: Draft[]): void {
  if (!drafts.some((draft) => draft.hasErrors)) return
  for (const draft of drafts) if (!draft.hasErrors) draft.fail(null, 'incomplete')
}

/** Taken by another line, or by a SKU that keeps it. */
async function refuseTakenNumbers(db: Database, drafts: Draft[]): Promise<void> {
  const wanted = drafts.filter(({ changes, isFound, sku: own }) => changes.sku_no && (isFound || own))
  const numbers = wanted.map(({ changes }) => changes.sku_no?.[1] ?? '')
  const holders = await db
    .select({ id: sku.id, sku_no: sku.sku_no, product_id: sku.product_id })
    .from(sku)
    .where(and(inArray(sku.sku_no, [...new Set(numbers)]), isNull(sku.deleted_at)))
  const held = new Map(holders.map((row) => [row.sku_no, row]))
  // A line with an error is not applied, so its SKU keeps its number.
  const leaving = new Set(wanted.flatMap((draft) => (draft.sku && !draft.hasErrors ? [draft.sku.id] : [])))
  const seen = new Set<string>()
  for (const [at, draft] of wanted.entries()) {
    const number = numbers[at] ?? ''
    const holder = held.get(number)
    // The SKU that gives up the number must be of the same product, because products are written one after another.
    const isFree = !holder || (holder.product_id === draft.product?.id && leaving.has(holder.id))
    if (seen.has(number)) draft.fail('sku_no', 'duplicate')
    else if (!isFree) draft.fail('sku_no', 'already_exists')
    if (!draft.hasErrors) seen.add(number)
  }
}
