import { inject } from 'vitest'
import { connect } from '@/db/connection/client'
import { createDatabase } from '@/db/testing/postgres'
import { setConnection } from '@/lib/kit/database'

/** In this process. Returns the URL. `template`: a database without open connections. */
export async function createShopDatabase(name: string, template = inject('shop').template): Promise<string> {
  const url = await createDatabase(inject('shop').server, name, template)
  setConnection(await connect({ url, data_dir: '' }))
  return url
}
