import { existsSync, readdirSync } from 'node:fs'
import type { NextConfig } from 'next'
import createNextIntlPlugin from 'next-intl/plugin'
import { clientInterface } from './lib/kit/api/endpoint/interface'
import { assetHeaders, securityHeaders } from './lib/kit/api/run/security'

/**
 * What `npm run build` makes (scripts/build.mjs). Functions are all that is deployed to Vercel: bundled whole, because their
 * size and first answer count. Our own server answers the interfaces itself and has its packages beside it: its build has
 * pages alone, leaves out of them what they need not contain, and does not minify what is never sent.
 */
const isForFunctions = Boolean(process.env.BUILT_FOR_FUNCTIONS)

/** Their native parts, or how they are loaded, forbid that they are bundled. */
const neverBundled = ['@node-rs/argon2', 'pino', 'prom-client', 'sharp']

/** Used on the server alone, and bundled for functions alone. */
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
  ...['bwip-js', 'csv-parse', 'csv-stringify', 'fflate', 'file-type', 'read-excel-file'],
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
    // Compiled in the build: the browser needs no parser for them.
    messages: { path: './lib/kit/i18n', format: 'json', locales: 'infer', precompile: true },
    // Types that know the arguments of each message. Not where the server starts: it may not write to its folder.
    createMessagesDeclaration: isBuild || process.argv.includes('typegen') ? englishFiles() : [],
  },
})

/** The routes where a password is chosen, and what the thread that judges it needs. A route stands for those below it, too. */
const judgingRoutes = ['/v1/user', '/cms/user']
const judgingFiles = [
  './lib/token/strength-worker.mjs',
  // These have no `exports`, so Node takes their CommonJS.
  './node_modules/@zxcvbn-ts/*/{package.json,dist/**/*.cjs}',
  './node_modules/fastest-levenshtein/{package.json,*.js}',
]

/** The routes that read a spreadsheet, and what the thread that reads it needs. */
const sheetRoutes = ['/cms/product/import', '/cms/order/import']
const sheetFiles = [
  './lib/kit/spreadsheet/reader-worker.mjs',
  './node_modules/{csv-parse,fflate,read-excel-file}/**/*.{js,cjs,mjs,json}',
]

/**
 * The routes of files, and the library for pictures, which is larger than all the rest of a function. Files that browsers
 * upload to the storage themselves are processed in its callback, or by the scheduler.
 */
const pictureRoutes = ['/cms/file', '/v1/file', '/api/uploadthing', '/api/cron', '/sandbox/uploadthing']
const pictureFiles = [
  './lib/file/picture-worker.mjs',
  './node_modules/sharp/{package.json,{dist,lib,src}/**/*.{js,cjs,mjs,json}}',
  './node_modules/@img/**/*',
  './node_modules/{detect-libc,semver}/**/*.{js,json}',
]

const filesOf = (routes: string[], files: string[]) => Object.fromEntries(routes.map((route) => [route, files]))

export default withTranslations({
  poweredByHeader: false,
  // Known to the build, which leaves out what a function of Vercel never does (lib/kit/database.ts).
  env: { BUILT_FOR_FUNCTIONS: isForFunctions ? '1' : '' },
  serverExternalPackages: isForFunctions ? neverBundled : [...neverBundled, ...ofServer],
  // Read at run time by path, so nothing traces them.
  outputFileTracingIncludes: {
    ...filesOf(judgingRoutes, judgingFiles),
    ...filesOf(sheetRoutes, sheetFiles),
    ...filesOf(pictureRoutes, pictureFiles),
  },
  headers: async () => [
    { source: '/:path*', headers: listed(securityHeaders) },
    // Of several that match, the last one counts.
    ...[`${clientInterface.prefix}/:path*`, '/_next/static/:path*', '/demo/:path*', '/files/:path*', '/icon.svg'].map(
      (source) => ({
        source,
        headers: listed(assetHeaders),
      }),
    ),
  ],
  // Titles come with the page for browsers, too. In a stream of its own, which is for bots that do not wait, the title of
  // a page that is read again can be missing for the third of a second that React keeps between two parts.
  htmlLimitedBots: /.*/,
  // A demonstration that was written when its pictures were drawings has their old names.
  redirects: async () => [{ source: '/demo/:name.svg', destination: '/demo/:name.webp', permanent: true }],
  experimental: {
    // Kept where there was a build before: the first one of a clone takes a third less time without it.
    turbopackFileSystemCacheForBuild: existsSync('.server/server.js'),
    // Nothing reads them: browsers get none, and neither our own server nor functions are started with source maps.
    ...(isBuild && { turbopackSourceMaps: false, turbopackInputSourceMaps: false }),
    ...(isBuild && !isForFunctions && { turbopackMinify: { server: false } }),
    // A navigation without a connection waits for it on the page, instead of leaving for the browser's page of errors.
    useOffline: true,
    // Few and large scripts: on a weak machine each costs a millisecond or more, however small. Sizes are of source text.
    turbopackChunking: {
      clusters: [[/^\/admin/]],
      minChunkSize: 200_000,
      maxChunkCountPerGroup: 6,
      maxMergeChunkSize: 600_000,
    },
  },
  // `npm run check` judges types, so that the first start of a clone does not wait for it.
  typescript: { ignoreBuildErrors: true },
  // Pictures are served as they are: resizing them for anybody who asks would cost processor time.
  images: { unoptimized: true },
} satisfies NextConfig)
