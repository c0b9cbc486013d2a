// Part of `npm run build`: records the target and the sources of the build, so that `npm run demo` builds only after a
// change. Only `node:` imports.

import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packagesKey, read, root, sha256 } from './install.mjs'

const file = '.next/build-key'

/**
 * Returns a key of the sources of a build. The key changes with the name, size or modification time of a source file,
 * with `package-lock.json`, and with the machine.
 */
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

/** Returns the contents of the record of a build: the target, and the key of the present files. */
const noteOf = (target) => `${target} ${buildKey()}`

/** Whether the last build is complete, and was made for our own server from the present files. */
export const isBuilt = () =>
  ['.next/BUILD_ID', '.server/server.js'].every((name) => existsSync(join(root, name))) &&
  read(file) === noteOf('server')

export const writeBuildKey = () =>
  writeFileSync(join(root, file), noteOf(process.env.BUILT_FOR_FUNCTIONS ? 'functions' : 'server'))
