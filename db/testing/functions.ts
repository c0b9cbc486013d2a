import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { connectPglite, type Database } from '@/db/connection/client'
import { readMigrations } from '@/db/migrate'

/** Separator in migrations and in `db/functions`. */
export const breakpoint = '--> statement-breakpoint\n'

/** In an order in which they can be created. */
export function functionTexts(folder = join(import.meta.dirname, '..', 'functions')): string[] {
  const files = readdirSync(folder).toSorted()
  return files.flatMap((file) => readFileSync(join(folder, file), 'utf8').split(breakpoint))
}

/** `place`: the position of the catalog row (`ctid`), which changes when the function is replaced. */
async function definitions(tx: Database) {
  const rows = await tx
    .select({ name: sql<string>`name`, definition: sql<string>`definition`, place: sql<string>`place` })
    .from(sql`(
      select oid::regprocedure::text as name, pg_get_functiondef(oid) as definition, ctid::text as place
      from pg_proc where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')
      union all
      select tgname || ' on ' || tgrelid::regclass::text, pg_get_triggerdef(oid), ctid::text
      from pg_trigger where not tgisinternal
    ) as defined`)
    .orderBy(sql`name`)
  return new Map(rows.map(({ name, ...row }) => [name, row]))
}

interface Comparison {
  /** In the order of the texts. */
  changed: { name: string; isNew: boolean; text: string }[]
  /** Functions and triggers that no SQL text creates or replaces. */
  others: string[]
}

export async function replaceFunctions(tx: Database, texts: string[]): Promise<Comparison> {
  const changed: Comparison['changed'] = []
  let before = await definitions(tx)
  const others = new Set(before.keys())
  for (const text of texts) {
    await tx.execute(sql.raw(text))
    const after = await definitions(tx)
    for (const [name, { definition, place }] of after) {
      const replaced = before.get(name)
      if (replaced?.place === place) continue
      others.delete(name)
      if (replaced?.definition !== definition) changed.push({ name, isNew: !replaced, text })
    }
    before = after
  }
  return { changed, others: [...others] }
}

/** Created before the tables, because columns and indexes may use immutable functions, and no others. */
const isForColumns = (text: string) => /^create [^$]*\bimmutable\b/m.test(text)

/**
 * For a new migration. `known`: the migrations before it. `before` and `after`: SQL around its table changes. `others`:
 * functions that `db/functions` lacks.
 */
export async function changedFunctions(migrationsFolder: string, known: number) {
  const texts = functionTexts()
  const { session, close } = await connectPglite(await PGlite.create())
  const compare = session(async (tx) => {
    // Outside a transaction, for indexes that are built CONCURRENTLY.
    const migrations = readMigrations(migrationsFolder).map(({ kind, statements }) =>
      kind === 'data' ? [] : statements.filter((statement) => !/^lock table /i.test(statement.trim())),
    )
    const run = async (statements: string[]) => {
      for (const statement of statements) await tx.execute(sql.raw(statement))
    }
    await run(migrations.slice(0, known).flat())
    const { changed: before } = await replaceFunctions(tx, texts.filter(isForColumns))
    await run(migrations.slice(known).flat())
    const { changed: after, others } = await replaceFunctions(tx, texts)
    return { before, after, others }
  })
  return compare.finally(close)
}
