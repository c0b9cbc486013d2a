import { connect } from '@/db/connection/client'
import { createDatabase } from '@/db/testing/postgres'
import { closeDatabase, setConnection } from '@/lib/kit/database'
import { seedDemonstration } from '@/lib/server/demonstration/demonstration'

const seeded = new Map<string, Promise<string>>()

/** Seeds a database to copy and closes all connections, which a copy requires. */
async function seed(postgres_url: string, name: string): Promise<string> {
  setConnection(await connect({ url: await createDatabase(postgres_url, name), data_dir: '' }))
  await seedDemonstration().finally(closeDatabase)
  return name
}

/**
 * Creates a database with the demonstration shop, opens it in this process and returns its URL. The first database of a
 * server is seeded, which takes seconds; all are copies of it.
 */
export async function createShopDatabase(postgres_url: string, name: string): Promise<string> {
  const template = seeded.get(postgres_url) ?? seed(postgres_url, `${name}_template`)
  seeded.set(postgres_url, template)
  const url = await createDatabase(postgres_url, name, await template)
  setConnection(await connect({ url, data_dir: '' }))
  return url
}
