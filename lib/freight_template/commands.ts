import { and, eq, ne, sql } from 'drizzle-orm'
import { type FreightRule, freight_template } from '@/db/schema/freight'
import { product } from '@/db/schema/product'
import { type InvalidParam, invalid, problem } from '@/lib/kit/api/endpoint/problem'
import type { Database } from '@/lib/kit/database'
import { provinces } from '@/lib/kit/regions'

type Terms = Pick<typeof freight_template.$inferSelect, 'charge' | 'no_delivery'> & { rules: readonly FreightRule[] }

const codes = new Set(provinces.flatMap(({ code, cities }) => [code, ...cities.map((city) => city.code)]))

/** The smallest step of a fee by weight, in grams. With smaller ones, the fee of a large order would not be exact. */
const smallestStep = 100

/**
 * Throws `invalid_request` naming each region that is unknown or named again, a second rule for all other regions, and
 * a step by weight that is too small.
 */
export function requireRules({ charge, rules, no_delivery }: Terms): void {
  const invalid_params: InvalidParam[] = []
  const refuse = (name: string, code: InvalidParam['code'], reason: string) =>
    invalid_params.push({ in: 'body', name, code, reason })
  const seen = new Set<string>()
  const see = (list: readonly string[], path: string) => {
    for (const [at, code] of list.entries()) {
      if (!codes.has(code)) refuse(`${path}.${at}`, 'not_found', 'There is no such region.')
      if (seen.has(code)) refuse(`${path}.${at}`, 'duplicate', 'Each region may be named only once.')
      seen.add(code)
    }
  }
  const rest = rules.findIndex(({ regions }) => regions.length === 0)
  for (const [at, { regions, next }] of rules.entries()) {
    if (regions.length === 0 && at > rest)
      refuse(`rules.${at}.regions`, 'duplicate', 'Only one rule may be for all other regions.')
    if (charge === 'weight' && next < smallestStep)
      invalid_params.push({
        ...{ in: 'body', name: `rules.${at}.next`, code: 'too_small', reason: `Give at least ${smallestStep} grams.` },
        params: { minimum: smallestStep },
      })
    see(regions, `rules.${at}.regions`)
  }
  see(no_delivery, 'no_delivery')
  const [first] = invalid_params
  if (first) throw problem('invalid_request', { detail: `${first.name}: ${first.reason}`, invalid_params })
}

/** Makes writes of templates wait for each other, so that exactly one is the default. Before any row is locked. */
export async function lockTemplates(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('mini-shop.freight_template', 0))`)
}

/** Ends the default of the other templates. Call {@link lockTemplates} first. */
export async function endDefault(tx: Database, id = 0): Promise<void> {
  await tx
    .update(freight_template)
    .set({ is_default: false, version: sql`${freight_template.version} + 1` })
    .where(and(eq(freight_template.is_default, true), ne(freight_template.id, id)))
}

/** Throws `invalid_request` where the default template would no longer be the default. */
export function requireDefault(before: { is_default: boolean }, after: { is_default?: boolean | undefined }): void {
  if (before.is_default && after.is_default === false)
    throw invalid('body', 'is_default', 'not_allowed', 'Make another template the default instead.')
}

/** Throws 409 `in_use` for the default template, and for one that products have. */
export async function requireUnused(tx: Database, { id, is_default }: { id: number; is_default: boolean }) {
  if (is_default)
    throw problem('in_use', { detail: 'Products without a template have it: make another one the default.' })
  const count = await tx.$count(product, eq(product.freight_template_id, id))
  if (count > 0) throw problem('in_use', { detail: `Products that have it, with those in the trash: ${count}.` })
}

/** The most products that a refusal names. */
const mostNamed = 20

/**
 * Throws 409 `not_sellable` with the reason `weight` where products on sale have a template by weight, and an enabled
 * SKU without a weight. Call after the write.
 */
export async function requireWeights(tx: Database): Promise<void> {
  const rows = await tx
    .select({ id: sql<number>`p.id` })
    .from(sql`product p join freight_template t
      on t.id = coalesce(p.freight_template_id, (select id from freight_template where is_default))`)
    .where(sql`t.charge = 'weight' and p.status = 'on_sale' and p.deleted_at is null and exists (
      select from sku s where s.product_id = p.id and s.enabled and s.deleted_at is null and s.weight_g is null)`)
    .orderBy(sql`p.id`)
    .limit(mostNamed)
  if (rows.length > 0)
    throw problem('not_sellable', {
      detail: 'Active products with this template have SKUs without a weight. Fill in the weights first.',
      members: { reasons: ['weight'], product_ids: rows.map(({ id }) => id) },
    })
}
