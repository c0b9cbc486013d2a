import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { import_row } from '@/db/schema/import'
import { product, sku } from '@/db/schema/product'
import { promotion } from '@/db/schema/promotion'
import { holds } from '@/lib/kit/api/endpoint/caller'
import { line as lineOfText } from '@/lib/kit/api/endpoint/fields'
import { invalid, type Problem } from '@/lib/kit/api/endpoint/problem'
import type { Database } from '@/lib/kit/database'
import { type Read, readCode, readWhole, readYuan } from '@/lib/kit/import/cells'
import {
  type AnalyzedLine,
  type ImportAuthor,
  type ImportKind,
  type ImportRow,
  type SheetLine,
  toldAtLines,
} from '@/lib/kit/import/kind'
import { fenOf, yuanOf } from '@/lib/kit/money'
import { changePromotion } from './change'
import { type DealColumn, dealColumns, type ShownColumn, sheetWords } from './columns'
import { hasBegun, lowPrices } from './commands'
import { otherDeals, type Price, pricesOf } from './deals'
import { dealPrice, mostSkus } from './schema'

/** A line per SKU of one deal, which are changed together. SKUs that the file does not have stay. */
export const dealImport: ImportKind = {
  name: 'promotion',
  columns: dealColumns,
  keys: ['sku_no'],
  other_columns: 'ignored',
  dates: [],
  guarded: {},
  words: sheetWords,
  record: sql`${import_row.target} ->> 'sku_id'`,
  analyze: async () => {
    throw new Error('the file was read without its deal')
  },
  async apply(db, rows, { caller, settings, recorder }) {
    const changing = rows.filter(({ result }) => result !== 'unchanged')
    const { promotion_id: id, version } = changing[0]?.target ?? {}
    if (id === undefined || version === undefined) throw new Error('a line without a deal was to be applied')
    const skus = withLines(await pricesOf(db, id), changing)
    await toldAtLines(
      () => changePromotion({ db, params: { id }, body: { skus, version }, caller, settings, recorder }),
      (refused) => linesOf(refused, skus, changing),
    )
  },
}

export const dealImportInto = (promotion_id: number): ImportKind => ({
  ...dealImport,
  analyze: (db, lines, author) => analyze(db, lines, author, promotion_id),
})

/** In place of the stored prices of the same SKUs. */
function withLines(before: readonly Price[], rows: readonly Pick<ImportRow, 'target' | 'changes'>[]): Price[] {
  const prices = new Map(before.map((one) => [one.sku_id, one]))
  for (const { target, changes } of rows) {
    const [sku_id, old] = [target.sku_id, prices.get(target.sku_id ?? 0)]
    const price = changes.deal_price_yuan ? fenOf(changes.deal_price_yuan[1] ?? '') : old?.price
    if (sku_id === undefined || price === undefined) throw new Error('a line without a price was to be applied')
    const given = changes.quota && (changes.quota[1] === null ? null : Number(changes.quota[1]))
    prices.set(sku_id, { sku_id, price, quota: given === undefined ? (old?.quota ?? null) : given })
  }
  return [...prices.values()]
}

/** At the SKU that the problem names, else at every line. */
function linesOf({ code, extras }: Problem, skus: readonly Price[], rows: readonly ImportRow[]) {
  const faults = (extras.invalid_params ?? []).flatMap(({ name, code: fault }) => {
    const [, place, field] = name.split('.')
    const row = rows.find(({ target }) => target.sku_id === skus[Number(place)]?.sku_id)
    const isUnknown = field === 'sku_id' && fault === 'not_found'
    return row ? [errorOf(row, isUnknown ? 'sku_no' : 'deal_price_yuan', fault)] : []
  })
  const fault = extras.invalid_params?.[0]?.code ?? code
  return new Map(faults.length > 0 ? faults : rows.map((row) => errorOf(row, 'sku_no', fault)))
}

const errorOf = ({ line, changes }: ImportRow, column: ShownColumn, code: string): [number, AnalyzedLine['errors']] => [
  line,
  [{ column, code, value: changes[column]?.[1] ?? null }],
]

