import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Copies the build cache of this folder, if there is one, into a folder in which the project will be built. That build
 * then compiles only files that differ (next.config.ts).
 */
export function copyBuildCache(target: string): void {
  const cache = '.next/cache/turbopack'
  if (existsSync(cache)) cpSync(cache, join(target, cache), { recursive: true })
}
