import { createServer, connect as dial, type Socket } from 'node:net'

export interface TestPooler {
  url: string
  stop(): void
}

type Take = (letter: string, body: Buffer) => void

/** Calls `take` for each message of PostgreSQL's protocol: a letter, a length including its own four bytes, a body. */
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

/** One client at a time uses the connection, for one transaction. */
class ServerConnection {
  private readonly socket: Socket
  private client: { send(bytes: Buffer): void; done(): void } | undefined
  /** Not answered by the server yet. */
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

  /** `done` is called when the transaction of the client has ended. */
  use(client: { send(bytes: Buffer): void; done(): void }): void {
    this.client = client
  }

  /** `asks`: the number of queries in the data. */
  write(bytes: Buffer, asks: number): void {
    this.open += asks
    this.socket.write(bytes)
  }
}

const sslRequest = 80_877_103

/**
 * In transaction mode without prepared statements, like PgBouncer before 1.21. A transaction gets the connection that
 * was used last, which may lack the client's statements. The server must need no password.
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
