import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Copies the cache of this folder's builds into a folder in which the project will be built, if there is one: the build
 * then compiles only what differs (next.config.ts).
 */
export function copyBuildCache(target: string): void {
  const cache = '.next/cache/turbopack'
  if (existsSync(cache)) cpSync(cache, join(target, cache), { recursive: true })
}
