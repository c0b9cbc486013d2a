// Part of `npm run build` and `npm run dev`: our own server, `server.ts`, as one file. Its packages stay outside.

import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { root } from './install.mjs'

export const bundleServer = () =>
  build({
    absWorkingDir: root,
    entryPoints: ['server.ts'],
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    outfile: '.server/server.js',
    logLevel: 'warning',
  })

if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) await bundleServer()
