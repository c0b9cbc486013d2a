import { afterEach, expect, test } from 'vitest'
import { EnvironmentError, env } from '@/lib/kit/env'
import { migrateDatabase } from '@/lib/server/update-database'

const given = { ...env() }
afterEach(() => void Object.assign(env(), given))

/**
 * Migrates the database of the test in the same way as the build of a deployment on Vercel. `host`: the host of the
 * database.
 */
const migrateFor = (VERCEL_ENV: string, host: string) => {
  Object.assign(env(), {
    VERCEL_ENV,
    DATABASE_URL: `postgres://shop:secret@${host}/shop`,
    DATABASE_URL_UNPOOLED: undefined,
  })
  return migrateDatabase()
}

test('a preview is refused on the database of production, and on no other', async () => {
  const main = 'ep-still-tea-a1-pooler.example.neon.tech'
  await migrateFor('preview', main)
  await migrateFor('production', main)
  await migrateFor('production', main)
  const refused = await migrateFor('preview', 'ep-still-tea-a1.example.neon.tech').catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(EnvironmentError)
  expect(String(refused)).toContain('let Neon make a branch for each preview')
  expect(String(refused)).not.toContain('secret')
  await migrateFor('preview', 'ep-new-leaf-b2-pooler.example.neon.tech')
  Object.assign(env(), given)
  await migrateDatabase()
})
