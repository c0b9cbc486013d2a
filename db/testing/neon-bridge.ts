import { connect } from 'node:net'
import { pipeline } from 'node:stream'
import { createWebSocketStream, WebSocketServer } from 'ws'

/** Each WebSocket of Neon's driver becomes a TCP connection. Set `neonConfig.wsProxy = () => address`. */
export async function startBridge(postgresUrl: string): Promise<{ address: string; stop(): Promise<void> }> {
  const { hostname, port } = new URL(postgresUrl)
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })

  server.on('connection', (socket) => {
    const stream = createWebSocketStream(socket)
    const database = connect({ host: hostname, port: Number(port || 5432), noDelay: true })
    // Either end may close at any time; the other one is then closed too. The driver reports errors.
    pipeline(stream, database, stream, () => socket.terminate())
  })
  await new Promise<void>((ready, failed) => server.once('listening', ready).once('error', failed))

  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the bridge has no port')
  return {
    address: `127.0.0.1:${address.port}`,
    stop: () =>
      new Promise((done) => {
        for (const client of server.clients) client.terminate()
        server.close(() => done())
      }),
  }
}
