/**
 * `npm run restore:rehearse -- <database> <dump> [<files>]`: restores a backup into an empty database on the database
 * server of the environment variables, updates its schema like an upgrade, and checks that every stored file is in the
 * archive `files`. Does not change the database of the shop, and removes the unpacked files afterwards.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@/lib/kit/database'
import { EnvironmentError, env } from '@/lib/kit/env'
import { countRecords, countTables, listLocalFiles } from '@/lib/server/backup'
import { migrateAndWriteBase } from '@/lib/server/update-database'
import { command, words } from './command'

const usage = 'Give an empty database, a dump and an archive: npm run restore:rehearse -- <database> <dump> [<files>]'

/** Runs a program and throws its output if it fails. */
function run(program: string, args: string[]): void {
  const ran = spawnSync(program, args, { encoding: 'utf8' })
  if (ran.error) throw new Error(`${program} cannot be run`, { cause: ran.error })
  if (ran.status !== 0) throw new Error(`${program} failed: ${ran.stderr.trim() || ran.stdout.trim()}`)
}

/** Opens a database, runs `work` on it, and closes it. */
async function within<T>(url: string, work: (opened: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>) {
  const opened = await openDatabase(url)
  return work(opened).finally(opened.close)
}

/**
 * Returns the URL of the database `name` on the database server of the environment variables. Throws unless this
 * database is empty.
 */
async function emptyDatabase(name: string): Promise<string> {
  const { DATABASE_URL, DATABASE_URL_UNPOOLED = DATABASE_URL } = env()
  if (!DATABASE_URL_UNPOOLED) throw new EnvironmentError(['DATABASE_URL is not set: load the variables of the server.'])
  const url = new URL(DATABASE_URL_UNPOOLED)
  url.pathname = `/${encodeURIComponent(name)}`
  if ((await within(url.href, ({ db }) => countTables(db))) > 0)
    throw new EnvironmentError([`The database ${name} is not empty: give a new one.`])
  return url.href
}

/**
 * Counts the stored files. Returns their number and the keys of files that are missing in the folder or have another
 * size there.
 */
async function missingFiles(url: string, folder: string): Promise<{ count: number; missing: string[] }> {
  const stored = await within(url, ({ db }) => listLocalFiles(db))
  const sizeOf = (key: string) => statSync(join(folder, 'files', key), { throwIfNoEntry: false })?.size
  return { count: stored.length, missing: stored.flatMap(({ key, size }) => (sizeOf(key) === size ? [] : [key])) }
}

await command(async () => {
  const [name, dump, archive] = words()
  if (!name || !dump) throw new EnvironmentError([usage])
  const url = await emptyDatabase(name)
  run('pg_restore', ['--no-owner', '--exit-on-error', `--dbname=${url}`, dump])
  await within(url, (opened) => migrateAndWriteBase(opened))
  const counts = await within(url, ({ db }) => countRecords(db))
  const restored = Object.entries(counts).map(([what, count]) => `${count} ${what}`)
  if (!archive) return `Restored: ${restored.join(', ')}. Files were not checked.`
  const folder = mkdtempSync(join(tmpdir(), 'mini-shop-restore-'))
  try {
    run('tar', ['--extract', '--file', archive, '--directory', folder])
    const { count, missing } = await missingFiles(url, folder)
    if (missing.length > 0)
      throw new Error(`${missing.length} of ${count} files are not in ${archive}, such as ${missing[0]}`)
    return `Restored: ${restored.join(', ')}, ${count} files.`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
