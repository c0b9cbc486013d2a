import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * One process at a time on an embedded database: two would silently lose each other's rows. Returns what gives the
 * folder back; throws a sentence that names the living owner. A lock left by a dead process is taken over.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'lock')
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      const owner = Number(readFileSync(file, 'utf8'))
      if (owner !== process.pid && isAlive(owner)) {
        throw new Error(
          `The embedded database in ${folder} is in use by process ${owner}: stop it, or set DATA_DIR to another folder. (If that process is something else, delete ${file}.)`,
        )
      }
      rmSync(file, { force: true })
    }
  }
  const unlock = () => rmSync(file, { force: true })
  process.once('exit', unlock)
  return unlock
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
