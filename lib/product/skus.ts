import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { and, inArray, isNull, or, sql } from 'drizzle-orm'
import { sku, stock_log } from '@/db/schema/product'
import { type InvalidParam, invalid, problem } from '@/lib/kit/api/endpoint/problem'
import { databaseFault } from '@/lib/kit/api/run/failure'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import type { ProductRow, SkuRow } from './cms-queries'
import type { ChangedProduct } from './input-schema'
import { type Matching, matchSkus } from './match'

/* A fixed number of statements. */

/** Set by staff directly, without values of specs. */
const inputs = [
  'sku_no',
  'price',
  'market_price',
  'cost',
  'weight_g',
  'barcode',
  'external_id',
  'image_url',
  'enabled',
] as const
type InputName = (typeof inputs)[number]
type SkuInput = { [Name in InputName]?: SkuRow[Name] | undefined }

export const inputsOf = (row: SkuRow): Pick<SkuRow, InputName> => pickOf(row, inputs)

/** Without undefined fields. */
function givenOf(input: SkuInput | undefined): { [Name in InputName]?: SkuRow[Name] }
function givenOf(input: SkuInput = {}): object {
  return Object.fromEntries(inputs.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])))
}

function pickOf<Name extends keyof SkuRow>(row: Pick<SkuRow, Name>, names: readonly Name[]): Pick<SkuRow, Name>
function pickOf(row: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)))
}

/** 60 random bits, in letters and digits that are not easily confused. */
export const newSkuNo = () =>
  Array.from(randomBytes(12), (byte) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[byte & 31]).join('')

/** In fen, of the enabled SKUs, or of all if none is enabled. `market_price`: of the cheapest SKU. */
export function pricesOf(skus: readonly { price: number; market_price: number | null; enabled: boolean }[]) {
  const enabled = skus.filter((one) => one.enabled)
  const sorted = (enabled.length > 0 ? enabled : [...skus]).toSorted((a, b) => a.price - b.price)
  const [cheapest] = sorted
  return {
    price: cheapest?.price ?? 0,
    price_max: sorted.at(-1)?.price ?? 0,
    market_price: cheapest?.market_price ?? null,
  }
}

/** Unique among all SKUs that are not withdrawn. */
const numbers = ['sku_no', 'external_id'] as const

/** Throws `invalid_request`. */
export function refuseRepeatedNumbers(skus: readonly SkuInput[]): void {
  for (const name of numbers) {
    const seen = new Set<string>()
    for (const [at, { [name]: number }] of skus.entries()) {
      if (!number) continue
      if (seen.has(number)) throw invalid('body', `skus.${at}.${name}`, 'duplicate', 'This is given twice.')
      seen.add(number)
    }
  }
}

/** Throws `already_exists` naming the field of the body, such as `skus.1.sku_no`, if a number is taken. */
export async function withPlaces<Result>(
  skus: readonly SkuInput[] | undefined,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    const fault = databaseFault(error)
    // `Key (sku_no)=(TEA-1) already exists.`, in the language of the server.
    const number = numbers.find((one) => fault?.constraint === `sku_${one}`)
    const value = /\)=\((.*)\)/.exec(fault?.detail ?? '')?.[1]
    const at = number && value !== undefined ? (skus?.findIndex((one) => one[number] === value) ?? -1) : -1
    if (at < 0) throw error
    const name = `skus.${at}.${number}`
    throw problem('already_exists', {
      detail: `${name}: This is taken.`,
      invalid_params: [{ in: 'body', name, code: 'already_exists', reason: 'This is taken.' }],
    })
  }
}

export const thresholdOf = (low_stock: number | null, settings: Settings) => ({
  low_stock: low_stock ?? settings['stock.low'],
  own_low_stock: low_stock !== null,
})

/** Columns written when a product is saved. */
const written = ['value_ids', 'spec_values', ...inputs, 'low_stock', 'own_low_stock'] as const
type WrittenSku = Pick<SkuRow, 'id' | (typeof written)[number]> & { withdrawn: boolean }

