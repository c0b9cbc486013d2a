import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Copies the build cache of this folder, if it exists, into the folder `target`, in which the project will be built.
 * The build in `target` then compiles only files that differ (`next.config.ts`).
 */
export function copyBuildCache(target: string): void {
  const cache = '.next/cache/turbopack'
  if (existsSync(cache)) cpSync(cache, join(target, cache), { recursive: true })
}
