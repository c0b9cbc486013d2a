import { existsSync, readdirSync } from 'node:fs'
import type { NextConfig } from 'next'
import createNextIntlPlugin from 'next-intl/plugin'
import { clientInterface } from './lib/kit/api/endpoint/interface'
import { assetHeaders, securityHeaders } from './lib/kit/api/run/security'

/**
 * As on Vercel (scripts/build.mjs): only functions, bundled with their packages, which must be small and start fast.
 * Else for our own server: only pages, as it handles the interfaces without Next and loads packages from
 * `node_modules`; code that browsers never get is not minified.
 */
const isForFunctions = Boolean(process.env.BUILT_FOR_FUNCTIONS)

/** Because of their native parts or the way they are loaded. */
const neverBundled = ['@node-rs/argon2', 'pino', 'prom-client', 'sharp']

/** Only the server uses these. Bundled only into functions. */
const ofServer = [
  ...[
    '@electric-sql/pglite',
    '@fastify/busboy',
    '@neondatabase/serverless',
    'drizzle-orm',
    'hono',
    'pg',
    'uploadthing',
    'ws',
  ],
  ...['bwip-js', 'csv-parse', 'csv-stringify', 'fflate', 'file-type', 'libphonenumber-js', 'read-excel-file'],
  ...[
    'hast-util-from-parse5',
    'hast-util-sanitize',
    'hast-util-to-html',
    'hast-util-to-text',
    'parse5',
    'unist-util-visit',
  ],
]

const listed = (headers: Record<string, string>) => Object.entries(headers).map(([key, value]) => ({ key, value }))

const isBuild = process.argv.includes('build')

const english = 'lib/kit/i18n/en'
const englishFiles = () =>
  readdirSync(english).flatMap((name) => (name.endsWith('.json') ? [`${english}/${name}`] : []))

const withTranslations = createNextIntlPlugin({
  requestConfig: './lib/server/next/intl.ts',
  experimental: {
    // Compiled in the build, so that the browser needs no parser for messages.
    messages: { path: './lib/kit/i18n', format: 'json', locales: 'infer', precompile: true },
    // Generates types of the arguments of each message. Not when the server starts, which may not write to its folder.
    createMessagesDeclaration: isBuild || process.argv.includes('typegen') ? englishFiles() : [],
  },
})

/** A password is chosen there. A route includes the routes below. */
const judgingRoutes = ['/v1/user', '/cms/user']
const judgingFiles = [
  './lib/token/strength-worker.mjs',
  // These packages have no `exports`, so Node loads their CommonJS files.
  './node_modules/@zxcvbn-ts/*/{package.json,dist/**/*.cjs}',
  './node_modules/fastest-levenshtein/{package.json,*.js}',
]

/** `npm run routes` writes these routes. */
const sheetRoutes = (existsSync('app/cms') ? readdirSync('app/cms') : []).flatMap((name) =>
  existsSync(`app/cms/${name}/import/route.ts`) ? [`/cms/${name}/import`] : [],
)
const sheetFiles = [
  './lib/kit/spreadsheet/*.mjs',
  './node_modules/{csv-parse,fflate,read-excel-file}/**/*.{js,cjs,mjs,json}',
]

/**
 * The library is larger than the rest of a function. A direct upload is processed in the callback of the storage, or by
 * the scheduler.
 */
const pictureRoutes = ['/cms/file', '/v1/file', '/api/uploadthing', '/api/cron', '/sandbox/uploadthing']
const pictureFiles = [
  './lib/file/picture-worker.mjs',
  './node_modules/sharp/{package.json,{dist,lib,src}/**/*.{js,cjs,mjs,json}}',
  './node_modules/@img/**/*',
  './node_modules/{detect-libc,semver}/**/*.{js,json}',
]

/** Shown, and packed for developers of clients. */
const sampleRoutes = ['/docs/guide', '/docs/samples']
const sampleFiles = ['./examples/{erp,mini-program}/**/*']

const filesOf = (routes: string[], files: string[]) => Object.fromEntries(routes.map((route) => [route, files]))

export default withTranslations({
  poweredByHeader: false,
  // The build replaces these. By the first, it leaves out code that a function never runs (lib/kit/database.ts).
  env: { BUILT_FOR_FUNCTIONS: isForFunctions ? '1' : '', BUILD_COMMIT: process.env.BUILD_COMMIT ?? '' },
  serverExternalPackages: isForFunctions ? neverBundled : [...neverBundled, ...ofServer],
  // Read at run time by path, so that tracing does not find them.
  outputFileTracingIncludes: {
    ...filesOf(judgingRoutes, judgingFiles),
    ...filesOf(sheetRoutes, sheetFiles),
    ...filesOf(pictureRoutes, pictureFiles),
    ...filesOf(sampleRoutes, sampleFiles),
  },
  headers: async () => [
    { source: '/:path*', headers: listed(securityHeaders) },
    // If several entries match, the last one applies.
    ...[`${clientInterface.prefix}/:path*`, '/_next/static/:path*', '/demo/:path*', '/files/:path*', '/icon.svg'].map(
      (source) => ({
        source,
        headers: listed(assetHeaders),
      }),
    ),
  ],
  // Streamed separately, the title of a reloaded page can be missing for the third of a second between two parts.
  htmlLimitedBots: /.*/,
  experimental: {
    // Used only if there is a cache, or was a build before: the first build of a clone takes less time without one.
    turbopackFileSystemCacheForBuild: ['.next/cache/turbopack', '.server/server.js'].some((path) => existsSync(path)),
    // No source maps: browsers get none, and neither our own server nor functions are started with them.
    ...(isBuild && { turbopackSourceMaps: false, turbopackInputSourceMaps: false }),
    ...(isBuild && !isForFunctions && { turbopackMinify: { server: false } }),
    // A module that several files load by `import()` is in a function once, and not once for each of them.
    ...(isForFunctions && { turbopackServerSideNestedAsyncChunking: true }),
    // A navigation without a connection waits on the page until it is back, and does not show the browser's error page.
    useOffline: true,
    // At the start, Next would load the code of all pages, which takes longer and keeps more memory than the rest of Next.
    preloadEntriesOnStart: false,
    // A script costs a millisecond or more on a slow computer; with 6 instead of 10 a group, scripts double in size.
    turbopackChunking: { clusters: [[/^\/admin/]], maxChunkCountPerGroup: 10 },
  },
  // `npm run check` checks the types, so that the first start of a clone does not wait for them.
  typescript: { ignoreBuildErrors: true },
  // Pictures are served without resizing: resizing on request would let any client use up processor time.
  images: { unoptimized: true },
} satisfies NextConfig)
