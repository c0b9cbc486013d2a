import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import next from 'next'
import { z } from 'zod'
import { filePace } from '@/lib/kit/api/run/body-stream'
import { log, logRefusal } from '@/lib/kit/api/run/log'
import { build } from '@/lib/kit/build'
import { closeDatabase } from '@/lib/kit/database'
import { type Env, EnvironmentError, env } from '@/lib/kit/env'
import { startTimers } from '@/lib/server/jobs/timers'
import { builtAssets } from '@/lib/server/native/assets'
import { checkStart } from '@/lib/server/native/checks'
import {
  cutLongHeaders,
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
import { endConnections, stopOn } from '@/lib/server/native/stop'
import { nativeRoutes } from '@/lib/server/native/tree'
import { beginShutdown, isShuttingDown } from '@/lib/server/ready'
import { updateEmbeddedDatabase } from '@/lib/server/update-database'

/** After a signal. `scripts/start.cjs` kills a server that takes longer than about ten seconds. */
const graceMilliseconds = 9_700

interface Options {
  dev: boolean
  /** Node's server itself, or the `route.ts` files of Next. */
  mount: 'native' | 'next'
}

async function serve({ PORT, HOST, BASE_URL, TRUST_PROXY, deployed }: Env, { dev, mount }: Options): Promise<void> {
  const server = createServer()
  if (!dev) provideConfiguration()
  const app = next({ dev, port: PORT, hostname: HOST, httpServer: server })
  if (!dev) ignoreUpgrades(server)
  await app.prepare()
  const handle = app.getRequestHandler()
  const native = nativeMount(nativeRoutes)
  const assets = dev ? undefined : builtAssets(handle)
  server.on('connection', keepPeer)
  refuseUnreadable(server)
  server.on('request', (request, response) => {
    if (isShuttingDown()) response.setHeader('connection', 'close')
    if (refuseMalformed(request, response) || refuseFromElsewhere(request, response)) return
    if (redirectToPlain(request, response) || redirectToOwnName(request, response)) return
    stampPeer(request)
    cutLongHeaders(request)
    // Next does not pass unusual methods to a route, so with both mounts they are refused here by the path.
    const isUsual = isUsualMethod(request)
    if ((mount === 'native' || !isUsual) && native.serve(request, response)) return
    if (!isUsual) refuseMethod(request, response)
    else if (!assets?.(request, response)) void handle(request, response)
  })
  // Longer than the idle timeout of common proxies, so that a connection is not closed while a proxy sends a request.
  server.keepAliveTimeout = 75_000
  // Only for bodies that are not read, and longer than the limits of those that are.
  server.requestTimeout = filePace.total + filePace.idle
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(PORT, HOST, resolve))
  const stopTimers = startTimers()
  log().info({ ...build, host: HOST, port: PORT, base_url: BASE_URL }, 'listening')
  if (deployed && TRUST_PROXY === 0) {
    log().warn(
      'Limits count by the IP that connects. Behind a proxy, that is the same for all clients: set TRUST_PROXY=1.',
    )
  }
  stopOn(['SIGINT', 'SIGTERM'], async () => {
    const late = new Promise((resolve) => setTimeout(resolve, graceMilliseconds))
    await Promise.race([endConnections(server, beginShutdown), late])
    server.closeAllConnections()
    await Promise.race([Promise.all([stopTimers(), native.settled()]).then(closeDatabase), late])
    log().info('stopped')
    log().flush()
  })
}

/** As in Next's standalone output: else Next would compile `next.config.ts` at each start, which an image cannot. */
function provideConfiguration(): void {
  const { config } = z
    .object({ config: z.looseObject({}) })
    .parse(JSON.parse(readFileSync('.next/required-server-files.json', 'utf8')))
  // A build on Vercel turns compression off, because its network compresses.
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify({ ...config, compress: true })
}

function options(): Options {
  const { values } = parseArgs({
    options: { dev: { type: 'boolean', default: false }, mount: { type: 'string' } },
  })
  // Only Next reloads changed files while it runs, so development uses its mount.
  const mount = values.mount ?? (values.dev ? 'next' : 'native')
  if (mount !== 'native' && mount !== 'next') throw new Error(`--mount ${mount} is not supported: use native or next.`)
  if (mount === 'next' && !values.dev && !existsSync('.next/server/app/v1'))
    throw new Error('This build has pages alone. For --mount next, build with BUILT_FOR_FUNCTIONS=1 npm run build.')
  return { dev: values.dev, mount }
}

/** One sentence for each reason. */
function reasonsOf(error: unknown): string[] {
  if (error instanceof EnvironmentError) return error.sentences
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return [`Port ${env().PORT} is in use: stop the process that listens there, or set PORT to another.`]
  return [`The shop cannot start: ${String(error)}`]
}

try {
  const [variables, given] = [env(), options()]
  updateEmbeddedDatabase()
  await checkStart()
  await serve(variables, given)
} catch (error) {
  logRefusal(reasonsOf(error))
  process.exit(1)
}
