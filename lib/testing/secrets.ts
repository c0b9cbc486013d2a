import { sql } from 'drizzle-orm'
import type { Database } from '@/lib/database'

/** Shorter ones are words that may stand anywhere by chance. */
const shortest = 12
const gram = 5
const step = shortest - gram + 1

/** Fields of requests and answers that hold secrets, wherever they stand. */
const fields = new Set(['secret', 'old_secret', 'new_secret', 'token', 'apiv3_key'])

/** Tables that may hold some, and why. */
const exceptions = new Map([['sandbox_account', 'the simulated platform keeps the keys that it gave out']])

/**
 * Collects every secret that tests use, and everything that is written or answered meanwhile, and finds the one in
 * the other: in log lines, in answers, in every row of every table.
 */
export class SecretWatch {
  /** Pieces of secrets by which they are found, with where in the secret they stand. */
  private readonly pieces = new Map<string, { secret: string; offset: number }[]>()
  private readonly known = new Set<string>()
  private readonly captured: { where: string; text: string }[] = []

  /** From now on this must not be found anywhere. Of a PEM a line counts. */
  keep(value: string | null | undefined): void {
    const line = value?.startsWith('-----BEGIN') ? value.split('\n')[5] : value
    // As JSON has it, because all that is searched is JSON.
    const secret = JSON.stringify(line ?? '').slice(1, -1)
    if (secret.length < shortest || this.known.has(secret)) return
    this.known.add(secret)
    for (let offset = 0; offset < step; offset++) {
      const piece = secret.slice(offset, offset + gram)
      const holders = this.pieces.get(piece)
      if (holders) holders.push({ secret, offset })
      else this.pieces.set(piece, [{ secret, offset }])
    }
  }

  /** The same for every secret in a body. */
  keepAllIn(body: unknown): void {
    if (typeof body !== 'object' || body === null) return
    for (const [name, value] of Object.entries(body)) {
      if (typeof value !== 'string') this.keepAllIn(value)
      else if (fields.has(name)) this.keep(value)
    }
  }

  /** Something that was written or answered, as JSON. `own`: the token that it was made to hand out. */
  hear(where: string, text: string, own?: unknown): void {
    this.captured.push({ where, text: typeof own === 'string' && own ? text.replaceAll(own, '') : text })
  }

  /** Where secrets were found: `user.remark: a go…`. */
  async leaks(db: Database): Promise<string[]> {
    const { sandbox_account: accounts = [], ...tables } = await readTables(db)
    for (const row of accounts) {
      const { secret, apiv3_key, merchant_private_key, platform_private_key } = JSON.parse(row)
      for (const key of [secret, apiv3_key, merchant_private_key, platform_private_key]) this.keep(key)
    }
    const found = new Set<string>()
    for (const { where, text } of this.captured) {
      for (const secret of this.secretsIn(text)) found.add(`${where}: ${masked(secret)} in ${text.slice(0, 200)}`)
    }
    for (const [table, rows] of Object.entries(tables)) {
      if (exceptions.has(table)) continue
      for (const row of rows) {
        for (const secret of this.secretsIn(row)) found.add(`${table}.${columnOf(row, secret)}: ${masked(secret)}`)
      }
    }
    return [...found]
  }

  /** Looks at every eighth place only: an occurrence of a secret covers one at which some piece of it begins. */
  private *secretsIn(text: string): Generator<string> {
    for (let at = 0; at + gram <= text.length; at += step) {
      for (const { secret, offset } of this.pieces.get(text.slice(at, at + gram)) ?? []) {
        if (text.startsWith(secret, at - offset)) yield secret
      }
    }
  }
}

const masked = (secret: string) => `${secret.slice(0, 4)}…`

const columnOf = (row: string, secret: string) =>
  Object.entries(JSON.parse(row)).find(([, value]) => JSON.stringify(value).includes(secret))?.[0]

/** Every row of every table, as JSON. */
async function readTables(db: Database): Promise<Record<string, string[]>> {
  const names = await db.select({ name: sql<string>`tablename` }).from(sql`pg_tables`).where(sql`schemaname = 'public'`)
  const each = names.map(
    ({ name }) => sql`select ${name}::text as name, row_to_json(t)::text as content from ${sql.identifier(name)} t`,
  )
  const rows = await db
    .select({ name: sql<string>`name`, content: sql<string>`content` })
    .from(sql`(${sql.join(each, sql` union all `)}) as everything`)
  const tables: Record<string, string[]> = {}
  for (const { name, content } of rows) {
    const known = tables[name]
    if (known) known.push(content)
    else tables[name] = [content]
  }
  return tables
}

/** Of this test file. */
export const watch = new SecretWatch()
