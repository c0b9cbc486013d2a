import type { Pool, PoolClient } from 'pg'
import type { Run, Statement } from './run'

interface PipelinedConnection {
  client: PoolClient | undefined
  opening: Promise<PoolClient> | undefined
  /** Statements that were sent and have no result yet. */
  pending: number
  /** Whether a statement was sent since the last check. */
  used: boolean
}

interface Waiting {
  statement: Statement
  resolve(values: never[]): void
  reject(error: unknown): void
}

const idleMilliseconds = 10_000

/** How many statements are sent on one connection without a result. More would wait while another connection is idle. */
const depth = 4

/** With a callback, because a promise at every layer is most of the cost of a small query. */
function sendQuery<Value>(
  client: PoolClient,
  { name, text, values }: Statement,
  done: (error: Error | undefined, values: Value[]) => void,
): void {
  client.query<[Value]>({ name, text, values, rowMode: 'array' }, (error: Error | undefined, result) =>
    done(error, error ? [] : result.rows.map(([value]) => value)),
  )
}

/** Sends a statement on a client; resolves with the one column of every row. */
export const send = <Value>(client: PoolClient, statement: Statement): Promise<Value[]> =>
  new Promise((resolve, reject) => {
    sendQuery<Value>(client, statement, (error, values) => (error ? reject(error) : resolve(values)))
  })

/**
 * A few connections of a pool, shared by all short statements: in pipeline mode, statements are sent without waiting for
 * earlier results, so connections need not be checked out for each. A statement waits for those sent before it on its
 * connection, so this is for short ones, and at most {@link depth} are sent ahead; the rest wait for the first free
 * connection. A connection that is unused for a while returns to the pool.
 */
export function pipelinedPool(pool: Pool, count: number): { run: Run; close(): void } {
  const connections = Array.from(
    { length: count },
    (): PipelinedConnection => ({ client: undefined, opening: undefined, pending: 0, used: false }),
  )

  const release = (connection: PipelinedConnection, error?: Error) => {
    const { client } = connection
    connection.client = undefined
    client?.removeAllListeners('error').release(error)
  }
  const open = (connection: PipelinedConnection) => {
    connection.opening ??= pool
      .connect()
      .then((client) => {
        connection.client = client
        // Pending statements are rejected with the connection; the next statement opens another.
        return client.on('error', (error) => release(connection, error))
      })
      .finally(() => {
        connection.opening = undefined
      })
    return connection.opening
  }
  const sweep = setInterval(() => {
    for (const connection of connections) {
      if (connection.pending === 0 && !connection.used) release(connection)
      connection.used = false
    }
  }, idleMilliseconds).unref()

  const waiting: Waiting[] = []
  const start = (connection: PipelinedConnection, { statement, resolve, reject }: Waiting) => {
    const go = (client: PoolClient) =>
      sendQuery<never>(client, statement, (error, values) => {
        connection.pending--
        if (error) reject(error)
        else resolve(values)
        const next = waiting.shift()
        if (next) start(connection, next)
      })
    connection.pending++
    connection.used = true
    if (connection.client) go(connection.client)
    else {
      open(connection).then(go, (error: unknown) => {
        connection.pending--
        reject(error)
        // All waiting statements fail at once, rather than each waiting for another attempt to connect.
        for (const item of waiting.splice(0)) item.reject(error)
      })
    }
  }

  return {
    run: (statement) =>
      new Promise((resolve, reject) => {
        const connection = connections.reduce((best, other) => (other.pending < best.pending ? other : best))
        const queued = { statement, resolve, reject }
        if (connection.pending < depth) start(connection, queued)
        else waiting.push(queued)
      }),
    close() {
      clearInterval(sweep)
      for (const connection of connections) release(connection)
    },
  }
}
