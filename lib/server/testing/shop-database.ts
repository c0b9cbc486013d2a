import { connect } from '@/db/connection/client'
import { createDatabase } from '@/db/testing/postgres'
import { closeDatabase, setConnection } from '@/lib/kit/database'
import { seedDemonstration } from '@/lib/server/demonstration/demonstration'

const seeded = new Map<string, Promise<string>>()

/**
 * Creates a database with the demonstration shop, as a template. Closes all connections, because a database in use
 * cannot be copied. Returns the name of the database.
 */
async function seed(postgres_url: string, name: string): Promise<string> {
  setConnection(await connect({ url: await createDatabase(postgres_url, name), data_dir: '' }))
  await seedDemonstration().finally(closeDatabase)
  return name
}

/**
 * Creates a database with the demonstration shop and opens it in this process. Returns the URL. The first call for a
 * server writes the shop to a template, which takes seconds; every database is a copy of the template.
 */
export async function createShopDatabase(postgres_url: string, name: string): Promise<string> {
  const template = seeded.get(postgres_url) ?? seed(postgres_url, `${name}_template`)
  seeded.set(postgres_url, template)
  const url = await createDatabase(postgres_url, name, await template)
  setConnection(await connect({ url, data_dir: '' }))
  return url
}
