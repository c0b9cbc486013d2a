import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { parseAccept } from 'hono/utils/accept'
import type { Endpoint } from '@/lib/api/endpoint'
import { problem } from '@/lib/api/problem'
import type { Later } from '@/lib/api/record'
import { type Answer, problemAnswer, responseOf } from '@/lib/api/response'
import { securityHeaders } from '@/lib/api/security'
import { addressBook } from './addresses'
import { pathOf } from './incoming'

export interface NativeMount {
  /** Answers the request if its address is one of ours; false: it is for somebody else. */
  serve(incoming: IncomingMessage, outgoing: ServerResponse): boolean
  /** Resolves when the work that goes on after answers has ended. */
  settled(): Promise<unknown>
}

/**
 * Mounts endpoints on Node's own server, without a framework in between: the same answers as by their `route.ts`, at a
 * fraction of the cost. `interfaces` are those below whose prefix nothing else lives, so that an unknown address there is
 * `not_found`; `others` have their addresses only.
 */
export function nativeMount(interfaces: readonly Endpoint[], others: readonly Endpoint[]): NativeMount {
  const find = addressBook(interfaces, others)
  const running = new Set<Promise<unknown>>()
  const later: Later = (work) => {
    const done = work().finally(() => running.delete(done))
    running.add(done)
  }
  return {
    serve(incoming, outgoing) {
      const found = find(incoming.method ?? 'GET', pathOf(incoming))
      if (!found) return false
      const answer = async (request: Request) => {
        await send(await found.address(request, found.params, later), incoming, outgoing)
        return RESPONSE_ALREADY_SENT
      }
      void getRequestListener(answer, options)(incoming, outgoing)
      return true
    },
    settled: () => Promise.all(running),
  }
}

const options = {
  // Next runs in this process, too, and wants Node's own Request and Response.
  overrideGlobalObjects: false,
  // HTTP/1.0 knows no Host; what we answer does not depend on it.
  hostname: 'localhost',
  errorHandler: () =>
    responseOf(problemAnswer(problem('invalid_request', { detail: 'The Host header is not valid.' }), randomUUID())),
}

const packed = promisify(gzip)

/** From this size on, compressing is worth it; the same as Next's. */
const worthPacking = 1_024

async function send({ status, body, headers }: Answer, incoming: IncomingMessage, outgoing: ServerResponse) {
  if (body === null) {
    outgoing.writeHead(status, { ...securityHeaders, ...headers }).end()
    return
  }
  const packing = body.length >= worthPacking && takesGzip(incoming)
  const bytes = packing ? await packed(body) : body
  outgoing
    .writeHead(status, {
      ...securityHeaders,
      ...headers,
      vary: headers.vary ? `${headers.vary}, Accept-Encoding` : 'Accept-Encoding',
      'content-length': Buffer.byteLength(bytes),
      ...(packing && { 'content-encoding': 'gzip' }),
    })
    .end(bytes)
}

function takesGzip({ headers }: IncomingMessage): boolean {
  const accepted = headers['accept-encoding']
  return typeof accepted === 'string' && parseAccept(accepted).some(({ type, q }) => type === 'gzip' && q > 0)
}
