import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { log } from '@/lib/kit/api/run/log'
import { assetHeaders } from '@/lib/kit/api/run/security'
import { env } from '@/lib/kit/env'
import { hasPlainHost, listenerOptions, pathOf } from './incoming'

const prefix = '/_next/static/'

type Handler = (incoming: IncomingMessage, outgoing: ServerResponse) => void

const folder = '.next/static'

const filesIn = (root: string) =>
  serveStatic<{ Bindings: HttpBindings }>({
    root,
    rewriteRequestPath: (path) => path.slice(prefix.length),
    precompressed: true,
  })

async function otherBuilds(): Promise<string[]> {
  const { BUILDS_DIR } = env()
  if (!BUILDS_DIR) return []
  const builds = await readdir(BUILDS_DIR).catch(() => [])
  return builds.map((build) => join(BUILDS_DIR, build, folder)).filter(existsSync)
}

/**
 * Files that the build has compressed better than Next would. Also of `BUILDS_DIR`, for pages of another server or from
 * before an upgrade. Returns false for other paths. `otherwise` handles missing files.
 */
export function builtAssets(otherwise: Handler): (...request: Parameters<Handler>) => boolean {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.get(
    `${prefix}*`,
    async (context, next) => {
      for (const [name, value] of Object.entries(assetHeaders)) context.header(name, value)
      // The file name contains a hash of the content.
      context.header('cache-control', 'public, max-age=31536000, immutable')
      await next()
    },
    filesIn(folder),
    async (context, next) => {
      for (const root of await otherBuilds()) {
        const found = await filesIn(root)(context, () => Promise.resolve())
        if (found) return found
      }
      return next()
    },
  )
  app.notFound(({ env }) => {
    // Of a build that no server has, such as in a page that was opened long ago.
    log().info({ path: pathOf(env.incoming).slice(0, 200) }, 'a page asks for a missing script or style')
    otherwise(env.incoming, env.outgoing)
    return RESPONSE_ALREADY_SENT
  })
  const listener = getRequestListener(app.fetch, listenerOptions)
  return (incoming, outgoing) => {
    const isRead = incoming.method === 'GET' || incoming.method === 'HEAD'
    if (!isRead || !pathOf(incoming).startsWith(prefix) || !hasPlainHost(incoming)) return false
    void listener(incoming, outgoing)
    return true
  }
}
