import { sql } from 'drizzle-orm'
import journal from '@/db/migrations/meta/_journal.json'
import { once } from '@/db/once'
import type { Answer } from '@/lib/api/response'
import { connection } from './database'

const stopping = () => once('stopping', () => ({ yes: false }))

/** From now on the process only finishes what it has begun; whoever asks is told to send nothing more. */
export function beginStopping(): void {
  stopping().yes = true
}

export const isStopping = () => stopping().yes

/** Whether requests can be served, and if not, what to do about it. */
export async function readiness(): Promise<{ ready: boolean; detail: string }> {
  if (isStopping()) return { ready: false, detail: 'The server is stopping.' }
  try {
    const { db } = await connection()
    const applied = await db
      .select({ latest: sql<number>`coalesce(max(created_at), 0)`.mapWith(Number) })
      .from(sql`drizzle.__drizzle_migrations`)
    const missing = journal.entries.filter((entry) => entry.when > (applied[0]?.latest ?? 0)).length
    return missing === 0
      ? { ready: true, detail: 'The database is reachable and up to date.' }
      : { ready: false, detail: `The database lacks ${missing} migrations: run npm run db:migrate.` }
  } catch {
    return {
      ready: false,
      detail: 'The database is not reachable, or was never migrated: check DATABASE_URL and run npm run db:migrate.',
    }
  }
}

const told = (status: number, state: object): Answer => ({
  status,
  body: JSON.stringify(state),
  headers: { 'cache-control': 'no-store', 'content-type': 'application/json' },
})

/** `GET /api/health`: the process runs. Says nothing of the database: a restart would not mend that. */
export const health = () => told(200, { status: 'ok' })

/** `GET /api/ready`: requests can be served: the database is reachable and has every migration that this build knows. */
export async function ready(): Promise<Answer> {
  const state = await readiness()
  return told(state.ready ? 200 : 503, state)
}
