import { and, eq, exists, isNull, ne, or } from 'drizzle-orm'
import type { FreightRule } from '@/db/enums'
import { freight_template } from '@/db/schema/freight'
import { product, sku } from '@/db/schema/product'
import { type InvalidParam, invalid, problem } from '@/lib/kit/api/endpoint/problem'
import { updateRow } from '@/lib/kit/api/rows/rows'
import type { Recorder } from '@/lib/kit/api/run/recorder'
import type { Database } from '@/lib/kit/database'
import { provinces } from '@/lib/kit/regions'
import { readTemplate } from './queries'
import { CmsFreightTemplate } from './schema'

type Terms = Pick<typeof freight_template.$inferSelect, 'charge' | 'no_delivery'> & { rules: readonly FreightRule[] }

type Written = Pick<typeof freight_template.$inferSelect, 'id' | 'charge' | 'is_default'>

interface Writer {
  caller: { user_id: number }
  recorder: Recorder
}

const codes = new Set(provinces.flatMap(({ code, cities }) => [code, ...cities.map((city) => city.code)]))

/** Code of a city that is all of its province, with the code of the province. */
const wholeProvinces = new Map(
  provinces.flatMap(({ code, cities: [city, ...others] }) => (city && others.length === 0 ? [[city.code, code]] : [])),
)

/** By weight, in grams. With a smaller step, the fee of a large order would not be exact. */
const smallestStep = 100

/** Throws `invalid_request`. A municipality and its only city are one region, so no rule is without effect. */
export function requireRules({ charge, rules, no_delivery }: Terms): void {
  const invalid_params: InvalidParam[] = []
  const refuse = (name: string, code: InvalidParam['code'], reason: string) =>
    invalid_params.push({ in: 'body', name, code, reason })
  const seen = new Set<string>()
  const see = (list: readonly string[], path: string) => {
    for (const [at, code] of list.entries()) {
      if (!codes.has(code)) refuse(`${path}.${at}`, 'not_found', 'There is no such region.')
      const region = wholeProvinces.get(code) ?? code
      if (seen.has(region)) refuse(`${path}.${at}`, 'duplicate', 'Each region may be named only once.')
      seen.add(region)
    }
  }
  const rest = rules.findIndex(({ regions }) => regions.length === 0)
  for (const [at, { regions, next }] of rules.entries()) {
    if (regions.length === 0 && at > rest)
      refuse(`rules.${at}.regions`, 'duplicate', 'Only one rule may be for all other regions.')
    if (charge === 'weight' && next < smallestStep)
      invalid_params.push({
        in: 'body',
        name: `rules.${at}.next`,
        code: 'too_small',
        reason: `Give at least ${smallestStep} grams.`,
        params: { minimum: smallestStep },
      })
    see(regions, `rules.${at}.regions`)
  }
  see(no_delivery, 'no_delivery')
  const [first] = invalid_params
  if (first) throw problem('invalid_request', { detail: `${first.name}: ${first.reason}`, invalid_params })
}

/** Call {@link lockTemplates} first. Does nothing if the default is the template `id`. */
export async function endDefault(tx: Database, { recorder, caller }: Writer, id = 0): Promise<void> {
  const [former] = await tx
    .select({ id: freight_template.id })
    .from(freight_template)
    .where(and(eq(freight_template.is_default, true), ne(freight_template.id, id)))
  if (!former) return
  const before = await readTemplate(tx, former.id)
  await updateRow(tx, freight_template, former.id, { is_default: false, updated_by: caller.user_id })
  const after = await readTemplate(tx, former.id)
  recorder.audit({ target: ['freight_template', former.id], as: CmsFreightTemplate, before, after })
}

/** Throws `invalid_request`: there is always one default. */
export function requireDefault(before: { is_default: boolean }, after: { is_default?: boolean | undefined }): void {
  if (before.is_default && after.is_default === false)
    throw invalid('body', 'is_default', 'not_allowed', 'Make another template the default instead.')
}

/** Throws 409 `in_use`, also for the default template. */
export async function requireUnused(tx: Database, { id, is_default }: { id: number; is_default: boolean }) {
  if (is_default)
    throw problem('in_use', { detail: 'Products without a template have it: make another one the default.' })
  const count = await tx.$count(product, eq(product.freight_template_id, id))
  if (count > 0) throw problem('in_use', { detail: `Products that have it, with those in the trash: ${count}.` })
}

const mostNamed = 20

/** Throws 409 `not_sellable` with `weight` for enabled SKUs without a weight that are on sale. Call after the write. */
export async function requireWeights(tx: Database, { id, charge, is_default }: Written): Promise<void> {
  if (charge !== 'weight') return
  const rows = await tx
    .select({ id: product.id })
    .from(product)
    .where(
      and(
        or(eq(product.freight_template_id, id), is_default ? isNull(product.freight_template_id) : undefined),
        eq(product.status, 'on_sale'),
        isNull(product.deleted_at),
        exists(
          tx
            .select({ id: sku.id })
            .from(sku)
            .where(and(eq(sku.product_id, product.id), sku.enabled, isNull(sku.deleted_at), isNull(sku.weight_g))),
        ),
      ),
    )
    .orderBy(product.id)
    .limit(mostNamed)
  if (rows.length > 0)
    throw problem('not_sellable', {
      detail: 'Active products with this template have SKUs without a weight. Fill in the weights first.',
      members: { reasons: ['weight'], product_ids: rows.map((row) => row.id) },
    })
}
