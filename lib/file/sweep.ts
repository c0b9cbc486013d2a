import { readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Settings } from '@/lib/kit/config/registry'
import { removeDue } from './objects'
import { processDue } from './pending'

/** In milliseconds. An older temporary file is left by a killed process. */
const abandonedAfter = 24 * 60 * 60 * 1_000

/** Also processes direct uploads, and removes temporary files of interrupted uploads. */
export async function sweepFiles(settings: Settings, until?: number) {
  const processed = await processDue(settings, until)
  return { ...processed, ...(await removeDue(until)), temporary: await removeAbandoned() }
}

async function removeAbandoned(): Promise<number> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith('upload-'))
  let removed = 0
  for (const name of names) {
    const path = join(tmpdir(), name)
    const found = await stat(path).catch(() => undefined)
    if (!found || Date.now() - found.mtimeMs < abandonedAfter) continue
    await rm(path, { recursive: true, force: true })
    removed++
  }
  return removed
}
