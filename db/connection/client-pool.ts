import { isLost, isRead, within } from './lost'
import { stayAwake } from './suspension'

/** A client of node-postgres or of Neon's driver, with only the methods that this file uses. */
export interface PooledClient {
  query(text: string): Promise<unknown>
  release(error?: Error | boolean): void
  on(event: 'error', listener: () => void): unknown
  off(event: 'error', listener: () => void): unknown
}

interface Pool<Client> {
  connect(): Promise<Client>
  on(event: 'error', listener: () => void): unknown
}

/**
 * The time limit of one attempt of a read outside a transaction, in milliseconds. Includes the wait for a connection. A
 * read gets a second attempt.
 */
export const readMilliseconds = 2_500

/**
 * The time limit of all statements other than reads outside a transaction, in milliseconds. Longer than
 * `statementSeconds`, the limit in the database, so that the error of the database arrives first.
 */
export const otherMilliseconds = 8_000

/** The times in milliseconds for which unused connections stay open. */
export interface IdleTimes {
  /** The time for connections that are unused in the driver's pool, until they are closed. */
  own: number
  /**
   * The time for unused connections that statements share (`pipelinedPool`), until they return to the driver's pool.
   */
  shared: number
  /**
   * Whether the process may be suspended after its last response. If so, the process is kept awake until all
   * connections are closed.
   */
  isSuspended: boolean
}

export const lastingConnections: IdleTimes = { own: 30_000, shared: 10_000, isSuspended: false }

/**
 * The idle times for processes that may be suspended: a suspended process would keep connections open that other
 * processes need.
 */
export const briefConnections: IdleTimes = { own: 2_000, shared: 2_000, isSuspended: true }

/** The milliseconds without use after which a connection is tested before the next statement is sent on it. */
const restMilliseconds = 5_000

/** The time limit of the test of an unused connection, in milliseconds. */
const pingMilliseconds = 1_000

const ignore = () => {}

/** Whether the connection of a client answers `select 1` within a time limit. */
const answersIn = (milliseconds: number, client: PooledClient): Promise<boolean> =>
  within(milliseconds, client.query('select 1')).then(
    () => true,
    () => false,
  )

/**
 * The clients of a driver's pool, with time limits. A connection that broke or did not answer in time is closed. All
 * other connections that have not answered since the failed statement began are closed as well, because one cause often
 * breaks all of them. Times are read from the wall clock: other clocks may stand still while a process is suspended.
 */
export class ClientPool<Client extends PooledClient> {
  private readonly answeredAt = new WeakMap<Client, number>()
  private silentSince = 0

  /**
   * `close` ends the connection of a client at once, even if an answer is pending, and removes the client from the
   * pool.
   */
  constructor(
    private readonly pool: Pool<Client>,
    private readonly close: (client: Client) => void,
    readonly idle: IdleTimes = lastingConnections,
  ) {
    // The server may close idle connections; the pool opens new ones. Without a listener, the event ends the process.
    pool.on('error', ignore)
  }

  /**
   * Takes a client out of the pool for one caller. Rejects with {@link NoAnswer} if no client is free and no connection
   * is opened in time.
   */
  async take(milliseconds: number): Promise<Client> {
    const end = Date.now() + milliseconds
    for (;;) {
      const client = await within(end - Date.now(), this.pool.connect(), (late) => late.release())
      // A broken connection rejects its statements. Without a listener, the event ends the process.
      client.on('error', ignore)
      const answeredAt = this.answeredAt.get(client)
      if (answeredAt === undefined || !this.isDoubtful(answeredAt)) return client
      const asked = Date.now()
      if (answeredAt >= this.silentSince && (await answersIn(Math.min(pingMilliseconds, end - asked), client)))
        return client
      this.drop(client, answeredAt < this.silentSince ? answeredAt : asked)
    }
  }

  /** Whether an unused connection may have been lost. `answeredAt`: the time of the last answer, as of `Date.now()`. */
  isDoubtful = (answeredAt: number) => answeredAt < this.silentSince || Date.now() - answeredAt > restMilliseconds

  /**
   * Returns a client without pending answers to the pool. `answeredAt`: the time of the last answer, now by default.
   */
  give(client: Client, answeredAt = this.answered()): void {
    this.answeredAt.set(client, answeredAt)
    client.off('error', ignore)
    client.release()
  }

  /**
   * Called after each answer. Keeps a process that may be suspended awake until its connections are closed. Returns the
   * current time, as of `Date.now()`.
   */
  answered(): number {
    // By the end of this time, shared connections have returned to the pool, and the driver has closed its idle ones.
    if (this.idle.isSuspended) stayAwake(2 * this.idle.shared + this.idle.own + 100)
    return Date.now()
  }

  /** Closes the connection of a client from which no answer has come since `silentSince`, as of `Date.now()`. */
  drop(client: Client, silentSince: number): void {
    this.silentSince = Math.max(this.silentSince, silentSince)
    client.off('error', ignore)
    this.close(client)
  }

  /**
   * Sends one statement on a client that no other statement uses meanwhile. If the statement is a read and its
   * connection was lost, sends it a second time.
   */
  async send(text: string, query: (client: Client) => Promise<unknown>): Promise<unknown> {
    if (!isRead(text)) return this.attempt(otherMilliseconds, query)
    try {
      return await this.attempt(readMilliseconds, query)
    } catch (error) {
      if (!isLost(error)) throw error
      return this.attempt(readMilliseconds, query)
    }
  }

  /** Runs `query` on a client that no other statement uses meanwhile, without repetition. */
  async attempt<Result>(milliseconds: number, query: (client: Client) => Promise<Result>): Promise<Result> {
    const began = Date.now()
    const client = await this.take(milliseconds)
    try {
      const result = await within(milliseconds - (Date.now() - began), query(client))
      this.give(client)
      return result
    } catch (error) {
      if (isLost(error)) this.drop(client, began)
      else this.give(client)
      throw error
    }
  }
}
