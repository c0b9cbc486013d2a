import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import type { z } from 'zod'
import { product, sku } from '@/db/schema/product'
import { invalid } from '@/lib/kit/api/endpoint/problem'
import { ProblemDocument } from '@/lib/kit/api/endpoint/problem-document'
import { eachUnderSavepoint } from '@/lib/kit/api/rows/bulk'
import { noSuch } from '@/lib/kit/api/rows/rows'
import type { Recorder } from '@/lib/kit/api/run/recorder'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import { CmsProduct, type SkuPriceChange, type SkuPriceResult } from './cms-schema'
import { changeProduct } from './commands'
import { lockOffer, lockProducts } from './lock'

type Line = z.output<typeof SkuPriceChange>['items'][number]

interface Options {
  user_id: number
  settings: Settings
  recorder: Recorder
  request_id: string
}

/** A result for each line; the lines of a product succeed or fail together. Throws `invalid_request` for a repeated SKU. */
export async function setSkuPrices(
  db: Database,
  lines: readonly Line[],
  { recorder, request_id, ...author }: Options,
): Promise<z.input<typeof SkuPriceResult>> {
  const rows = await skusOfLines(db, lines)
  const found = lines.map(({ sku_id, sku_no }) =>
    rows.find((row) => (sku_id === undefined ? row.sku_no === sku_no : row.id === sku_id)),
  )
  const repeated = found.findIndex((row, at) => row && found.indexOf(row) < at)
  if (repeated >= 0) {
    const name = lines[repeated]?.sku_id === undefined ? 'sku_no' : 'sku_id'
    throw invalid('body', `items.${repeated}.${name}`, 'duplicate', 'This SKU is given twice.')
  }
  const wanted = new Map(
    lines.flatMap(({ sku_id: _, sku_no: __, ...prices }, at) => {
      const row = found[at]
      return row && isChanged(row, prices) ? [[row.id, { ...prices, product_id: row.product_id }] as const] : []
    }),
  )
  const product_ids = [...new Set([...wanted.values()].map(({ product_id }) => product_id))]
  await lockProducts(db, product_ids)
  const context = { db, recorder, type: 'product', request_id }
  const { results } = await eachUnderSavepoint(product_ids, context, async (id, part) => {
    const offer = await lockOffer(db, id)
    const skus = offer.map((one) => {
      const { product_id: _, ...prices } = wanted.get(one.id) ?? { product_id: id }
      return { id: one.id, ...prices }
    })
    const { before, audited } = await changeProduct(db, id, { skus }, author)
    part.audit({ target: ['product', id], as: CmsProduct, before, after: audited })
  })
  // Unless a part has recorded something.
  recorder.changesNothing()
  const problems = new Map(results.map(({ id, problem }) => [id, problem]))
  const unknown = ProblemDocument.parse(noSuch('SKU').document(request_id))
  return {
    results: found.map((row, at) => {
      const problem = row ? problems.get(row.product_id) : unknown
      const { sku_no = row?.sku_no ?? null } = lines[at] ?? {}
      return { sku_id: row?.id ?? null, sku_no, ok: !problem, ...(problem && { problem }) }
    }),
  }
}

/** Those on offer. */
async function skusOfLines(db: Database, lines: readonly Line[]) {
  const { id, sku_no, product_id, price, market_price, cost } = sku
  return db
    .select({ id, sku_no, product_id, price, market_price, cost })
    .from(sku)
    .innerJoin(product, eq(product.id, product_id))
    .where(
      and(
        or(
          inArray(
            id,
            lines.flatMap((line) => line.sku_id ?? []),
          ),
          inArray(
            sku_no,
            lines.flatMap((line) => line.sku_no ?? []),
          ),
        ),
        isNull(sku.deleted_at),
        isNull(product.deleted_at),
      ),
    )
}

const isChanged = (
  row: Awaited<ReturnType<typeof skusOfLines>>[number],
  prices: Pick<Line, 'price' | 'market_price' | 'cost'>,
) =>
  (['price', 'market_price', 'cost'] as const).some((name) => prices[name] !== undefined && prices[name] !== row[name])
