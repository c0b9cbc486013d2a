import { createServer, connect as dial, type Socket } from 'node:net'

/** A running connection pooler in front of a database server. */
export interface TestPooler {
  /** The URL of the same database through the pooler. */
  url: string
  stop(): void
}

type Take = (letter: string, body: Buffer) => void

/**
 * Returns a function that receives the bytes of a stream and calls `take` for each message of PostgreSQL's protocol. A
 * message consists of a letter, a length, and a body. The length includes its own four bytes.
 */
function messages(take: Take): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0)
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      const end = 1 + rest.readUInt32BE(1)
      const message = rest.subarray(0, end)
      rest = rest.subarray(end)
      take(message.toString('latin1', 0, 1), message.subarray(5))
    }
  }
}

/** A connection to the database server. One client at a time uses the connection, for one transaction. */
class ServerConnection {
  private readonly socket: Socket
  private client: { send(bytes: Buffer): void; done(): void } | undefined
  /** The number of queries that the database server has not answered yet. */
  private open = 1

  constructor(hostname: string, port: number, startup: Buffer, keep: (socket: Socket) => void) {
    this.socket = dial(port, hostname)
    keep(this.socket)
    this.socket.write(startup)
    const look = messages((letter, body) => {
      if (letter !== 'Z') return
      this.open--
      if (this.open === 0 && body.toString() === 'I') this.client?.done()
    })
    this.socket.on('data', (bytes: Buffer) => {
      this.client?.send(bytes)
      look(bytes)
    })
    this.socket.on('close', () => this.client?.send(Buffer.alloc(0)))
  }

  /** Gives the connection to a client. `done` is called when the transaction of the client has ended. */
  use(client: { send(bytes: Buffer): void; done(): void }): void {
    this.client = client
  }

  /** Sends data of a client to the database server. `asks`: the number of queries in the data. */
  write(bytes: Buffer, asks: number): void {
    this.open += asks
    this.socket.write(bytes)
  }
}

const sslRequest = 80_877_103

/**
 * Starts a pooler in transaction mode that does not keep prepared statements, like PgBouncer before 1.21 or with
 * `max_prepared_statements = 0`. Each transaction gets the connection that was used last, by any client, so the
 * connection may lack the statements that the client has prepared. Only for database servers that accept connections
 * without a password.
 */
export async function startForgetfulPooler(url: string): Promise<TestPooler> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  const resting: ServerConnection[] = []
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }

  const pooler = createServer((client) => {
    keep(client)
    let startup: Buffer | undefined
    let current: ServerConnection | undefined
    const take = (server: ServerConnection) => {
      current = server
      server.use({
        send: (bytes) => client.write(bytes),
        done() {
          current = undefined
          resting.push(server)
        },
      })
      return server
    }
    let asks = 0
    const count = messages((letter) => {
      if (letter === 'Q' || letter === 'S') asks++
    })
    client.on('data', (bytes: Buffer) => {
      if (!startup) {
        if (bytes.readUInt32BE(4) === sslRequest) return client.write('N')
        startup = bytes
        // The greeting comes from a new connection to the server, which all clients share afterwards.
        take(new ServerConnection(hostname, Number(port), startup, keep))
        return
      }
      if (bytes.toString('latin1', 0, 1) === 'X') return client.end()
      asks = 0
      count(bytes)
      const server = current ?? take(resting.pop() ?? new ServerConnection(hostname, Number(port), startup, keep))
      server.write(bytes, asks)
    })
  })
  await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve))
  const bound = pooler.address()
  if (bound === null || typeof bound === 'string') throw new Error('the pooler has no port')
  const pooled = new URL(url)
  pooled.host = `127.0.0.1:${bound.port}`
  return {
    url: pooled.href,
    stop() {
      for (const socket of sockets) socket.destroy()
      pooler.close()
    },
  }
}
