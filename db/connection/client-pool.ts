import { isLost, isRead, within } from './lost'
import { stayAwake } from './suspension'

/** The methods that are used of a client of node-postgres or of Neon's driver. */
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
 * The time limit of each attempt of a read outside a transaction, with the wait for its connection, in milliseconds.
 */
export const readMilliseconds = 2_500

/** The same limit for all other statements. Longer than the limit in the database, whose own error arrives first. */
export const otherMilliseconds = 8_000

/** How long unused connections stay open, in milliseconds. */
export interface IdleTimes {
  /** In the driver's pool. */
  own: number
  /** Among the connections that statements share, until the connection returns to the pool. */
  shared: number
  /**
   * Whether the process may be suspended after its last answer. If so, it is kept awake until no connection is open.
   */
  isSuspended: boolean
}

export const lastingConnections: IdleTimes = { own: 30_000, shared: 10_000, isSuspended: false }

/** For processes that may be suspended: a suspended process would keep its connections, and the database has few. */
export const briefConnections: IdleTimes = { own: 2_000, shared: 2_000, isSuspended: true }

/** Connections that were unused for longer are tested before a statement is sent on them, in milliseconds. */
const restMilliseconds = 5_000

/** The time limit of the answer to this test. */
const pingMilliseconds = 1_000

const ignore = () => {}

/** Whether a connection answers within the given time. */
const answersIn = (milliseconds: number, client: PooledClient): Promise<boolean> =>
  within(milliseconds, client.query('select 1')).then(
    () => true,
    () => false,
  )

/**
 * The clients of a driver's pool, with time limits. A connection that broke or did not answer is closed. Other
 * connections that have been silent for the same time are not used again, because one cause often closes all of them.
 * Times are read from the wall clock: other clocks may stand still while a process is suspended.
 */
export class ClientPool<Client extends PooledClient> {
  private readonly answeredAt = new WeakMap<Client, number>()
  private silentSince = 0

  /**
   * `close` ends the connection of a client at once, even if it waits for an answer, and removes the client from the
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

  /** Takes a client for one caller alone. Rejects with {@link NoAnswer} if none is free or opened in time. */
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

  /** Whether a connection may be lost unnoticed. It last answered at `answeredAt`, and no answer is pending. */
  isDoubtful = (answeredAt: number) => answeredAt < this.silentSince || Date.now() - answeredAt > restMilliseconds

  /** Returns a client without pending answers to the pool. `answeredAt` is now by default. */
  give(client: Client, answeredAt = this.answered()): void {
    this.answeredAt.set(client, answeredAt)
    client.off('error', ignore)
    client.release()
  }

  /** Records that a client has answered. Returns the current time as of `Date.now()`. */
  answered(): number {
    // By the end of this time, shared connections have returned to the pool, and the driver has closed its idle ones.
    if (this.idle.isSuspended) stayAwake(2 * this.idle.shared + this.idle.own + 100)
    return Date.now()
  }

  /** Closes a connection that has been silent since the given time, as of `Date.now()`. */
  drop(client: Client, silentSince: number): void {
    this.silentSince = Math.max(this.silentSince, silentSince)
    client.off('error', ignore)
    this.close(client)
  }

  /** Sends one statement on a client of its own. A read whose connection was lost is sent a second time. */
  async send(text: string, query: (client: Client) => Promise<unknown>): Promise<unknown> {
    if (!isRead(text)) return this.attempt(otherMilliseconds, query)
    try {
      return await this.attempt(readMilliseconds, query)
    } catch (error) {
      if (!isLost(error)) throw error
      return this.attempt(readMilliseconds, query)
    }
  }

  /** Sends one statement on a client of its own, once. */
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
