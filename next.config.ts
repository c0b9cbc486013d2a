import type { NextConfig } from 'next'
import createNextIntlPlugin from 'next-intl/plugin'
import { securityHeaders } from './lib/api/security'

const headers = Object.entries(securityHeaders).map(([key, value]) => ({ key, value }))

const withTranslations = createNextIntlPlugin({
  requestConfig: './lib/next/intl.ts',
  // Compiled in the build: the browser needs no parser for them.
  experimental: { messages: { path: './lib/i18n', format: 'json', locales: 'infer', precompile: true } },
})

export default withTranslations({
  poweredByHeader: false,
  serverExternalPackages: ['@electric-sql/pglite', '@node-rs/argon2', 'pino'],
  // Read at run time by path, so nothing traces them.
  outputFileTracingIncludes: { '/*': ['./db/migrations/**'] },
  headers: async () => [{ source: '/:path*', headers }],
} satisfies NextConfig)
