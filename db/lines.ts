import type { Pool, PoolClient } from 'pg'
import type { Run, Statement } from './run'

interface Line {
  client: PoolClient | undefined
  opening: Promise<PoolClient> | undefined
  /** Statements sent and not yet answered. */
  pending: number
  /** Whether anything was sent since the last look. */
  used: boolean
}

const idleMilliseconds = 10_000

/** Sends a statement on a client; `done` is called when it is answered. */
export const send = <Value>(
  client: PoolClient,
  { name, text, values }: Statement,
  done: () => void = () => {},
): Promise<Value[]> =>
  // By callback, and here once: a promise at every layer is what makes a small query expensive.
  new Promise((resolve, reject) => {
    client.query<[Value]>({ name, text, values, rowMode: 'array' }, (error, result) => {
      done()
      if (error) reject(error)
      else resolve(result.rows.map(([value]) => value))
    })
  })

/**
 * A few connections of a pool that are shared by whoever has a statement to send: in pipeline mode a client takes the
 * next one before it has answered the last, so nothing is checked out and given back for each. What is sent behind a
 * statement waits for it, so this is for short ones. A connection that nothing was sent on for a while goes back to the
 * pool.
 */
export function sharedLines(pool: Pool, count: number): { run: Run; close(): void } {
  const lines = Array.from(
    { length: count },
    (): Line => ({ client: undefined, opening: undefined, pending: 0, used: false }),
  )

  const giveBack = (line: Line, error?: Error) => {
    const { client } = line
    line.client = undefined
    client?.removeAllListeners('error').release(error)
  }
  const open = (line: Line) => {
    line.opening ??= pool
      .connect()
      .then((client) => {
        line.client = client
        // What is under way fails with the connection; the next statement opens another.
        return client.on('error', (error) => giveBack(line, error))
      })
      .finally(() => {
        line.opening = undefined
      })
    return line.opening
  }
  const sweep = setInterval(() => {
    for (const line of lines) {
      if (line.pending === 0 && !line.used) giveBack(line)
      line.used = false
    }
  }, idleMilliseconds).unref()

  return {
    run(statement) {
      const line = lines.reduce((best, other) => (other.pending < best.pending ? other : best))
      const done = () => {
        line.pending--
      }
      line.pending++
      line.used = true
      if (line.client) return send(line.client, statement, done)
      return open(line).then(
        (client) => send(client, statement, done),
        (error: unknown) => {
          done()
          throw error
        },
      )
    },
    close() {
      clearInterval(sweep)
      for (const line of lines) giveBack(line)
    },
  }
}