const writtenOf = (row: SkuRow): WrittenSku => ({
  ...row,
  withdrawn: row.deleted_at !== null,
})

const isSame = (a: WrittenSku, b: WrittenSku) =>
  a.withdrawn === b.withdrawn && written.every((name) => isDeepStrictEqual(a[name], b[name]))

interface Planned {
  matching: Matching
  /** Of every stored SKU. */
  stored: WrittenSku[]
  created: Omit<WrittenSku, 'id' | 'withdrawn'>[]
}

/** Throws `invalid_request` with every fault. */
export function planSkus(row: ProductRow, stored: SkuRow[], body: ChangedProduct, settings: Settings): Planned {
  const matching =
    body.specs || body.skus
      ? matchSkus({ specs: row.specs, skus: stored }, { specs: body.specs, skus: body.skus })
      : unchanged(row, stored)
  const wanted: readonly SkuInput[] = body.skus ?? []
  refuseRepeatedNumbers(wanted)
  const { low_stock = row.low_stock } = body
  const threshold = thresholdOf(low_stock, settings)
  const inputOf = (at: number | null) => (at === null ? undefined : wanted[at])
  const byId = new Map(matching.skus.map((one) => [one.id, one]))
  const faults: InvalidParam[] = []
  const created = matching.skus.flatMap(({ id, at, value_ids, spec_values }) => {
    if (id !== null) return []
    const given = givenOf(inputOf(at))
    if (given.price === undefined) {
      const name = `skus.${at}.price`
      faults.push({ in: 'body', name, code: 'required', reason: 'A new SKU needs a price.' })
    }
    return {
      value_ids,
      spec_values,
      sku_no: newSkuNo(),
      price: 0,
      market_price: null,
      cost: null,
      weight_g: null,
      barcode: null,
      external_id: null,
      image_url: null,
      enabled: true,
      ...given,
      ...threshold,
    }
  })
  if (faults.length > 0) throw problem('invalid_request', { detail: faults[0]?.reason ?? '', invalid_params: faults })
  return {
    matching,
    created,
    stored: stored.map((one) => {
      const match = byId.get(one.id)
      return {
        ...writtenOf(one),
        ...(match ?? matching.combinations.get(one.id)),
        ...threshold,
        id: one.id,
        ...givenOf(inputOf(match?.at ?? null)),
        withdrawn: !match,
      }
    }),
  }
}

/** The change contains neither specs nor SKUs. */
const unchanged = ({ specs }: ProductRow, stored: SkuRow[]): Matching => ({
  specs,
  skus: stored
    .filter(({ deleted_at }) => !deleted_at)
    .map(({ id, value_ids, spec_values }) => ({ id, at: null, value_ids, spec_values, outcome: 'kept' as const })),
  withdrawn: [],
  combinations: new Map(stored.map(({ id, value_ids, spec_values }) => [id, { value_ids, spec_values }])),
})

/** Missing or different in `others`. */
export function withoutSame(skus: SkuRow[], others: SkuRow[]): SkuRow[] {
  const byId = new Map(others.map((one) => [one.id, one]))
  return skus.filter((one) => {
    const other = byId.get(one.id)
    return !other || !isSame(writtenOf(one), writtenOf(other))
  })
}

