import { spawnSync } from 'node:child_process'
import { lstatSync } from 'node:fs'

/**
 * Returns the names of the files in the working tree that git tracks or does not ignore. undefined: there is no git
 * repository.
 */
export function projectFiles(): string[] | undefined {
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 64e6,
  })
  if (listed.status !== 0) return undefined
  return listed.stdout.split('\0').filter((name) => name && lstatSync(name, { throwIfNoEntry: false }))
}
