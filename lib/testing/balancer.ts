import { Agent, createServer, request } from 'node:http'

/** A load balancer in front of servers that may be replaced while it runs. */
export interface Balancer {
  origin: string
  stop(): Promise<void>
}

const pollMilliseconds = 50

/**
 * Starts a load balancer as operators use one: it sends requests in turns to the servers whose `/api/ready` is 200, and to
 * another one where a connection is refused, because nothing was accepted there.
 */
export async function startBalancer(origins: string[]): Promise<Balancer> {
  const servers = origins.map((origin) => ({
    ...hostOf(origin),
    isReady: false,
    agent: new Agent({ keepAlive: true }),
  }))
  const poll = setInterval(() => {
    for (const server of servers) {
      const { host, port } = server
      request({ host, port, path: '/api/ready' }, (answer) => {
        answer.resume()
        server.isReady = answer.statusCode === 200
      })
        .on('error', () => {
          server.isReady = false
        })
        .end()
    }
  }, pollMilliseconds)

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
            if ('code' in error && error.code === 'ECONNREFUSED') attempt(left - 1)
            else outgoing.writeHead(502).end()
          })
          .end(Buffer.concat(parts))
      }
      attempt(servers.length * 2)
    })
  })
  await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve))
  const bound = balancer.address()
  if (bound === null || typeof bound === 'string') throw new Error('the balancer has no port')
  return {
    origin: `http://127.0.0.1:${bound.port}`,
    stop() {
      clearInterval(poll)
      for (const { agent } of servers) agent.destroy()
      balancer.closeAllConnections()
      return new Promise((resolve) => balancer.close(() => resolve()))
    },
  }
}

function hostOf(origin: string) {
  const { hostname, port } = new URL(origin)
  return { host: hostname, port: Number(port) }
}
