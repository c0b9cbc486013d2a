import type { Server } from 'node:http'
import net from 'node:net'

/** Milliseconds: a process and its start script may both receive the signal. */
const sameSignal = 500

/** Code 1 if `stop` fails. A second signal exits immediately, unless within `sameSignal`. */
export function stopOn(signals: NodeJS.Signals[], stop: () => Promise<void>): void {
  let began: number | undefined
  for (const signal of signals) {
    process.on(signal, () => {
      if (began !== undefined) {
        if (performance.now() - began > sameSignal) process.exit(1)
        return
      }
      began = performance.now()
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

/** Milliseconds: a turn of the event loop in which nothing happened takes less. */
const shortTurn = 0.2
const longestSearch = 200

/** Milliseconds without a request, after which a proxy probably sends none on the connections that it keeps. */
const quiet = 500
const sweepInterval = 50

/** Resolves in a short turn of the event loop, after the connections that had arrived before it were accepted. */
async function nextShortTurn(): Promise<void> {
  const end = performance.now() + longestSearch
  for (let began = performance.now(), length = shortTurn; length >= shortTurn && began < end; ) {
    await new Promise((resolve) => setImmediate(resolve))
    length = performance.now() - began
    began += length
  }
}

/**
 * Stops a server without losing requests of proxies that keep their connections. The port is closed first, in a short
 * turn: the system resets connections that are not accepted by then, and a proxy that keeps connections opens few. From
 * then on, `onClosed` has each response close its connection. Idle connections are closed after half a second without a
 * request, because one on its way would be lost. Resolves when no connection is left.
 */
export async function endConnections(server: Server, onClosed: () => void): Promise<void> {
  await nextShortTurn()
  // Not by `close` of HTTP servers, which closes idle connections at once.
  const ended = new Promise((resolve) => net.Server.prototype.close.call(server, resolve))
  onClosed()
  let last = performance.now()
  server.prependListener('request', () => {
    last = performance.now()
  })
  const sweep = setInterval(() => {
    if (performance.now() - last > quiet) server.closeIdleConnections()
  }, sweepInterval)
  await ended
  clearInterval(sweep)
}
