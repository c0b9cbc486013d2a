import { adminPaths } from '@/e2e/support/admin'
import type { Options } from './bench'
import { fill, fillLogs } from './fill'
import type { Load } from './load'
import { measurePages, size } from './pages'
import { addCmsRows, addStaff, createShop, renewStatistics, withClient } from './shop'

/** Measures each page of the admin. */
export async function admin(postgres_url: string, load: Load, options: Options) {
  const database_url = await createShop(postgres_url, 'bench_admin')
  await fill(database_url, 1_000)
  const token = await fillLogs(database_url, 1_000)
  await withClient(database_url, async (client) => {
    await addStaff(client, 100)
    await addCmsRows(client, 2 * size)
  })
  await renewStatistics(database_url)
  const pathsOf: Parameters<typeof measurePages>[0]['pathsOf'] = (request) => adminPaths(request, token)
  return measurePages({ name: 'admin', database_url, token, pathsOf }, load, options)
}
