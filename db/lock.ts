import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { once } from './once'

/** The locks of this very process: its pid alone may be that of an earlier one in the same container. */
const ours = () => once('locks', () => new Set<string>())

/**
 * One process at a time on an embedded database: two would silently lose each other's rows. Returns what gives the
 * folder back; throws a sentence that names the living owner. A lock left by a dead process is taken over.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'lock')
  const mine = `${process.pid} ${randomUUID()}`
  const draft = `${file}.${mine.replace(' ', '.')}`
  // Linked into place whole: nobody ever sees a lock that does not say whose it is.
  writeFileSync(draft, mine)
  try {
    while (!placed(draft, file)) {
      const found = contentOf(file)
      if (found === undefined) continue
      const owner = Number(found.split(' ', 1)[0])
      if (ours().has(found) || (owner !== process.pid && isAlive(owner))) {
        throw new Error(
          `The embedded database in ${folder} is in use by process ${owner}: stop it, or set DATA_DIR to another folder. (If that process is something else, delete ${file}.)`,
        )
      }
      takeAway(file, found)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  ours().add(mine)
  const unlock = () => {
    ours().delete(mine)
    if (contentOf(file) === mine) rmSync(file, { force: true })
  }
  process.once('exit', unlock)
  return unlock
}

function placed(draft: string, file: string): boolean {
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

/** Removes a stale lock. Of several who try, one moves it aside; who moved a fresh one aside puts it back. */
function takeAway(file: string, stale: string): void {
  const aside = `${file}.${randomUUID()}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return
    throw error
  }
  if (contentOf(aside) !== stale) placed(aside, file)
  rmSync(aside, { force: true })
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

const isCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isCode(error, 'EPERM')
  }
}
