import { sql } from 'drizzle-orm'
import type { Database } from '@/lib/kit/database'

/** Shorter texts can occur by chance. */
const minLength = 12
const gram = 5
const step = minLength - gram + 1

/** At any depth of requests and responses. */
const fields = new Set(['secret', 'old_secret', 'new_secret', 'password', 'token', 'apiv3_key'])

/** May contain secrets, for this reason. */
const exceptions = new Map([['sandbox_account', 'the simulated platform stores the keys that it issued']])

/** Finds secrets of tests in texts that the server logs or sends, and in every row of every table. */
export class SecretWatch {
  /** Secrets by their pieces, with the position of the piece. */
  private readonly pieces = new Map<string, { secret: string; offset: number }[]>()
  private readonly known = new Set<string>()
  private readonly captured: { where: string; text: string }[] = []

  /** For the next test file. */
  forget(): void {
    this.pieces.clear()
    this.known.clear()
    this.captured.length = 0
  }

  /** Adds only one line of a PEM. Ignores texts that are shorter than `minLength`. */
  addSecret(value: string | null | undefined): void {
    const line = value?.startsWith('-----BEGIN') ? value.split('\n')[5] : value
    // Escaped as in JSON, because all searched texts are JSON.
    const secret = JSON.stringify(line ?? '').slice(1, -1)
    if (secret.length < minLength || this.known.has(secret)) return
    this.known.add(secret)
    for (let offset = 0; offset < step; offset++) {
      const piece = secret.slice(offset, offset + gram)
      const occurrences = this.pieces.get(piece)
      if (occurrences) occurrences.push({ secret, offset })
      else this.pieces.set(piece, [{ secret, offset }])
    }
  }

  /** At any depth. */
  addSecretsOf(body: unknown): void {
    if (typeof body !== 'object' || body === null) return
    for (const [name, value] of Object.entries(body)) {
      if (typeof value !== 'string') this.addSecretsOf(value)
      else if (fields.has(name)) this.addSecret(value)
    }
  }

  /** Logged or sent. `own`: a token that this text may contain. */
  capture(where: string, text: string, own?: unknown): void {
    this.captured.push({ where, text: typeof own === 'string' && own ? text.replaceAll(own, '') : text })
  }

  /** Such as `user.remark: a go…`. */
  async leaks(db: Database): Promise<string[]> {
    const { sandbox_account: accounts = [], ...tables } = await readTables(db)
    for (const row of accounts) {
      const { secret, apiv3_key, merchant_private_key, platform_private_key } = JSON.parse(row)
      for (const key of [secret, apiv3_key, merchant_private_key, platform_private_key]) this.addSecret(key)
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

  /** Reads every eighth position: each secret has a known piece at one of these. */
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

/** JSON. Skips tables without a page, because a session takes long to open a table. */
async function readTables(db: Database): Promise<Record<string, string[]>> {
  const names = await db
    .select({ name: sql<string>`relname::text` })
    .from(sql`pg_class`)
    .where(sql`relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0`)
  if (names.length === 0) return {}
  const selects = names.map(
    ({ name }) => sql`select ${name}::text as name, row_to_json(t)::text as content from ${sql.identifier(name)} t`,
  )
  const rows = await db
    .select({ name: sql<string>`name`, content: sql<string>`content` })
    .from(sql`(${sql.join(selects, sql` union all `)}) as everything`)
  const tables: Record<string, string[]> = {}
  for (const { name, content } of rows) {
    const known = tables[name]
    if (known) known.push(content)
    else tables[name] = [content]
  }
  return tables
}

export const watch = new SecretWatch()
