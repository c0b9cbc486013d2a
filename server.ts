import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { parseArgs } from 'node:util'
import next from 'next'
import { log } from '@/lib/api/log'
import { peerHeader } from '@/lib/api/request'
import { closeDatabase } from '@/lib/database'
import { type Env, EnvironmentError, env } from '@/lib/env'
import { startTimers } from '@/lib/job/timers'
import { beginStopping } from '@/lib/ready'

/** How long connections are still taken: what has been dialled but not yet accepted would be reset. */
const drainMilliseconds = 200

/** How long running requests may take to end once the process has been told to stop. */
const graceMilliseconds = 10_000

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Answers that Next would give as a bare 500: addresses that cannot be decoded, methods that nothing here has. */
function refuse(request: IncomingMessage, response: ServerResponse): boolean {
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
  const known = methods.has(request.method ?? '')
  if (known && path.startsWith('/') && isDecodable(path)) return false
  const [status, code, title] = known
    ? [400, 'invalid_request', 'The request is not valid']
    : [405, 'method_not_allowed', 'Method not allowed']
  const detail = known
    ? 'The address must begin with / and be validly percent-encoded.'
    : `${request.method} is not a method of this server.`
  const request_id = crypto.randomUUID()
  response.writeHead(status, {
    'content-type': 'application/problem+json',
    'cache-control': 'private, no-store',
    'x-request-id': request_id,
    ...(known ? {} : { allow: [...methods].join(', ') }),
  })
  response.end(JSON.stringify({ type: `/docs/errors#${code}`, title, status, detail, code, request_id }))
  request.resume()
  return true
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

async function serve({ PORT, HOST, BASE_URL, TRUST_PROXY, deployed }: Env, dev: boolean): Promise<void> {
  const server = createServer()
  const app = next({ dev, port: PORT, hostname: HOST, httpServer: server })
  await app.prepare()
  const handle = app.getRequestHandler()
  server.on('request', (request, response) => {
    if (refuse(request, response)) return
    // The only word on where the request comes from: whatever the client wrote there is overwritten.
    request.headers[peerHeader] = request.socket.remoteAddress ?? 'unknown'
    void handle(request, response)
  })
  // Longer than any proxy in front keeps an idle connection, so that none is reset while a request is on its way.
  server.keepAliveTimeout = 75_000
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(PORT, HOST, resolve))
  const stopTimers = startTimers()
  log().info({ host: HOST, port: PORT, base_url: BASE_URL }, 'listening')
  if (deployed && TRUST_PROXY === 0) {
    log().warn(
      'Limits count by the address that connects. Behind a proxy that is one for everybody: set TRUST_PROXY=1.',
    )
  }
  stopOn(['SIGINT', 'SIGTERM'], async () => {
    beginStopping()
    await new Promise((resolve) => setTimeout(resolve, drainMilliseconds))
    const ended = new Promise<void>((resolve) => server.close(() => resolve()))
    // A connection becomes idle when its last answer is out, and would then be kept for the next request.
    const sweep = setInterval(() => server.closeIdleConnections(), 50)
    const grace = setTimeout(() => server.closeAllConnections(), graceMilliseconds)
    await ended
    clearInterval(sweep)
    clearTimeout(grace)
    await stopTimers()
    await closeDatabase()
    log().info('stopped')
    log().flush()
  })
}

/** Runs `stop` on the first signal and exits after it; a second signal exits at once. */
function stopOn(signals: NodeJS.Signals[], stop: () => Promise<void>): void {
  let stopping = false
  for (const signal of signals) {
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${String(error)}\n`)
          process.exit(1)
        },
      )
    })
  }
}

const { values } = parseArgs({ options: { dev: { type: 'boolean', default: false } } })
try {
  await serve(env(), values.dev)
} catch (error) {
  const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  const sentence = inUse
    ? `Port ${env().PORT} is taken: stop what listens there, or set PORT to another.`
    : String(error)
  process.stderr.write(`${error instanceof EnvironmentError ? error.message : sentence}\n`)
  process.exit(1)
}
