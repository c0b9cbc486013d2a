import { sql } from 'drizzle-orm'
import journal from '@/db/migrations/meta/_journal.json'
import { singleton } from '@/db/singleton'
import type { Answer } from '@/lib/kit/api/run/response'
import { build } from '@/lib/kit/build'
import { connection, missingPreparedStatements } from '@/lib/kit/database'
import { EnvironmentError } from '@/lib/kit/env'
import { databaseReason } from './database-reason'

const shutdown = () => singleton('shutdown', () => ({ hasBegun: false }))

/** `/api/ready` then responds with 503, so that load balancers send no new requests. */
export function beginShutdown(): void {
  shutdown().hasBegun = true
}

export const isShuttingDown = () => shutdown().hasBegun

/** `detail`: the reason, and the solution if there is one. */
export async function readiness(): Promise<{ ready: boolean; detail: string }> {
  if (isShuttingDown()) return { ready: false, detail: 'The server is shutting down.' }
  try {
    const { watching } = await connection()
    const applied = await watching
      .select({ latest: sql<number>`coalesce(max(created_at), 0)`.mapWith(Number) })
      .from(sql`drizzle.__drizzle_migrations`)
    const forgetful = await missingPreparedStatements()
    if (forgetful) return { ready: false, detail: forgetful }
    const missing = journal.entries.filter((entry) => entry.when > (applied[0]?.latest ?? 0)).length
    return missing === 0
      ? { ready: true, detail: 'The database is reachable and up to date.' }
      : { ready: false, detail: `The database lacks ${missing} of the migrations: run npm run db:migrate.` }
  } catch (error) {
    return {
      ready: false,
      detail:
        error instanceof EnvironmentError
          ? error.message
          : (databaseReason(error)?.sentence ?? 'The database cannot be used: the log of the server says why.'),
    }
  }
}

const answer = (status: number, state: object): Answer => ({
  status,
  body: JSON.stringify(state),
  headers: { 'cache-control': 'no-store', 'content-type': 'application/json' },
})

/** Does not check the database, which a restart of the process would not repair. */
export const health = () => answer(200, { status: 'ok', ...build })

/** 200 or 503, with the reason (see `readiness`). */
export async function ready(): Promise<Answer> {
  const state = await readiness()
  return answer(state.ready ? 200 : 503, state)
}
