import { closeDatabase } from '@/lib/kit/database'
import { EnvironmentError, env } from '@/lib/kit/env'
import { databaseReason } from '@/lib/server/database-reason'
import { updateEmbeddedDatabase } from '@/lib/server/update-database'

/** Runs a command and prints its result. A failure prints one sentence and exits with code 1. */
export async function command(work: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await work()}\n`)
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n`)
    process.exitCode = 1
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof EnvironmentError) return error.message
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return databaseReason(error)?.sentence ?? `${String(error)}${cause}`
}

const embedded = '--embedded'

/** Returns the arguments of the command, without the option `--embedded`. */
export const words = (): string[] => process.argv.slice(2).filter((word) => word !== embedded)

/**
 * Runs a command on the database of the environment variables, and first prints the name of this database. Without
 * `DATABASE_URL`, uses the embedded database of this folder. Refuses the embedded database unless SANDBOX is set or
 * `--embedded` is given, because the variables of the server are often just not loaded. `direct`: bypasses the
 * connection pooler if `DATABASE_URL_UNPOOLED` is set.
 */
export const databaseCommand = (work: () => Promise<string>, options: { direct?: true } = {}): Promise<void> =>
  command(async () => {
    const { DATABASE_URL, DATABASE_URL_UNPOOLED, DATA_DIR, SANDBOX } = env()
    if (!DATABASE_URL && !SANDBOX && !process.argv.includes(embedded))
      throw new EnvironmentError([
        `DATABASE_URL is not set, so this would change the embedded database in ${DATA_DIR}. Load the variables of the server first, or add -- ${embedded} if that database is meant.`,
      ])
    const url = (options.direct && DATABASE_URL && DATABASE_URL_UNPOOLED) || DATABASE_URL
    process.stderr.write(`Database: ${nameOf(url, DATA_DIR)}\n`)
    updateEmbeddedDatabase()
    return work().finally(closeDatabase)
  })

/** Returns the host and the name of a database, without the password. */
function nameOf(url: string | undefined, folder: string): string {
  if (!url) return `the embedded one in ${folder}`
  const { host, pathname, searchParams } = new URL(url)
  return `${decodeURIComponent(pathname.slice(1))} on ${host || searchParams.get('host') || 'this machine'}`
}
