/// <reference types="vite/client" />
import type { RouteExports } from '@/lib/server/next/route'

/** By path, such as `/app/v1/order/[id]/route.ts`. */
export type RouteFiles = Readonly<Record<string, Pick<RouteExports, 'GET'>>>

/** Not in Next's build for our own server. Vite expands the glob in tests, `scripts/bundle.mjs` in the build. */
export const nativeRoutes: RouteFiles = import.meta.glob<RouteExports>(
  [
    '/app/v1/**/route.ts',
    '/app/cms/**/route.ts',
    '/app/files/**/route.ts',
    '/app/mcp/**/route.ts',
    '/app/api/cron/**/route.ts',
    '/app/api/health/**/route.ts',
    '/app/api/metrics/**/route.ts',
    '/app/api/ready/**/route.ts',
  ],
  { eager: true },
)
