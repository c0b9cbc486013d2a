import { sql } from 'drizzle-orm'
import type { Database } from '@/lib/kit/database'
import type { Read } from '@/lib/kit/import/cells'
import { foldedForm } from '@/lib/kit/plain-form'

/** Known names, and new names in the spelling of the first line. Alike in case, width and composition. */
export class Spellings {
  private readonly alike = new Map<string, string[]>()

  constructor(known: readonly string[]) {
    for (const name of known) this.add(name)
  }

  /** The equal name, else the only one that differs in case or width, else a new name. Error: `ambiguous`. */
  find(text: string): Read<string> {
    const names = this.alike.get(foldedForm(text)) ?? this.add(text)
    if (names.includes(text)) return { value: text }
    const [name, ...others] = names
    return name === undefined || others.length > 0 ? { code: 'ambiguous' } : { value: name }
  }

  private add(name: string): string[] {
    const folded = foldedForm(name)
    const names = [...(this.alike.get(folded) ?? []), name]
    this.alike.set(folded, names)
    return names
  }
}

/** Outside the trash. For lines without an id or key. Each condition fits an index of names. */
export async function takenNames(db: Database, names: string[]): Promise<ReadonlySet<string>> {
  const same = sql`p.deleted_at is null and grams(p.name) @> search_grams(n.name) and folded(p.name) = folded(n.name)`
  const rows = await db
    .select({ name: sql<string>`n.name` })
    .from(sql`unnest(${sql.param(names)}::text[]) n(name)`)
    .where(
      sql`exists (select from product p where p.status = 'on_sale' and ${same}) or exists (select from product p where p.state <> 'on_sale' and ${same})`,
    )
  return new Set(rows.map(({ name }) => name))
}

/** No other import creates a product that is identified by this name. */
export const lockName = (db: Database, name: string) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended('mini-shop.product_name:' || folded(${name}::text), 0))`)
