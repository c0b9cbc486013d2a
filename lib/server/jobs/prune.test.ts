import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { currentSettings } from '@/lib/kit/config/settings'
import { database } from '@/lib/server/testing/factories'
import { pruneOld } from './prune'

/**
 * Adds rows that are due for deletion: the counters of a busy day, and the sign-ins of a shop in which the job never
 * ran.
 */
async function addExpired(count: number) {
  const db = await database()
  await db.execute(sql`
    insert into ${tables.rate_limit} (key, points, expires_at)
    select 'of a test ' || n, 1, now() - interval '1 hour' from generate_series(1, ${count}::int) n`)
  await db.execute(sql`
    insert into ${tables.login_log} (account, type, success, ip, user_agent, created_at)
    select 'x', 100, true, 'x', '', now() - interval '1 year' from generate_series(1, ${count}::int) n`)
  return db
}

test('one run deletes as much as is due', async () => {
  // Many batches.
  const db = await addExpired(10_500)
  const pruned = await pruneOld(await currentSettings(db))
  expect(pruned).toMatchObject({ rate_limit: 10_500, login_log: 10_500 })
})

test('a run whose time is over deletes a batch of every table, and the next one continues', async () => {
  const db = await addExpired(2_500)
  const settings = await currentSettings(db)
  const batch = { rate_limit: 1_000, login_log: 1_000 }
  expect(await pruneOld(settings, Date.now())).toMatchObject(batch)
  expect(await pruneOld(settings, Date.now())).toMatchObject(batch)
  expect(await pruneOld(settings, Date.now())).toMatchObject({ rate_limit: 500, login_log: 500 })
})
