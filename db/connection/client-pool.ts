import { isLost, isRead, within } from './lost'
import { stayAwake } from './suspension'

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

/** The limit of one attempt of a read outside a transaction, including the wait for a connection. There are two. */
export const readMilliseconds = 2_500

/** For all other statements. Longer than `statementSeconds`, so that the error of the database arrives first. */
export const otherMilliseconds = 8_000

export interface IdleTimes {
  /** Until a connection that is unused in the driver's pool is closed. */
  own: number
  /** Until an unused connection of `pipelinedPool` returns to the driver's pool. */
  shared: number
  /** Whether the process may be suspended after a response. It is then kept awake until all connections are closed. */
  isSuspended: boolean
}

export const lastingConnections: IdleTimes = { own: 30_000, shared: 10_000, isSuspended: false }

/** A suspended process would keep connections open that other processes need. */
export const briefConnections: IdleTimes = { own: 2_000, shared: 2_000, isSuspended: true }

/** The time without use after which a connection is tested before the next statement. */
const restMilliseconds = 5_000

const pingMilliseconds = 1_000

const ignore = () => {}

const answersIn = (milliseconds: number, client: PooledClient): Promise<boolean> =>
  within(milliseconds, client.query('select 1')).then(
    () => true,
    () => false,
  )

/**
 * When a connection breaks or does not answer, also closes all others that have not answered since the statement began:
 * one cause often breaks all. Uses the wall clock, because other clocks may stop during a suspension.
 */
export class ClientPool<Client extends PooledClient> {
  private readonly answeredAt = new WeakMap<Client, number>()
  private silentSince = 0

  /** `close` ends a connection at once, even if an answer is pending. */
  constructor(
    private readonly pool: Pool<Client>,
    private readonly close: (client: Client) => void,
    readonly idle: IdleTimes = lastingConnections,
  ) {
    // The server may close idle connections; the pool opens new ones. Without a listener, the event ends the process.
    pool.on('error', ignore)
  }

  /** Rejects with {@link NoAnswer} if no client is available in time. */
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

  /** Only for clients without pending answers. */
  give(client: Client, answeredAt = this.answered()): void {
    this.answeredAt.set(client, answeredAt)
    client.off('error', ignore)
    client.release()
  }

  /** Called after each answer. Returns `Date.now()`. */
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

  /** Sends a read whose connection was lost a second time. */
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
