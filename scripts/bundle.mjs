// Part of `npm run build` and `npm run dev`: bundles our own server, `server.ts`, and each command of the database into
// one file. Packages of the commands are not bundled. `node scripts/bundle.mjs <folder>` writes them into another folder
// than `.server`.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { root } from './install.mjs'

/** The commands to bundle. A container image has no sources, and runs a bundled command: `node .server/migrate.js`. */
const commands = ['migrate', 'admin-create', 'seed', 'files-uses', 'rehearse']

const tree = join(root, 'lib/server/native/tree.ts')

/** The folders in `app` whose route files our own server mounts. */
export const nativeFolders = () =>
  [...readFileSync(tree, 'utf8').matchAll(/'\/app\/(.+)\/\*\*\/route\.ts'/g)].map(([, folder]) => folder)

/** Returns the route files that our own server mounts, such as `/app/v1/order/[id]/route.ts`. */
export const nativeRouteFiles = () =>
  nativeFolders().flatMap((folder) =>
    readdirSync(join(root, 'app', folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?:^|\/)route\.ts$/.test(file))
      .map((file) => `/app/${folder}/${file}`),
  )

/** A plugin of esbuild that replaces the glob in `tree.ts` by imports of the route files. */
const routeFiles = {
  name: 'route-files',
  setup({ onLoad }) {
    onLoad({ filter: /\/lib\/server\/native\/tree\.ts$/ }, () => {
      const files = nativeRouteFiles()
      const imports = files.map((file, at) => `import { GET as file${at} } from ${JSON.stringify(`@${file}`)}`)
      const entries = files.map((file, at) => `  ${JSON.stringify(file)}: { GET: file${at} },`)
      const contents = [...imports, 'export const nativeRoutes = {', ...entries, '}'].join('\n')
      return { contents, resolveDir: root }
    })
  },
}

/**
 * The packages that are not bundled into the server, because of their native parts, because they are CommonJS or because
 * only some requests need them. The modules of the others are loaded in half the time from one file.
 */
const loaded = [
  '@modelcontextprotocol/server',
  ...['@electric-sql/pglite', '@fastify/busboy', '@neondatabase/serverless', '@node-rs/argon2', 'bwip-js', 'csv-parse'],
  ...[
    'file-type',
    'next',
    'next-auth',
    'pg',
    'pino',
    'prom-client',
    'react',
    'read-excel-file',
    'sharp',
    'uploadthing',
  ],
  'ws',
]

/**
 * A plugin of esbuild that writes files in ASCII. If a file has any other character, as in a regular expression, Node
 * keeps each of its characters in two bytes.
 */
const ascii = {
  name: 'ascii',
  setup({ onEnd }) {
    onEnd(({ outputFiles = [] }) => {
      for (const { path, text } of outputFiles) {
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(
          path,
          text.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
        )
      }
    })
  },
}

const bundle = (outdir, options) =>
  build({
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    define: { 'process.env.BUILD_COMMIT': JSON.stringify(process.env.BUILD_COMMIT ?? '') },
    outdir,
    write: false,
    logLevel: 'warning',
    ...options,
    plugins: [routeFiles, ascii],
  })

/**
 * Bundles the server and the commands into `outdir`. The folder must be inside the project, because the bundles import
 * npm packages from `node_modules`.
 */
export async function bundleServer(outdir = '.server') {
  const entryPoints = Object.fromEntries(commands.map((name) => [name, `scripts/${name}.ts`]))
  await bundle(outdir, { entryPoints: { server: 'server.ts' }, external: loaded })
  await bundle(outdir, { entryPoints, packages: 'external' })
}

if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) await bundleServer(process.argv[2])
