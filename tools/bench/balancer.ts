import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { onEnd } from './cleanup'

/** Starts a load balancer that distributes connections round robin; returns its URL. */
export async function startBalancer(urls: string[]): Promise<string> {
  const ports = urls.map((url) => Number(new URL(url).port))
  const open = new Set<Socket>()
  let turn = 0
  const balancer = createServer((client) => {
    const server = connect(ports[turn++ % ports.length] ?? 0, '127.0.0.1')
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      open.add(from)
      from.setNoDelay()
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        open.delete(from)
        to.destroy()
      })
    }
  })
  balancer.listen(0, '127.0.0.1')
  await once(balancer, 'listening')
  onEnd(async () => {
    for (const socket of open) socket.destroy()
    balancer.close()
  })
  const listening = balancer.address()
  if (listening === null || typeof listening === 'string') throw new Error('the balancer has no port')
  return `http://127.0.0.1:${listening.port}`
}
