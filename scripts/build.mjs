// `npm run build`: the pages by Next, what browsers load compressed, and our own server. There are two targets: our own
// server, and functions, where VERCEL or BUILT_FOR_FUNCTIONS is set (next.config.ts says how they differ).

import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { writeBuildKey } from './build-key.mjs'
import { bundleServer } from './bundle.mjs'
import { compressAssets } from './compress.mjs'
import { root } from './install.mjs'

// On Vercel there is nothing else.
if (process.env.VERCEL) process.env.BUILT_FOR_FUNCTIONS = '1'
const isForFunctions = Boolean(process.env.BUILT_FOR_FUNCTIONS)

/** Our own server answers these paths itself (lib/server/native/router.ts), so its build leaves their `route.ts` out. */
const native = ['v1', 'cms', 'files', 'api/cron', 'api/health', 'api/metrics', 'api/ready']
const pages = ['app/**', ...native.map((folder) => `!app/${folder}/**`)].join(',')

// An interrupted build is not taken for a whole one.
rmSync(resolve(root, '.next/build-key'), { force: true })
const next = spawnSync(
  process.execPath,
  ['node_modules/next/dist/bin/next', 'build', ...(isForFunctions ? [] : [`--debug-build-paths=${pages}`])],
  { cwd: root, stdio: 'inherit' },
)
if (next.status !== 0) process.exit(next.status ?? 1)
// Vercel's network compresses by itself, and would only store these.
if (!process.env.VERCEL) await compressAssets(resolve(root, '.next/static'))
await bundleServer()
// Last, because the build may change a configuration file.
writeBuildKey()
