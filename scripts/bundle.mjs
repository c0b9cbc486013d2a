// Part of `npm run build` and `npm run dev`: bundles our own server, `server.ts`, and the commands of the database into a
// file each. Their packages are not bundled.

import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { root } from './install.mjs'

/** Run by an image, which has no sources: `node .server/migrate.js`. */
const commands = ['migrate', 'admin-create', 'seed', 'files-uses']

export const bundleServer = () =>
  build({
    absWorkingDir: root,
    entryPoints: {
      server: 'server.ts',
      ...Object.fromEntries(commands.map((name) => [name, `scripts/${name}.ts`])),
    },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    define: { 'process.env.BUILD_COMMIT': JSON.stringify(process.env.BUILD_COMMIT ?? '') },
    outdir: '.server',
    logLevel: 'warning',
  })

if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) await bundleServer()