interface KnownSku {
  id: number
  name: string
  spec_text: string
  regular_price: number
}

interface KnownDeal {
  id: number
  version: number
  hasBegun: boolean
  /** By SKU id. */
  prices: ReadonlyMap<number, Price>
  /** By number. */
  skus: ReadonlyMap<string, KnownSku>
  /** SKUs with another deal in the period. */
  taken: ReadonlySet<number>
}

async function analyze(
  db: Database,
  lines: SheetLine[],
  { caller, settings }: ImportAuthor,
  promotion_id: number,
): Promise<AnalyzedLine[]> {
  const deal = await readDeal(db, lines, promotion_id)
  const seen = new Set<number>()
  const drafts = lines.map((line) => new Draft(line, deal, seen))
  refuseSurplus(drafts, deal)
  if (!holds(caller, 'cms.promotion.over')) {
    const merged = new Map(deal.prices)
    for (const { after } of drafts) if (after) merged.set(after.sku_id, after)
    const low = await lowPrices(db, [...merged.values()], settings['promotion.most_off_permille'])
    // Like the form, which refuses the deal as a whole because of a price that someone else has set.
    const isWhole = [...low].some((sku_id) => !drafts.some(({ after }) => after?.sku_id === sku_id))
    for (const draft of drafts)
      if (draft.isChanging && (isWhole || (draft.after && low.has(draft.after.sku_id))))
        draft.fail('deal_price_yuan', 'forbidden')
  }
  const [first] = lines
  return drafts.map((draft) => draft.analyzed(first?.line ?? draft.line))
}

/** Throws `invalid_request` if there is no such deal. */
async function readDeal(db: Database, lines: SheetLine[], promotion_id: number): Promise<KnownDeal> {
  const [row] = await db.select().from(promotion).where(eq(promotion.id, promotion_id))
  if (!row) throw invalid('body', 'promotion_id', 'not_found', 'There is no such promotion.')
  if (row.gives !== 'deal') throw invalid('body', 'promotion_id', 'not_allowed', 'Only a deal has prices.')
  const numbers = [...new Set(lines.flatMap(({ cells }) => cells.get('sku_no') || []))]
  const skus = await db
    .select({
      id: sku.id,
      sku_no: sku.sku_no,
      name: product.name,
      spec_text: sql<string>`array_to_string(${sku.spec_values}, ' / ')`,
      regular_price: sku.price,
    })
    .from(sku)
    .innerJoin(product, eq(product.id, sku.product_id))
    .where(and(inArray(sku.sku_no, numbers), isNull(sku.deleted_at), isNull(product.deleted_at)))
  const ids = skus.map(({ id }) => id)
  const taken = row.enabled ? await otherDeals(db, row, ids) : []
  return {
    id: row.id,
    version: row.version,
    hasBegun: await hasBegun(db, row),
    prices: new Map((await pricesOf(db, row.id)).map((one) => [one.sku_id, one])),
    skus: new Map(skus.map((one) => [one.sku_no, one])),
    taken: new Set(taken.map(({ sku_id }) => sku_id)),
  }
}

class Draft {
  readonly line: number
  private readonly errors: AnalyzedLine['errors']
  /** undefined: an error. */
  readonly after: Price | undefined
  private readonly before: Price | undefined
  private readonly known: KnownSku | undefined
  private readonly sheet: SheetLine
  private readonly deal: KnownDeal

  /** `seen`: SKUs of the lines above, which a line may not repeat. */
  constructor(sheet: SheetLine, deal: KnownDeal, seen: Set<number>) {
    this.line = sheet.line
    this.errors = [...sheet.errors]
    this.sheet = sheet
    this.deal = deal
    this.known = this.find()
    if (!this.known) return
    const { id: sku_id, regular_price } = this.known
    if (seen.has(sku_id)) this.fail('sku_no', 'duplicate')
    seen.add(sku_id)
    this.before = deal.prices.get(sku_id)
    const price = this.price()
    const quota = this.quota()
    if (price === undefined || quota === undefined) return
    if (price !== this.before?.price && price >= regular_price) this.fail('deal_price_yuan', 'too_big')
    if (deal.taken.has(sku_id)) this.fail('deal_price_yuan', 'already_exists')
    if (deal.hasBegun) this.refuseChange({ sku_id, price, quota })
    if (this.errors.length === 0) this.after = { sku_id, price, quota }
  }

