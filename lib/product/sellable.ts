import { sql } from 'drizzle-orm'
import type { UnsellableReason } from '@/db/enums'
import { problem } from '@/lib/kit/api/endpoint/problem'
import type { Database } from '@/lib/kit/database'

interface Candidate {
  category_id: number
  images: readonly string[]
  /** The SKUs that are not withdrawn. */
  skus: readonly { enabled: boolean; price: number; weight_g?: number | null | undefined }[]
  /** null: the default template. */
  freight_template_id: number | null
}

/** Returns the reasons why a product cannot be on sale; empty: it can be on sale. */
async function unsellableReasons(
  db: Database,
  { category_id, images, skus, freight_template_id }: Candidate,
): Promise<UnsellableReason[]> {
  const enabled = skus.filter((sku) => sku.enabled)
  const byWeight = sql<boolean>`exists (
    select from freight_template t where t.charge = 'weight'
      and case when ${freight_template_id}::int is null then t.is_default else t.id = ${freight_template_id}::int end)`
  const enabledPath = sql<boolean>`coalesce(bool_and(up.status = 'enabled'), true)`
  const [path] = await db.select({ enabled: enabledPath, byWeight }).from(sql`(
      with recursive up as (
        select id, parent_id, status from category where id = ${category_id}
        union all select c.id, c.parent_id, c.status from category c join up on c.id = up.parent_id
      ) select status from up) up`)
  return [
    ...(enabled.length === 0 ? (['no_sku'] as const) : []),
    ...(enabled.some(({ price }) => price < 1) ? (['price'] as const) : []),
    ...(images.length === 0 ? (['no_image'] as const) : []),
    // A missing category is not a reason here: its foreign key refuses it.
    ...(path?.enabled ? [] : (['category'] as const)),
    ...(path?.byWeight && enabled.some(({ weight_g }) => weight_g == null) ? (['weight'] as const) : []),
  ]
}

/** Throws 409 `not_sellable` if the product cannot be on sale. */
export async function requireSellable(db: Database, candidate: Candidate): Promise<void> {
  const reasons = await unsellableReasons(db, candidate)
  if (reasons.length > 0)
    throw problem('not_sellable', {
      detail: `The product cannot be activated: ${reasons.join(', ')}.`,
      members: { reasons },
    })
}
