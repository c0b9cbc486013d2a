import { adminPaths } from '@/e2e/support/admin'
import type { Options } from './bench'
import { fill, fillLogs } from './fill'
import type { Load } from './load'
import { measurePages, size } from './pages'
import { addCmsRows, addStaff, createShop, renewStatistics, withClient } from './shop'
import { measureWeak } from './weak'

/**
 * Measures each page of the admin, and then the first visit of lists in a browser with a slow processor. If
 * `options.with` names the folder of another build, loads the lists of both builds alternately.
 */
export async function admin(postgres_url: string, load: Load, options: Options) {
  const own = await createFull(postgres_url, 'bench_admin')
  const other = options.with
    ? { ...(await createFull(postgres_url, 'bench_admin_other', options.with)), cwd: options.with }
    : undefined
  const pathsOf: Parameters<typeof measurePages>[0]['pathsOf'] = (request) => adminPaths(request, own.token)
  const server = await measurePages({ name: 'admin', ...own, pathsOf }, load, options)
  return { ...server, weak: await measureWeak(own, other, options.folder) }
}

/** Creates a shop with full lists. Returns the URL of its database, and the token of a root user. */
async function createFull(postgres_url: string, name: string, cwd?: string) {
  const database_url = await createShop(postgres_url, name, cwd)
  await fill(database_url, 1_000)
  const token = await fillLogs(database_url, 1_000)
  await withClient(database_url, async (client) => {
    await addStaff(client, 100)
    await addCmsRows(client, 2 * size)
  })
  await renewStatistics(database_url)
  return { database_url, token }
}
