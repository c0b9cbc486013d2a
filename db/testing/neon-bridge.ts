import { connect } from 'node:net'
import { pipeline } from 'node:stream'
import { createWebSocketStream, WebSocketServer } from 'ws'

/**
 * Lets Neon's driver, which speaks PostgreSQL's protocol over a WebSocket, reach an ordinary PostgreSQL: every
 * WebSocket becomes one TCP connection, bytes go both ways. The driver is told to come here by
 * `neonConfig.wsProxy = () => address` and sends no more than the path of that address; whatever it asks for, the
 * connection goes to the given server and nowhere else.
 */
export async function startBridge(postgresUrl: string): Promise<{ address: string; stop(): Promise<void> }> {
  const { hostname, port } = new URL(postgresUrl)
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })

  server.on('connection', (socket) => {
    const stream = createWebSocketStream(socket)
    const database = connect({ host: hostname, port: Number(port || 5432), noDelay: true })
    // Either end may go away at any time, so do both: errors are the driver's to report.
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
