import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import { z } from 'zod'

const Place = z.object({ path: z.string(), size: z.coerce.number() })

/** Runs `work`. Resolves to the part of the database's log that was written meanwhile. */
export type StatementLog = (work: () => Promise<unknown>) => Promise<string>

/**
 * Applies the logging settings in `settings` to new connections to the client's database, and makes running servers
 * reconnect. Returns a function that reads the log; undefined if the log cannot be read.
 */
export async function startStatementLog(
  client: Client,
  settings: Record<string, string>,
): Promise<StatementLog | undefined> {
  const place = async () => {
    const path = `current_setting('data_directory') || '/../log'`
    const { rows } = await client.query(`select ${path} as path, (pg_stat_file(${path})).size`)
    return Place.parse(rows[0])
  }
  try {
    await place()
  } catch {
    return undefined
  }
  const database = `alter database ${client.escapeIdentifier(client.database ?? '')}`
  for (const [name, value] of Object.entries(settings)) await client.query(`${database} set ${name} = '${value}'`)
  // Settings of a database apply to new connections, so the existing ones are ended; the server's pool opens new ones.
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  // The server notices the closed connections a little later; until then it would still use them.
  await wait(500)
  return async (work) => {
    const { path, size } = await place()
    await work()
    const { rows } = await client.query<{ text: string }>('select pg_read_file($1, $2, 100000000) as text', [
      path,
      size,
    ])
    return rows[0]?.text ?? ''
  }
}
