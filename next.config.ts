import type { NextConfig } from 'next'
import createNextIntlPlugin from 'next-intl/plugin'

const headers = [
  // Pages get a policy of their own from proxy.ts, which replaces this one; answers and files need nothing at all.
  { key: 'Content-Security-Policy', value: "default-src 'none'; frame-ancestors 'none'" },
  { key: 'Strict-Transport-Security', value: 'max-age=63072000; includeSubDomains' },
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), geolocation=(), microphone=(), payment=(), usb=()' },
]

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
