import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import next from 'next'
import { filePace } from '@/lib/kit/api/run/body-stream'
import { log } from '@/lib/kit/api/run/log'
import { closeDatabase } from '@/lib/kit/database'
import { type Env, EnvironmentError, env } from '@/lib/kit/env'
import { endpoints, jobs } from '@/lib/server/endpoints'
import { startTimers } from '@/lib/server/jobs/timers'
import { builtAssets } from '@/lib/server/native/assets'
import {
  ignoreUpgrades,
  isUsualMethod,
  keepPeer,
  redirectToOwnName,
  redirectToPlain,
  refuseFromElsewhere,
  refuseMalformed,
  refuseMethod,
  refuseUnreadable,
  stampPeer,
} from '@/lib/server/native/incoming'
import { nativeMount } from '@/lib/server/native/mount'
import { stopOn } from '@/lib/server/native/stop'
import { beginShutdown, isShuttingDown } from '@/lib/server/ready'
import { updateEmbeddedDatabase } from '@/lib/server/update-database'

/**
 * How long the server still accepts connections after a signal: closing at once would reset those in the backlog.
 * Responses have `connection: close` meanwhile, so that clients send no further requests on theirs.
 */
const drainMilliseconds = 200
const drainTurns = 4

/**
 * How long running requests, jobs and work after responses may then take. Together with the drain about ten seconds, after
 * which `scripts/start.cjs` ends a server that does not come to this.
 */
const graceMilliseconds = 9_700

interface Options {
  dev: boolean
  /** How endpoints are mounted: on Node's server itself, or as the `route.ts` files of Next. */
  mount: 'native' | 'next'
}

async function serve({ PORT, HOST, BASE_URL, TRUST_PROXY, deployed }: Env, { dev, mount }: Options): Promise<void> {
  const server = createServer()
  const app = next({ dev, port: PORT, hostname: HOST, httpServer: server })
  if (!dev) ignoreUpgrades(server)
  await app.prepare()
  const handle = app.getRequestHandler()
  const native = nativeMount(endpoints, jobs)
  const assets = dev ? undefined : builtAssets(handle)
  server.on('connection', keepPeer)
  refuseUnreadable(server)
  server.on('request', (request, response) => {
    if (isShuttingDown()) response.setHeader('connection', 'close')
    if (refuseMalformed(request, response) || refuseFromElsewhere(request, response)) return
    if (redirectToPlain(request, response) || redirectToOwnName(request, response)) return
    stampPeer(request)
    // Next does not pass unusual methods to a route, so on both mounts the path refuses them here.
    const isUsual = isUsualMethod(request)
    if ((mount === 'native' || !isUsual) && native.serve(request, response)) return
    if (!isUsual) refuseMethod(request, response)
    else if (!assets?.(request, response)) void handle(request, response)
  })
  // Longer than the idle timeout of common proxies, so that a connection is not closed while a proxy sends a request.
  server.keepAliveTimeout = 75_000
  // Bodies have limits of their own; this one is for those that nobody reads, and longer than any.
  server.requestTimeout = filePace.total + filePace.idle
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(PORT, HOST, resolve))
  const stopTimers = startTimers()
  log().info({ host: HOST, port: PORT, base_url: BASE_URL }, 'listening')
  if (deployed && TRUST_PROXY === 0) {
    log().warn(
      'Limits count by the IP that connects. Behind a proxy, that is the same for all clients: set TRUST_PROXY=1.',
    )
  }
  stopOn(['SIGINT', 'SIGTERM'], async () => {
    beginShutdown()
    // Several short timers: after a long event-loop turn, a single one could fire before pending connections are accepted.
    for (let turn = 0; turn < drainTurns; turn++) {
      await new Promise((resolve) => setTimeout(resolve, drainMilliseconds / drainTurns))
    }
    const late = new Promise((resolve) => setTimeout(resolve, graceMilliseconds))
    const ended = new Promise((resolve) => server.close(resolve))
    // Connections become idle when their last response has been sent; keep-alive would keep them open.
    const sweep = setInterval(() => server.closeIdleConnections(), 50)
    await Promise.race([ended, late])
    clearInterval(sweep)
    server.closeAllConnections()
    await Promise.race([Promise.all([stopTimers(), native.settled()]).then(closeDatabase), late])
    log().info('stopped')
    log().flush()
  })
}

function options(): Options {
  const { values } = parseArgs({
    options: { dev: { type: 'boolean', default: false }, mount: { type: 'string' } },
  })
  // Only Next reloads files that change while it runs, so development uses its mount.
  const mount = values.mount ?? (values.dev ? 'next' : 'native')
  if (mount !== 'native' && mount !== 'next') throw new Error(`--mount ${mount} is not supported: use native or next.`)
  if (mount === 'next' && !values.dev && !existsSync('.next/server/app/v1'))
    throw new Error('This build has pages alone. For --mount next, build with BUILT_FOR_FUNCTIONS=1 npm run build.')
  return { dev: values.dev, mount }
}

try {
  updateEmbeddedDatabase()
  await serve(env(), options())
} catch (error) {
  const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  const sentence = inUse
    ? `Port ${env().PORT} is in use: stop the process that listens there, or set PORT to another.`
    : String(error)
  process.stderr.write(`${error instanceof EnvironmentError ? error.message : sentence}\n`)
  process.exit(1)
}
