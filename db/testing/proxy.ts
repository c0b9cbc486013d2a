import { createServer, connect as dial, type Socket } from 'node:net'
import { Transform } from 'node:stream'

/** Can cut connections or make them silent. */
export interface DatabaseProxy {
  url: string
  /** Refuses new connections until `restore`. */
  cut(): void
  /** Stops data: in open connections forever, in new ones until `restore`. */
  stall(): void
  /** Only in connections that are open now. */
  stallOpen(): void
  /** For new connections. Stalled connections stay silent. */
  restore(): void
  /** In all connections: how often a client sent data after an answer. */
  roundTrips(): number
  stop(): void
}

/** `latency_ms`: the delay of each answer. */
export async function startProxy(url: string, { latency_ms = 0 } = {}): Promise<DatabaseProxy> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let roundTrips = 0
  let state: 'up' | 'down' | 'silent' = 'up'
  const server = createServer((client) => {
    client.on('error', () => {})
    if (state === 'down') return client.destroy()
    sockets.add(client)
    client.on('close', () => sockets.delete(client))
    if (state === 'silent') return client.pause()
    const upstream = dial(Number(port), hostname)
    sockets.add(upstream)
    upstream.on('error', () => {}).on('close', () => sockets.delete(upstream) && client.destroy())
    client.on('close', () => upstream.destroy())
    let isAnswered = true
    const asked = new Transform({
      transform(chunk, _, done) {
        if (isAnswered) roundTrips++
        isAnswered = false
        done(null, chunk)
      },
    })
    const answered = new Transform({
      transform(chunk, _, done) {
        const forward = () => {
          isAnswered = true
          done(null, chunk)
        }
        if (latency_ms > 0) setTimeout(forward, latency_ms)
        else forward()
      },
    })
    client.pipe(asked).pipe(upstream)
    upstream.pipe(answered).pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the proxy has no port')
  const proxied = new URL(url)
  proxied.host = `127.0.0.1:${bound.port}`

  const cut = () => {
    state = 'down'
    for (const socket of sockets) socket.destroy()
  }
  const stallOpen = () => {
    for (const socket of sockets) socket.unpipe().pause()
  }
  return {
    url: proxied.href,
    cut,
    stallOpen,
    stall() {
      state = 'silent'
      stallOpen()
    },
    restore() {
      state = 'up'
    },
    roundTrips: () => roundTrips,
    stop() {
      cut()
      server.close()
    },
  }
}
