import { inject } from 'vitest'
import { connect } from '@/db/connection/client'
import { createDatabase } from '@/db/testing/postgres'
import { setConnection } from '@/lib/kit/database'

/**
 * Creates a database as a copy of the demonstration shop and opens the copy in this process. Returns the URL of the
 * copy. `template`: the name of the database to copy. No connection to this database may be open.
 */
export async function createShopDatabase(name: string, template = inject('shop').template): Promise<string> {
  const url = await createDatabase(inject('shop').server, name, template)
  setConnection(await connect({ url, data_dir: '' }))
  return url
}
