import { eq, sql } from 'drizzle-orm'
import type { UnsellableReason } from '@/db/enums'
import { freight_template } from '@/db/schema/freight'
import { keepTemplates } from '@/lib/freight_template/lock'
import { problem } from '@/lib/kit/api/endpoint/problem'
import type { Database } from '@/lib/kit/database'

interface Candidate {
  category_id: number
  images: readonly string[]
  /** Without withdrawn SKUs. */
  skus: readonly { enabled: boolean; price: number; weight_g?: number | null | undefined }[]
  /** null: the default template. */
  freight_template_id: number | null
}

/** Prevents changes of templates until the transaction ends. `template_id` null: the default template. */
async function isByWeight(db: Database, template_id: number | null): Promise<boolean> {
  await keepTemplates(db)
  const [template] = await db
    .select({ charge: freight_template.charge })
    .from(freight_template)
    .where(template_id === null ? eq(freight_template.is_default, true) : eq(freight_template.id, template_id))
  return template?.charge === 'weight'
}

/** Empty: it can be on sale. */
async function unsellableReasons(
  db: Database,
  { category_id, images, skus, freight_template_id }: Candidate,
): Promise<UnsellableReason[]> {
  const enabled = skus.filter((sku) => sku.enabled)
  const [path] = await db.select({ enabled: sql<boolean>`coalesce(bool_and(up.status = 'enabled'), true)` }).from(sql`(
      with recursive up as (
        select id, parent_id, status from category where id = ${category_id}
        union all select c.id, c.parent_id, c.status from category c join up on c.id = up.parent_id
      ) select status from up) up`)
  const lacksWeight = enabled.some(({ weight_g }) => (weight_g ?? null) === null)
  return [
    ...(enabled.length === 0 ? (['no_sku'] as const) : []),
    ...(enabled.some(({ price }) => price < 1) ? (['price'] as const) : []),
    ...(images.length === 0 ? (['no_image'] as const) : []),
    // A missing category is not a reason here: its foreign key refuses it.
    ...(path?.enabled ? [] : (['category'] as const)),
    ...(lacksWeight && (await isByWeight(db, freight_template_id)) ? (['weight'] as const) : []),
  ]
}

/** Throws 409 `not_sellable`. */
export async function requireSellable(db: Database, candidate: Candidate): Promise<void> {
  const reasons = await unsellableReasons(db, candidate)
  if (reasons.length > 0)
    throw problem('not_sellable', {
      detail: `The product cannot be activated: ${reasons.join(', ')}.`,
      members: { reasons },
    })
}