  get isNew(): boolean {
    return this.after !== undefined && this.before === undefined
  }

  get isChanging(): boolean {
    return this.after !== undefined && !(this.before && isSame(this.before, this.after))
  }

  fail(column: DealColumn, code: string): void {
    this.errors.push({ column, code, value: this.text(column).slice(0, 200) || null })
  }

  analyzed(record_line: number): AnalyzedLine {
    const { line, errors, before, after, known, deal } = this
    const target = { promotion_id: deal.id, version: deal.version, ...(known && { sku_id: known.id }) }
    const result =
      errors.length > 0 || !after ? 'error' : before ? (this.isChanging ? 'update' : 'unchanged') : 'create'
    const changes: AnalyzedLine['changes'] = {}
    if (after && known && (result === 'create' || result === 'update')) {
      const same = (text: string): [string, string] => [text, text]
      changes.sku_no = same(this.text('sku_no'))
      changes.name = same(known.name)
      if (known.spec_text) changes.spec = same(known.spec_text)
      if (before?.price !== after.price)
        changes.deal_price_yuan = [before ? yuanOf(before.price) : null, yuanOf(after.price)]
      if (before?.quota !== after.quota) changes.quota = [quotaText(before?.quota), quotaText(after.quota)]
    }
    return { line, record_line, result, target, changes, errors }
  }

  /** Empty where the file has no such column. */
  private text(column: DealColumn): string {
    return this.sheet.cells.get(column) ?? ''
  }

  private read<Value>(column: DealColumn, read: Read<Value>): Value | undefined {
    if ('value' in read) return read.value
    this.fail(column, read.code)
    return undefined
  }

  private find(): KnownSku | undefined {
    const text = this.text('sku_no')
    if (text === '') return void this.fail('sku_no', 'required')
    const number = this.read('sku_no', readCode(text, lineOfText(1, 64), this.sheet.texts.has('sku_no')))
    if (number === undefined) return undefined
    return this.deal.skus.get(text) ?? void this.fail('sku_no', 'not_found')
  }

  private price(): number | undefined {
    const text = this.text('deal_price_yuan')
    if (text === '' && this.before && !this.sheet.cells.has('deal_price_yuan')) return this.before.price
    if (text === '') return void this.fail('deal_price_yuan', 'required')
    return this.read('deal_price_yuan', readYuan(text, dealPrice.price))
  }

  /** undefined after an error; null: any number. */
  private quota(): number | null | undefined {
    if (!this.sheet.cells.has('quota')) return this.before?.quota ?? null
    const text = this.text('quota')
    return text === '' ? null : this.read('quota', readWhole(text, dealPrice.quota.unwrap()))
  }

  /** As `requireUnchangedTerms` does. */
  private refuseChange({ price, quota }: Price): void {
    if (!this.before) this.fail('sku_no', 'fixed')
    else if (price !== this.before.price) this.fail('deal_price_yuan', 'fixed')
    else if ((quota ?? Number.POSITIVE_INFINITY) < (this.before.quota ?? Number.POSITIVE_INFINITY))
      this.fail('quota', 'fixed')
  }
}

const isSame = (one: Price, other: Price) => one.price === other.price && one.quota === other.quota

const quotaText = (quota: number | null | undefined) => (quota === null || quota === undefined ? null : String(quota))

/** New SKUs after the last that the deal has room for. */
function refuseSurplus(drafts: readonly Draft[], { prices }: KnownDeal): void {
  const added = drafts.filter(({ isNew }) => isNew)
  for (const draft of added.slice(Math.max(0, mostSkus - prices.size))) draft.fail('deal_price_yuan', 'limit_reached')
}