/** Withdrawn SKUs lose their stock, with an entry in the ledger. */
export async function writeStored(db: Database, before: SkuRow[], plan: Planned, user_id: number): Promise<void> {
  const old = new Map(before.map((one) => [one.id, one]))
  const changed = plan.stored.filter((one) => {
    const row = old.get(one.id)
    return row && !isSame(writtenOf(row), one)
  })
  if (changed.length === 0) return
  const isBack = ({ id, withdrawn }: WrittenSku) => !withdrawn && old.get(id)?.deleted_at !== null
  const revived = changed.filter(isBack)
  await freeNumbers(db, changed, old)
  // Last: their values or numbers may have been those of a SKU that has just changed.
  await updateSkus(
    db,
    changed.filter((one) => !isBack(one)),
    old,
  )
  await updateSkus(db, await withFreeNumbers(db, revived, old), old)
  const emptied = changed.flatMap(({ id, withdrawn }) => {
    const row = old.get(id)
    return withdrawn && row && !row.deleted_at && row.stock > 0 ? [row] : []
  })
  if (emptied.length === 0) return
  const entry = { balance: 0, reason: 'withdrawn', actor: user_id } as const
  await db.insert(stock_log).values(emptied.map(({ id, stock }) => ({ ...entry, sku_id: id, delta: -stock })))
}

/** SKUs may swap numbers in one save, which would violate the unique indexes. */
async function freeNumbers(db: Database, changed: WrittenSku[], old: Map<number, SkuRow>): Promise<void> {
  const passed = numbers.flatMap((name) => {
    const holders = new Map(changed.map(({ id }) => [old.get(id)?.[name], id]))
    return changed.flatMap(({ id, [name]: number }) => {
      const holder = number === null ? undefined : holders.get(number)
      return holder !== undefined && holder !== id ? [holder] : []
    })
  })
  if (passed.length > 0)
    await db
      .update(sku)
      .set({ sku_no: sql`'~' || ${sku.id}`, external_id: null })
      .where(inArray(sku.id, passed))
}

/** Another SKU has the former number, and the client has not chosen it. */
async function withFreeNumbers(db: Database, revived: WrittenSku[], old: Map<number, SkuRow>): Promise<WrittenSku[]> {
  if (revived.length === 0) return []
  const given = revived.flatMap(({ external_id }) => external_id ?? [])
  const isTaken = or(
    inArray(
      sku.sku_no,
      revived.map(({ sku_no }) => sku_no),
    ),
    inArray(sku.external_id, given),
  )
  const rows = await db
    .select({ sku_no: sku.sku_no, external_id: sku.external_id })
    .from(sku)
    .where(and(isTaken, isNull(sku.deleted_at)))
  const isLost = (one: WrittenSku, name: (typeof numbers)[number]) =>
    one[name] !== null && old.get(one.id)?.[name] === one[name] && rows.some((row) => row[name] === one[name])
  return revived.map((one) => ({
    ...one,
    ...(isLost(one, 'sku_no') && { sku_no: newSkuNo() }),
    ...(isLost(one, 'external_id') && { external_id: null }),
  }))
}

async function updateSkus(db: Database, skus: WrittenSku[], old: Map<number, SkuRow>): Promise<void> {
  if (skus.length === 0) return
  const rows = JSON.stringify(skus.map(({ id, withdrawn, ...one }) => ({ id, withdrawn, ...pickOf(one, written) })))
  const ids = skus.map(({ id }) => id)
  // Left out without a change, because naming the column runs the trigger that tracks uses of files for every row.
  const hasNewPicture = skus.some(({ id, image_url }) => old.get(id)?.image_url !== image_url)
  const changes = written.filter((name) => name !== 'image_url' || hasNewPicture)
  const columns = written.map((name) => `${name} ${sku[name].getSQLType()}`)
  // The ids are passed once more as a list: the planner assumes 100 rows for JSON, and may read the whole table.
  await db.execute(sql`
    update sku s set ${sql.raw(changes.map((name) => `${name} = r.${name}`).join(', '))}, updated_at = now(),
      stock = case when r.withdrawn and s.deleted_at is null then 0 else s.stock end,
      deleted_at = case when r.withdrawn then coalesce(s.deleted_at, now()) end
    from jsonb_to_recordset(${rows}::jsonb) as r (id int, withdrawn boolean, ${sql.raw(columns.join(', '))})
    where s.id = r.id and s.id in (${sql.join(
      ids.map((id) => sql`${id}`),
      sql`, `,
    )})`)
}
