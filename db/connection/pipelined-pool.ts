import type { PoolClient } from 'pg'
import { type ClientPool, otherMilliseconds, readMilliseconds } from './client-pool'
import { isLost, NoAnswer } from './lost'
import type { Run, Statement } from './run'

interface PipelinedConnection {
  client: PoolClient | undefined
  opening: Promise<PoolClient> | undefined
  /** Statements that were sent and have no result yet. */
  pending: number
  /** As of `Date.now()`. */
  answeredAt: number
}

interface Waiting {
  /** Returns false, without sending, if the time limit of the statement has passed. */
  start(connection: PipelinedConnection): boolean
  fail(error: unknown): void
}

/**
 * The statements without a result on one connection. Others wait for the first free connection, rather than behind a
 * long statement while other connections are idle.
 */
const depth = 4

/** A callback, because promises at every layer would be most of the cost of a small query. */
function sendQuery<Value>(
  client: PoolClient,
  { name, text, values }: Statement,
  done: (error: Error | undefined, values: Value[]) => void,
): void {
  client.query<[Value]>({ name, text, values, rowMode: 'array' }, (error: Error | undefined, result) =>
    done(error, error ? [] : result.rows.map(([value]) => value)),
  )
}

/** Resolves with the single column of every row. */
export const send = <Value>(client: PoolClient, statement: Statement): Promise<Value[]> =>
  new Promise((resolve, reject) => {
    sendQuery<Value>(client, statement, (error, values) => (error ? reject(error) : resolve(values)))
  })

/**
 * Shares a few connections among all short statements: in pipeline mode, statements are sent without waiting for
 * earlier results, at most {@link depth} on a connection. Limits and repetition as in {@link ClientPool.send}.
 */
export function pipelinedPool(
  pool: ClientPool<PoolClient>,
  count: number,
): { run: Run; waiting(): number; close(): void } {
  const connections = Array.from(
    { length: count },
    (): PipelinedConnection => ({ client: undefined, opening: undefined, pending: 0, answeredAt: 0 }),
  )

  const release = (connection: PipelinedConnection) => {
    const { client, answeredAt } = connection
    connection.client = undefined
    if (client) pool.give(client, answeredAt)
  }
  const drop = (connection: PipelinedConnection, client: PoolClient, silentSince: number) => {
    if (connection.client !== client) return
    connection.client = undefined
    pool.drop(client, silentSince)
  }
  const open = (connection: PipelinedConnection) => {
    connection.opening ??= pool
      .take(otherMilliseconds)
      .then((client) => {
        connection.client = client
        connection.answeredAt = Date.now()
        // Pending statements are rejected with the connection. The next statement opens a new connection.
        client.once('error', () => drop(connection, client, Date.now()))
        return client
      })
      .finally(() => {
        connection.opening = undefined
      })
    return connection.opening
  }
  const sweep = setInterval(() => {
    for (const connection of connections) {
      if (connection.pending === 0 && Date.now() - connection.answeredAt > pool.idle.shared) release(connection)
    }
  }, pool.idle.shared).unref()

  const waiting: Waiting[] = []
  const next = (connection: PipelinedConnection) => {
    connection.pending--
    for (let item = waiting.shift(); item; item = waiting.shift()) if (item.start(connection)) return
  }

  const run = (statement: Statement, resolve: (values: never[]) => void, reject: (error: unknown) => void) => {
    const began = Date.now()
    let isOver = false
    let giveUp = () => {}
    const end = (error: unknown, values: never[]) => {
      isOver = true
      clearTimeout(timer)
      if (!error) resolve(values)
      // Sent on another connection of the pool: the shared ones may be lost, too, without an error so far.
      else if (statement.is_read && isLost(error)) {
        pool.attempt(readMilliseconds, (client) => send<never>(client, statement)).then(resolve, reject)
      } else reject(error)
    }
    const timer = setTimeout(
      () => {
        giveUp()
        end(new NoAnswer(), [])
      },
      statement.is_read ? readMilliseconds : otherMilliseconds,
    )
    const go = (connection: PipelinedConnection, client: PoolClient) => {
      if (isOver) return next(connection)
      giveUp = () => drop(connection, client, began)
      sendQuery<never>(client, statement, (error, values) => {
        // Dropped first, so that no other statement is sent on a lost connection.
        if (error && isLost(error)) drop(connection, client, began)
        else connection.answeredAt = pool.answered()
        if (!isOver) end(error, values)
        next(connection)
      })
    }
    const start = (connection: PipelinedConnection) => {
      if (isOver) return false
      // A connection that may be lost returns to the pool, which tests it before it is used again.
      if (connection.pending === 0 && pool.isDoubtful(connection.answeredAt)) release(connection)
      connection.pending++
      if (connection.client) go(connection, connection.client)
      else {
        open(connection).then(
          (client) => go(connection, client),
          (error: unknown) => {
            connection.pending--
            if (!isOver) end(error, [])
            // All waiting statements fail at once, rather than each waiting for another attempt to connect.
            for (const other of waiting.splice(0)) other.fail(error)
          },
        )
      }
      return true
    }
    const connection = connections.reduce((best, other) => (other.pending < best.pending ? other : best))
    if (connection.pending < depth) start(connection)
    else waiting.push({ start, fail: (error) => !isOver && end(error, []) })
  }

  return {
    run: (statement) => new Promise((resolve, reject) => run(statement, resolve, reject)),
    waiting: () => waiting.length,
    close() {
      clearInterval(sweep)
      for (const connection of connections) release(connection)
    },
  }
}
