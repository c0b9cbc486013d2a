// Part of `npm run build`: notes what the build was made from, so that `npm run demo` builds only what has changed.
// Only `node:` imports.

import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packagesKey, read, root, sha256 } from './install.mjs'

const file = '.next/build-key'

/** Changes whenever a file of the build changes, by names, sizes and times. */
function buildKey() {
  const config = readdirSync(root).filter(
    (name) => /\.(ts|js|mjs|cjs|json|css)$/.test(name) && name !== 'next-env.d.ts',
  )
  const folders = ['app', 'components', 'db', 'lib', 'public'].filter((name) => existsSync(join(root, name)))
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)),
  )
  const lines = [...config, ...files]
    .map((name) => ({ name, stat: statSync(join(root, name)) }))
    .filter(({ name, stat }) => stat.isFile() && !/\.test\.tsx?$/.test(name))
    .map(({ name, stat }) => `${name}:${stat.size}:${stat.mtimeMs}`)
  return sha256([packagesKey(), ...lines.sort()].join('\n'))
}

/** Whether the last build was made from these files, and is complete. */
export const isBuilt = () =>
  ['.next/BUILD_ID', '.server/server.js'].every((name) => existsSync(join(root, name))) && read(file) === buildKey()

// Computed after the build, which may change a configuration file.
if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) writeFileSync(join(root, file), buildKey())
