import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { singleton } from '@/db/singleton'

/** The pid is not enough: an earlier process in the same container may have had the same pid. */
const ownLocks = () => singleton('locks', () => new Set<string>())

/**
 * Two processes would lose each other's rows. Returns the function that unlocks. Throws, naming the pid, if a running
 * process (also this one) holds the lock; replaces the lock of an ended process.
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

/** By renaming, which only one of several processes can do. Restores a lock that turns out not to be stale. */
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
