// `npm run build`: builds the pages by Next, compressed scripts and styles for browsers, and our own server. There are
// two targets: our own server; and functions, if VERCEL or BUILT_FOR_FUNCTIONS is set. next.config.ts describes the
// difference. `npm run build -- --cache`: also the first build keeps a cache.

import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { writeBuildKey } from './build-key.mjs'
import { bundleServer, nativeFolders } from './bundle.mjs'
import { compressAssets } from './compress.mjs'
import { root } from './install.mjs'

// Vercel deploys only functions.
if (process.env.VERCEL) process.env.BUILT_FOR_FUNCTIONS = '1'
const isForFunctions = Boolean(process.env.BUILT_FOR_FUNCTIONS)

// Shown by /api/health and /docs. An image is built without the history of git, and gets the commit as an argument.
process.env.BUILD_COMMIT ||=
  process.env.VERCEL_GIT_COMMIT_SHA ||
  spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout?.trim() ||
  ''

/**
 * The patterns of the files that Next builds for `npm start`: all files of `app`, except the route files that the
 * native mount serves.
 */
const pages = ['app/**', ...nativeFolders().map((folder) => `!app/${folder}/**`)].join(',')

// Where this folder is, the compiler keeps a cache (next.config.ts), with which later builds start.
if (process.argv.includes('--cache')) mkdirSync(resolve(root, '.next/cache/turbopack'), { recursive: true })
// Removes the record of the last build, so that an interrupted build does not count as complete.
rmSync(resolve(root, '.next/build-key'), { force: true })
const next = spawnSync(
  process.execPath,
  ['node_modules/next/dist/bin/next', 'build', ...(isForFunctions ? [] : [`--debug-build-paths=${pages}`])],
  { cwd: root, stdio: 'inherit' },
)
if (next.status !== 0) process.exit(next.status ?? 1)
// Vercel's network compresses files itself and needs no compressed copies.
if (!process.env.VERCEL) await compressAssets(resolve(root, '.next/static'))
await bundleServer()
// Last, because the build may change a configuration file.
writeBuildKey()
