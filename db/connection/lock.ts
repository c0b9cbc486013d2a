import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { singleton } from '@/db/singleton'

/**
 * The contents of the lock files that this process has written. The pid is not enough to recognize them, because an
 * earlier process in the same container may have had the same pid.
 */
const ownLocks = () => singleton('locks', () => new Set<string>())

/**
 * Locks the folder of an embedded database for this process, because two processes would lose each other's rows.
 * Returns the function that unlocks the folder. Throws if a running process has locked the folder, also if this process
 * has; the error names the pid. Replaces the lock of a process that has ended.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'lock')
  const content = `${process.pid} ${randomUUID()}`
  const draft = `${file}.${content.replace(' ', '.')}`
  // Written to a draft and then linked, so that the lock never exists without its content.
  writeFileSync(draft, content)
  try {
    while (!tryLink(draft, file)) {
      const found = contentOf(file)
      if (found === undefined) continue
      const owner = Number(found.split(' ', 1)[0])
      if (ownLocks().has(found) || (owner !== process.pid && isAlive(owner))) {
        throw new Error(
          `The embedded database in ${folder} is in use by process ${owner}: stop it, or set DATA_DIR to another folder. (If that process is something else, delete ${file}.)`,
        )
      }
      removeStale(file, found)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  ownLocks().add(content)
  const unlock = () => {
    ownLocks().delete(content)
    if (contentOf(file) === content) rmSync(file, { force: true })
  }
  process.once('exit', unlock)
  return unlock
}

function tryLink(draft: string, file: string): boolean {
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

/**
 * Removes a stale lock file by renaming it, which only one of several processes can do. If the renamed lock turns out
 * not to be stale, restores it.
 */
function removeStale(file: string, stale: string): void {
  const aside = `${file}.${randomUUID()}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return
    throw error
  }
  if (contentOf(aside) !== stale) tryLink(aside, file)
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
