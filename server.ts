import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import next from 'next'
import { log } from '@/lib/api/log'
import { closeDatabase } from '@/lib/database'
import { endpoints, jobs } from '@/lib/endpoints'
import { type Env, EnvironmentError, env } from '@/lib/env'
import { startTimers } from '@/lib/job/timers'
import { builtAssets } from '@/lib/native/assets'
import { refuseMalformed, stampPeer } from '@/lib/native/incoming'
import { nativeMount } from '@/lib/native/mount'
import { beginStopping, isStopping } from '@/lib/ready'

/**
 * How long connections are still taken: what has been dialled but not yet accepted would be reset. Answers tell their
 * clients meanwhile to send nothing more on theirs, which would be reset as well.
 */
const drainMilliseconds = 200
const drainTurns = 4

/** How long what runs, jobs and work after answers included, may then take to end: ten seconds in all. */
const graceMilliseconds = 9_700

interface Options {
  dev: boolean
  /** Who answers at the addresses of the endpoints: Node's server itself, or the `route.ts` files through Next. */
  mount: 'native' | 'next'
}

async function serve({ PORT, HOST, BASE_URL, TRUST_PROXY, deployed }: Env, { dev, mount }: Options): Promise<void> {
  const server = createServer()
  const app = next({ dev, port: PORT, hostname: HOST, httpServer: server })
  await app.prepare()
  const handle = app.getRequestHandler()
  const native = mount === 'native' ? nativeMount(endpoints, jobs) : undefined
  const assets = dev ? undefined : builtAssets(handle)
  server.on('request', (request, response) => {
    if (isStopping()) response.setHeader('connection', 'close')
    if (refuseMalformed(request, response)) return
    stampPeer(request)
    if (native?.serve(request, response) || assets?.(request, response)) return
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
    // In several turns: after a long one, a single timer would be due before what has been dialled meanwhile is accepted.
    for (let turn = 0; turn < drainTurns; turn++) {
      await new Promise((resolve) => setTimeout(resolve, drainMilliseconds / drainTurns))
    }
    const late = new Promise((resolve) => setTimeout(resolve, graceMilliseconds))
    const ended = new Promise((resolve) => server.close(resolve))
    // A connection becomes idle when its last answer is out, and would then be kept for the next request.
    const sweep = setInterval(() => server.closeIdleConnections(), 50)
    await Promise.race([ended, late])
    clearInterval(sweep)
    server.closeAllConnections()
    await Promise.race([Promise.all([stopTimers(), native?.settled()]).then(closeDatabase), late])
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

function options(): Options {
  const { values } = parseArgs({
    options: { dev: { type: 'boolean', default: false }, mount: { type: 'string' } },
  })
  // What is edited while it runs is seen by Next alone: this bundle is made once.
  const mount = values.mount ?? (values.dev ? 'next' : 'native')
  if (mount !== 'native' && mount !== 'next') throw new Error(`--mount ${mount}: it is native or next.`)
  return { dev: values.dev, mount }
}

try {
  await serve(env(), options())
} catch (error) {
  const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  const sentence = inUse
    ? `Port ${env().PORT} is taken: stop what listens there, or set PORT to another.`
    : String(error)
  process.stderr.write(`${error instanceof EnvironmentError ? error.message : sentence}\n`)
  process.exit(1)
}
