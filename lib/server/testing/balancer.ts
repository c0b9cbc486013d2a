import { Agent, createServer, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/** The servers may be replaced meanwhile. */
export interface Balancer {
  origin: string
  /** When all servers get requests. */
  allReady(): Promise<void>
  stop(): Promise<void>
}

const pollMilliseconds = 50

/**
 * In turn, if `/api/ready` is 200. Goes on to another server if the connection was refused, or a repeatable request got
 * no response. 502 if none is left.
 */
export async function startBalancer(origins: string[]): Promise<Balancer> {
  const servers = origins.map((origin) => ({
    ...hostOf(origin),
    isReady: false,
    agent: new Agent({ keepAlive: true }),
  }))
  let isStopped = false
  const watch = async (server: (typeof servers)[number]) => {
    while (!isStopped) {
      server.isReady = await isReady(server)
      await wait(pollMilliseconds)
    }
  }
  const watching = Promise.all(servers.map(watch))

  let turn = 0
  const balancer = createServer((incoming, outgoing) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('end', () => {
      const attempt = (left: number) => {
        const ready = servers.filter(({ isReady }) => isReady)
        const server = ready[turn++ % ready.length]
        if (!server || left === 0) return outgoing.writeHead(502).end()
        const { host, port, agent } = server
        const { method, url: path, headers } = incoming
        request({ host, port, agent, method, path, headers }, (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(outgoing)
        })
          .on('error', (error) => {
            const isRepeatable = method === 'GET' || headers['idempotency-key'] !== undefined
            const isRefused = 'code' in error && error.code === 'ECONNREFUSED'
            if (isRefused || (isRepeatable && !outgoing.headersSent)) attempt(left - 1)
            else outgoing.writeHead(502).end()
          })
          .end(Buffer.concat(parts))
      }
      attempt(servers.length * 2)
    })
  })
  // Node closes idle connections after 5 seconds: a client may send a request over one at that moment.
  balancer.keepAliveTimeout = 0
  await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve))
  const bound = balancer.address()
  if (bound === null || typeof bound === 'string') throw new Error('the balancer has no port')
  return {
    origin: `http://127.0.0.1:${bound.port}`,
    async allReady() {
      while (!servers.every((server) => server.isReady)) await wait(pollMilliseconds)
    },
    async stop() {
      isStopped = true
      await watching
      for (const { agent } of servers) agent.destroy()
      balancer.closeAllConnections()
      await new Promise((resolve) => balancer.close(resolve))
    },
  }
}

const isReady = ({ host, port }: { host: string; port: number }): Promise<boolean> =>
  fetch(`http://${host}:${port}/api/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

function hostOf(origin: string) {
  const { hostname, port } = new URL(origin)
  return { host: hostname, port: Number(port) }
}
