import type { NextConfig } from 'next'

const headers = [
  // Pages get a policy of their own from proxy.ts, which replaces this one; answers and files need nothing at all.
  { key: 'Content-Security-Policy', value: "default-src 'none'; frame-ancestors 'none'" },
  { key: 'Strict-Transport-Security', value: 'max-age=63072000; includeSubDomains' },
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), geolocation=(), microphone=(), payment=(), usb=()' },
]

export default {
  poweredByHeader: false,
  serverExternalPackages: ['@electric-sql/pglite', '@node-rs/argon2', 'pino'],
  // Read at run time by path, so nothing traces them.
  outputFileTracingIncludes: { '/*': ['./db/migrations/**'] },
  headers: async () => [{ source: '/:path*', headers }],
} satisfies NextConfig
