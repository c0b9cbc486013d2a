import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { assetHeaders } from '@/lib/kit/api/run/security'
import { hasPlainHost, listenerOptions, pathOf } from './incoming'

const prefix = '/_next/static/'

type Handler = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/**
 * Returns a function that serves static files compressed by the build, which are smaller than Next's compression of
 * each response. The function returns false for requests to other paths. `otherwise` handles missing files.
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
    serveStatic({
      root: '.next/static',
      rewriteRequestPath: (path) => path.slice(prefix.length),
      precompressed: true,
    }),
  )
  app.notFound(({ env }) => {
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
