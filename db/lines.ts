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

interface Waiting {
  statement: Statement
  resolve(values: never[]): void
  reject(error: unknown): void
}

const idleMilliseconds = 10_000

/** What one connection is sent before it has answered. More would wait for it, with another one idle. */
const depth = 4

/** By callback: a promise at every layer is what makes a small query expensive. */
function ask<Value>(
  client: PoolClient,
  { name, text, values }: Statement,
  done: (error: Error | undefined, values: Value[]) => void,
): void {
  client.query<[Value]>({ name, text, values, rowMode: 'array' }, (error: Error | undefined, result) =>
    done(error, error ? [] : result.rows.map(([value]) => value)),
  )
}

/** Sends a statement on a client; answers the one column of every row. */
export const send = <Value>(client: PoolClient, statement: Statement): Promise<Value[]> =>
  new Promise((resolve, reject) => {
    ask<Value>(client, statement, (error, values) => (error ? reject(error) : resolve(values)))
  })

/**
 * A few connections of a pool that are shared by whoever has a statement to send: in pipeline mode a client takes the
 * next one before it has answered the last, so nothing is checked out and given back for each. What is sent behind a
 * statement waits for it, so this is for short ones, and only a few are sent ahead: the rest waits for whichever
 * connection is free first. One that nothing was sent on for a while goes back to the pool.
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

  const waiting: Waiting[] = []
  const start = (line: Line, { statement, resolve, reject }: Waiting) => {
    const go = (client: PoolClient) =>
      ask<never>(client, statement, (error, values) => {
        line.pending--
        if (error) reject(error)
        else resolve(values)
        const next = waiting.shift()
        if (next) start(line, next)
      })
    line.pending++
    line.used = true
    if (line.client) go(line.client)
    else {
      open(line).then(go, (error: unknown) => {
        line.pending--
        reject(error)
        // Nobody waits for one attempt after the other while the database is away.
        for (const one of waiting.splice(0)) one.reject(error)
      })
    }
  }

  return {
    run: (statement) =>
      new Promise((resolve, reject) => {
        const line = lines.reduce((best, other) => (other.pending < best.pending ? other : best))
        const asked = { statement, resolve, reject }
        if (line.pending < depth) start(line, asked)
        else waiting.push(asked)
      }),
    close() {
      clearInterval(sweep)
      for (const line of lines) giveBack(line)
    },
  }
}
