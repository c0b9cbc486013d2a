import '@/lib/server/next/environment'
import '@/lib/server/assembly'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { parseAccept } from 'hono/utils/accept'
import type { WaitUntil } from '@/lib/kit/api/run/recorder'
import type { Answer } from '@/lib/kit/api/run/response'
import { securityHeaders } from '@/lib/kit/api/run/security'
import { hasPlainHost, listenerOptions, pathOf } from './incoming'
import { router } from './router'
import type { RouteFiles } from './tree'

export interface NativeMount {
  /** false: no route file has this path, and nothing was sent. */
  serve(incoming: IncomingMessage, outgoing: ServerResponse): boolean
  /** Work that continues after responses. */
  settled(): Promise<unknown>
}

/** Without Next: equal responses at a fraction of the cost. */
export function nativeMount(files: RouteFiles): NativeMount {
  const find = router(files)
  const running = new Set<Promise<unknown>>()
  const waitUntil: WaitUntil = (work) => {
    const done = work().finally(() => running.delete(done))
    running.add(done)
  }
  return {
    serve(incoming, outgoing) {
      const found = find(incoming.method ?? 'GET', pathOf(incoming))
      if (!found) return false
      // Browsers do not send such a host. It does not fit into the URL of a `Request`.
      if (!hasPlainHost(incoming)) incoming.headers.host = listenerOptions.hostname
      const answer = async (request: Request) => {
        await send(await found.handler(request, found.params, waitUntil), incoming, outgoing)
        return RESPONSE_ALREADY_SENT
      }
      void getRequestListener(answer, listenerOptions)(incoming, outgoing)
      return true
    },
    settled: () => Promise.all(running),
  }
}

const compress = promisify(gzip)

/** In bytes, as in Next. */
const minCompressedSize = 1_024

/** In characters. At most half a millisecond; in the thread pool, the body would wait for other work. */
const maxSyncSize = 32 * 1_024

async function send({ status, body, headers }: Answer, incoming: IncomingMessage, outgoing: ServerResponse) {
  // Refused before the body has arrived: the rest is not read, so no further request can follow on this connection.
  if (!incoming.complete && hasBody(incoming)) headers.connection = 'close'
  if (headers['content-type']) headers.vary = headers.vary ? `${headers.vary}, Accept-Encoding` : 'Accept-Encoding'
  if (body === null) {
    outgoing.writeHead(status, headerList(headers)).end()
    return
  }
  if (body instanceof ReadableStream) {
    outgoing.writeHead(status, headerList(headers))
    // If the client has disconnected or the stream failed, the connection just ends; the source has logged its error.
    await pipeline(body, outgoing).catch(() => undefined)
    return
  }
  const isCompressed = body.length >= minCompressedSize && acceptsGzip(incoming)
  const bytes = !isCompressed ? body : body.length <= maxSyncSize ? gzipSync(body) : await compress(body)
  if (isCompressed) headers['content-encoding'] = 'gzip'
  headers['content-length'] = String(Buffer.byteLength(bytes))
  outgoing.writeHead(status, headerList(headers)).end(bytes)
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const security = Object.entries(securityHeaders)

/** Alternating names and values: a merged object would use more memory than the rest of a response. */
function headerList(headers: Record<string, string>): string[] {
  const list: string[] = []
  for (const [name, value] of security) if (!(name in headers)) list.push(name, value)
  for (const name in headers) list.push(name, headers[name] ?? '')
  return list
}

function acceptsGzip({ headers }: IncomingMessage): boolean {
  const accepted = headers['accept-encoding']
  return typeof accepted === 'string' && parseAccept(accepted).some(({ type, q }) => type === 'gzip' && q > 0)
}
